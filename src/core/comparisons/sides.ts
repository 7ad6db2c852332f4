import { l10n, type Uri } from "vscode";
import { SUBMODULE_MODE } from "../../git/fileChange.ts";
import type { DiffSide } from "../files/refs.ts";
import { emptyUri, fileUri, submoduleUri } from "../files/uris.ts";
import { modeWords } from "../ui/fileModeLabels.ts";
import { plainText } from "../ui/plainText.ts";
import { shortSha } from "../ui/shortSha.ts";
import type { Comparison, FileChange } from "./comparison.ts";

/** The documents of a changed file; undefined where it does not exist. */
export interface Sides {
  readonly base: Uri | undefined;
  readonly head: Uri | undefined;
}

/** Returns the documents of a file before and after. */
export function sidesOf(comparison: Comparison, file: FileChange): Sides {
  const { instance, project, base, head, headProject } = comparison;
  const isSubmodule = (mode: string | undefined): boolean =>
    mode === undefined ? file.submodule === true : mode === SUBMODULE_MODE;
  const before = isSubmodule(file.oldMode)
    ? submoduleUri(file.oldPath, file.oldSubmodule)
    : fileUri({ instance, project, path: file.oldPath, ref: base }, { diff: diffSide(comparison, file, "old") });
  const after = isSubmodule(file.newMode)
    ? submoduleUri(file.path, file.newSubmodule)
    : fileUri(
        { instance, project, path: file.path, ref: head },
        { fork: headProject, diff: diffSide(comparison, file, "new") },
      );
  return { base: file.status === "added" ? undefined : before, head: file.status === "deleted" ? undefined : after };
}

function diffSide(
  comparison: Omit<Comparison, "since"> & { readonly since?: Comparison["since"] | undefined },
  file: FileChange,
  side: "old" | "new",
): DiffSide | undefined {
  const { mergeRequest: iid, base, head, outdated, since } = comparison;
  if (iid === undefined) return undefined;
  if (since) {
    // Only the new side is one of the version's.
    const own = side === "new" ? since.files.find(({ path }) => path === file.path) : undefined;
    return own && diffSide({ ...comparison, base: since.base, since: undefined }, own, side);
  }
  const otherPath = side === "old" ? file.path : file.oldPath;
  return {
    iid,
    side,
    base,
    head,
    ...(file.path !== file.oldPath && { otherPath }),
    ...((file.status === "added" || file.status === "deleted") && { alone: true }),
    ...(outdated === true && { outdated }),
  };
}

/** Returns the sides of a diff editor, with an empty document for a missing file. */
export function diffSides(comparison: Comparison, file: FileChange): [base: Uri, head: Uri] {
  const { base, head } = sidesOf(comparison, file);
  return [base ?? emptyUri(file.path), head ?? emptyUri(file.path)];
}

/** Returns the title of a diff: file, status and commits. */
export function diffTitle({ base, head }: Pick<Comparison, "base" | "head">, file: FileChange): string {
  const name = plainText(file.path.slice(file.path.lastIndexOf("/") + 1), 120);
  const between = `${shortSha(base)} ↔ ${shortSha(head)}`;
  switch (file.status) {
    case "added":
      return l10n.t("{0} (added in {1})", name, shortSha(head));
    case "deleted":
      return l10n.t("{0} (deleted in {1})", name, shortSha(head));
    case "renamed":
      return l10n.t("{0} (renamed from {1}, {2})", name, plainText(file.oldPath, 120), between);
    case "typeChanged":
    case "modified": {
      // Sides that differ only in mode look equal.
      const mode = modeWords(file.oldMode, file.newMode);
      return mode === undefined ? `${name} (${between})` : `${name} (${mode}, ${between})`;
    }
  }
}
