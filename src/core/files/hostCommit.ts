import { l10n } from "vscode";
import type { Client } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import type { ProjectId } from "../../api/path.ts";
import type { Commit } from "../../api/resources/commitTypes.ts";
import { cloneOf } from "../../git/clone.ts";
import { UserError } from "../base/errors.ts";
import type { ProjectScope } from "../base/refs.ts";
import type { Context } from "../context.ts";
import type { FileHere } from "./fileHere.ts";

/** The commit that the host knows a file by. */
export interface HostCommit {
  readonly commit: Commit;
  /** The clone's own commit, when that is not on the host yet. */
  readonly unpushed?: string;
}

/**
 * The commit of a file as the host has it: of its ref, else of HEAD, else the last one below HEAD that was pushed.
 * @throws UserError when nothing of this branch is on the host; ApiError
 */
export async function hostCommit(context: Context, here: FileHere, signal: AbortSignal): Promise<HostCommit> {
  const { client } = context.connections.get(here.instance);
  if (here.ref !== undefined)
    return { commit: await client.commits.get(here.project, here.ref, { stats: false }, { signal }) };
  const head = await here.clone?.resolve("HEAD", signal);
  if (head === undefined) throw new UserError(l10n.t("The repository has no commit yet. Commit and push first."));
  const there = await findCommit(client, here.project, head, signal);
  if (there) return { commit: there };
  const pushed = await pushedBelow(context, here, head, signal);
  const commit = pushed === undefined ? undefined : await findCommit(client, here.project, pushed, signal);
  if (commit) return { commit, unpushed: head };
  throw new UserError(
    l10n.t(
      "The commit {0} is not on the host yet, nor is any before it on this branch. Push it first.",
      head.slice(0, 8),
    ),
  );
}

/**
 * The commit that a branch, tag or sha stands for: on the host, else in the clone, as for a branch that nobody pushed.
 * @throws ApiError `notFound` when neither knows it
 */
export async function commitOfRef(
  context: Context,
  scope: ProjectScope,
  ref: string,
  signal: AbortSignal,
): Promise<string> {
  try {
    return (
      await context.connections.get(scope.instance).client.commits.get(scope.project, ref, { stats: false }, { signal })
    ).id;
  } catch (error) {
    const local =
      error instanceof ApiError && error.kind === "notFound"
        ? await cloneOf(context, scope)?.resolve(ref, signal)
        : undefined;
    if (local === undefined) throw error;
    return local;
  }
}

/** The commit that a branch, tag or sha stands for on the host; undefined when there is none. @throws ApiError */
export async function findCommit(
  client: Client,
  project: ProjectId,
  ref: string,
  signal: AbortSignal,
): Promise<Commit | undefined> {
  try {
    return await client.commits.get(project, ref, { stats: false }, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.kind === "notFound") return undefined;
    throw error;
  }
}

/** The newest commit that HEAD and what was last pushed or fetched have in common. */
async function pushedBelow(
  context: Context,
  { clone, instance, project }: FileHere,
  head: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (clone === undefined) return undefined;
  const { value } = context.current;
  const open =
    value.kind === "ready" && value.project.instance === instance && value.project.project === project
      ? value.project
      : undefined;
  const remote = clone.remote ?? "origin";
  for (const ref of [
    "@{upstream}",
    open?.branch === undefined ? "" : `refs/remotes/${remote}/${open.branch}`,
    `refs/remotes/${remote}/HEAD`,
    `refs/remotes/${remote}/main`,
    `refs/remotes/${remote}/master`,
  ]) {
    const pushed = await clone.resolve(ref, signal);
    const common = pushed === undefined ? undefined : await clone.mergeBase(head, pushed, signal);
    if (common !== undefined) return common;
  }
  return undefined;
}
