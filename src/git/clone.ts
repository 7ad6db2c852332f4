import { type ProjectScope, sameProject } from "../core/base/refs.ts";
import { type LocalClone, openClone } from "./localClone.ts";
import { gitBar, gitProgram } from "./program.ts";
import type { Projects } from "./project.ts";

export type { FileChange } from "./fileChange.ts";
export type { CloneEntry, FetchOptions, LocalClone } from "./localClone.ts";

/**
 * The repository of the workspace as a source of a project's commits; undefined when none of them is that project's clone.
 * Where no git may be started, and where git refuses to read a repository (`safe.directory`), there is none either.
 */
export function cloneOf({ projects }: { readonly projects: Projects }, scope: ProjectScope): LocalClone | undefined {
  if (gitBar() !== undefined) return undefined;
  const { state, candidates } = projects;
  const open = state.kind === "ready" && sameProject(state.project, scope) ? state.project : undefined;
  // The open project may be known by its number, which remotes never tell.
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
