import type { ProjectScope } from "../base/refs.ts";

/** A file at a branch, tag or commit. The path is relative to the repository's root, without leading slash. */
export interface FileRef extends ProjectScope {
  readonly path: string;
  readonly ref: string;
}

/** A side of a file in the diff of a merge request's version. Commits are full SHAs. */
export interface DiffSide {
  /** Number of the merge request. */
  readonly iid: number;
  readonly side: "old" | "new";
  readonly base: string;
  readonly head: string;
  /** Path on the other side, if the file was renamed. */
  readonly otherPath?: string;
  /** Whether there is no file on the other side. */
  readonly alone?: boolean;
  /** Whether it is known not to be the current version. */
  readonly outdated?: boolean;
}
