import { ApiError } from "../../../api/errors.ts";
import type { AllItems } from "../../../api/pages.ts";
import type { AllowlistedGroup, AllowlistedProject } from "../../../api/resources/jobTokenScope.ts";
import { projectNumber } from "../../../core/base/refs.ts";
import type { JobTokenScopePart } from "../../../core/changes.ts";
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

/**
 * Reads a project's job token access (Part 1, C. Job token scope).
 * @param known read before; only `parts` of it are requested again
 * @throws ApiError, except if access is hidden
 */
export async function readJobTokenAccess(
  connection: Connection,
  open: OpenProject,
  signal: AbortSignal,
  known?: { readonly access: JobTokenAccess; readonly parts: ReadonlySet<JobTokenScopePart> },
): Promise<JobTokenAccess | AccessHidden> {
  const isWanted = (part: JobTokenScopePart): boolean => known === undefined || known.parts.has(part);
  try {
    // The first response shows whether the account may see any of it.
    const limited = isWanted("limit") ? await readLimited(connection, open, signal) : (known?.access.limited ?? true);
    const [projects, groups] = await Promise.all([
      isWanted("projects") ? readProjects(connection, open, signal) : undefined,
      isWanted("groups") ? readGroups(connection, open, signal) : undefined,
    ]);
    const { access } = known ?? {};
    return {
      limited,
      projects: projects?.items ?? access?.projects ?? [],
      groups: isWanted("groups") ? groups?.items : access?.groups,
      capped: {
        projects: projects?.capped ?? access?.capped?.projects === true,
        groups: groups?.capped ?? access?.capped?.groups === true,
      },
    };
  } catch (error) {
    if (error instanceof ApiError && (error.kind === "forbidden" || error.kind === "notFound")) return error.kind;
    throw error;
  }
}

/** Reads whether job token access is limited to the allowlists. @throws ApiError */
export const readLimited = async (
  { client }: Connection,
  { project }: OpenProject,
  signal: AbortSignal,
): Promise<boolean> => (await client.jobTokenScope.get(project, { signal })).inbound_enabled;

/** Reads the allowlist of projects. @throws ApiError */
export const readProjects = async (
  { client }: Connection,
  { project }: OpenProject,
  signal: AbortSignal,
): Promise<AllItems<AllowlistedProject>> =>
  client.jobTokenScope.allowlist.list(project, { perPage: 100, signal }).all();

/** Reads the allowlist of groups; undefined on older hosts, which have only the other one. @throws ApiError */
export async function readGroups(
  { client }: Connection,
  { project }: OpenProject,
  signal: AbortSignal,
): Promise<AllItems<AllowlistedGroup> | undefined> {
  try {
    return await client.jobTokenScope.groupsAllowlist.list(project, { perPage: 100, signal }).all();
  } catch (error) {
    if (error instanceof ApiError && (error.kind === "notFound" || error.kind === "methodNotAllowed")) return undefined;
    throw error;
  }
}

/** Whether an entry is the project itself, whose own job tokens always work. */
export const isItself = ({ id, path_with_namespace: path }: AllowlistedProject, open: OpenProject): boolean =>
  id === projectNumber(open) || (typeof path === "string" && path.toLowerCase() === String(open.project).toLowerCase());
