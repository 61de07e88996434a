// The paste box: text as it is typed, files that are chosen or dropped, samples. All of it stays in the browser.

import { Client } from "./client.js";
import { report } from "./report.js";
import { show } from "./show.js";

const WAIT = 30; // milliseconds from the last key to the job
const LARGE = 1 << 20; // a text that is longer is taken as a file: a text field would freeze the page

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;

/** Files with names of their own: those of torchrun are all called stderr.log, and lines are found again by the name of their file. */
const named = (list) => {
  const names = new Map();
  return list.map((file) => {
    const name = file.webkitRelativePath || file.name, count = (names.get(name) || 0) + 1;
    names.set(name, count);
    return { name: count > 1 ? `${name} (${count})` : name, blob: file };
  });
};

const setUp = (box) => {
  const base = new URL(box.dataset.base, location.href);
  const page = (path) => new URL(path, base).href;
  const find = (name) => box.querySelector(`.fp-paste-${name}`);
  const field = find("text"), status = find("status"), bar = find("progress"), result = find("result"), input = find("files"), samples = find("samples");
  const entry = box.dataset.entry || "";
  let client = null, timer = 0, latest = 0;

  const start = () => { client ||= new Client(page("api/diagnosis.json")); };
  const say = (text) => { status.textContent = text; };
  const clear = () => {
    latest++;
    bar.hidden = true;
    result.replaceChildren();
    say("");
  };

  const run = async (files) => {
    const mine = ++latest;
    const total = files.reduce((sum, file) => sum + file.blob.size, 0);
    const onProgress = (read) => {
      bar.hidden = false;
      bar.value = Math.min(read / total, 1);
      say(`${megabytes(Math.min(read, total))} of ${megabytes(total)} read`);
    };
    try {
      start();
      const found = await client.diagnose(files, { top: entry ? 50 : 5, onProgress });
      if (mine !== latest) return;
      result.replaceChildren(...show(found, { page, entry }), report(found, { repository: box.dataset.repo, page }));
      const count = Math.min(found.answer.matches.length, 5);
      say(count ? `${count} ${count === 1 ? "entry fits" : "entries may fit"}.` : "No entry fits.");
    } catch (error) {
      if (mine === latest) say(`This did not work here: ${error.message}. In a terminal: failpedia diagnose FILE`);
    }
    if (mine === latest) bar.hidden = true;
  };

  const runText = () => {
    clearTimeout(timer);
    if (!field.value.trim()) clear();
    else timer = setTimeout(() => run([{ name: "-", blob: new Blob([field.value]) }]), WAIT);
  };
  const runFiles = (list) => {
    clearTimeout(timer);
    const files = named([...list]);
    if (!files.length) return;
    result.replaceChildren();
    field.value = "";
    say(`Reading ${files.map((file) => file.name).join(", ")} …`);
    run(files);
  };

  field.addEventListener("focus", start);
  field.addEventListener("input", runText);
  field.addEventListener("paste", (event) => {
    const files = event.clipboardData.files;
    const text = event.clipboardData.getData("text/plain");
    if (!files.length && text.length <= LARGE) return;
    event.preventDefault();
    runFiles(files.length ? files : [new File([text], "the pasted text")]);
  });
  input.addEventListener("change", () => runFiles(input.files));
  find("choose").addEventListener("click", () => input.click());
  box.addEventListener("dragover", (event) => { event.preventDefault(); box.classList.add("fp-over"); });
  box.addEventListener("dragleave", () => box.classList.remove("fp-over"));
  box.addEventListener("drop", (event) => {
    event.preventDefault();
    box.classList.remove("fp-over");
    const text = event.dataTransfer.getData("text/plain");
    if (event.dataTransfer.files.length) runFiles(event.dataTransfer.files);
    else if (text.length > LARGE) runFiles([new File([text], "the dropped text")]);
    else {
      field.value = text;
      runText();
    }
  });
  if (samples) {
    const texts = JSON.parse(samples.querySelector("script").textContent).map((sample) => sample.text);
    samples.querySelectorAll("button").forEach((button, i) => button.addEventListener("click", () => {
      field.value = texts[i];
      runText();
    }));
    start();
  }
  if (field.value.trim()) runText(); // what the browser kept from before
  box.dataset.ready = "";
};

for (const box of document.querySelectorAll(".fp-paste")) setUp(box);
