// Which lines match which patterns: one RE2 set finds the patterns of a part, then of its lines (generator/diagnosis/matching.py).

import { RE2JS, RE2Set } from "./vendor/re2js.js";
import { newlines, pieces } from "./reading.js";

const MOST_HITS = 2000;
const MOST_LOOKS = 4000; // pieces that match but for a leading ^: a log of millions of them must end
const PART = 1 << 16; // characters that the set looks at together
const MEMORY = 1 << 26;

const made = new Map();
/** A pattern for single lines, compiled when it is first needed. */
export const compiled = (pattern) => {
  if (!made.has(pattern)) made.set(pattern, RE2JS.compile(pattern));
  return made.get(pattern);
};

/** The first match, as a matcher, or null: the automaton says no much faster than groups are found. */
export const search = (pattern, text) => {
  if (!pattern.test(text)) return null;
  const matcher = pattern.matcher(text);
  return matcher.find() ? matcher : null;
};

/** One pattern of several; of none it matches everything, as in Python. */
export const oneOf = (patterns) => RE2JS.compile(patterns.map((pattern) => `(?:${pattern})`).join("|"));

/** Finds the lines of blocks that match any of a list of patterns. */
export class Scanner {
  constructor(patterns) {
    this.patterns = [...new Set(patterns)];
    this.set = new RE2Set(RE2Set.UNANCHORED, 0, MEMORY);
    for (const pattern of this.patterns) this.set.add(`(?m:${pattern.replace(/^\^/, "")})`);
    this.set.compile();
  }

  /** Begins a file: how many pieces of each pattern matched, and how many were looked at. */
  start() {
    return { found: new Uint32Array(this.patterns.length), looks: new Uint32Array(this.patterns.length) };
  }

  /** Yields [pattern's number, line number, piece] of every piece that may match: the caller matches it by itself, and counts in `found`. */
  * scan(block, { found, looks }) {
    const isOpen = (i) => found[i] < MOST_HITS && looks[i] < MOST_LOOKS;
    const { text, raw } = block;
    let number = block.first;
    for (let start = 0; start < text.length;) {
      const end = this.#endOf(text, start);
      const part = text.slice(start, end);
      if (this.set.match(part).some(isOpen)) {
        for (const [line, piece] of pieces(text, raw, start, end, number)) {
          for (const i of this.set.match(piece)) {
            if (!isOpen(i)) continue;
            looks[i]++;
            yield [i, line, piece];
          }
        }
      }
      number += newlines(raw, start, end);
      start = end;
    }
  }

  /** The patterns that may match one line. */
  patternsIn(line) {
    return this.set.match(line).map((i) => this.patterns[i]);
  }

  #endOf(text, start) {
    if (text.length - start <= PART) return text.length;
    const before = text.lastIndexOf("\n", start + PART) + 1;
    return before > start ? before : text.indexOf("\n", start) + 1 || text.length;
  }
}
