import type { ProtectedBranch } from "../../../api/resources/protectedBranches.ts";
import type { Connection } from "../../../core/connections.ts";
import type { Current } from "../../../core/currentProject.ts";
import type { OpenProject } from "../../../git/project.ts";
import { type May, mayPush, rulesFor } from "./permissions.ts";
import type { Protections } from "./protections.ts";

/** The current branch, if it is protected. */
export interface CurrentProtection {
  readonly project: OpenProject;
  readonly branch: string;
  readonly rules: readonly ProtectedBranch[];
  /** Whether the account may push to it. */
  readonly may: May;
}

/** Returns the current project if its repository is open; only then are protected branches read without being asked for. */
export function openRepository(
  current: Current,
): { readonly project: OpenProject; readonly connection: Connection } | undefined {
  return current.kind === "ready" && current.project.root !== undefined ? current : undefined;
}

/** Returns how the current branch is protected; undefined if it is not, or if that is not known yet. */
export function currentProtection(
  protections: Pick<Protections, "known" | "person">,
  current: Current,
): CurrentProtection | undefined {
  const open = openRepository(current);
  if (open?.project.branch === undefined || open.project.detached === true) return undefined;
  const { project, connection } = open;
  const known = protections.known(connection, project);
  const rules = known?.kind === "rules" ? rulesFor(known.rules, open.project.branch) : [];
  if (rules.length === 0) return undefined;
  return {
    project,
    branch: open.project.branch,
    rules,
    may: mayPush(rules, open.project.branch, protections.person(connection, project)),
  };
}
