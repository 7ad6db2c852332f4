import type { PathProblem } from "./paths.ts";

/** Why a commit cannot be made; hosts report little more than that (Part 2, Repository files, rule). */
export type Reason =
  /** The file was changed on the host, last by `commit`. */
  | { readonly kind: "changed"; readonly path: string; readonly commit?: string | undefined }
  /** The branch does not have the file to change, move or delete. */
  | { readonly kind: "missing"; readonly path: string }
  /** The branch already has the new file. */
  | { readonly kind: "exists"; readonly path: string }
  /** The branch already has all changes. */
  | { readonly kind: "nothingNew" }
  | { readonly kind: "badPath"; readonly path: string; readonly problem: PathProblem }
  /** There is no such branch, and no start for a new one. */
  | { readonly kind: "branchMissing"; readonly branch: string }
  | { readonly kind: "branchExists"; readonly branch: string }
  | { readonly kind: "branchName"; readonly branch: string }
  | { readonly kind: "startMissing"; readonly start: string }
  /** The account may not push to the branch. */
  | {
      readonly kind: "protected";
      readonly branch: string;
      /** Whether only overwriting the branch is forbidden. */
      readonly force?: boolean;
    }
  /** The account may not push to the project. */
  | { readonly kind: "noRights" }
  /** Someone else pushed at the same time, without changing any of the files. */
  | { readonly kind: "branchMoved"; readonly branch: string; readonly commit: string }
  /** The response was lost, but the commit was made. */
  | { readonly kind: "done"; readonly commit: string };
