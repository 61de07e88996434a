// The list of exercises: what is solved, the next one, and a run of ten. Kept in this browser only.
{
  const read = () => { try { return JSON.parse(localStorage.getItem("failpedia.practice")) || {}; } catch { return {}; } };
  const write = (data) => { try { localStorage.setItem("failpedia.practice", JSON.stringify(data)); } catch { /* private windows */ } };
  const items = [...document.querySelectorAll(".fp-exercises > li")];
  const root = document.getElementById("fp-practice");
  const file = location.protocol === "file:" ? "index.html" : "";

  const button = (text, action) => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "fp-button";
    made.textContent = text;
    made.addEventListener("click", action);
    return made;
  };

  const show = () => {
    const solved = read().solved || {};
    for (const item of items) {
      const done = item.dataset.slug in solved;
      let note = item.querySelector(".fp-solved");
      if (done && !note) {
        note = document.createElement("span");
        note.className = "fp-badge fp-proved fp-solved";
        item.append(" ", note);
      }
      if (note) note.textContent = solved[item.dataset.slug] ? "solved with a hint" : "solved";
      if (note && !done) note.remove();
    }
    const left = items.filter((item) => !(item.dataset.slug in solved));
    const status = document.createElement("p");
    status.className = "fp-status";
    status.setAttribute("role", "status");
    status.textContent = `${items.length - left.length} of ${items.length} solved.`;
    const parts = [status];
    if (left.length) {
      const next = document.createElement("a");
      next.className = "fp-button";
      next.href = left[0].querySelector("a").getAttribute("href");
      next.textContent = "The next one";
      parts.push(next);
      const ten = Math.min(10, left.length);
      parts.push(button(`A run of ${ten}`, () => {
        const shuffled = left.map((item) => [Math.random(), item.dataset.slug]).sort().slice(0, ten).map(([, slug]) => slug);
        write({ ...read(), run: shuffled });
        location.href = `${shuffled[0]}/${file}`;
      }));
    }
    if (left.length < items.length) {
      parts.push(button("Forget my progress", () => { write({}); show(); }));
    }
    root.replaceChildren(...parts);
  };

  if (items.length) show();
}
