/**
 * Lines of logs without what differs from run to run, so that equal lines of two runs of a job are equal. Kept are exit codes, counts and
 * versions: a changed version is a difference. All patterns take linear time: their repetitions are bounded, and they begin where a word
 * does.
 */

const seconds = String.raw`(?:n|µ|μ|u|m|milli|micro|nano)?s(?:ecs?|econds?)?`;
const unit = String.raw`(?:${seconds}|m(?:ins?|inutes?)?|h(?:rs?|ours?)?)`;
const amount = String.raw`\d{1,9}(?:[.,]\d{1,9})? ?${unit}(?![A-Za-z_])`;

/** `in 3.4s`, `(12 ms)`, `1m23s`, `2 minutes and 3 seconds`, `01:23 min`: removed, because tools leave out short ones. */
const DURATION = new RegExp(
  String.raw`(?: ?\()?(?:, estimated )?(?<![\w./-])[<~]?(?:${amount}(?:(?:,? (?:and )?)?${amount}){0,3}(?: \(\d{1,3}(?::\d\d){1,2})?|\d{1,3}:\d\d(?::\d\d)? (?:min|h))(?!\w)\)?`,
  "g",
);

const month = "(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]{0,6}";
const clock = String.raw`\d{1,3}:\d\d(?::\d\d(?:[.,]\d{1,9})?|\.\d{1,9})?(?: ?[AP]M)?`;
const zone = String.raw`(?: ?(?:Z|UTC|GMT|CES?T|E[SD]T|P[SD]T|[+-]\d\d:?\d\d))?`;
const octets = String.raw`\d{1,3}(?:\.\d{1,3}){3}`;
const hex = "[0-9A-Fa-f]";
const numbered = "job|pipeline|build|deployment|runner|process|thread|worker|pid|seed|port";

/** What begins with a digit. */
const NUMBERS = [
  // 2026-01-31T12:00:00.123Z, 2026/01/31 12:00:00, 2026-01-31T12_00_00_000Z
  String.raw`\d{4}([-/])\d\d\1\d\d(?:(?:[T_]|,? )\d\d[:_-]\d\d(?:[:_-]\d\d(?:[.,_]\d{1,9})?)?)?${zone}(?![A-Za-z\d])`,
  // 31/Jan/2026:12:00:00 +0000, 31 Jan 2026 12:00:00 GMT
  String.raw`\d{1,2}[ /-]${month}[ /-]\d{4}(?:[: ,]{1,2}${clock}${zone})?(?!\w)`,
  // 12:00:00.123, 00:12, but no `12:34  error` of a linter
  String.raw`(?<!:)${clock}${zone}(?![\w:]|[ ]{1,4}(?:error|warning)\b)`,
  // 1769860800, 1769860800123: seconds and milliseconds since the epoch
  String.raw`1[5-9]\d{8}(?:\d{3}|\.\d{1,9})?(?![\w.])`,
  // Addresses of private networks, and any with a port; others may be versions.
  String.raw`(?:10|127|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168|0)(?:\.\d{1,3}){1,3}(?:\/\d\d)?(?::\d{1,5})?(?<=${octets}(?:\/\d\d)?(?::\d{1,5})?)(?![\w.])`,
  String.raw`${octets}:\d{2,5}(?!\w)`,
  // 0x7f3c5a2b1c00; shorter ones may be error codes
  "0x[0-9a-fA-F]{9,16}(?![A-Za-z0-9])",
];

/** What begins with a hexadecimal digit. */
const HASHES = [
  `${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12}(?![A-Za-z0-9])`,
  // Names of pods end with a hash and five letters.
  "[0-9a-f]{8,10}-[bcdfghjklmnpqrstvwxz2456789]{5}(?![A-Za-z0-9-])",
  "(?=[a-f]{0,63}[0-9])(?=[0-9]{0,63}[a-f])[0-9a-f]{7,64}(?![A-Za-z0-9])",
  `${hex}{32,128}(?![A-Za-z0-9])`,
  // IPv6
  `(?:${hex}{1,4}:){3,7}(?::?${hex}{1,4}){1,5}(?![A-Za-z0-9:])`,
];

/** What begins with a letter, in any case. */
const WORDS = [
  String.raw`sha\d{1,3}[:-][\w+/=]{12,128}`,
  String.raw`(?:${numbered})s?(?:[ _-]?i?id)?["']?(?: ?[:=#/(]{1,2} ?| )["'#]?\d{1,19}(?!\.\d|\w)`,
  String.raw`i?id["']?(?: ?[:=] ?)["']?(?=[\w.-]{0,80}\d)[\w.-]{1,80}`,
  String.raw`(?:token|e-?tag|nonce|fingerprint|signature|x-request-id)["']?(?: ?[:=] ?)["']?[\w+/=.-]{4,256}`,
  String.raw`(?:localhost|host\.docker\.internal):\d{2,5}(?!\w)`,
  String.raw`(?:pool-\d{1,5}-)?(?:thread|worker|exec)-\d{1,6}(?!\w)`,
  String.raw`gw\d{1,3}(?=\])`,
  "(?:checking out|head is now at|commit|at) [0-9a-f]{7,40}(?![A-Za-z0-9])",
  String.raw`ref is [^\s)]{1,255}`,
  String.raw`running for \d{1,9}\.\d{1,9}`,
  String.raw`(?:time|duration|elapsed|took|latency)(?:_?(?:[mun]?s|sec|seconds))?["']?(?: ?[:=] ?| )["']?\d{1,12}(?:\.\d{1,12})?(?![\w.])`,
  // Runners, their machines, and containers
  String.raw`runner-[\w-]{8,128}(?:\.[\w.-]{1,100})?`,
  String.raw`(?:blue|green)-\d{1,3}(?=\.)`,
  String.raw`project-\d{1,12}-concurrent-\d{1,6}`,
  String.raw`ip-\d{1,3}-\d{1,3}-\d{1,3}-\d{1,3}(?!\d)`,
  // Sat Jan 31 12:00:00 UTC 2026, Jan 31 12:00:00
  String.raw`(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? )?(?:\d{1,2} ${month} \d{4}|${month} {1,2}\d{1,2}(?:, \d{4})?)(?:[ ,]{1,2}${clock})?${zone}(?: \d{4})?(?!\w)`,
  String.raw`tmp[\w-]{6,64}(?!\w)`,
];

