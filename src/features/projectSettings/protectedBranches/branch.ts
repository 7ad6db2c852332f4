import type { ProtectedBranch } from "../../../api/resources/protectedBranches.ts";
import type { Connection } from "../../../core/connections.ts";
import type { Current } from "../../../core/currentProject.ts";
import type { OpenProject } from "../../../git/project.ts";
import { type May, mayPush, rulesFor } from "./permissions.ts";
import type { Protections } from "./protections.ts";

/** The branch that is checked out, when it is protected. */
export interface ProtectedHere {
  readonly project: OpenProject;
  readonly branch: string;
  readonly rules: readonly ProtectedBranch[];
  /** Whether the account in use may push to it. */
  readonly may: May;
}

/** A project whose repository is open, with the account in use there; there is nobody else who would need to know of protected branches unasked. */
export function openRepository(
  current: Current,
): { readonly project: OpenProject; readonly connection: Connection } | undefined {
  return current.kind === "ready" && current.project.root !== undefined ? current : undefined;
}

/** How the branch that is checked out is protected; undefined when it is not, or nobody knows yet. */
export function protectedHere(
  protections: Pick<Protections, "known" | "person">,
  current: Current,
): ProtectedHere | undefined {
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
