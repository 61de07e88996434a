// A report of a failure that the encyclopedia does not have: the log, redacted here, shown and edited before anything leaves the page.

import { redact } from "./redact.js";
import { element } from "./show.js";

const MOST_LINES = 60;
const MOST_ADDRESS = 7000; // longer addresses are refused by servers

/** The lines that a report needs: those around what was found, or the last ones. */
const linesOf = (excerpt) => excerpt.flatMap(({ rows }) => {
  const shown = rows.map((row) => (row ? row.text : "⋯"));
  const at = rows.findIndex((row) => row && row.kind === "evidence");
  return at < 0 ? shown.slice(-MOST_LINES) : shown.slice(Math.max(0, at - MOST_LINES / 2), at + MOST_LINES / 2);
}).slice(-MOST_LINES);

/** The address of the prefilled form; of a long text its end. */
const addressOf = (repository, text, description) => {
  const make = (part) => `${repository}/issues/new?${new URLSearchParams({ template: "failure.yml", [description ? "reported_as" : "signatures"]: part })}`;
  let part = text;
  while (make(part).length > MOST_ADDRESS) part = part.slice(Math.ceil(part.length / 8));
  return make(part);
};

/** Returns the folded part of a report. */
export const report = ({ answer, excerpt }, { repository, page }) => {
  const text = element("textarea", { className: "fp-report-text", rows: 10, spellcheck: false, value: redact(linesOf(excerpt).join("\n")) });
  text.setAttribute("aria-label", "The report, redacted: read and edit it");
  const send = element("a", { className: "fp-button", target: "_blank", rel: "noopener noreferrer", textContent: "Open a filled-in report" });
  const copy = element("button", { type: "button", className: "fp-button", textContent: "Copy it" });
  const update = () => { send.href = addressOf(repository, text.value, answer.prose); };
  text.addEventListener("input", update);
  copy.addEventListener("click", async () => {
    try { await navigator.clipboard.writeText(text.value); copy.textContent = "Copied"; } catch { text.select(); copy.textContent = "Selected: copy it by hand"; }
  });
  if (repository) update();
  return element("details", { className: "fp-fold fp-report", open: !answer.matches.length },
    element("summary", { textContent: answer.matches.length ? "It is something else: report it" : "Report it, so that it gets an entry" }),
    element("p", {}, "Paths, hosts, addresses, tokens, user names and e-mail addresses were taken out, here in your browser. Read it and edit it: ",
      repository ? "nothing is sent before you open the form and submit it there." : "nothing is sent."),
    text,
    element("p", { className: "fp-controls" }, repository ? send : "", copy),
    repository ? "" : element("p", { className: "fp-status" }, "This site names no public repository: copy the report and bring it to whoever runs the site, or ",
      element("a", { href: page("entries/"), textContent: "look through all failures" }), "."));
};
