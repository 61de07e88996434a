// Takes out of a log what may identify a person, a machine or an account, before it is shown for a report. No DOM; native patterns, so
// it is given little text. It goes too far rather than not far enough: the person reads the result and edits it.

const PUBLIC = /^(?:[\w-]+\.)*(?:pytorch\.org|huggingface\.co|github\.com|python\.org|nvidia\.com|readthedocs\.io|tensorflow\.org)$/i;
const LOCAL = /^(?:localhost|none|null)$/i;
const TOP = "com|org|net|io|ai|co|edu|gov|dev|app|cloud|local|localdomain|internal|lan|corp|intra|home|cluster|ac\\.uk|de|fr|cn|uk|eu|jp";
const SECRET_NAME = "[\\w-]*(?:password|passwd|secret|token|api[_-]?key|access[_-]?key|auth|credential)s?[\\w-]*";

const RULES = [
  // accounts and secrets
  [/-----BEGIN [A-Z ]+-----[\s\S]*?(?:-----END [A-Z ]+-----|$)/g, "<key>"],
  [/\b(?:hf|ghp|gho|ghs|ghu|github_pat|glpat|sk|pk|rk|xox[abprs]|pypi|dop_v1|wandb_v\d)[-_][\w-]{8,}/g, "<token>"],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{12,}\b|\bAIza[\w-]{20,}|\beyJ[\w-]{8,}(?:\.[\w-]+){0,2}/g, "<token>"],
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, "$1 <token>"],
  [new RegExp(`(["']?\\b${SECRET_NAME}["']?\\s*[:=]\\s*)(?:"[^"\\n]*"|'[^'\\n]*'|[^\\s,;)}\\]]+)`, "gi"), secret],
  [new RegExp(`(--${SECRET_NAME}\\s+)[^\\s-]\\S*`, "gi"), "$1<token>"],
  [/\b((?:set-)?cookie["']?:\s*).+/gi, "$1<token>"],
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, "$1<user>@"],
  [/\b(https?|ftp|ssh|git|tcp|udp|redis|amqp|mongodb(?:\+srv)?|postgres(?:ql)?|mysql):\/\/(<user>@)?([\w.-]+)(:\d+)?(\/[^\s"'`<>)\]]*)?/gi, address],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, "<e-mail>"],
  [/\b[a-z_][\w-]*@[\w-]+(?=[:\s~$#]|$)/gim, "<user>@<host>"],
  [/([?&][\w-]+=)[^\s&#"']+/g, "$1<value>"],
  // addresses
  [/\b(?:\d{1,3}\.){3}\d{1,3}\b/g, "<address>"],
  [/(?<![\w:.])(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{1,4}(?![\w:])|(?<![\w:])(?:[0-9a-f]{1,4}:){1,6}:(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,6})?(?![\w:])/gi, "<address>"],
  [/\b(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b/gi, "<address>"],
  // paths: what is below a library's folder, and the file's own name, tell something; the rest does not
  [/(?:\/[^\s/"'`:,;<>()[\]]+)+\/((?:site|dist)-packages\/)/g, "<path>/$1"],
  [/\b[A-Za-z]:\\[^"'\n]*\\((?:site|dist)-packages\\)/g, "<path>\\$1"],
  [/(\\?["'])(?:[A-Za-z]:|\\\\|~|\.{1,2})?[\\/][^"'\n]*[\\/]([^"'\\/\n]*)\1/g, "$1<path>/$2$1"],
  [/\b[A-Za-z]:\\+(?:[^\\\s"'`:,;<>()]+\\+)*([^\\\s"'`:,;<>()]*)/g, "<path>\\$1"],
  [/(?<![\w\\])\\{2,4}[\w.$-]+(?:\\+[^\\\s"'`:,;<>()]+)*\\+([^\\\s"'`:,;<>()]*)/g, "<path>\\$1"],
  [/(?<![\w.<>/-])(?:~|\.{1,2})?\/(?:[^\s/"'`:,;<>()[\]=]+\/)+([^\s/"'`:,;<>()[\]=]*)/g, "<path>/$1"],
  [/(?<![\w/])~\/[^\s/"'`:,;<>()[\]=]+/g, "<path>"],
  [/\b(s3|gs|gcs|az|abfss?|hdfs|file):\/\/[^\s"'`,;)]+/gi, "$1://<path>"],
  // hosts
  [/\bip(?:-\d{1,3}){4}\b(?:\.[\w.-]+)?/g, "<host>"],
  [new RegExp(`\\b(?:[\\w-]+\\.)+(?:${TOP})\\b(?![\\w(]|\\.\\w)`, "gi"), (name) => (PUBLIC.test(name) ? name : "<host>")],
  [/\b(?:[a-z][\w]*-)*(?:node|host|dgx|compute|login|server|machine)[-_]?\d+(?:-\d+)*\b(?![.(]\w)/gi, "<host>"],
  [/\b((?:host(?:name)?|node(?:name)?|machine|master[_-]addr|rdzv[_-]endpoint|server|slurm\w*nodelist|batchhost)["']?\s*[:=]\s*["']?)(?!<)[\w.-]+(?:\[[\d,-]+\])?/gi, "$1<host>"],
  [/(--(?:master[_-]addr|rdzv[_-]endpoint|host)\s+)(?!<)[\w.-]+/gi, "$1<host>"],
  [/\[(?=[\w.-]*[a-z])[\w.-]+\](?=:\d{2,5}\b)/gi, "[<host>]"],
  [/\((?=[\w.-]*[a-z])[\w.-]+(?=, \d{4,5}\))/gi, "(<host>"],
  [/\[pod\/[^\]\s]+\]/g, "[pod/<host>]"],
  // people and their jobs
  [/\b(logged in as:? \S+) \([\w.-]+\)/gi, "$1 (<name>)"],
  [/\b((?:user(?:name|id)?|slurm\w*user|login|logname|owner|author)["']?\s*[:=]\s*["']?)(?!<)[\w.-]+/gi, "$1<user>"],
  [/\b((?:slurm\w*(?:job_name|account|partition)|jobname|account|rdzv[_-]id)["']?[:=]\s*["']?)(?!<)[\w.-]+/gi, "$1<name>"],
  // what nobody can read
  [/\b[0-9a-f]{32,}\b/gi, "<hash>"],
  [/(?<![\w/+])(?=[\w+/-]*\d)(?=[\w+/-]*[A-Z])(?=[\w+/-]*[a-z])[\w+/-]{40,}={0,2}/g, "<token>"],
];

/** A value whose name says that it is secret; a count of tokens is none. */
function secret(all, name) {
  return /tokens?\b["']?\s*[:=]\s*["']?-?\d[\d.,]*$/i.test(all) || /(?:num|max|min|pad|eos|bos|unk|special|mask|sep|cls)\w*["']?\s*[:=]/i.test(name) ? all : `${name}<token>`;
}

/** The host of an address, unless everybody knows it, and what lies below it there. */
function address(all, scheme, user = "", name, port = "", path = "") {
  return PUBLIC.test(name) && !user ? all : `${scheme}://${user}${LOCAL.test(name) ? name : "<host>"}${port}${path.length > 1 ? "/<path>" : path}`;
}

/** The names of machines that their programs print at places of their own: each is taken out wherever it stands. */
const HOSTS = [
  /\b[a-z_][\w-]{2,31}@([\w-]+)[:\s~][^\n]{0,80}[$#%](?= |$)/gim, /\b([a-z][\w.-]*):\d+:\d+ \[\d+\] NCCL /gi, /\bhost\s+: ([\w.-]+)/g, /\bsrun: error: ([\w.-]+): tasks? /g,
  /\b(?:JOB|STEP) [\d.]+ ON ([\w.-]+) CANCELLED/g, /\b(?:MASTER_ADDR|SLURMD_NODENAME|HOSTNAME)=["']?([\w.-]+)/g,
];

const hosts = (text) => {
  const names = HOSTS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name));
  return [...new Set(names)].filter((name) => name.length > 2 && /[a-z]/i.test(name) && !LOCAL.test(name)).sort((a, b) => b.length - a.length);
};

/** The names of people that home folders, prompts and loggers give away. */
const people = (text) => {
  const names = new Set();
  for (const [, name] of text.matchAll(/(?:\/home\/|\/Users\/|\\Users\\+|\/scratch\/|~|\blogged in as:? |\bUSER=)([A-Za-z_][\w.-]{1,31})/gi)) names.add(name);
  for (const [, name] of text.matchAll(/\b([a-z_][\w-]{2,31})@[\w-]+[:\s~][^\n]{0,80}[$#%](?= |$)/gim)) names.add(name);
  for (const common of ["user", "users", "root", "runner", "ubuntu", "shared", "data", "work", "conda"]) names.delete(common);
  return [...names].sort((a, b) => b.length - a.length);
};

/** A text without paths, hosts, addresses, tokens, user names and e-mail addresses. */
export const redact = (text) => {
  const names = [...hosts(text).map((name) => [name, "<host>"]), ...people(text).map((name) => [name, "<user>"])];
  let out = text;
  for (const [pattern, replacement] of RULES) out = out.replace(pattern, replacement);
  for (const [name, instead] of names) {
    out = out.replaceAll(new RegExp(`(?<![\\w-])${name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w-])`, "g"), instead);
  }
  return out;
};
