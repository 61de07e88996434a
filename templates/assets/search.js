// Search: loads the few files of the index that hold the words of the query, as scripts, so that it also works from file://.
var failpediaSearch = (() => {
  const WORD = /[a-z0-9_]+(?:[.-][a-z0-9_]+)*/g; // as in generator/search.py
  const PART = /[a-z0-9]+/g;
  const SHOWN = 20;
  const base = new URL("../search/", document.currentScript.src);
  const received = new Map();
  const waiting = new Map();

  const receive = (kind, key, data) => received.set(`${kind}-${key}`, data);
  const load = (kind, key, file) => {
    const name = `${kind}-${key}`;
    if (!waiting.has(name)) {
      waiting.set(name, new Promise((done) => {
        const script = document.createElement("script");
        script.src = new URL(file, base);
        script.onload = script.onerror = () => { script.remove(); done(received.get(name)); };
        document.head.append(script);
      }));
    }
    return waiting.get(name);
  };

  const safe = (start) => [...start].map((c) => (/[a-z0-9_]/.test(c) ? c : `-${c.charCodeAt(0).toString(16)}`)).join("");

  // Words of the query: each whole, and its parts, which are worth less. The last one may be unfinished.
  const wordsOf = (query) => {
    const whole = query.toLowerCase().match(WORD) || [];
    return whole.map((word, i) => ({ word, parts: word.match(PART).filter((part) => part !== word), last: i === whole.length - 1 }));
  };

  const find = async (about, word, unfinished) => {
    if (word.length < 2 && !unfinished) return new Map();
    const two = word.slice(0, 2);
    const start = about.parted.includes(two) ? two + (word[2] || "_") : two;
    const found = (await load("words", start, `words-${safe(start)}.js`)) || {};
    const best = new Map();
    const take = (numbers, share) => {
      for (let i = 0; i < numbers.length; i += 2) best.set(numbers[i], Math.max(best.get(numbers[i]) || 0, numbers[i + 1] * share));
    };
    if (Object.hasOwn(found, word)) take(found[word], 1);
    if (unfinished && word.length > 1) for (const other in found) if (other !== word && other.startsWith(word)) take(found[other], 0.6);
    return best;
  };

  const search = async (query) => {
    const about = await load("about", "", "index.js");
    if (!about) return [];
    const scores = new Map();
    const asked = wordsOf(query);
    for (const { word, parts, last } of asked) {
      const best = new Map(await find(about, word, last));
      for (const part of parts) {
        for (const [entry, score] of await find(about, part, false)) best.set(entry, Math.max(best.get(entry) || 0, score / parts.length));
      }
      for (const [entry, score] of best) {
        const old = scores.get(entry) || { sum: 0, words: 0 };
        scores.set(entry, { sum: old.sum + score, words: old.words + 1 });
      }
    }
    const ranked = [...scores].map(([entry, { sum, words }]) => ({ entry, score: sum * (words / asked.length) ** 2 }))
      .sort((a, b) => b.score - a.score || a.entry - b.entry).slice(0, SHOWN);
    const phrase = query.trim().toLowerCase().replaceAll(/\s+/g, " ");
    for (const result of ranked) {
      const file = Math.floor(result.entry / about.cardsAFile);
      result.card = ((await load("cards", file, `cards-${file}.js`)) || [])[result.entry % about.cardsAFile];
      if (!result.card) continue;
      result.line = result.card.lines.find((line) => line.toLowerCase().includes(phrase));
      if (phrase.includes(" ") && (result.line || result.card.title.toLowerCase().includes(phrase))) result.score *= 4;
      result.line ||= result.card.lines.find((line) => asked.some(({ word }) => line.toLowerCase().includes(word)));
    }
    return ranked.filter((result) => result.card).sort((a, b) => b.score - a.score || a.entry - b.entry);
  };

  return { receive, search };
})();

addEventListener("DOMContentLoaded", () => {
  const root = document.getElementById("fp-search");
  const field = document.querySelector(".fp-find__words");
  if (!root || !field) return;
  const status = document.createElement("p");
  status.className = "fp-status";
  status.setAttribute("role", "status");
  const list = document.createElement("ol");
  list.className = "fp-results";
  root.replaceChildren(status, list);

  let latest = 0;
  const run = async () => {
    const query = field.value;
    const mine = ++latest;
    history.replaceState(null, "", query ? `?q=${encodeURIComponent(query)}` : location.pathname);
    const results = query.trim() ? await failpediaSearch.search(query) : [];
    if (mine !== latest) return;
    const file = location.protocol === "file:" ? "index.html" : "";
    list.replaceChildren(...results.map(({ card, line }) => {
      const link = Object.assign(document.createElement("a"), { href: `../entries/${card.slug}/${file}`, textContent: card.title });
      const text = Object.assign(document.createElement("span"), { className: "fp-sentence", textContent: card.summary });
      const item = document.createElement("li");
      item.append(link, text);
      if (line) item.append(Object.assign(document.createElement("code"), { className: "fp-hit", textContent: line }));
      return item;
    }));
    status.textContent = !query.trim() ? "Type the words of the error, or what the run shows."
      : results.length ? `${results.length} ${results.length === 1 ? "failure" : "failures"}` : "Nothing found. Try fewer words, or the signs.";
  };
  field.value = new URLSearchParams(location.search).get("q") || "";
  field.form.addEventListener("submit", (event) => { event.preventDefault(); run(); });
  field.addEventListener("input", run);
  field.focus();
  run();
});
