import type { ProjectScope } from "../../../core/base/refs.ts";
import type { OpenProject } from "../../../git/project.ts";
import { isItself, type JobTokenAccess } from "./read.ts";
import type { JobTokenEntryRef } from "./refs.ts";

/** The Job Token Scope folder of the Project Settings view. */
export interface JobTokenScopeFolderNode extends ProjectScope {
  readonly kind: "jobTokenScope";
  /** Undefined until read, and if hidden from the account. */
  readonly access?: JobTokenAccess | undefined;
}

/** Who can use a job token here, and whether access is limited. */
export interface JobTokenLimitNode extends ProjectScope {
  readonly kind: "jobTokenLimit";
  readonly access: JobTokenAccess;
  readonly who: Who;
}

export interface JobTokenListNode extends ProjectScope {
  readonly kind: "jobTokenList";
  readonly of: "project" | "group";
  readonly limited: boolean;
  /** Undefined if the host has no such allowlist. */
  readonly entries: readonly JobTokenEntryNode[] | undefined;
  /** Whether the host has more entries that it does not return. */
  readonly capped?: boolean | undefined;
}

/** Is a JobTokenEntryRef, for commands. */
export interface JobTokenEntryNode extends JobTokenEntryRef {
  readonly kind: "jobTokenEntry";
  readonly itself: boolean;
  readonly webUrl?: string;
}

export type JobTokenScopeNode = JobTokenScopeFolderNode | JobTokenLimitNode | JobTokenListNode | JobTokenEntryNode;

/** Number of projects and groups on the allowlists, without the project itself. */
export interface Who {
  readonly projects: number;
  readonly groups: number;
}

export const scopeRow = ({ instance, project }: ProjectScope): string => `${instance} ${project}/jobTokenScope`;
export const entryRow = (node: JobTokenEntryNode): string => `${scopeRow(node)}/${node.entry.of}/${node.entry.id}`;

const named = (name: string | null | undefined): { readonly name: string } | undefined =>
  typeof name === "string" && name.trim() !== "" ? { name } : undefined;

/** Returns the entries of both allowlists: the project itself first, then by name, deleted ones (without a name) last. */
export function entryNodes(
  scope: ProjectScope,
  { projects, groups }: JobTokenAccess,
  open: OpenProject,
): { readonly projects: JobTokenEntryNode[]; readonly groups: JobTokenEntryNode[] | undefined } {
  const { instance, project } = scope;
  const row = { kind: "jobTokenEntry", instance, project } as const;
  const page = (url: string | null | undefined): { readonly webUrl: string } | undefined =>
    typeof url === "string" && url !== "" ? { webUrl: url } : undefined;
  return {
    projects: projects
      .map(
        (one) =>
          ({
            ...row,
            entry: { of: "project", id: one.id, ...named(one.path_with_namespace ?? one.name) },
            itself: isItself(one, open),
            ...page(one.web_url),
          }) as const,
      )
      .sort(byName),
    groups: groups
      ?.map(
        (one) =>
          ({
            ...row,
            entry: { of: "group", id: one.id, ...named(one.name) },
            itself: false,
            ...page(one.web_url),
          }) as const,
      )
      .sort(byName),
  };
}

const byName = (a: JobTokenEntryNode, b: JobTokenEntryNode): number =>
  Number(b.itself) - Number(a.itself) ||
  Number(a.entry.name === undefined) - Number(b.entry.name === undefined) ||
  (a.entry.name ?? "").localeCompare(b.entry.name ?? "") ||
  a.entry.id - b.entry.id;

/** Counts the entries, without the project itself. */
export const whoOf = ({ projects, groups }: ReturnType<typeof entryNodes>): Who => ({
  projects: projects.filter(({ itself }) => !itself).length,
  groups: groups?.length ?? 0,
});
