// Whose line it is, and which rank began (generator/diagnosis/ranks.py).

import { RE2JS } from "./vendor/re2js.js";
import { byNumber, head, smallest } from "./text.js";
import { search } from "./matching.js";

const MOST_PREFIXES = 6;
export const MOST_DIGITS = 9;

const anyOf = (patterns) =>
  (patterns.length ? RE2JS.compile(patterns.map((pattern) => `(?:${pattern.replaceAll("(?P<rank>", "(")})`).join("|")) : null);

const numberOf = (matcher) => {
  for (let group = 1; group <= matcher.groupCount(); group++) {
    const digits = matcher.group(group);
    if (digits !== null && digits.length <= MOST_DIGITS) return Number(digits);
  }
  return null;
};

/** Reads the rank of lines and of file names. */
export class RankReader {
  constructor(index) {
    this.prefix = anyOf(index.prefixes);
    this.inside = anyOf(index.rank_in_line);
    this.name = anyOf(index.rank_in_name);
  }

  /** The rank that the prefixes name, and the text without prefixes. */
  split(text) {
    let rank = null;
    for (let taken = 0; this.prefix && taken < MOST_PREFIXES; taken++) {
      const start = head(text, 200);
      if (!this.prefix.test(start)) break;
      const matcher = this.prefix.matcher(start);
      if (!matcher.lookingAt() || !matcher.end()) break;
      rank ??= numberOf(matcher);
      text = text.slice(matcher.end());
    }
    return [rank, text];
  }

  /** The rank that a line names. */
  ofLine(text) {
    const [rank, rest] = this.split(text);
    return rank ?? (this.inside ? this.#find(this.inside, head(rest, 400)) : null);
  }

  /** The rank that a file's name has, with its last two folders. */
  ofName(name) {
    return this.name ? this.#find(this.name, name.split("/").slice(-3).join("/")) : null;
  }

  #find(pattern, text) {
    const matcher = search(pattern, text);
    return matcher && numberOf(matcher);
  }
}

/** Finds the rank that began, from all events in order, the last place of every rank, and the ranks that lines name as missing. */
export const initiator = (events, seen, absent) => {
  const ranked = events.filter((event) => event.rank !== null);
  const origins = ranked.filter((event) => event.origin);
  if (!origins.length) return lagging(ranked, seen, absent);
  const attempt = Math.min(...origins.map((event) => event.attempt));
  const first = new Map();
  for (const event of ranked) if (event.attempt === attempt && !first.has(event.rank)) first.set(event.rank, event);
  let starts = [...first.values()].filter((event) => event.origin);
  if (!starts.length) starts = origins.filter((event) => event.attempt === attempt);
  const best = smallest(starts, (event) => [event.line, event.file, event.rank]);
  return { rank: best.rank, line: best.line, file: best.file, how: "its own error comes first" };
};

/** With victims only: the rank that others name, the only one without an event, or the one whose last collective is the lowest. */
const lagging = (victims, seen, absent) => {
  if (absent.length) {
    const [file, line] = seen.get(absent[0]) || [0, 0];
    return { rank: absent[0], line: line || null, file, how: "the others waited for it" };
  }
  const late = new Set(victims.map((event) => event.rank));
  const silent = [...seen.keys()].filter((rank) => !late.has(rank)).sort(byNumber);
  if (late.size >= 2 && silent.length === 1) {
    const [file, line] = seen.get(silent[0]);
    return { rank: silent[0], line, file, how: "it is the only rank that did not time out" };
  }
  const reached = new Map(victims.filter((event) => event.sequence !== null).map((event) => [event.rank, event]));
  const numbers = new Set([...reached.values()].map((event) => event.sequence));
  if (reached.size < 2 || numbers.size < 2) return null;
  const last = smallest([...reached.values()], (event) => [event.sequence, event.rank]);
  const furthest = [...numbers].reduce((most, number) => (number > most ? number : most));
  return { rank: last.rank, line: last.line, file: last.file, how: `its last collective is ${last.sequence}, others reached ${furthest}` };
};
