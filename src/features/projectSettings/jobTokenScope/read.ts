import { ApiError } from "../../../api/errors.ts";
import type { AllItems } from "../../../api/pages.ts";
import type { AllowlistedGroup, AllowlistedProject } from "../../../api/resources/jobTokenScope.ts";
import { projectNumber } from "../../../core/base/refs.ts";
import type { Connection } from "../../../core/connections.ts";
import type { OpenProject } from "../../../git/project.ts";

/** Who may use job tokens in a project. */
export interface JobTokenAccess {
  /** Whether only job tokens of projects and groups on the allowlists work. */
  readonly limited: boolean;
  /** Usually includes the project itself. */
  readonly projects: readonly AllowlistedProject[];
  /** Undefined if the host has no group allowlist. */
  readonly groups: readonly AllowlistedGroup[] | undefined;
  /** Whether the host has more on an allowlist that it does not return. */
  readonly capped?: { readonly projects: boolean; readonly groups: boolean };
}

/** Why access is hidden: the account is not a maintainer, or the host has no such setting. */
export type AccessHidden = "forbidden" | "notFound";

/** Reads a project's job token access (Part 1, C. Job token scope). @throws ApiError, except if access is hidden */
export async function readJobTokenAccess(
  { client }: Connection,
  { project }: OpenProject,
  signal: AbortSignal,
): Promise<JobTokenAccess | AccessHidden> {
  const { jobTokenScope } = client;
  try {
    // The first response shows whether the account may see any of it.
    const { inbound_enabled: limited } = await jobTokenScope.get(project, { signal });
    const [projects, groups] = await Promise.all([
      jobTokenScope.allowlist.list(project, { perPage: 100, signal }).all(),
      groupsOf(),
    ]);
    return {
      limited,
      projects: projects.items,
      groups: groups?.items,
      capped: { projects: projects.capped, groups: groups?.capped === true },
    };
  } catch (error) {
    if (error instanceof ApiError && (error.kind === "forbidden" || error.kind === "notFound")) return error.kind;
    throw error;
  }

  async function groupsOf(): Promise<AllItems<AllowlistedGroup> | undefined> {
    try {
      return await jobTokenScope.groupsAllowlist.list(project, { perPage: 100, signal }).all();
    } catch (error) {
      // Older hosts have only the project allowlist.
      if (error instanceof ApiError && (error.kind === "notFound" || error.kind === "methodNotAllowed"))
        return undefined;
      throw error;
    }
  }
}

/** Whether an entry is the project itself, whose own job tokens always work. */
export const isItself = ({ id, path_with_namespace: path }: AllowlistedProject, open: OpenProject): boolean =>
  id === projectNumber(open) || (typeof path === "string" && path.toLowerCase() === String(open.project).toLowerCase());
