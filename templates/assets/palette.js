// Sets the chosen colours before anything is painted, and the system's where none was chosen; then runs the button that changes them.
{
  const KEY = "failpedia.palette";
  const read = () => { try { return localStorage.getItem(KEY) || ""; } catch { return ""; } };
  const write = (value) => { try { localStorage.setItem(KEY, value); } catch { /* private windows */ } };
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const inputs = [...document.querySelectorAll("[data-md-component=palette] input")];
  const labels = [...document.querySelectorAll("[data-md-component=palette] label")];
  const names = ["", "default", "slate"]; // in the order of mkdocs.yml: the system's, light, dark

  const apply = () => {
    const chosen = names.includes(read()) ? read() : "";
    document.body.setAttribute("data-md-color-scheme", chosen || (dark.matches ? "slate" : "default"));
    inputs.forEach((input, i) => { input.checked = names[i] === chosen; });
    // Each label leads to the next choice; only the one of the present choice is shown.
    labels.forEach((label, i) => { label.hidden = names[i] !== chosen; });
  };
  inputs.forEach((input, i) => input.addEventListener("change", () => { write(names[i]); apply(); }));
  dark.addEventListener("change", apply);
  apply();
}
