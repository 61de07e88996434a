// From bytes to lines, as a stream in bounded memory: what generator/diagnosis/reading.py says, step by step in its order.

import { Gunzip } from "./vendor/fflate.js";

export const PIECE = 1 << 16;
const PACKED = 1 << 16; // of gzip at once: it may become a thousand times as much
const ANSI = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n\r]*(?:\x07|\x1b\\)?|[#%()*+./-][0-~]|[0-Z\\-~])/g;
const CONTROL = new Uint8Array(256);
for (let byte = 0; byte < 32; byte++) CONTROL[byte] = [0, 7, 8, 9, 10, 11, 12, 13, 27].includes(byte) ? 0 : 1;

const NL = 10, CR = 13;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const strict = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

/** The bytes are no text. */
export class BinaryFileError extends Error {}

/** Whole lines: `text` has \n wherever a piece ends, `raw` has \r where that is not the end of a line; `size` is in bytes of UTF-8. */
export class Block {
  constructor(raw, size, first) {
    this.raw = raw;
    this.text = raw.includes("\r") ? raw.replaceAll("\r", "\n") : raw;
    this.size = size;
    this.first = first;
  }

  /** Yields every piece with the number of its line. */
  * lines() {
    yield* pieces(this.text, this.raw, 0, this.text.length, this.first);
  }

  /** The pieces that begin in the last `size` bytes. */
  last(size) {
    const text = encoder.encode(this.text);
    const start = text.length - size;
    if (start <= 0) return this;
    const cut = text.indexOf(NL, start - 1) + 1 || text.length;
    const before = decoder.decode(text.subarray(0, cut)).length;
    return new Block(this.raw.slice(before), text.length - cut, this.first + newlines(this.raw, 0, before));
  }
}

/** Yields the pieces of a part of a text, which begins with a piece. */
export function* pieces(text, raw, from, to, number) {
  for (let start = from; start < to;) {
    let end = text.indexOf("\n", start);
    if (end < 0 || end > to) end = to;
    if (end > start) yield [number, text.slice(start, end)];
    if (raw.charCodeAt(end) === NL) number++;
    start = end + 1;
  }
}

export const newlines = (text, from, to) => {
  let count = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) count++;
  return count;
};

/** Reads an (async) iterable of Uint8Arrays as blocks of whole lines. Throws BinaryFileError where its first bytes are no text. */
export async function* blocks(chunks) {
  let first = 1;
  for await (const bytes of wholeLines(withoutNul(asUtf8(unpacked(chunks))))) {
    const raw = clean(bytes);
    const size = raw.length === bytes.length ? bytes.length : encoder.encode(raw).length;
    yield new Block(raw, size, first);
    first += newlines(raw, 0, raw.length);
  }
}

const clean = (bytes) => {
  let text = decoder.decode(bytes);
  if (!text.includes("\x1b")) return text;
  if (text.includes("\ufffd") && !isValid(bytes)) { // an escape sequence may stand inside a character
    const letters = [];
    for (let at = 0; at < bytes.length; at += 8192) letters.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
    return decoder.decode(Uint8Array.from(letters.join("").replace(ANSI, ""), (letter) => letter.charCodeAt(0)));
  }
  return text.replace(ANSI, "");
};

const isValid = (bytes) => {
  try { strict.decode(bytes); return true; } catch { return false; }
};

const join = (parts) => {
  if (parts.length === 1) return parts[0];
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { joined.set(part, at); at += part.length; }
  return joined;
};

/** Takes chunks until `size` bytes are there: what is judged by its beginning must not depend on how that came. */
const begin = async (iterator, size) => {
  const parts = [new Uint8Array(0)];
  for (let have = 0; have < size;) {
    const { value, done } = await iterator.next();
    if (done) break;
    parts.push(value);
    have += value.length;
  }
  return join(parts);
};

const iterate = (chunks) => (chunks[Symbol.asyncIterator] || chunks[Symbol.iterator]).call(chunks);

/** Unpacks gzip, member after member; a file cut short gives what is there. */
async function* unpacked(chunks) {
  const iterator = iterate(chunks);
  let bytes = await begin(iterator, 2);
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  let out = [];
  const gunzip = packed && new Gunzip((data) => out.push(data));
  for (;;) {
    if (!packed) yield bytes;
    else {
      for (let at = 0; at < bytes.length; at += PACKED) {
        try { gunzip.push(bytes.subarray(at, at + PACKED)); } catch { yield* out; return; }
        yield* out;
        out = [];
      }
    }
    const { value, done } = await iterator.next();
    if (done) return;
    bytes = value;
  }
}

async function* asUtf8(chunks) {
  const iterator = iterate(chunks);
  let start = await begin(iterator, PIECE);
  const encoding = { "255,254": "utf-16le", "254,255": "utf-16be" }[start.subarray(0, 2).join()];
  if (encoding) {
    const reader = new TextDecoder(encoding, { ignoreBOM: true });
    yield encoder.encode(reader.decode(start.subarray(2), { stream: true }));
    for await (const chunk of { [Symbol.asyncIterator]: () => iterator }) yield encoder.encode(reader.decode(chunk, { stream: true }));
    return;
  }
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) start = start.subarray(3);
  const sample = start.subarray(0, PIECE);
  if (sample.reduce((sum, byte) => sum + CONTROL[byte], 0) > Math.floor(sample.length / 50)) throw new BinaryFileError();
  yield start;
  yield* { [Symbol.asyncIterator]: () => iterator };
}

async function* withoutNul(chunks) {
  for await (const chunk of chunks) yield chunk.includes(0) ? chunk.filter((byte) => byte !== 0) : chunk;
}

async function* wholeLines(chunks) {
  let carried = new Uint8Array(0);
  for await (const chunk of chunks) {
    const mark = chunk.lastIndexOf(NL);
    carried = carried.length ? join([carried, chunk]) : chunk;
    let end = mark < 0 ? 0 : carried.length - chunk.length + mark + 1;
    if (!end && carried.length > PIECE) {
      end = Math.floor(carried.length / PIECE) * PIECE;
      yield cut(carried.subarray(0, end), true);
    } else if (end) yield cut(carried.subarray(0, end));
    carried = carried.slice(end);
  }
  if (carried.length) yield cut(carried);
}

/** Puts a \r between the pieces of lines that are too long, and perhaps behind the last. */
const cut = (raw, open = false) => {
  if (raw.length <= PIECE && !open) return raw;
  const parts = [];
  const mark = Uint8Array.of(CR);
  let start = 0;
  while (raw.length - start > PIECE) {
    const newline = raw.lastIndexOf(NL, start + PIECE);
    const end = newline >= start ? newline + 1 : start + PIECE;
    parts.push(raw.subarray(start, end));
    if (newline < start) parts.push(mark);
    start = end;
  }
  parts.push(raw.subarray(start));
  if (open) parts.push(mark);
  return join(parts);
};
