// One pass over each file: which lines match which patterns, and its beginning and end (generator/diagnosis/collecting.py).

import { blocks, Block } from "./reading.js";
import { compiled, Scanner, search } from "./matching.js";
import { RankReader } from "./ranks.js";
import { pointOf, points, strip, stripEnd, stripStart, unitOf } from "./text.js";

const WINDOW = 1 << 18;
const SHOWN = 400;
const WRAPPED_PIECES = 2000;
const WRAP_WIDTH = 60;
const encoder = new TextEncoder();

/** What one pass over one file found: `hits` by pattern, and its window. */
export class Reading {
  constructor(number, name, rank) {
    this.number = number;
    this.name = name;
    this.rank = rank;
    this.hits = new Map();
    this.window = [];
  }

  hitsOf(pattern) {
    return this.hits.get(pattern) || [];
  }

  linesOf(pattern) {
    return this.hitsOf(pattern).map((hit) => hit.line);
  }
}

/** Where a hit is, as one key. */
export const placeOf = (hit) => `${hit.file}:${hit.line}`;

/** Reads files against the patterns of an index. */
export class Collector {
  constructor(index) {
    this.ranks = new RankReader(index);
    this.signatures = new Set(index.entries.flatMap(patternsOf));
    this.scanner = new Scanner([...this.signatures].sort().concat(otherPatterns(index)));
  }

  /** Reads one file to its end; one of several whose name has no rank is the rank of its place among them. */
  async read(number, name, chunks, alone = true) {
    const reading = new Reading(number, name, this.ranks.ofName(name) ?? (alone ? null : number));
    const counts = this.scanner.start();
    const tail = [];
    let head = 0, kept = 0;
    for await (const block of blocks(chunks)) {
      for (const [i, line, piece] of this.scanner.scan(block, counts)) {
        if (this.#match(reading, this.scanner.patterns[i], line, piece)) counts.found[i]++;
      }
      if (head < WINDOW) head = fill(reading.window, block, head);
      tail.push(block);
      kept += block.size;
      while (kept - tail[0].size > WINDOW) kept -= tail.shift().size;
    }
    if (head >= WINDOW) {
      const after = reading.window.at(-1)[0];
      const joined = new Block(tail.map((block) => block.raw).join(""), kept, tail[0].first);
      for (const row of joined.last(WINDOW).lines()) if (row[0] > after) reading.window.push(row);
    }
    this.#matchWrapped(reading);
    return reading;
  }

  #match(reading, pattern, line, piece) {
    let matcher = search(compiled(pattern), piece), before = 0;
    if (!matcher && pattern.startsWith("^")) {
      const text = this.ranks.split(piece)[1];
      matcher = search(compiled(pattern), text);
      before = piece.length - text.length;
    }
    if (!matcher) return false;
    if (!reading.hits.has(pattern)) reading.hits.set(pattern, []);
    reading.hits.get(pattern).push(this.#hit(reading, line, piece, before + matcher.start(), before + matcher.end()));
    return true;
  }

  #hit(reading, line, piece, from, to) {
    const start = pointOf(piece, from);
    const cut = Math.max(0, Math.min(start - SHOWN / 4, pointOf(piece, piece.length) - SHOWN));
    return {
      file: reading.number,
      line,
      column: start + 1,
      rank: this.ranks.ofLine(piece) ?? reading.rank,
      text: strip(points(piece, cut, cut + SHOWN)),
      matched: piece.slice(from, Math.min(to, unitOf(piece, start + SHOWN))),
    };
  }

  /** Finds signatures that a terminal or a mail program broke over two lines: joined as they are, or by a blank. */
  #matchWrapped(reading) {
    const rows = reading.window.slice(0, WRAPPED_PIECES);
    for (let i = 0; i + 1 < rows.length; i++) {
      const [line, text] = rows[i];
      if (pointOf(text, text.length) < WRAP_WIDTH) continue;
      const rest = this.ranks.split(rows[i + 1][1])[1];
      for (const joined of [text + rest, `${stripEnd(text)} ${stripStart(rest)}`]) {
        for (const pattern of this.scanner.patternsIn(joined)) {
          if (!this.signatures.has(pattern) || reading.hits.has(pattern)) continue;
          const matcher = search(compiled(pattern), joined);
          if (matcher) reading.hits.set(pattern, [this.#hit(reading, line, joined, matcher.start(), matcher.end())]);
        }
      }
    }
  }
}

const patternsOf = (entry) =>
  entry.signatures.flatMap((signature) => [signature.pattern, signature.near?.pattern, signature.unless?.pattern].filter(Boolean));

const otherPatterns = (index) => [
  ...["origins", "victims", "sequences", "absent", "restarts"].flatMap((name) => index[name]),
  ...index.harmless.map((item) => item.pattern),
  ...index.missing.flatMap((item) => [item.when, item.unless].filter(Boolean)),
];

const fill = (window, block, size) => {
  for (const [line, piece] of block.lines()) {
    if (size >= WINDOW) break;
    window.push([line, piece]);
    size += encoder.encode(piece).length;
  }
  return size;
};
