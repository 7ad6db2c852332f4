import { type ProjectScope, sameProject } from "../core/base/refs.ts";
import { type LocalClone, openClone } from "./localClone.ts";
import { gitRestriction, gitProgram } from "./program.ts";
import type { Projects } from "./project.ts";

export type { FileChange } from "./fileChange.ts";
export type { CloneEntry, FetchOptions, LocalClone } from "./localClone.ts";

/**
 * Returns the workspace's clone of a project; undefined if there is none, git must not be started, or git refuses to
 * read it (`safe.directory`).
 */
export function cloneOf({ projects }: { readonly projects: Projects }, scope: ProjectScope): LocalClone | undefined {
  if (gitRestriction() !== undefined) return undefined;
  const { state, candidates } = projects;
  const open = state.kind === "ready" && sameProject(state.project, scope) ? state.project : undefined;
  // The open project may be identified by ID, which remotes never contain.
  const named = { ...scope, ...(open === undefined ? {} : { project: open.project }) };
  const found = candidates.find(
    (candidate) =>
      candidate.root !== undefined &&
      sameProject(candidate, named) &&
      (open?.root === undefined || candidate.root === open.root),
  );
  const root = open?.root ?? found?.root;
  return root === undefined ? undefined : openClone({ root, remote: found?.remote, program: gitProgram });
}
