// An answer as elements. Whatever a log says goes in as text, never as HTML.

export const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children.filter((child) => child !== null && child !== ""));
  return made;
};

/** The first paragraph of an entry's text, its `code` as code. */
const sentence = (text) => text.split("\n\n")[0].replaceAll(/\s+/g, " ").split("`").map((part, i) => (i % 2 ? element("code", { textContent: part }) : part));

/** The block that the first paragraph of a step announces by a colon. */
const block = ({ next_step: text, title }) => {
  const [, code] = /^:\n\n```\w*\n([\s\S]*?)\n```/.exec(text.slice(text.split("\n\n")[0].length - 1)) || [];
  return code === undefined ? null : labelled(element("pre", { tabIndex: 0 }, element("code", { textContent: code })), `What to run for: ${title}`);
};

/** A line of a log, what was matched in it marked. */
const marked = (text, matched) => {
  const at = matched ? text.indexOf(matched) : -1;
  return at < 0 ? [text] : [text.slice(0, at), element("mark", { textContent: matched }), text.slice(at + matched.length)];
};

const idOf = (file, line) => `fp-log-${file}-${line}`;

/** A button that leads to a line of the log below. */
const lineButton = ({ file, line }, files) => {
  const name = `${files.length > 1 ? `${file}, ` : ""}line ${line}`;
  const made = element("button", { type: "button", className: "fp-plain", textContent: name });
  made.addEventListener("click", () => {
    const target = document.getElementById(idOf(files.indexOf(file), line));
    if (!target) return;
    target.closest("details").open = true;
    target.scrollIntoView({ block: "center" });
    target.focus({ preventScroll: true });
  });
  return made;
};

const evidenceList = (items, files) => element("ul", { className: "fp-evidence" }, ...items.map((item) => (
  element("li", {}, lineButton(item, files), " ", element("code", {}, ...marked(item.text, item.matched)))
)));

const confidence = (word) => element("span", { className: `fp-badge fp-${word}`, textContent: word });

const candidate = (match, first, { files, page }) => element("li", {},
  element("p", { className: "fp-found" }, element("a", { href: page(`entries/${match.slug}/`), textContent: match.title }), " ", confidence(match.confidence)),
  match.evidence.length ? evidenceList(first ? match.evidence : match.evidence.slice(0, 1), files) : null,
  match.evidence.some((item) => item.matched) || !match.terms.length ? null
    : element("p", { className: "fp-status" }, `by its words: ${match.terms.filter((term) => !term.includes("_")).slice(0, 5).join(", ")}`),
  ...(first || match.confidence !== "possible" ? [
    element("p", {}, element("strong", { textContent: "Next: " }), ...sentence(match.next_step)),
    block(match),
    match.expect ? element("p", {}, element("strong", { textContent: "If this is it: " }), ...sentence(match.expect)) : null,
    element("p", {}, element("strong", { textContent: "Fix: " }), ...sentence(match.fix)),
  ] : []));

/** Whether the log fits the entry whose page this is. */
const verdict = (answer, slug) => {
  const place = answer.matches.findIndex((match) => match.slug === slug);
  if (place < 0) return [element("strong", { textContent: "Nothing here points to this entry." }), answer.matches.length ? " It points to:" : ""];
  const how = { sure: "This log is of this failure", likely: "This log fits this entry", possible: "This log may fit this entry" };
  return [element("strong", { textContent: place ? "This entry is not what fits best" : how[answer.matches[place].confidence] }), " ", confidence(answer.matches[place].confidence)];
};

/** What is below the list of candidates: who began, what is collateral, which sign, what is missing. */
const notes = (answer, page) => {
  const { initiating, collateral, files, signs, missing } = answer;
  const rows = [];
  const row = (name, ...parts) => rows.push(element("dt", { textContent: name }), element("dd", {}, ...parts));
  if (initiating) {
    const where = { file: files[initiating.file], line: initiating.line };
    row("Began", `rank ${initiating.rank}: ${initiating.how} `, initiating.line ? lineButton(where, files) : "");
  }
  const once = new Map(collateral.map((item) => [`${item.file}:${item.line}`, item]).reverse());
  for (const item of [...once.values()].reverse()) {
    row("Collateral", lineButton(item, files), item.rank === null ? " " : `, rank ${item.rank} `, element("code", { textContent: item.text.slice(0, 160) }), ` ${item.because}`);
  }
  for (const [sign, title] of signs) {
    row("Sign", element("a", { href: page(`signs/${sign}/`), textContent: title }), ": its page tells the entries apart that show it");
  }
  for (const what of missing) row("Missing", what);
  return rows.length ? element("dl", { className: "fp-notes" }, ...rows) : null;
};

const lineOf = (row, number) => (row === null
  ? element("span", { className: "fp-logline fp-gap", textContent: "⋯" })
  : element("span", { className: `fp-logline fp-${row.kind || "plain"}`, id: idOf(number, row.line), tabIndex: -1 },
    element("span", { className: "fp-number", textContent: row.line }), ...marked(row.text, row.matched)));

const logOf = ({ file, rows }, number, several) => {
  const text = labelled(element("pre", { tabIndex: 0 }, element("samp", {}, ...rows.map((row) => lineOf(row, number)))), `The log ${file}`);
  return element("details", { className: "fp-fold fp-log", open: rows.some((row) => row && row.kind) },
    element("summary", { textContent: several ? `The log: ${file}` : "The log" }), element("div", { className: "fp-terminal" }, text));
};

const labelled = (made, label) => {
  made.setAttribute("role", "region");
  made.setAttribute("aria-label", label);
  return made;
};

/** The whole answer. `page` makes an address of the site, `entry` is the slug of the page's own entry or "". */
export const show = ({ answer, excerpt }, { page, entry }) => {
  const { matches, files, signs } = answer;
  const own = matches.find((match) => match.slug === entry);
  const listed = matches.slice(0, 5).concat(own && matches.indexOf(own) >= 5 ? [own] : []);
  const parts = [];
  if (entry) parts.push(element("p", { className: "fp-verdict-line" }, ...verdict(answer, entry)));
  if (!matches.length && !entry) {
    parts.push(element("p", {}, element("strong", { textContent: "No entry fits." }), signs.length ? " Its words point to a sign, though." : " A wrong guess would cost you more than none."));
  }
  parts.push(element("ol", { className: "fp-candidates" }, ...listed.map((match, i) => candidate(match, i === 0, { files, page }))));
  parts.push(notes(answer, page));
  parts.push(...excerpt.map((log) => logOf(log, files.indexOf(log.file), files.length > 1)));
  return parts.filter(Boolean);
};
