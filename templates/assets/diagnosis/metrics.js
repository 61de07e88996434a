// Numbers of a log as series, and the conditions that entries declare over them (generator/diagnosis/metrics.py).

import { RE2JS } from "./vendor/re2js.js";
import { search } from "./matching.js";
import { byNumber, head, pointOf, strip, unitOf } from "./text.js";

const LONGEST = 4000;
const MOST_VALUES = 64;
const BEFORE = 24;
const NUMBER = /^[-+]?(?:[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9]+|nan|NaN|inf)$/;
const POINTWISE = new Set(["nan", "zero", "above-zero", "at"]);

/** A number as Python reads it. */
const toNumber = (text) => {
  const infinite = /^([-+]?)inf(?:inity)?$/i.exec(text);
  return infinite ? (infinite[1] === "-" ? -Infinity : Infinity) : Number(text);
};

const lastOf = (text) => text.slice(Math.max(text.lastIndexOf("_"), -1) + 1);

/** Reads rows: {line, text, values}, `values` a Map of the series of one piece. */
export class MetricReader {
  constructor(metrics) {
    this.pattern = RE2JS.compile(metrics.pattern);
    this.before = RE2JS.compile(metrics.before);
    this.list = RE2JS.compile(metrics.lists);
    this.series = new Map();
    for (const [series, names] of Object.entries(metrics.names)) for (const name of names) this.series.set(name, series);
    this.stems = [...new Set([...this.series.keys()].map((name) => lastOf(name).split("/").at(-1)))];
  }

  /** The known numbers of a piece, if it has any. */
  row(line, text) {
    const begin = head(text, LONGEST);
    const lower = begin.toLowerCase();
    if (!this.stems.some((stem) => lower.includes(stem)) || !this.pattern.test(begin)) return null;
    const values = new Map();
    const matcher = this.pattern.matcher(begin);
    for (let n = 0, offset = 0; n < MOST_VALUES && matcher.find(offset); n++) {
      offset = matcher.end("value");
      const start = matcher.start("name");
      const from = unitOf(begin, Math.max(0, pointOf(begin, start) - BEFORE));
      const series = this.#named(begin.slice(from, start), matcher.group("name").toLowerCase());
      if (series !== undefined && !values.has(series)) values.set(series, toNumber(matcher.group("value")));
    }
    return values.size ? { line, text, values } : null;
  }

  /** The pieces that are printed lists of numbers, as the series `lists`: equal lists are equal numbers. */
  lists(window) {
    const seen = new Map();
    const rows = [];
    for (const [line, text] of window) {
      if (!this.list.test(head(text, LONGEST))) continue;
      const key = strip(text);
      if (!seen.has(key)) seen.set(key, seen.size);
      rows.push({ line, text, values: new Map([["lists", seen.get(key)]]) });
    }
    return rows;
  }

  /** The rows of tables: lines of as many cells as the last head has. */
  tables(window) {
    let top = [];
    const rows = [];
    for (const [line, text] of window) {
      const cells = cellsOf(head(text, LONGEST));
      const names = cells.length > 1 ? cells.map((cell) => this.series.get(cell.toLowerCase().replaceAll(" ", "_"))) : [];
      if (names.some(Boolean)) {
        top = names;
        continue;
      }
      if (cells.length !== top.length) continue;
      const values = new Map();
      cells.forEach((cell, i) => {
        if (top[i] && NUMBER.test(cell) && !values.has(top[i])) values.set(top[i], toNumber(cell));
      });
      if (values.size) rows.push({ line, text, values });
    }
    return rows;
  }

  #named(before, name) {
    const matcher = search(this.before, before);
    const word = matcher ? `${matcher.group("before").toLowerCase()}_${name}` : "";
    return this.series.get(word) ?? this.series.get(name);
  }
}

const cellsOf = (text) => {
  const mark = text.includes("\t") ? "\t" : "|";
  if (!text.includes(mark)) return [];
  return strip(text).replace(/^\|+|\|+$/g, "").split(mark).map(strip);
};

/** The rows that show that all conditions hold, or none. */
export const holds = (conditions, rows) => {
  const points = conditions.filter((condition) => POINTWISE.has(condition.shows));
  const shown = [];
  if (points.length) {
    const last = rows.findLast((row) => points.every((point) => row.values.has(point.series)));
    if (!last || !points.every((point) => holdsAt(point, last.values.get(point.series)))) return [];
    shown.push(last);
  }
  for (const condition of conditions) {
    if (POINTWISE.has(condition.shows)) continue;
    const having = rows.filter((row) => row.values.has(condition.series));
    const at = where(condition.shows, having.map((row) => row.values.get(condition.series)));
    if (at === null) return [];
    shown.push(having[at]);
  }
  return shown;
};

const holdsAt = (condition, value) => {
  switch (condition.shows) {
    case "nan": return Number.isNaN(value);
    case "zero": return value === 0;
    case "above-zero": return value > 0;
    default: return Math.abs(value - condition.value) <= Math.abs(condition.value) / 100;
  }
};

/** The index of the value that shows what is asked for. */
const where = (shows, values) => {
  if (!values.every(Number.isFinite)) return null;
  const highest = values.reduce((a, b) => (b > a ? b : a), values.length ? values[0] : 0);
  const lowest = values.reduce((a, b) => (b < a ? b : a), values.length ? values[0] : 0);
  const last = values.length - 1;
  switch (shows) {
    case "constant": return values.length >= 3 && new Set(values).size === 1 ? last : null;
    case "flat": return isFlat(values, highest, highest - lowest) ? last : null;
    case "spikes": {
      const middle = values.length ? [...values].sort(byNumber)[values.length >> 1] : 0;
      return values.length >= 8 && highest > 5 * middle && 5 * middle > 0 ? values.indexOf(highest) : null;
    }
    case "repeats": return repeats(values) ? last : null;
    default: return grows(values) ? last : null;
  }
};

/** Whether five values or more lie within 1% of the highest, the last no further from the first than half of what they span. */
const isFlat = (values, highest, spread) =>
  values.length >= 5 && spread > 0 && spread <= 0.01 * highest && Math.abs(values.at(-1) - values[0]) <= spread / 2;

/** Whether every value comes at least twice in a row: six or more, of two kinds or more. */
const repeats = (values) => {
  const runs = [];
  values.forEach((value, i) => { if (i && value === values[i - 1]) runs[runs.length - 1]++; else runs.push(1); });
  return values.length >= 6 && runs.length >= 2 && runs.every((run) => run >= 2);
};

/** Whether the median of the last third of ten values or more is 1.3 times that of the first, and the middle third lies between. */
const grows = (values) => {
  const third = Math.floor(values.length / 3);
  if (values.length < 10) return false;
  const [first, middle, last] = [0, 1, 2].map((i) => values.slice(i * third, (i + 1) * third).sort(byNumber)[third >> 1]);
  return last > 1.3 * first && 1.3 * first > 0 && middle >= first;
};
