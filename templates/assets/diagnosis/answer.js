// From what was collected to an answer (generator/diagnosis/answer.py, which says how a score is made up).

import { placeOf } from "./collecting.js";
import { compiled, oneOf, search } from "./matching.js";
import { holds, MetricReader } from "./metrics.js";
import { initiator, MOST_DIGITS } from "./ranks.js";
import { byEach, byNumber, head, isBlank, strip } from "./text.js";
import { Splitter, Words } from "./words.js";

const MOST_EVIDENCE = 5;
const MOST_COLLATERAL = 12;
const MOST_ALARMS = 60;
const MOST_HARMLESS = 3;
const MOST_RANKS = 8;
const MOST_BY_SIGN = 3;
const NEGATION = "not";
const DENIAL = compiled("(?i)\\b(?:not|no|never|cannot|[a-z]+n'?t)\\b");
const PROSE_LINES = 12;

/** Weighs readings by an index. */
export class Weigher {
  constructor(index, ranks) {
    this.index = index;
    this.ranks = ranks;
    this.splitter = new Splitter(index.words);
    this.words = new Words(index.words, this.splitter);
    this.metrics = new MetricReader(index.metrics);
    const alarm = oneOf(index.alarms), mark = oneOf(index.log_marks);
    this.alarms = (text) => alarm.test(head(text, 2000));
    this.marks = (text) => mark.test(head(text, 2000));
  }

  /** Weighs what the files of one job say. */
  answer(readings, top) {
    const events = readings.flatMap((reading) => this.#events(reading)).sort((a, b) => a.file - b.file || a.line - b.line);
    const began = this.#initiating(readings, events);
    const prose = this.#isProse(readings);
    const found = this.index.entries.map((entry, number) => candidate(entry, number));
    this.#addSignatures(found, readings, events);
    this.#addMetrics(found, readings);
    this.#addWords(found, readings, prose);
    let chosen = this.#choose(found, events.filter((event) => event.origin), prose).slice(0, top);
    const missing = this.#missing(readings, events, chosen, began);
    const signs = prose && !chosen.some((one) => one.confidence === "sure") ? this.#signs(readings) : [];
    if (signs.length && !chosen.length) chosen = this.#showing(found, signs[0], readings).slice(0, top);
    for (const one of chosen) one.evidence = this.#evidence(one, readings);
    const files = readings.map((reading) => reading.name);
    return {
      matches: chosen,
      initiating: began,
      collateral: [...collateralOf(events, began, files), ...outweighed(chosen, files)].slice(0, MOST_COLLATERAL),
      missing,
      files,
      prose,
      signs,
    };
  }

  // -- ranks

  #events(reading) {
    const index = this.index;
    const restarts = [...new Set(index.restarts.flatMap((pattern) => reading.linesOf(pattern)))];
    const byLine = (patterns) => new Map(patterns.flatMap((pattern) => reading.hitsOf(pattern)).map((hit) => [hit.line, hit]));
    const victims = byLine([...index.victims, ...index.sequences, ...index.absent]);
    const harmless = this.#harmlessLines(reading);
    return [...new Map([...byLine(index.origins), ...victims])].filter(([line]) => !harmless.has(line)).map(([line, hit]) => ({
      file: reading.number,
      line,
      text: hit.text,
      rank: hit.rank,
      origin: !victims.has(line),
      attempt: restarts.filter((restart) => restart < line).length,
      sequence: this.#sequence(hit.text),
    }));
  }

