import { l10n } from "vscode";
import type { Client } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import type { ProjectId } from "../../api/path.ts";
import type { Commit } from "../../api/resources/commitTypes.ts";
import { cloneOf } from "../../git/clone.ts";
import { UserError } from "../base/errors.ts";
import type { ProjectScope } from "../base/refs.ts";
import type { Context } from "../context.ts";
import { shortSha } from "../ui/shortSha.ts";
import type { ProjectFile } from "./fileHere.ts";

/** A commit that the host has. */
export interface HostCommit {
  readonly commit: Commit;
  /** The local HEAD, if it was not pushed. */
  readonly unpushed?: string;
}

/**
 * Returns the commit of a file on the host: of its ref, otherwise HEAD, otherwise the last pushed commit below HEAD.
 * @throws UserError when the host has nothing of this branch; ApiError
 */
export async function hostCommit(context: Context, here: ProjectFile, signal: AbortSignal): Promise<HostCommit> {
  const { client } = context.connections.get(here.instance);
  if (here.ref !== undefined)
    return { commit: await client.commits.get(here.project, here.ref, { stats: false }, { signal }) };
  const head = await here.clone?.resolve("HEAD", signal);
  if (head === undefined) throw new UserError(l10n.t("The repository has no commits yet. Commit and push first."));
  const there = await findCommit(client, here.project, head, signal);
  if (there) return { commit: there };
  const pushed = await pushedBelow(context, here, head, signal);
  const commit = pushed === undefined ? undefined : await findCommit(client, here.project, pushed, signal);
  if (commit) return { commit, unpushed: head };
  throw new UserError(
    l10n.t(
      "Neither commit {0} nor any earlier commit of this branch is on the host yet. Push it first.",
      shortSha(head),
    ),
  );
}

/**
 * Returns the commit of a branch, tag or SHA on the host, otherwise in the clone, for unpushed branches.
 * @throws ApiError `notFound` when neither has it
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

/**
 * Returns the commit of a branch, tag or SHA on the host; undefined if there is none.
 * @throws ApiError
 */
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

/** Returns the newest common commit of HEAD and the last pushed or fetched state. */
async function pushedBelow(
  context: Context,
  { clone, instance, project }: ProjectFile,
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
