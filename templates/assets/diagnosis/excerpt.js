// What of the logs is shown beside an answer: all of short ones, else the lines around those that say something. No DOM.

const SHORT = 400; // lines
const AROUND = 3;
const WIDTH = 600;

/** Returns [{file, rows}]: a row is {line, text, kind, matched}, or null where lines are left out; `kind` is "", "evidence" or "collateral". */
export const excerptOf = ({ matches, collateral, initiating, files, readings }) =>
  readings.map((reading, number) => ({ file: reading.name, rows: rowsOf(reading, marksOf(reading, number, { matches, collateral, initiating, files })) }))
    .filter(({ rows }) => rows.length);

/** The lines that say something, by number. */
const marksOf = (reading, number, { matches, collateral, initiating }) => {
  const marks = new Map();
  const here = (item) => item.file === reading.name;
  for (const { file, line } of initiating && initiating.line ? [initiating] : []) {
    if (file === number) marks.set(line, { kind: "evidence", text: "", matched: "" });
  }
  for (const { line, text } of collateral.filter(here)) marks.set(line, { kind: "collateral", text, matched: "" });
  for (const { line, text, matched } of [...matches].reverse().flatMap((match) => match.evidence.filter(here))) {
    marks.set(line, { kind: "evidence", text, matched });
  }
  return marks;
};

const rowsOf = (reading, marks) => {
  const window = reading.window;
  const all = window.length <= SHORT;
  const near = new Set([...marks.keys()].flatMap((line) => Array.from({ length: 2 * AROUND + 1 }, (_, i) => line - AROUND + i)));
  const rows = [];
  const shown = new Set();
  for (const [line, text] of window) {
    if (!all && !near.has(line)) continue;
    const mark = marks.get(line);
    const says = mark && !shown.has(line) && (!mark.matched || text.includes(mark.matched) || mark.text.startsWith(text.slice(0, 40)));
    if (says) shown.add(line);
    const short = text.length > WIDTH ? (says && mark.text) || `${text.slice(0, WIDTH)} …` : text;
    rows.push({ line, text: short, kind: says ? mark.kind : "", matched: says ? mark.matched : "" });
  }
  // Lines in the middle of a long log are not in its window: they themselves are all that is known.
  for (const [line, mark] of marks) if (!shown.has(line) && mark.text) rows.push({ line, ...mark });
  rows.sort((a, b) => a.line - b.line);
  return rows.flatMap((row, i) => (i && row.line > rows[i - 1].line + 1 ? [null, row] : [row]));
};