  #harmlessLines(reading) {
    return new Set(this.index.harmless.flatMap((item) => reading.linesOf(item.pattern)));
  }

  #sequence(text) {
    for (const pattern of this.index.sequences) {
      const matcher = search(compiled(pattern), text);
      if (matcher) return BigInt(matcher.group("sequence"));
    }
    return null;
  }

  /** The ranks that take part, each with the place of its last line. */
  #seen(readings) {
    const seen = new Map();
    for (const reading of readings) {
      for (const [line, text] of reading.window) {
        const rank = this.ranks.split(text)[0] ?? reading.rank;
        if (rank !== null) seen.set(rank, [reading.number, line]);
      }
    }
    return seen;
  }

  #initiating(readings, events) {
    const absent = [];
    for (const reading of readings) {
      for (const pattern of this.index.absent) {
        for (const hit of reading.hitsOf(pattern)) {
          const digits = search(compiled(pattern), hit.text)?.group("rank");
          if (digits && digits.length <= MOST_DIGITS) absent.push(Number(digits));
        }
      }
    }
    return initiator(events, this.#seen(readings), absent);
  }

  // -- evidence for entries

  #addSignatures(found, readings, events) {
    const weights = this.index.weights;
    const places = (origin) => new Set(events.filter((event) => event.origin === origin).map(placeOf));
    const origins = places(true), victims = places(false);
    const harmless = new Set(readings.flatMap((reading) => this.index.harmless.flatMap((item) => reading.hitsOf(item.pattern))).map(placeOf));
    for (const one of found) {
      const scores = [];
      for (const signature of this.index.entries[one.entry].signatures) {
        const hits = readings.flatMap((reading) => counting(signature, reading)).filter((hit) => !harmless.has(placeOf(hit)));
        if (!hits.length) continue;
        scores.push(this.#signatureScore(signature, hits, origins, victims));
        one.hits.push(...hits);
        one.cause ||= signature.role === "cause";
      }
      if (!scores.length) continue;
      one.signature = Math.max(...scores) + weights.further * Math.min(scores.length - 1, weights.further_most);
      one.victim = one.hits.every((hit) => victims.has(placeOf(hit)));
    }
  }

  #signatureScore(signature, hits, origins, victims) {
    const weights = this.index.weights;
    const longest = hits.reduce((most, hit) => Math.max(most, [...hit.matched].length), 0);
    const places = new Set(hits.map(placeOf));
    let score = weights[signature.role] + weights.matched * Math.min(longest, weights.matched_most);
    if (signature.near) score += weights.near;
    if ([...places].some((place) => origins.has(place))) score += weights.origin;
    if ([...places].every((place) => victims.has(place)) && [...origins].some((place) => !places.has(place))) score += weights.victim;
    return Math.max(score, 100);
  }

  #addMetrics(found, readings) {
    const weights = this.index.weights;
    const groups = readings.flatMap((reading) => this.#groups(reading).map((rows) => [reading.number, rows]));
    for (const one of found) {
      for (const conditions of this.index.entries[one.entry].metrics) {
        const score = weights.metric + weights.metric_further * (conditions.length - 1);
        for (const [file, rows] of groups) {
          const shown = holds(conditions, rows);
          if (!shown.length || score <= one.metric) continue;
          one.metric = score;
          one.conditions = conditions.length;
          one.hits.push(...shown.map((row) => ({ file, line: row.line, column: 1, rank: null, text: strip(head(row.text, 400)), matched: "" })));
        }
      }
    }
  }

  /** The rows of each rank, the printed lists, and the tables. */
  #groups(reading) {
    const groups = new Map();
    for (const [line, text] of reading.window) {
      const row = this.metrics.row(line, text);
      if (!row) continue;
      const rank = this.ranks.split(text)[0];
      if (!groups.has(rank)) groups.set(rank, []);
      groups.get(rank).push(row);
    }
    return [...groups.values(), this.metrics.lists(reading.window), this.metrics.tables(reading.window)];
  }

  #addWords(found, readings, prose) {
    const weights = this.index.weights;
    for (const item of this.words.rank(readings.flatMap((reading) => this.#telling(reading, prose)).join("\n"))) {
      const one = found[item.entry];
      one.share = item.share;
      one.told = item.score;
      one.words = Math.min(weights.words * item.share, weights.words_most);
      one.terms = item.terms;
    }
  }

  /** What the words are read from: all of a description, the alarming lines of a log that are not harmless. */
  #telling(reading, prose) {
    const harmless = this.#harmlessLines(reading);
    const texts = reading.window.filter(([line]) => !harmless.has(line)).map(([, text]) => text);
    if (prose) return texts;
    return [...new Set(texts.filter(this.alarms))].slice(-MOST_ALARMS).map((text) => this.ranks.split(text)[1]);
  }

  #isProse(readings) {
    const pieces = readings.flatMap((reading) => reading.window.slice(0, 200)).map(([, text]) => text).filter((text) => !isBlank(text));
    return pieces.length <= PROSE_LINES && 3 * pieces.filter(this.marks).length < pieces.length;
  }

  // -- the answer

  #choose(found, origins, prose) {
    const least = this.index.thresholds[prose ? "prose" : "log"];
    const told = least.told * this.index.words.unknown;
    const kept = found.filter((c) => c.signature || c.metric || (c.share >= least.share && 100 * c.told >= told));
    for (const c of kept) c.score = c.signature + c.metric + c.words;
    kept.sort((a, b) => b.score - a.score || byEach([a.slug], [b.slug]));
    kept.forEach((c, place) => { c.confidence = this.#confidence(c, kept.filter((other) => other !== c), origins, place === 0); });
    const sure = kept.some((c) => c.confidence === "sure");
    return kept.filter((c) => c.signature || c.metric || !sure);
  }

  #confidence(c, others, origins, first) {
    const limits = this.index.thresholds;
    if (c.cause && !c.victim) {
      const places = new Set(c.hits.map(placeOf));
      const rivals = others.some((o) => o.cause && !o.victim && (o.score > c.score - limits.rival || o.hits.some((hit) => places.has(placeOf(hit)))));
      const explains = !origins.length || c.hits.some((hit) => origins.some((event) => isNear(hit, event, limits.explains)));
      return first && !rivals && explains ? "sure" : "likely";
    }
    if (c.cause || c.conditions >= 2) return first ? "likely" : "possible";
    const next = others.reduce((most, o) => Math.max(most, o.share), 0);
    const told = 100 * c.told >= limits.likely.told * this.index.words.unknown;
    return first && told && c.share >= limits.likely.share && c.share - next >= limits.likely.lead ? "likely" : "possible";
  }

  #evidence(one, readings) {
    const texts = new Map();
    for (const hit of [...one.hits].sort((a, b) => a.file - b.file || a.line - b.line)) {
      if (!texts.has(hit.text)) texts.set(hit.text, evidence(readings[hit.file].name, hit));
    }
    if (texts.size) return [...texts.values()].slice(0, MOST_EVIDENCE);
    let most = 0, best = [];
    for (const reading of readings) {
      for (const [line, text] of reading.window.slice(0, 2000)) {
        const terms = new Set(this.splitter.terms(text));
        const count = one.terms.filter((term) => terms.has(term)).length;
        if (count > most) {
          most = count;
          best = [evidence(reading.name, { line, column: 1, text: strip(head(text, 400)), matched: "" })];
        }
      }
    }
    return best;
  }

  #missing(readings, events, chosen, began) {
    if (chosen.some((c) => c.confidence === "sure")) return [];
    const said = [];
    const has = (pattern) => readings.some((reading) => reading.hits.has(pattern));
    const ranks = [...new Set(events.map((event) => event.rank).filter((rank) => rank !== null))].sort(byNumber);
    const waited = events.length && !events.some((event) => event.origin);
    const silent = waited && ranks.length ? [...this.#seen(readings).keys()].filter((rank) => !ranks.includes(rank)).sort(byNumber) : [];
    if (silent.length) {
      const who = `rank${silent.length > 1 ? "s" : ""} ${silent.slice(0, MOST_RANKS).join(", ")}${silent.length > MOST_RANKS ? " …" : ""}`;
      said.push(`No error of ${who} is here: killed from outside, or standing still. Bring what dmesg and the launcher say, or py-spy dump.`);
    } else if (waited && ranks.length === 1) {
      said.push(`Only rank ${ranks[0]} speaks here, and it waited for another: the first exception is on another rank. Bring the logs of the other ranks.`);
    } else if (waited && ranks.length && !began) {
      said.push(`Ranks ${ranks.join(", ")} waited for another or lost it: the first exception is on none of them. Bring the logs of the ranks that are not here.`);
    }
    for (const item of this.index.missing) if (has(item.when) && !(item.unless && has(item.unless))) said.push(item.say);
    if (chosen.length) return said;
    return said.concat(this.#harmless(readings).slice(0, MOST_HARMLESS));
  }

  #harmless(readings) {
    const said = [];
    for (const reading of readings) {
      for (const item of this.index.harmless) {
        const [hit] = reading.hitsOf(item.pattern);
        if (hit) said.push(`${reading.name}:${hit.line} looks alarming and is harmless: ${item.because}.`);
      }
    }
    return said;
  }

  /** The sign that a text names, or else the one it shares most words with, two at least. */
  #signs(readings) {
    const terms = this.#terms(readings);
    const scored = this.index.signs.map((sign) =>
      [this.#names(terms, sign.title) ? 0 : 1, -sign.terms.filter((term) => terms.has(term)).length, sign.sign, sign.title]).sort(byEach);
    return scored.slice(0, 1).filter(([, count]) => count <= -2).map(([, , sign, title]) => [sign, title]);
  }

  /** The entries that show a sign, those that share more words first: all that a text tells which only names the sign. */
  #showing(candidates, [sign, title], readings) {
    if (!this.#names(this.#terms(readings), title)) return [];
    const showing = candidates.filter((one) => this.index.entries[one.entry].signs.includes(sign));
    for (const one of showing) {
      one.score = one.signature + one.metric + one.words;
      one.confidence = "possible";
    }
    return showing.sort((a, b) => b.score - a.score || byEach([a.slug], [b.slug])).slice(0, MOST_BY_SIGN);
  }

  /** The terms of a text, and NEGATION if it denies something. */
  #terms(readings) {
    const texts = readings.flatMap((reading) => reading.window.map(([, text]) => text));
    return new Set([...texts.flatMap((text) => this.splitter.terms(text)), ...(texts.some((text) => DENIAL.test(text)) ? [NEGATION] : [])]);
  }

  /** Whether every word of a title stands in a text: "does not fall" is not named by what falls. */
  #names(terms, title) {
    if (DENIAL.test(title) && !terms.has(NEGATION)) return false;
    return this.splitter.terms(title).every((term) => term.includes("_") || terms.has(term));
  }
}

