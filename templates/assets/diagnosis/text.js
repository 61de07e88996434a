// Text measured as Python measures it: by code points, with its idea of what is blank. Positions elsewhere are those of JavaScript.

const BLANK = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const LEADING = new RegExp(`^[${BLANK}]+`);
const SOLID = new RegExp(`[^${BLANK}]`);
const blank = (unit) => (unit < 0x80 ? unit === 32 || (unit > 8 && unit < 14) || (unit > 27 && unit < 32) : !SOLID.test(String.fromCharCode(unit)));
const PAIR = /[\ud800-\udbff]/;

export const isBlank = (text) => !SOLID.test(text);
export const stripStart = (text) => text.replace(LEADING, "");
export const stripEnd = (text) => {
  let end = text.length; // by hand: a pattern that is anchored at the end would begin at every blank
  while (end && blank(text.charCodeAt(end - 1))) end--;
  return text.slice(0, end);
};
export const strip = (text) => stripEnd(stripStart(text));

/** The position behind the first `count` code points. */
export const unitOf = (text, count) => {
  if (count >= text.length) return text.length;
  if (!PAIR.test(text.slice(0, 2 * count))) return count;
  let unit = 0;
  for (; count > 0 && unit < text.length; count--) unit += text.codePointAt(unit) > 0xffff ? 2 : 1;
  return unit;
};

/** How many code points stand before a position. */
export const pointOf = (text, unit) => {
  const before = text.slice(0, unit);
  return PAIR.test(before) ? [...before].length : unit;
};

/** The first `count` code points. */
export const head = (text, count) => (count >= text.length ? text : text.slice(0, unitOf(text, count)));

/** The code points from one to another. */
export const points = (text, from, to) => text.slice(unitOf(text, from), unitOf(text, to));

export const byNumber = (a, b) => a - b;
/** Compares lists of numbers and strings place by place. */
export const byEach = (a, b) => {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
};
/** The first of the smallest by a key that is a list. */
export const smallest = (items, key) => items.reduce((best, item) => (byEach(key(item), key(best)) < 0 ? item : best));
