import type { ProjectId } from "../../api/path.ts";
import type { FileChange } from "../../git/fileChange.ts";
import type { ProjectScope } from "../base/refs.ts";

export type { FileChange } from "../../git/fileChange.ts";

/** Two commits of a project by full SHA. `base` is EMPTY_TREE if there is no parent. */
export interface Comparison extends ProjectScope {
  readonly base: string;
  readonly head: string;
  /** The fork with the head, if not the project itself. */
  readonly headProject?: ProjectId;
  /** Number of the merge request of which this is a version. */
  readonly mergeRequest?: number;
  /** Whether that is known not to be the current version. */
  readonly outdated?: boolean;
  /** The version that `head` belongs to, where `base` is the head of an earlier one. */
  readonly since?: { readonly base: string; readonly files: readonly FileChange[] };
}

/** The changes between two commits. */
export interface Changes {
  readonly comparison: Comparison;
  readonly files: readonly FileChange[];
  /** A localized message of what is missing and how to get it; absent when the list is complete. */
  readonly missing?: string;
  readonly from: "clone" | "host";
}

/** A changed file, as argument of commands. */
export interface ChangedFile {
  readonly changes: Changes;
  readonly file: FileChange;
}

/** SHA of the empty tree: the base of a commit without parents. */
export const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
