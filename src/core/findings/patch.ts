import { placesOf } from "../comparisons/findLines.ts";

/** Changed lines of one place in a file. */
interface Hunk {
  /** First line in the file that the patch was made for, counted from 1. */
  readonly start: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The changes of a patch in one file. */
export interface FilePatch {
  readonly path: string;
  readonly hunks: readonly Hunk[];
}

/** Replaces lines `start` to `end`, counted from 0, the end exclusive. */
export interface LineEdit {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** Limits of files in a patch, and of the places in one of them: each is looked for in the whole file. */
const maxFiles = 20;
const maxHunks = 200;
/** Limit of a patch, in characters. */
const longest = 400_000;

/**
 * Reads a unified diff.
 * @returns undefined if it creates, deletes or renames files, changes too much, or is damaged
 */
export function readPatch(diff: string): readonly FilePatch[] | undefined {
  if (diff.length > longest) return undefined;
  const files: { path: string; hunks: Hunk[] }[] = [];
  const lines = diff.split(/\r?\n/);
  let old: string | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (/^(?:new file|deleted file|rename|copy|GIT binary patch|Binary files)\b/.test(line)) return undefined;
    if (line.startsWith("--- ")) old = pathOf(line);
    else if (line.startsWith("+++ ")) {
      const path = pathOf(line);
      if (path === undefined || path !== old || files.length === maxFiles) return undefined;
      files.push({ path, hunks: [] });
    } else if (line.startsWith("@@ ")) {
      const found = readHunk(lines, at);
      const file = files.at(-1);
      if (!found || !file || file.hunks.length === maxHunks) return undefined;
      file.hunks.push(found.hunk);
      at = found.last;
    }
  }
  return files.length > 0 && files.every(({ hunks }) => hunks.length > 0) ? files : undefined;
}

/** Returns the path in a header of a side, relative to the repository; undefined for no file. */
function pathOf(header: string): string | undefined {
  const name = header.slice(4).split("\t", 1)[0] ?? "";
  return name === "/dev/null" || name === "" ? undefined : name.replace(/^[ab]\//, "");
}

function readHunk(lines: readonly string[], at: number): { readonly hunk: Hunk; readonly last: number } | undefined {
  const header = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@/.exec(lines[at] ?? "");
  if (!header) return undefined;
  let [oldLeft, newLeft] = [Number(header[2] ?? 1), Number(header[3] ?? 1)];
  // An empty side names the line before.
  const start = Number(header[1]) + (oldLeft === 0 ? 1 : 0);
  const [before, after]: [string[], string[]] = [[], []];
  let last = at;
  while (oldLeft > 0 || newLeft > 0) {
    const line = lines[++last];
    if (line === undefined) return undefined;
    const [mark, text] = [line[0] ?? " ", line.slice(1)];
    if (mark === "\\") continue;
    if (mark !== "+" && mark !== "-" && mark !== " ") return undefined;
    if (mark !== "+") oldLeft = before.push(text) && oldLeft - 1;
    if (mark !== "-") newLeft = after.push(text) && newLeft - 1;
  }
  return oldLeft < 0 || newLeft < 0 ? undefined : { hunk: { start, before, after }, last };
}

/**
 * Returns the edits of a patch for the present lines of its file. Each hunk goes where its old lines are: at its place,
 * or else at the only other one.
 * @returns undefined if the old lines are not there, or in several places
 */
export function patchEdits(lines: readonly string[], { hunks }: FilePatch): readonly LineEdit[] | undefined {
  const edits: LineEdit[] = [];
  let from = 0;
  for (const { start, before, after } of hunks) {
    const at = placeOf(lines, before, start - 1, from);
    if (at === undefined) return undefined;
    edits.push({ start: at, end: at + before.length, lines: after });
    from = at + before.length;
  }
  return edits;
}

function placeOf(
  lines: readonly string[],
  before: readonly string[],
  expected: number,
  from: number,
): number | undefined {
  const fits = before.every((line, index) => lines[expected + index] === line);
  if (expected >= from && expected <= lines.length && fits) return expected;
  const places = placesOf(lines, before, from);
  return places.length === 1 ? places[0] : undefined;
}
