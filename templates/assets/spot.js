// Spot the bug: makes each word of the code a choice, judges them by the key that was computed from broken against fixed.
{
  const WORD = /[A-Za-z0-9_]+|[-+*/%=<>!&|^@~]+/g; // as in generator/exercise.py
  const store = {
    read() { try { return JSON.parse(localStorage.getItem("failpedia.practice")) || {}; } catch { return {}; } },
    write(data) { try { localStorage.setItem("failpedia.practice", JSON.stringify(data)); } catch { /* private windows */ } },
  };

  const button = (text, action) => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "fp-button";
    made.textContent = text;
    made.addEventListener("click", action);
    return made;
  };

  const setUp = (root) => {
    const key = JSON.parse(root.querySelector(".fp-key").textContent);
    const code = root.querySelector("code");
    const lines = code.textContent.split("\n");
    const words = [];
    code.closest("pre").removeAttribute("tabindex");
    code.closest("pre").removeAttribute("role");
    code.replaceChildren(...lines.flatMap((line, number) => {
      const row = document.createElement("span");
      row.className = "fp-line";
      let at = 0;
      for (const match of line.matchAll(WORD)) {
        const word = button(match[0], () => mark(word));
        word.className = "fp-word";
        word.tabIndex = words.length ? -1 : 0;
        word.setAttribute("aria-pressed", "false");
        word.setAttribute("aria-label", `${match[0]}, line ${number + 1}`);
        row.append(line.slice(at, match.index), word);
        words.push(word);
        at = match.index + match[0].length;
      }
      row.append(line.slice(at), "\n");
      return [row];
    }));
    const box = root.querySelector(".fp-spot-code");
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", "The code: arrow keys move from word to word, space marks one");
    const answer = [...document.querySelectorAll(".fp-answer")].find((part) => root.compareDocumentPosition(part) & 4);

    const mark = (word) => {
      word.setAttribute("aria-pressed", String(word.getAttribute("aria-pressed") !== "true"));
      word.classList.remove("fp-right", "fp-off");
      focus(word);
    };
    const focus = (word) => {
      for (const other of words) other.tabIndex = other === word ? 0 : -1;
      word.focus();
    };
    const lineOf = (word) => word.parentElement;
    box.addEventListener("keydown", (event) => {
      const at = words.indexOf(document.activeElement);
      if (at < 0) return;
      const inLine = (row, place) => {
        const choices = row ? words.filter((word) => lineOf(word) === row) : [];
        return choices[Math.min(place, choices.length - 1)];
      };
      const place = words.slice(0, at).filter((word) => lineOf(word) === lineOf(words[at])).length;
      const step = (way) => {
        let row = lineOf(words[at])[way];
        while (row && !inLine(row, 0)) row = row[way];
        return inLine(row, place);
      };
      const next = {
        ArrowRight: () => words[at + 1], ArrowLeft: () => words[at - 1],
        ArrowDown: () => step("nextElementSibling"), ArrowUp: () => step("previousElementSibling"),
        Home: () => words[0], End: () => words[words.length - 1],
      }[event.key];
      if (!next) return;
      event.preventDefault();
      const word = next();
      if (word) focus(word);
    });

    const status = document.createElement("p");
    status.className = "fp-status";
    status.setAttribute("role", "status");
    let hints = 0;
    const hint = () => {
      const open = key.places.filter((place) => !place.words.some((i) => words[i].getAttribute("aria-pressed") === "true"));
      const place = open[0] || key.places[0];
      const rows = [...code.children];
      for (const row of rows) row.classList.remove("fp-hinted");
      let [first, last] = [place.first, place.last];
      if (!hints) { // the region: a half of the code, or all of a short one
        const middle = Math.ceil(lines.length / 2);
        [first, last] = first <= middle && last <= middle ? [1, middle] : first > middle ? [middle + 1, lines.length] : [1, lines.length];
      }
      for (const row of rows.slice(first - 1, last)) row.classList.add("fp-hinted");
      const what = place.adds ? "something is missing" : "a word is wrong";
      status.textContent = `Hint: ${what} in ${first === last ? `line ${first}` : `lines ${first} to ${last}`}.`;
      hints += 1;
    };
    const check = () => {
      const marked = words.flatMap((word, i) => (word.getAttribute("aria-pressed") === "true" ? [i] : []));
      const right = new Set(key.places.flatMap((place) => place.words));
      const found = key.places.filter((place) => place.words.some((i) => marked.includes(i))).length;
      const off = marked.filter((i) => !right.has(i));
      for (const i of marked) words[i].classList.add(right.has(i) ? "fp-right" : "fp-off");
      const lured = key.lures.filter((lure) => off.some((i) => lure.words.includes(i))).map((lure) => lure.why);
      const all = key.places.length;
      if (found === all && !off.length) {
        status.textContent = "Right. The answer below says why.";
        solve();
        if (answer) answer.open = true;
        return;
      }
      const said = [marked.length ? `${found} of ${all} ${all === 1 ? "place" : "places"} found` : "Mark at least one word"];
      if (off.length) said.push(`${off.length === 1 ? `${words[off[0]].textContent} is right` : `${off.length} marked words are right`}`);
      status.textContent = [said.join("; ") + ".", ...lured].join(" ");
    };
    const solve = () => {
      const data = store.read();
      data.solved = { ...data.solved, [root.dataset.slug]: hints };
      store.write(data);
      onward();
    };

    // In a run of ten: what comes next.
    const onward = () => {
      const data = store.read();
      const left = (data.run || []).filter((slug) => !(slug in (data.solved || {})));
      if (!(data.run || []).includes(root.dataset.slug) || !/\/practice\//.test(location.pathname)) return;
      const link = root.querySelector(".fp-onward") || document.createElement("a");
      link.className = "fp-onward fp-button";
      const file = location.protocol === "file:" ? "index.html" : "";
      const done = data.run.length - left.length;
      link.textContent = left.length ? `Next, ${done} of ${data.run.length} done` : `All ${data.run.length} done`;
      link.href = left.length ? `../${left[0]}/${file}` : `../${file}`;
      controls.append(link);
    };
    const controls = document.createElement("div");
    controls.className = "fp-controls";
    controls.append(button("Check", check), button("Hint", hint), button("Show the answer", () => {
      if (!answer) return;
      answer.open = true;
      answer.querySelector("summary").focus();
    }));
    root.append(controls, status);
    onward();
  };

  for (const root of document.querySelectorAll(".fp-spot")) setUp(root);
}
