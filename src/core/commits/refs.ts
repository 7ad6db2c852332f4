import type { Commit } from "../../api/resources/commitTypes.ts";
import type { ProjectScope } from "../base/refs.ts";
import { isScope, isObject, type ArgumentParser } from "../commands/arguments.ts";

/** What commit commands take. */
export interface CommitRef extends ProjectScope {
  readonly commit: Pick<Commit, "id"> & Partial<Commit>;
}

/** What commands about comments on a commit take: a place in its files, or none for all of them. */
export interface CommentRef extends CommitRef {
  readonly path?: string;
  /** Of the file as the commit leaves it, counted from 1. */
  readonly line?: number;
}
export const isCommitRef = (value: unknown): value is CommitRef =>
  isScope(value) && isObject(value["commit"]) && typeof value["commit"]["id"] === "string";

export const commitArgs: ArgumentParser<[commit?: CommitRef]> = ([value]) => (isCommitRef(value) ? [value] : []);

export const commitFromArgs: ArgumentParser<[commit?: CommitRef, newFrom?: string]> = ([value, from]) => {
  if (!isCommitRef(value)) return [];
  return typeof from === "string" ? [value, from] : [value];
};

/** The row of a comment is one of its commit, too. */
export const commentArgs: ArgumentParser<[comment?: CommentRef]> = ([value]) => (isCommitRef(value) ? [value] : []);
