// Words of a text against the words of entries: whole numbers all through (generator/diagnosis/words.py).

import { byEach } from "./text.js";

const TOKEN = /[a-z0-9]+/g;
const DIGITS = /^[0-9]+$/;
const SINGLE = new Set("aeioulsz0123456789");
const MOST_TERMS = 400;

/** Cuts texts into terms. */
export class Splitter {
  constructor(vocabulary) {
    this.stop = new Set(vocabulary.stop);
    this.suffixes = vocabulary.suffixes;
    this.joined = new Set(Object.entries(vocabulary.same).flat(2));
    this.same = new Map();
    for (const [word, others] of Object.entries(vocabulary.same)) {
      for (const other of [word, ...others]) {
        this.same.set(other, word);
        const stem = this.#stem(other);
        if (!this.same.has(stem)) this.same.set(stem, word);
      }
    }
  }

  /** The terms of a text in order, neighbours after them. */
  terms(text) {
    const tokens = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()).match(TOKEN) || [];
    const words = [];
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i];
      const joined = i + 1 < tokens.length ? token + tokens[i + 1] : "";
      if (joined && this.joined.has(joined)) {
        words.push(this.same.get(joined));
        i++;
      } else if (token.length > 1 && !DIGITS.test(token) && !this.stop.has(token)) words.push(this.word(token));
    }
    const pairs = [];
    for (let i = 1; i < words.length; i++) if (words[i - 1] !== words[i]) pairs.push(`${words[i - 1]}_${words[i]}`);
    return words.concat(pairs);
  }

  /** The word that a token counts as. */
  word(token) {
    if (this.same.has(token)) return this.same.get(token);
    const stem = this.#stem(token);
    return this.same.get(stem) ?? stem;
  }

  #stem(token) {
    for (const [old, replacement] of this.suffixes) {
      if (token.endsWith(old) && token.length - old.length >= 3) {
        token = token.slice(0, token.length - old.length) + replacement;
        break;
      }
    }
    const last = token.at(-1);
    return token.length > 3 && last === token.at(-2) && !SINGLE.has(last) ? token.slice(0, -1) : token;
  }
}

/** The sparse index: terms with what they are worth and what each entry has of them. */
export class Words {
  constructor(index, splitter) {
    this.splitter = splitter;
    this.terms = new Map(Object.entries(index.terms));
    this.unknown = index.unknown;
  }

  /** The entries that share terms with a text, best first; equal scores by entry. */
  rank(text) {
    const scores = new Map();
    const shared = new Map();
    let worth = 0;
    for (const term of [...new Set(this.splitter.terms(text))].slice(0, MOST_TERMS)) {
      const row = this.terms.get(term);
      if (!row) {
        worth += term.includes("_") ? 0 : this.unknown;
        continue;
      }
      worth += row[0];
      for (let i = 1; i < row.length; i += 2) {
        scores.set(row[i], (scores.get(row[i]) || 0) + row[i + 1]);
        if (!shared.has(row[i])) shared.set(row[i], []);
        shared.get(row[i]).push([-row[i + 1], term]);
      }
    }
    return [...scores.keys()].sort((a, b) => scores.get(b) - scores.get(a) || a - b).map((entry) => ({
      entry,
      score: scores.get(entry),
      share: Math.floor((1000 * scores.get(entry)) / Math.max(worth, 1)),
      terms: shared.get(entry).sort(byEach).slice(0, 6).map(([, term]) => term),
    }));
  }
}
