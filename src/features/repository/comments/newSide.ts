import { type Uri, TabInputTextDiff, window } from "vscode";
import type { FileRef } from "../../../core/files/refs.ts";
import { readFileUri } from "../../../core/files/uris.ts";
import { isFullSha } from "./places.ts";

/** The file of a commit whose lines can be commented on; undefined for any other document, and for the side of a diff that shows what was before. */
export function commentedFile(uri: Uri): FileRef | undefined {
  const file = readFileUri(uri);
  if (file === undefined || !isFullSha(file.ref) || file.lfs === true || isOldSide(uri)) return undefined;
  const { instance, project, fork, path, ref } = file;
  // The commit of a fork is not in the project itself.
  return { instance, project: fork ?? project, path, ref };
}

/** Whether a document is shown only as what was before. */
function isOldSide(uri: Uri): boolean {
  const address = uri.toString();
  const diffs = window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.flatMap(({ input }) => (input instanceof TabInputTextDiff ? [input] : [])),
  );
  const has = (side: "original" | "modified"): boolean => diffs.some((input) => input[side].toString() === address);
  return has("original") && !has("modified");
}
