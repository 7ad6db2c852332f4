import type { ProjectScope } from "../base/refs.ts";

/** A file at a branch, tag or commit. The path is from the root of the repository, without a slash before it. */
export interface FileRef extends ProjectScope {
  readonly path: string;
  readonly ref: string;
}
