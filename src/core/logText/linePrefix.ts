/** What a tool that runs others writes before each of their lines. */
export interface LinePrefix {
  readonly length: number;
  /** Equal for the lines of one program; it contains no times. */
  readonly key: string;
  /** Whether it is a word before a colon, as many lines have that are not a program's. */
  readonly isLabel: boolean;
  /** Whether it is such a word that names no program: `Error: `. */
  readonly isWord: boolean;
  /** The package or folder that a label names, e.g. `web` of `@scope/web:build: `. */
  readonly folder?: string;
}

/** `12:34:56 `, `[12:34:56.789] `, `2026-03-04T10:12:31Z `, `2026-03-04 10:12:31,004 `, `2026/03/04 10:12:31 `. */
const TIME =
  /\[?(?:\d{4}[-/]\d\d[-/]\d\d[T ])?\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?(?: ?[AP]M)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?\]?(?::? |\t)/y;
/** BuildKit: `#12 3.456 `, and `3.456 ` where it repeats the end of a step. */
const BUILD_STEP = /(?:#(\d{1,5}) )?\d{1,5}\.\d{2,3} /y;
/** Compose, foreman: `app-1  | `. Terraform, pnpm: `│ `. */
const BAR = /(?:([A-Za-z][\w.-]{0,60}) {1,40}\| |[│|] )/y;
/** Ant, yarn, concurrently, log levels: `[javac] `, `[@scope/web]: `, `[0] `, `[ERROR] `; pipelines of others: `##[error]`. */
const BRACKETS = /(?:##\[(\w{1,20})\]|\[([\w@./:-]{1,60})\]:? )/y;
/** turbo, lerna, nx: `web:build: `, `@scope/web:build: `, `web: `. */
const LABEL = /((?:@[\w.-]{1,60}\/)?[A-Za-z][\w./-]{0,80})((?::[A-Za-z][\w.-]{0,60}){0,2}): /y;
/** pnpm: `packages/web build: `. */
const PACKAGE = /((?:[\w@.-]{1,60}\/){0,8}[\w.-]{1,60}) [A-Za-z][\w:.-]{0,60}: /y;
/** Stack, for each package that it builds: `shop     > `. */
const HASKELL_PACKAGE = /([a-z][a-z\d-]{0,60}) {0,60}> /y;
/** Words before a colon that name no program. */
const WORDS = /^(?:.{0,80}(?:error|exception|warning)|note|help|hint|info|debug|fatal|make|usage|step|[a-z])$/i;
/** Most prefixes that a line has. */
const DEPTH = 3;

/** What a line with a prefix can begin with, behind its indentation. */
const POSSIBLE = /^[ \t]{0,40}[\w@[#│|]/;

/** Returns the prefix of a line with the indentation before it; undefined if it has none. */
export function linePrefix(text: string): LinePrefix | undefined {
  if (!POSSIBLE.test(text)) return undefined;
  let length = 0;
  let key = "";
  let isLabel = false;
  let isWord = false;
  let folder: string | undefined;
  for (let depth = 0; depth < DEPTH; depth++) {
    const start = skipBlanks(text, length, key === "");
    const part = prefixAt(text, start, depth === 0);
    if (!part) break;
    length = part.end;
    key += part.key;
    isLabel ||= part.isLabel === true;
    isWord ||= part.isWord === true;
    folder = part.folder ?? folder;
    if (isLabel) break;
  }
  if (length === 0) return undefined;
  return { length, key, isLabel, isWord, ...(folder !== undefined && { folder }) };
}

/** Only before the first prefix: behind one, blanks belong to the program's line. */
function skipBlanks(text: string, from: number, indented: boolean): number {
  let at = from;
  while (indented && at < 40 && (text[at] === " " || text[at] === "\t")) at++;
  return at;
}

interface Part {
  readonly end: number;
  readonly key: string;
  readonly isLabel?: boolean;
  readonly isWord?: boolean;
  readonly folder?: string;
}

/** Behind another prefix, a word before a colon is that of a message (`TypeError: `) unless it names a package. */
function prefixAt(text: string, at: number, isFirst: boolean): Part | undefined {
  const c = text.charCodeAt(at);
  const isDigit = c >= 48 && c <= 57;
  if (isDigit || c === 91) {
    TIME.lastIndex = at;
    if (TIME.test(text)) return { end: TIME.lastIndex, key: "t" };
  }
  if (isDigit || c === 35) {
    const step = matchAt(BUILD_STEP, text, at);
    if (step) return { end: BUILD_STEP.lastIndex, key: `#${step[1] ?? ""}` };
  }
  if (c === 91 || c === 35) {
    const brackets = matchAt(BRACKETS, text, at);
    return brackets && { end: BRACKETS.lastIndex, key: `[${brackets[1] ?? brackets[2] ?? ""}` };
  }
  const bar = text.includes("| ", at) || text.includes("│ ", at) ? matchAt(BAR, text, at) : undefined;
  if (bar) return { end: BAR.lastIndex, key: `|${bar[1] ?? ""}` };
  const built = isFirst && text.includes("> ", at) ? matchAt(HASKELL_PACKAGE, text, at) : undefined;
  if (built) return { end: HASKELL_PACKAGE.lastIndex, key: `>${built[1] ?? ""}`, isLabel: true };
  if (!text.includes(": ", at)) return undefined;
  const label = matchAt(LABEL, text, at);
  if (label) {
    const [key, name = "", task] = label;
    const isPackage = task !== "" || name.includes("/");
    if (!isFirst && !isPackage) return undefined;
    if (!isPackage) return { end: LABEL.lastIndex, key, isLabel: true, isWord: WORDS.test(name) };
    return { end: LABEL.lastIndex, key, isLabel: true, folder: unscoped(name) };
  }
  const named = matchAt(PACKAGE, text, at);
  if (!named || (!isFirst && !named[1]?.includes("/"))) return undefined;
  const [key, name = ""] = named;
  return { end: PACKAGE.lastIndex, key, isLabel: true, isWord: WORDS.test(key.slice(0, -2)), folder: unscoped(name) };
}

function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | undefined {
  expression.lastIndex = at;
  return expression.exec(text) ?? undefined;
}

const unscoped = (name: string): string => (name.startsWith("@") ? name.slice(name.indexOf("/") + 1) : name);
