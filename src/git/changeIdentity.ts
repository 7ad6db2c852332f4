import { createHash } from "node:crypto";
import type { FileChange } from "./fileChange.ts";

type Identified = Pick<FileChange, "status" | "path" | "oldPath" | "oldMode" | "newMode">;

/**
 * Returns an identity of a file's change: equal if the same lines change in the same surroundings, wherever they stand in the file and
 * whatever the commits. Undefined if the diff does not show what changed, as of binary files.
 * @param diff unified diff of the file, with or without headers
 */
export function changeIdentity(file: Identified, diff: string): string | undefined {
  const at = /^@@ /m.exec(diff)?.index;
  // A change of name or mode has no lines.
  const onlyNamed = at === undefined && (file.oldPath !== file.path || file.oldMode !== file.newMode);
  if (at === undefined && (!onlyNamed || /^(Binary files |GIT binary patch|index )/m.test(diff))) return undefined;
  const hunks =
    at === undefined
      ? ""
      : diff
          .slice(at)
          .trimEnd()
          .replaceAll(/^@@ .*$/gm, "@@");
  return hash([file.status, file.oldPath, file.path, file.oldMode, file.newMode, hunks]);
}

/** Identities known from a diff, beside the changes: a list of files from git and one from the host are equal without them. */
const known = new WeakMap<FileChange, string>();

/** Returns the identity of a change, if it came with a diff. */
export const identityOf = (file: FileChange): string | undefined => known.get(file);

/** Attaches the identity of a change, if it is known, and returns the change. */
export function withIdentity(file: FileChange, identity: string | undefined): FileChange {
  if (identity !== undefined) known.set(file, identity);
  return file;
}

/** Returns the identity of two changes of a file, one after the other. */
export function combinedIdentity(earlier: FileChange, later: FileChange): string | undefined {
  const both = [known.get(earlier), known.get(later)];
  return both.includes(undefined) ? undefined : hash(both);
}

/**
 * Parses the output of `git diff-tree -r -z -M --raw -p`: the changed files as in `rawDiff.ts`, NUL, then their diffs in the same order.
 * @param files parsed from the same output
 * @returns identities by path; empty if the diffs cannot be told apart
 */
export function readIdentities(text: string, files: readonly FileChange[]): ReadonlyMap<string, string> {
  const identities = new Map<string, string>();
  const begin = text.indexOf("\0\0diff --git ");
  if (begin < 0) return identities;
  const diffs = text.slice(begin + 2).split(/^(?=diff --git )/m);
  let at = 0;
  for (const file of files) {
    // A file that becomes a link is deleted and added.
    const count = file.status === "typeChanged" ? 2 : 1;
    const identity = changeIdentity(file, diffs.slice(at, at + count).join(""));
    if (identity !== undefined) identities.set(file.path, identity);
    at += count;
  }
  return at === diffs.length ? identities : new Map();
}

const hash = (parts: readonly (string | undefined)[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 24);
