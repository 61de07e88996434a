// Narrows a list at once: every [data-facets] gets a text field, one group of choices a facet with counts, and sortable columns.
// What was chosen stands in the address, so that it can be sent and come back to.
{
  const TITLES = { category: "Category", kind: "Kind", stage: "Stage", sign: "What you see", stack: "Stack", tag: "Tag" };
  const ALL = new Set(["tag", "sign"]); // an entry has several: choosing two asks for both

  const element = (name, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };

  const setUp = (root) => {
    const labels = JSON.parse(root.querySelector(".fp-labels").textContent);
    const items = [...root.querySelectorAll("[data-f]")].map((node) => ({
      node,
      facets: new Set(node.dataset.f.split(" ")),
      text: node.textContent.toLowerCase() + " " + node.dataset.f.replaceAll(/\w+:/g, ""),
    }));
    if (items.length < 2) return;
    const chosen = new Map();
    const address = new URLSearchParams(location.search);
    let words = address.get("q") || "";
    let asked = words.toLowerCase().split(/\s+/);
    let sort = address.get("sort") || "";

    const fits = (item, but) => {
      for (const [facet, values] of chosen) {
        if (!values.size || (facet === but && !ALL.has(facet))) continue;
        const has = (value) => item.facets.has(`${facet}:${value}`);
        if (!(ALL.has(facet) ? [...values].every(has) : [...values].some(has))) return false;
      }
      return asked.every((word) => item.text.includes(word));
    };

    // The controls
    const status = element("p", { className: "fp-status" });
    status.setAttribute("role", "status");
    const field = element("input", { type: "search", className: "fp-words-field", value: words, placeholder: "Words in the list" });
    field.setAttribute("aria-label", "Words in the list");
    const clear = element("button", { type: "button", className: "fp-button", textContent: "Clear" });
    const groups = [];
    const bar = element("div", { className: "fp-bar" }, field);
    for (const facet of root.dataset.facets.split(" ")) {
      const counts = new Map();
      for (const item of items) {
        for (const pair of item.facets) {
          if (pair.startsWith(facet + ":")) counts.set(pair.slice(facet.length + 1), 0);
        }
      }
      if (counts.size < 2) continue;
      chosen.set(facet, new Set(address.getAll(facet).filter((value) => counts.has(value))));
      const label = (value) => (labels[facet] || {})[value] || value;
      const boxes = [...counts.keys()].sort((a, b) => label(a).localeCompare(label(b))).map((value) => {
        const box = element("input", { type: "checkbox", value, checked: chosen.get(facet).has(value) });
        const count = element("span", { className: "fp-count" });
        box.addEventListener("change", () => {
          chosen.get(facet)[box.checked ? "add" : "delete"](value);
          update();
        });
        return { value, box, count, line: element("label", {}, box, ` ${label(value)} `, count) };
      });
      const title = element("span", { textContent: TITLES[facet] });
      const number = element("span", { className: "fp-count" });
      const part = element("details", { className: "fp-facet" },
        element("summary", {}, title, " ", number), element("div", { className: "fp-choices" }, ...boxes.map((b) => b.line)));
      part.addEventListener("toggle", () => {
        if (part.open) for (const other of groups) if (other.part !== part) other.part.open = false;
      });
      part.addEventListener("keydown", (event) => {
        if (event.key === "Escape") { part.open = false; part.querySelector("summary").focus(); }
      });
      groups.push({ facet, part, number, boxes });
      bar.append(part);
    }
    document.addEventListener("click", (event) => {
      if (!bar.contains(event.target)) for (const group of groups) group.part.open = false;
    });
    bar.append(clear);

    const table = root.querySelector("table");
    const columns = table ? [...table.tHead.rows[0].cells] : [];
    const keyOf = (item, column) => {
      const cell = item.node.cells[column];
      const raw = cell.dataset.sort || cell.textContent.trim();
      return /^\d+$/.test(raw) ? Number(raw) : raw.toLowerCase();
    };
    const order = () => {
      const [name, way] = sort.split("-");
      const column = columns.findIndex((cell) => cell.dataset.name === name);
      columns.forEach((cell, i) => {
        if (i === column) cell.setAttribute("aria-sort", way === "down" ? "descending" : "ascending");
        else cell.removeAttribute("aria-sort");
      });
      const sorted = column < 0 ? items : [...items].sort((a, b) => {
        const [x, y] = [keyOf(a, column), keyOf(b, column)];
        return (x < y ? -1 : x > y ? 1 : 0) * (way === "down" ? -1 : 1);
      });
      table.tBodies[0].append(...sorted.map((item) => item.node));
    };
    for (const cell of columns) {
      const name = cell.dataset.name = cell.textContent.trim().toLowerCase();
      const head = element("button", { type: "button", className: "fp-sort", textContent: cell.textContent });
      head.addEventListener("click", () => {
        sort = sort === `${name}-up` ? `${name}-down` : `${name}-up`;
        order();
        update();
      });
      cell.replaceChildren(head);
    }

    const update = () => {
      asked = words.toLowerCase().split(/\s+/);
      let shown = 0;
      for (const item of items) {
        const fit = fits(item);
        item.node.hidden = !fit;
        shown += fit;
      }
      for (const { facet, number, boxes } of groups) {
        const values = chosen.get(facet);
        number.textContent = values.size || "";
        const counts = new Map();
        for (const item of items) {
          if (fits(item, facet)) for (const pair of item.facets) counts.set(pair, (counts.get(pair) || 0) + 1);
        }
        for (const { value, box, count, line } of boxes) {
          const n = counts.get(`${facet}:${value}`) || 0;
          count.textContent = n;
          line.hidden = !n && !box.checked;
        }
      }
      status.textContent = shown === items.length ? `${items.length} failures` : `${shown} of ${items.length} failures`;
      clear.hidden = shown === items.length;
      const query = new URLSearchParams();
      for (const [facet, values] of chosen) for (const value of values) query.append(facet, value);
      if (words) query.set("q", words);
      if (sort) query.set("sort", sort);
      history.replaceState(null, "", (query.size ? "?" + query : location.pathname) + location.hash);
    };
    field.addEventListener("input", () => { words = field.value; update(); });
    clear.addEventListener("click", () => {
      words = field.value = "";
      for (const { facet, boxes } of groups) {
        chosen.get(facet).clear();
        for (const { box } of boxes) box.checked = false;
      }
      update();
      field.focus();
    });
    root.prepend(bar, status);
    if (sort && table) order();
    update();
  };

  for (const root of document.querySelectorAll("[data-facets]")) setUp(root);
}
