import type { Commit } from "../../api/resources/commitTypes.ts";
import type { ProjectScope } from "../base/refs.ts";
import { isScope, isObject, type ArgumentParser } from "../commands/arguments.ts";

/** Argument of commit commands. */
export interface CommitRef extends ProjectScope {
  readonly commit: Pick<Commit, "id"> & Partial<Commit>;
}

/** Whether a commit has several parents; not if the host does not send them. */
export const isMerge = ({ parent_ids: parents }: { readonly parent_ids?: readonly string[] | null }): boolean =>
  (parents?.length ?? 0) > 1;

/** Argument of comment commands: a line of a file, or the whole commit. */
export interface CommentRef extends CommitRef {
  readonly path?: string;
  /** One-based, in the file's version after the commit. */
  readonly line?: number;
}
export const isCommitRef = (value: unknown): value is CommitRef =>
  isScope(value) && isObject(value["commit"]) && typeof value["commit"]["id"] === "string";

export const commitArgs: ArgumentParser<[commit?: CommitRef]> = ([value]) => (isCommitRef(value) ? [value] : []);

export const commitFromArgs: ArgumentParser<[commit?: CommitRef, newFrom?: string]> = ([value, from]) => {
  if (!isCommitRef(value)) return [];
  return typeof from === "string" ? [value, from] : [value];
};

/** Comment rows contain their commit as well. */
export const commentArgs: ArgumentParser<[comment?: CommentRef]> = ([value]) => (isCommitRef(value) ? [value] : []);
