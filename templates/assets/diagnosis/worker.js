// Reads logs off the page's thread: {index} once, then jobs {job, files: [{name, blob}], top}. A later job ends an earlier one.
// It answers {job, read} while it reads, then {job, answer, excerpt} or {job, error}. It asks the network for nothing.

import { Diagnosis } from "./diagnosis.js";
import { excerptOf } from "./excerpt.js";

const TOLD_EVERY = 100; // milliseconds

class Superseded extends Error {}

let diagnosis = null;
let latest = 0;

/** The bytes of a file, as a stream. */
async function* chunksOf(blob, job, onRead) {
  const reader = blob.stream().getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (job !== latest) throw new Superseded();
      if (done) return;
      yield value;
      onRead(value.length);
    }
  } finally {
    reader.cancel();
  }
}

const run = async ({ job, files, top }) => {
  let read = 0, told = performance.now();
  const onRead = (bytes) => {
    read += bytes;
    if (performance.now() - told < TOLD_EVERY) return;
    told = performance.now();
    postMessage({ job, read });
  };
  const { readings, ...answer } = await diagnosis.diagnose(files.map(({ name, blob }) => ({ name, chunks: chunksOf(blob, job, onRead) })), top);
  const matches = answer.matches.map(({ slug, title, confidence, score, evidence, next_step, expect, fix, terms }) => (
    { slug, title, confidence, score, evidence, next_step, expect, fix, terms }
  ));
  postMessage({ job, answer: { ...answer, matches }, excerpt: excerptOf({ ...answer, readings }) });
};

addEventListener("message", async ({ data }) => {
  if (data.index) {
    diagnosis = new Diagnosis(data.index);
    return;
  }
  latest = data.job;
  try {
    await run(data);
  } catch (error) {
    if (!(error instanceof Superseded)) postMessage({ job: data.job, error: String(error.message || error) });
  }
});
