// The page's side of the worker: the index is fetched here, under the page's policy; later jobs supersede earlier ones.

/** Starts a worker that is ready for jobs. */
export class Client {
  constructor(index) {
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.waiting = new Map();
    this.job = 0;
    this.dead = "";
    this.worker.addEventListener("message", ({ data }) => this.#told(data));
    this.worker.addEventListener("error", () => this.#failed("the worker did not start"));
    this.ready = this.#start(index);
  }

  /** Diagnoses files, [{name, blob}]; the promise never settles for a job that a later one supersedes. */
  async diagnose(files, { top = 5, onProgress = () => {} } = {}) {
    const job = ++this.job;
    await this.ready;
    if (this.dead) throw new Error(this.dead);
    if (job !== this.job) return new Promise(() => {});
    this.waiting.clear();
    return new Promise((done, failed) => {
      this.waiting.set(job, { done, failed, onProgress });
      this.worker.postMessage({ job, files, top });
    });
  }

  async #start(index) {
    const response = await fetch(index);
    if (!response.ok) throw new Error(`the index could not be loaded (${response.status})`);
    this.worker.postMessage({ index: await response.json() });
  }

  #told({ job, read, answer, excerpt, error }) {
    const waiting = this.waiting.get(job);
    if (!waiting) return;
    if (read) waiting.onProgress(read);
    else if (error) waiting.failed(new Error(error));
    else waiting.done({ answer, excerpt });
  }

  #failed(why) {
    this.dead = why;
    for (const { failed } of this.waiting.values()) failed(new Error(why));
  }
}
