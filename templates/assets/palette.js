// Sets the chosen colours before anything is painted, and the system's where none was chosen.
{
  const chosen = (__md_get("__palette") || {}).color || { media: "(prefers-color-scheme)" };
  if (chosen.media === "(prefers-color-scheme)") {
    const media = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
    const input = document.querySelector(`[data-md-color-media='(prefers-color-scheme: ${media})']`);
    for (const name of ["scheme", "primary", "accent"]) chosen[name] = input.getAttribute(`data-md-color-${name}`);
  }
  for (const name of ["scheme", "primary", "accent"]) document.body.setAttribute(`data-md-color-${name}`, chosen[name]);
  document.body.setAttribute("data-md-color-media", chosen.media);
}