/** What begins with another character. */
const SIGNS = [
  String.raw`\/(?:var\/)?tmp\/[\w.+@-]{1,128}`,
  String.raw`\/var\/folders\/\w{2}\/\w{1,64}\/T\/[\w.+-]{1,128}`,
  String.raw`\\Temp\\[\w.+-]{1,128}`,
  String.raw`\/builds\/[\w-]{8,24}\/\d{1,4}(?=\/)`,
  // Object hashes of the JVM
  String.raw`@(?=[a-f]{0,8}\d)[0-9a-f]{5,8}(?![\w./-])`,
  "@ ?0x[0-9a-f]{4,16}",
  // Signed addresses
  String.raw`[?&](?:X-\w{1,10}-\w{1,30}|GoogleAccessId|Signature|Expires|sig|se|st|token)=[^\s&"')]{1,2048}`,
  // "requestId": "…"
  String.raw`(?<=[a-z])I[dD]["']?(?: ?[:=] ?)["']?(?=[\w.-]{0,80}\d)[\w.-]{1,80}`,
  // Process IDs: `sshd[1234]:`, `INFO 1234 ---`
  String.raw`\[\d{1,7}\](?=:)`,
  String.raw`(?<=[A-Z]{4}) \d{1,7}(?= --- )`,
  // Commits since a tag
  String.raw`(?:-\d{1,6}-|\+)g[0-9a-f]{7,40}(?![A-Za-z0-9])`,
  // Names of built files
  String.raw`[-.](?=\w{0,7}\d)(?=\w{0,7}[A-Z])[\w-]{8}(?=\.(?:[cm]?js|css|map|woff2?|svg|png|html?|wasm)\b)`,
  // `[ 45%]` of test runners and builds
  String.raw`\[ {0,3}\d{1,3}%\]`,
  String.raw`\[\d{1,6}\/\d{1,6}\]`,
  String.raw`#\d{5,19}(?!\w)`,
  String.raw`\((?:\d{6,19}\)|\d{1,19}\)(?=\.\.\.))`,
];

const any = (patterns: readonly string[]): string => `(?:${patterns.join("|")})`;
const VARIABLES = [
  new RegExp(String.raw`(?<![A-Za-z0-9.-])${any(NUMBERS)}`, "g"),
  // Before the hashes, because the hash may be the value.
  new RegExp(`(?<![A-Za-z0-9])${any(WORDS)}`, "gi"),
  new RegExp(`(?<![A-Za-z0-9])(?=${hex}{7}|${hex}{1,4}:)${any(HASHES)}`, "g"),
  new RegExp(any(SIGNS), "g"),
];

/** The token of a runner, after its name. */
const RUNNER = /[\w-]{8,20}, system ID: \w{1,40}/;

/** Numbers that count what runs at the same time: steps of BuildKit, requests of apt. */
const NUMBERED = /^(?:#\d{1,4} (?:\d{1,6}\.\d{1,4} )?|(?:Get|Hit|Ign|Err):\d{1,5} )/;

/** Lines about transfers and memory, whose sizes differ. */
const SIZED = /\b(?:down|up)load|fetch|receiv|pull|extract|transfer|\bget:|cache|memory|heap|B\/s/i;
const SIZE =
  /(?<![\w.])\d{1,9}(?:[.,]\d{1,9})?(?: ?(?:[kKMGT]i?B?|bytes|B)(?:\/s(?:ec)?)?(?!\w)|%)(?: at (?=\d)|\/(?=\d))?/g;

// eslint-disable-next-line no-control-regex -- control characters are what this looks for
const CONTROLS = /\u001b(?:\[[\d;?]{0,32}[A-Za-z])?|[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** Which lines may have something variable at all. */
const SUSPECT = /\d|tmp|temp\\/i;

/** Blanks, and the same sign four times or more. */
const WIDTHS = /(\s)\s{1,500}|([.=_*-])\2{3,500}/g;

/** Stands for what was left out. */
const left = "…";

/** Returns a line of a log without times, durations, IDs, hashes, ports, addresses, temporary paths, and sizes of transfers. */
export function comparableLine(line: string): string {
  let text = line.replace(CONTROLS, "");
  if (text.startsWith("Running on ")) return "Running on";
  if (text.includes("system ID")) text = text.replace(RUNNER, left);
  if (SUSPECT.test(text)) {
    text = text.replace(DURATION, "");
    for (const pattern of VARIABLES) text = text.replace(pattern, left);
    if (SIZED.test(text)) text = text.replace(SIZE, left);
    text = text.replace(NUMBERED, left);
  }
  // Columns and rules are as wide as what was left out lets them be.
  return text.replace(WIDTHS, "$1").trim();
}
