import { EMPTY_TREE } from "./objects.ts";
import type { Repositories } from "./repositories.ts";

/** Longer diffs are not sent, as on real hosts. Bytes. */
const LONGEST = 200 * 1024;

/** One changed file in the API's shape (part 2, Commit diff entry). */
export interface DiffEntry {
  /** From the first `@@` on; empty for a plain rename or change of mode, and when it is too large. */
  readonly diff: string;
  readonly new_path: string;
  readonly old_path: string;
  /** `0` where there is no file. */
  readonly a_mode: string;
  readonly b_mode: string;
  readonly new_file: boolean;
  readonly renamed_file: boolean;
  readonly deleted_file: boolean;
  readonly too_large: boolean;
}

/** Real hosts end the list of a commit after as many files, and before the file that has as many lines shown. */
export const MOST_FILES = 1_000;
const MOST_LINES = 50_000;

/** The part of a commit's files that real hosts list; they do not say that there are more. */
export function cutList(entries: readonly DiffEntry[]): DiffEntry[] {
  let lines = 0;
  const end = entries.findIndex(({ diff: text }) => (lines += text.split("\n").length - 1) >= MOST_LINES);
  return entries.slice(0, Math.min(MOST_FILES, end < 0 ? entries.length : end));
}

type Readable = Pick<Repositories, "git">;

/**
 * What changed from one commit (or tree) to another, renames found, in the order of paths. `from` undefined compares
 * with nothing. Throws GitFailed when there is no such commit.
 */
export async function diff(
  repositories: Readable,
  projectPath: string,
  from: string | undefined,
  to: string,
): Promise<DiffEntry[]> {
  const range = ["-r", "-M", "--full-index", "--no-ext-diff", "--no-textconv", from ?? EMPTY_TREE, to];
  const [raw, patch] = await Promise.all([
    repositories.git(projectPath, ["diff-tree", "--raw", "-z", ...range]),
    repositories.git(projectPath, ["diff-tree", "-p", ...range]),
  ]);
  const patches = splitPatch(patch.toString());
  let next = 0;
  return readRaw(raw.toString()).map((change) => {
    // A file that became a link, say, is shown as one deleted and one new file.
    const parts = patches.slice(next, (next += change.status === "T" ? 2 : 1));
    const text = parts.map(hunks).join("");
    const too_large = Buffer.byteLength(text) > LONGEST;
    return {
      diff: too_large ? "" : text,
      new_path: change.newPath,
      old_path: change.oldPath,
      a_mode: change.oldMode,
      b_mode: change.newMode,
      new_file: change.status === "A",
      renamed_file: change.status === "R",
      deleted_file: change.status === "D",
      too_large,
    };
  });
}

/** What a commit changed, against its first parent. Undefined when there is no such commit. */
export async function diffOfCommit(
  repositories: Pick<Repositories, "at" | "git">,
  projectPath: string,
  sha: string,
): Promise<DiffEntry[] | undefined> {
  const commit = await repositories.at(projectPath).commit(sha);
  return commit && diff(repositories, projectPath, commit.parent_ids[0], commit.id);
}

interface Change {
  readonly status: string;
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldPath: string;
  readonly newPath: string;
}

/** `:100644 100644 <sha> <sha> R086\0old\0new\0`; only renames have two paths. */
function readRaw(text: string): Change[] {
  const fields = text.split("\0");
  const changes: Change[] = [];
  for (let at = 0; at + 1 < fields.length;) {
    const [oldMode = "", newMode = "", , , status = ""] = (fields[at] ?? "").replace(/^:/, "").split(" ");
    const oldPath = fields[at + 1] ?? "";
    const renamed = status.startsWith("R");
    const newPath = renamed ? (fields[at + 2] ?? "") : oldPath;
    changes.push({ status: status.slice(0, 1), oldMode: mode(oldMode), newMode: mode(newMode), oldPath, newPath });
    at += renamed ? 3 : 2;
  }
  return changes;
}

function mode(text: string): string {
  return /^0+$/.test(text) ? "0" : text;
}

/** Lines of content begin with a blank, `+`, `-`, `\` or `@@`, so that the header of a file cannot be mistaken. */
function splitPatch(text: string): string[] {
  return text.split(/^(?=diff --git )/m).filter((part) => part.startsWith("diff --git "));
}

function hunks(part: string): string {
  const at = /^(@@ |Binary files )/m.exec(part)?.index;
  return at === undefined ? "" : part.slice(at);
}
