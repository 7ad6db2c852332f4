import type { Commit } from "../../api/resources/commitTypes.ts";
import type { ProjectScope } from "../base/refs.ts";
import type { Context } from "../context.ts";

/** Lines, counted from 1. */
export interface Lines {
  readonly start: number;
  readonly end: number;
}

/** Address of a project's pages, by the address of one of its commits; else as its path says, asking for that where only a number is known. */
export async function projectPage(
  context: Context,
  { instance, project }: ProjectScope,
  commit: Commit,
  signal: AbortSignal,
): Promise<string> {
  const told = /^(https?:\/\/.+?)\/-\/commit\/[0-9a-f]+$/.exec(commit.web_url ?? "")?.[1];
  if (told !== undefined) return told;
  if (!/^\d+$/.test(String(project))) return `${instance}/${encodePath(String(project))}`;
  const { web_url, path_with_namespace } = await context.connections
    .get(instance)
    .client.extras.project(project, { signal });
  return web_url ?? `${instance}/${encodePath(path_with_namespace)}`;
}

/** Address of a file's page at a branch or commit, with its lines. */
export function filePage(project: string, ref: string, path: string, lines?: Lines): string {
  const anchor =
    lines === undefined ? "" : lines.start === lines.end ? `#L${lines.start}` : `#L${lines.start}-${lines.end}`;
  return `${project}/-/blob/${encodePath(ref)}/${encodePath(path)}${anchor}`;
}

const encodePath = (path: string): string => path.split("/").map(encodeURIComponent).join("/");
