import type { ProjectId } from "../../../api/path.ts";

/** Where a new branch starts. */
export interface Start {
  /** `ref` is the name of a branch or the SHA of a commit. */
  readonly kind: "branch" | "commit";
  readonly ref: string;
  /** Display name, such as a tag, where the SHA is not shown. */
  readonly label?: string | undefined;
  /** Another project, by id or full path. */
  readonly project?: ProjectId | undefined;
}

/** The branch that a commit goes to; a new one has a start. */
export interface Target {
  readonly branch: string;
  readonly start?: Start | undefined;
  /** Overwrite an existing branch with the start and the commit. Only with a start. */
  readonly force?: boolean | undefined;
}

/** Returns the ref that the commit is based on, and its project. */
export const parentOf = (
  project: ProjectId,
  { branch, start }: Target,
): { readonly project: ProjectId; readonly ref: string } =>
  start === undefined ? { project, ref: branch } : { project: start.project ?? project, ref: start.ref };
