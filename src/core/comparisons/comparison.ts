import type { ProjectId } from "../../api/path.ts";
import type { FileChange } from "../../git/fileChange.ts";
import type { ProjectScope } from "../base/refs.ts";

export type { FileChange } from "../../git/fileChange.ts";

/** Two commits of a project, by their full shas. `base` is EMPTY_TREE where everything is new. */
export interface Comparison extends ProjectScope {
  readonly base: string;
  readonly head: string;
  /** The fork that the head is in, where it is not the project itself. */
  readonly headProject?: ProjectId;
}

/** What changed between two commits. */
export interface Changes {
  readonly comparison: Comparison;
  readonly files: readonly FileChange[];
  /** Absent when the list is complete; else a sentence, in the person's language, that says what is missing and what helps. */
  readonly missing?: string;
  readonly from: "clone" | "host";
}

/** One file of changes, as commands take it. */
export interface ChangedFile {
  readonly changes: Changes;
  readonly file: FileChange;
}

/** Git's name for "nothing": the base of a commit without parents. */
export const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
