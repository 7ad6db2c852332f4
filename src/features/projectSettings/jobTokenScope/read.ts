import { ApiError } from "../../../api/errors.ts";
import type { AllowlistedGroup, AllowlistedProject } from "../../../api/resources/jobTokenScope.ts";
import { projectNumber } from "../../../core/base/refs.ts";
import type { Connection } from "../../../core/connections.ts";
import type { OpenProject } from "../../../git/project.ts";

/** Whose job tokens work in a project. */
export interface JobTokenAccess {
  /** Only those of projects and groups on the lists; without this, those of every project. */
  readonly limited: boolean;
  /** The project itself is mostly among them. */
  readonly projects: readonly AllowlistedProject[];
  /** Undefined where the host has no such list. */
  readonly groups: readonly AllowlistedGroup[] | undefined;
}

/** Why a host shows nothing of it: the account is no maintainer, or there is no such setting. */
export type AccessHidden = "forbidden" | "notFound";

/** All of it (Part 1, C. Job token scope). @throws ApiError for anything but the host's refusal to show it */
export async function readJobTokenAccess(
  { client }: Connection,
  { project }: OpenProject,
  signal: AbortSignal,
): Promise<JobTokenAccess | AccessHidden> {
  const { jobTokenScope } = client;
  try {
    // The first answer tells whether the account may see any of it.
    const { inbound_enabled: limited } = await jobTokenScope.get(project, { signal });
    const [projects, groups] = await Promise.all([
      jobTokenScope.allowlist.list(project, { perPage: 100, signal }).all(),
      groupsOf(),
    ]);
    return { limited, projects: projects.items, groups };
  } catch (error) {
    if (error instanceof ApiError && (error.kind === "forbidden" || error.kind === "notFound")) return error.kind;
    throw error;
  }

  async function groupsOf(): Promise<readonly AllowlistedGroup[] | undefined> {
    try {
      return (await jobTokenScope.groupsAllowlist.list(project, { perPage: 100, signal }).all()).items;
    } catch (error) {
      // Older hosts have the list of projects alone.
      if (error instanceof ApiError && (error.kind === "notFound" || error.kind === "methodNotAllowed"))
        return undefined;
      throw error;
    }
  }
}

/** Whether an entry is the project itself, whose own job tokens always work. */
export const isItself = ({ id, path_with_namespace: path }: AllowlistedProject, open: OpenProject): boolean =>
  id === projectNumber(open) || (typeof path === "string" && path.toLowerCase() === String(open.project).toLowerCase());
