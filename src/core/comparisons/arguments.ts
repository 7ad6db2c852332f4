import { isObject, isScope, type ArgumentParser } from "../commands/arguments.ts";
import { type CommitRef, isCommitRef } from "../commits/refs.ts";
import { type MergeRequestRef, isMergeRequestRef } from "../mergeRequests/refs.ts";
import type { ChangedFile } from "./comparison.ts";

export const isChangedFile = (value: unknown): value is ChangedFile =>
  isObject(value) &&
  isObject(value["changes"]) &&
  isScope(value["changes"]["comparison"]) &&
  isObject(value["file"]) &&
  typeof value["file"]["path"] === "string";

export const changedFileArgs: ArgumentParser<[file?: ChangedFile]> = ([value]) => (isChangedFile(value) ? [value] : []);

/** A commit of a merge request's list carries the merge request too, so the commit is looked for first. */
export const changesArgs: ArgumentParser<[of?: MergeRequestRef | CommitRef]> = ([value]) =>
  isCommitRef(value) || isMergeRequestRef(value) ? [value] : [];
