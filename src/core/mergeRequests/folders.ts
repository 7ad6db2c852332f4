import type { Client } from "../../api/client.ts";
import type { Pages } from "../../api/pages.ts";
import type { ListOptions } from "../../api/request.ts";
import type { MergeRequest } from "../../api/resources/mergeRequests.ts";
import type { OpenProject } from "../../git/project.ts";
import type { ProjectScope } from "../base/refs.ts";
import { type MergeRequestFilter, mergeRequestQuery } from "./filter.ts";
import { requestOfBranch } from "./localBranch.ts";
import type { AnyMergeRequestQuery, OwnQuery } from "./queries.ts";

/** A query of the Merge Requests view. */
export interface Folder {
  /** `own`: a query from the user's settings. */
  readonly group: "current" | "assigned" | "reviewing" | "created" | "all" | "own";
  /** Unique among the folders; part of row ids. */
  readonly id: string;
  /** Whether it covers all projects, not only the open one. */
  readonly everywhere: boolean;
  /** Undefined when nothing can be queried, such as on a detached head. */
  readonly query: AnyMergeRequestQuery | undefined;
  /** The branch of `current`; the name of an `own` query. */
  readonly name?: string | undefined;
  /** The filter of `all`. */
  readonly filter?: MergeRequestFilter;
  /** Whether it is expanded at first. */
  readonly open: boolean;
}

export interface FolderSettings {
  readonly project: Pick<OpenProject, "branch" | "detached" | "root">;
  /** Username of the account in use. */
  readonly username: string | undefined;
  /** Whether to show all projects, not only the open one. */
  readonly everywhere: boolean;
  /** The filter of "All open". */
  readonly filter: MergeRequestFilter;
  readonly own: readonly OwnQuery[];
}

/** Returns the query of a branch; one checked out for a merge request of a fork is named after the merge request. */
export function branchQuery(branch: string, everywhere: boolean): AnyMergeRequestQuery {
  const { iid, source } = requestOfBranch(branch) ?? { source: branch };
  // The number is unique only within a project.
  return {
    ...(source === undefined ? {} : { source_branch: source }),
    ...(iid === undefined || (everywhere && source !== undefined) ? {} : { iids: [iid] }),
  };
}

/** Returns the folders of the view, in order. */
export function mergeRequestFolders({ project, username, everywhere, filter, own }: FolderSettings): Folder[] {
  const branch = project.detached === true ? undefined : project.branch;
  const open = { state: "opened", scope: "all" } as const;
  return [
    {
      group: "current",
      id: "current",
      everywhere,
      name: branch,
      query: branch === undefined ? undefined : { ...open, ...branchQuery(branch, everywhere) },
      open: true,
    },
    { group: "assigned", id: "assigned", everywhere, query: { state: "opened", scope: "assigned_to_me" }, open: false },
    {
      group: "reviewing",
      id: "reviewing",
      everywhere,
      query: username === undefined ? undefined : { ...open, reviewer_username: username },
      open: false,
    },
    { group: "created", id: "created", everywhere, query: { state: "opened", scope: "created_by_me" }, open: false },
    // Collapsed for all projects: every open merge request of the host is a large query.
    { group: "all", id: "all", everywhere, query: mergeRequestQuery(filter, username), filter, open: !everywhere },
    ...own.map(({ name, projects, query }): Folder => ({
      group: "own",
      id: `own/${encodeURIComponent(name)}`,
      everywhere: projects === undefined ? everywhere : projects === "all",
      name,
      query: withUserName(query, username),
      open: false,
    })),
  ];
}

/** Returns the row id of a folder, a different one for all projects. */
export const folderRow = ({ instance, project }: ProjectScope, { id, everywhere }: Folder): string =>
  `${instance} ${project}/mergeRequests/${everywhere ? "everywhere/" : ""}${id}`;

/** Lists the merge requests of a folder; `more` is added to its query. */
export function folderPages(
  client: Client,
  { project }: ProjectScope,
  { everywhere, query = {} }: Folder,
  more: AnyMergeRequestQuery,
  options: ListOptions,
): Pages<MergeRequest> {
  const combined = { ...query, ...more };
  return everywhere
    ? client.mergeRequests.list(combined, options)
    : client.mergeRequests.listForProject(project, combined, options);
}

/** Returns the query with each username `@me` replaced by the account in use. */
export function withUserName(query: AnyMergeRequestQuery, username: string | undefined): AnyMergeRequestQuery {
  if (username === undefined) return query;
  const replaced = (part: object): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(part).map(([key, value]: [string, unknown]) => [
        key,
        key.endsWith("_username") && value === "@me" ? username : value,
      ]),
    );
  const { not } = query;
  return { ...replaced(query), ...(not === undefined ? {} : { not: replaced(not) }) };
}
