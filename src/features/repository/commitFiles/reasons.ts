import type { PathProblem } from "./paths.ts";

/** Why a commit cannot be made, as far as it was found out. Hosts tell little more than that (Part 2, Repository files, rule). */
export type Reason =
  /** Somebody changed the file meanwhile: `commit` is the last one that did. */
  | { readonly kind: "changed"; readonly path: string; readonly commit?: string | undefined }
  /** What is to be changed, moved or deleted is not on the branch. */
  | { readonly kind: "missing"; readonly path: string }
  /** What is to be new is there already. */
  | { readonly kind: "exists"; readonly path: string }
  /** The branch has all of it already. */
  | { readonly kind: "nothingNew" }
  | { readonly kind: "badPath"; readonly path: string; readonly problem: PathProblem }
  /** No such branch, and no start for a new one. */
  | { readonly kind: "branchMissing"; readonly branch: string }
  | { readonly kind: "branchExists"; readonly branch: string }
  | { readonly kind: "branchName"; readonly branch: string }
  | { readonly kind: "startMissing"; readonly start: string }
  /** Only some people may push to it. */
  | {
      readonly kind: "protected";
      readonly branch: string;
      /** A commit onto it is allowed, overwriting it is not. */ readonly force?: boolean;
    }
  /** The account may not push to the project at all. */
  | { readonly kind: "noRights" }
  /** Somebody pushed while the commit was being made; none of its files is touched. */
  | { readonly kind: "branchMoved"; readonly branch: string; readonly commit: string }
  /** No answer came, but the commit is there. */
  | { readonly kind: "done"; readonly commit: string };
