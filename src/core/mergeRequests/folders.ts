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
  /** `own` are the person's, from the settings. */
  readonly group: "current" | "assigned" | "reviewing" | "created" | "all" | "own";
  /** Tells folders apart; a part of row ids. */
  readonly id: string;
  /** Of every project, not the open one alone. */
  readonly everywhere: boolean;
  /** Undefined where there is nothing to ask for. */
  readonly query: AnyMergeRequestQuery | undefined;
  /** Of `current`: the branch; of `own`: the person's name for it. */
  readonly name?: string | undefined;
  /** Of `all`: what it is narrowed to. */
  readonly filter?: MergeRequestFilter;
  /** Stands open until the person closes it. */
  readonly open: boolean;
}

export interface FolderSettings {
  readonly project: Pick<OpenProject, "branch" | "detached" | "root">;
  /** User name of the account in use. */
  readonly username: string | undefined;
  /** Show all projects, not the open one alone. */
  readonly everywhere: boolean;
  /** What "All open" is narrowed to. */
  readonly filter: MergeRequestFilter;
  readonly own: readonly OwnQuery[];
}

/** A branch that was checked out for a merge request from elsewhere says which one: on the host it has another name. */
function ofBranch(branch: string, everywhere: boolean): AnyMergeRequestQuery {
  const { iid, source } = requestOfBranch(branch) ?? { source: branch };
  // Other projects have merge requests of that number, too.
  return {
    ...(source === undefined ? {} : { source_branch: source }),
    ...(iid === undefined || (everywhere && source !== undefined) ? {} : { iids: [iid] }),
  };
}

/** The folders of the view, in their order. */
export function mergeRequestFolders({ project, username, everywhere, filter, own }: FolderSettings): Folder[] {
  const branch = project.detached === true ? undefined : project.branch;
  const open = { state: "opened", scope: "all" } as const;
  return [
    {
      group: "current",
      id: "current",
      everywhere,
      name: branch,
      query: branch === undefined ? undefined : { ...open, ...ofBranch(branch, everywhere) },
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
    // Everything that is open on the whole host is a lot to ask for unasked.
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

/** Row id of a folder. Those of all projects are other rows than those of one. */
export const folderRow = ({ instance, project }: ProjectScope, { id, everywhere }: Folder): string =>
  `${instance} ${project}/mergeRequests/${everywhere ? "everywhere/" : ""}${id}`;

/** The merge requests of a folder; `more` is added to its query. */
export function folderPages(
  client: Client,
  { project }: ProjectScope,
  { everywhere, query = {} }: Folder,
  more: AnyMergeRequestQuery,
  options: ListOptions,
): Pages<MergeRequest> {
  const whole = { ...query, ...more };
  return everywhere
    ? client.mergeRequests.list(whole, options)
    : client.mergeRequests.listForProject(project, whole, options);
}

const me = "@me";

/** The query with the user name of the account in use wherever it says `@me`. */
export function withUserName(query: AnyMergeRequestQuery, username: string | undefined): AnyMergeRequestQuery {
  if (username === undefined) return query;
  const replaced = (part: object): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(part).map(([key, value]: [string, unknown]) => [
        key,
        key.endsWith("_username") && value === me ? username : value,
      ]),
    );
  const { not } = query;
  return { ...replaced(query), ...(not === undefined ? {} : { not: replaced(not) }) };
}
