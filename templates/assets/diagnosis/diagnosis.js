// The public door: logs in, an answer out. No DOM, no network, no clock: the same module serves the site's worker, Node and an editor.
//
//   import { Diagnosis, asJson } from "./diagnosis.js";
//   const diagnosis = new Diagnosis(JSON.parse(textOfApiDiagnosisJson));        // ~0.1 s: compile once, ask often
//   const answer = await diagnosis.diagnose([{ name: "rank0.log", chunks }]);   // chunks: an (async) iterable of Uint8Array
//
// `answer` has `matches` (best first, each with `slug`, `title`, `confidence`, `score`, `evidence` of file, line, column and text,
// `next_step`, `expect`, `fix`), `initiating`, `collateral`, `missing`, `signs`, `files` and `readings`; lines and columns begin at 1,
// columns count code points. `asJson(answer)` is what `failpedia diagnose --json` prints. It does what generator/diagnosis/ does, module by
// module; tests/diagnosis/test_parity.py holds the two together, so change them together.

import { Weigher } from "./answer.js";
import { Collector, Reading } from "./collecting.js";
import { BinaryFileError } from "./reading.js";

export const SCHEMA = 1;

/** An index that is ready to read logs. */
export class Diagnosis {
  constructor(index) {
    if (index.schema !== SCHEMA) throw new Error(`the index has schema ${index.schema}; this module reads ${SCHEMA}`);
    this.collector = new Collector(index);
    this.weigher = new Weigher(index, this.collector.ranks);
  }

  /** Diagnoses the files of one job, [{name, chunks}]; what is no text is left out, with a sentence about it. */
  async diagnose(files, top = 5) {
    const readings = [];
    const unread = [];
    for (const [number, { name, chunks }] of files.entries()) {
      const reading = await this.#read(number, name, chunks, files.length === 1);
      if (!reading) unread.push(`${name} is not text: bring what the program printed.`);
      else if (!reading.window.length) unread.push(`${name} is empty.`);
      readings.push(reading || new Reading(number, name, null));
    }
    const answer = this.weigher.answer(readings, top);
    return { ...answer, missing: [...unread, ...answer.missing], readings };
  }

  async #read(number, name, chunks, alone) {
    try {
      return await this.collector.read(number, name, chunks, alone);
    } catch (error) {
      if (error instanceof BinaryFileError) return null;
      throw error;
    }
  }
}

/** The answer as `failpedia diagnose --json` prints it. */
export const asJson = ({ matches, initiating, collateral, missing }) => ({
  matches: matches.map(({ slug, title, confidence, score, evidence, next_step }) => (
    { slug, title, confidence, score, evidence: evidence.map(({ file, line, text }) => ({ file, line, text })), next_step }
  )),
  initiating: initiating && { rank: initiating.rank, line: initiating.line },
  collateral,
  missing,
});
