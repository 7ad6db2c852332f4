import type { ProjectId } from "../../../api/path.ts";

/** Where a new branch begins. */
export interface Start {
  /** A branch by its name, or a commit by its sha. */
  readonly kind: "branch" | "commit";
  readonly ref: string;
  /** What the person chose, where that is not the sha: a tag. */
  readonly label?: string | undefined;
  /** Another project, by id or full path. */
  readonly project?: ProjectId | undefined;
}

/** Where a commit goes: to a branch that is there, or to a new one with its start. */
export interface Target {
  readonly branch: string;
  readonly start?: Start | undefined;
  /** Overwrite the branch, if it is there, by its start with the commit on top. Only with a start. */
  readonly force?: boolean | undefined;
}

/** The ref whose files the commit changes, and the project that has it. */
export const parentOf = (
  project: ProjectId,
  { branch, start }: Target,
): { readonly project: ProjectId; readonly ref: string } =>
  start === undefined ? { project, ref: branch } : { project: start.project ?? project, ref: start.ref };