const candidate = (entry, number) => ({
  entry: number, slug: entry.slug, title: entry.title, next_step: entry.next_step, expect: entry.expect, fix: entry.fix,
  signature: 0, metric: 0, words: 0, share: 0, told: 0, cause: false, victim: false, conditions: 0, hits: [], evidence: [], terms: [],
});

const evidence = (file, hit) => ({ file, line: hit.line, column: hit.column, text: hit.text, matched: hit.matched });

const isNear = (hit, event, lines) => hit.file === event.file && Math.abs(hit.line - event.line) <= lines;

/** The hits of a signature that its `near` and `unless` let count. */
const counting = ({ pattern, near, unless }, reading) => {
  const around = (line, nearby) => reading.linesOf(nearby.pattern).some((other) => Math.abs(other - line) <= nearby.within);
  return reading.hitsOf(pattern).filter((hit) => (!near || around(hit.line, near)) && (!unless || !around(hit.line, unless)));
};

/** The first line of every rank that failed because another one did. */
const collateralOf = (events, began, files) => {
  const told = new Set();
  const found = [];
  for (const { file, line, text, rank } of events) {
    if (!began || rank === began.rank || told.has(`${file}:${rank}`)) continue;
    told.add(`${file}:${rank}`);
    found.push({ file: files[file], line, text, rank, because: `rank ${began.rank} began: ${began.how}` });
  }
  return found;
};

/** The lines of entries that the first candidate explains better. */
const outweighed = ([first, ...others], files) => (
  others.filter((c) => first.confidence !== "possible" && c.signature && c.hits.length && (c.victim || !c.cause)).map(({ hits: [hit] }) => (
    { file: files[hit.file], line: hit.line, text: hit.text, rank: hit.rank, because: `${first.slug} explains it` }
  )));
