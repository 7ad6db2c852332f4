import type { ProjectScope } from "../base/refs.ts";

/** A file at a branch, tag or commit. The path is relative to the repository's root, without leading slash. */
export interface FileRef extends ProjectScope {
  readonly path: string;
  readonly ref: string;
}
