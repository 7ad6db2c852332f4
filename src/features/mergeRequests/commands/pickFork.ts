import { l10n } from "vscode";
import type { MergeRequest } from "../../../api/resources/mergeRequests.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import { sameProject } from "../../../core/base/refs.ts";
import type { Context } from "../../../core/context.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { forkOf } from "../../../core/mergeRequests/sourceBranch.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { cloneOf, type LocalClone } from "../../../git/clone.ts";
import { openClone } from "../../../git/localClone.ts";
import { gitProgram } from "../../../git/program.ts";
import { siblingUrl } from "../../../git/siblingUrl.ts";
import type { WorkingTree } from "../../../git/workingTree.ts";

/** A clone with a remote of the project. */
export type ProjectClone = LocalClone & { readonly remote: string };

/** Undefined for a clone without a remote to fetch into. */
export const asProjectClone = (clone: LocalClone | undefined): ProjectClone | undefined =>
  clone?.remote === undefined ? undefined : { ...clone, remote: clone.remote };

/** Returns the clone of the source fork itself. */
export async function cloneOfFork(
  context: Context,
  ref: MergeRequestRef,
  mergeRequest: MergeRequest,
): Promise<ProjectClone | undefined> {
  const id = forkOf(mergeRequest);
  if (id === undefined) return undefined;
  const { instance } = ref;
  try {
    const { path_with_namespace: project } = await withProgress(l10n.t("Looking for the fork…"), (signal) =>
      context.connections.get(instance).client.extras.project(id, { signal }),
    );
    return asProjectClone(cloneOf(context, { instance, project }));
  } catch (error) {
    if (isCancelled(error)) throw error;
    context.report.background(error, "Look at the fork of a merge request");
    return undefined;
  }
}

/** The source fork of a merge request. */
export interface Fork {
  /** Full path on the host. */
  readonly path: string;
  readonly branch: string;
  /** Clone URL; undefined if unknown. */
  readonly address?: string | undefined;
  /** Remote of the clone for the fork. */
  readonly remote?: string | undefined;
  /** Whether this account may push to the branch, as a member or because the author allows it to those who can merge. */
  readonly mayPush: boolean;
}

/**
 * Reads the source fork. Undefined for a branch of the project itself, for a fork that is gone or hidden, and on hosts without the route.
 */
export async function readFork(
  context: Context,
  ref: MergeRequestRef,
  mergeRequest: MergeRequest,
  clone: ProjectClone,
  tree: WorkingTree,
  signal: AbortSignal,
): Promise<Fork | undefined> {
  const id = forkOf(mergeRequest);
  const branch = mergeRequest.source_branch;
  if (id === undefined || !branch) return undefined;
  const { extras } = context.connections.get(ref.instance).client;
  try {
    const [{ path_with_namespace: path }, branches] = await Promise.all([
      extras.project(id, { signal }),
      extras.branches(id, { search: branch }, { perPage: 100, signal }).page(),
    ]);
    const here = context.projects.candidates.filter(
      ({ root, instance }) => root === clone.root && instance === ref.instance,
    );
    const project = here.find(({ remote }) => remote === clone.remote)?.project;
    const known = await tree.address(clone.remote, signal);
    return {
      path,
      branch,
      address: known === undefined || project === undefined ? undefined : siblingUrl(known, String(project), path),
      remote: here.find((candidate) => sameProject(candidate, { instance: ref.instance, project: path }))?.remote,
      mayPush: branches.items.find(({ name }) => name === branch)?.can_push === true,
    };
  } catch (error) {
    if (isCancelled(error)) throw error;
    // The head that the project keeps can still be checked out.
    context.report.background(error, "Look at the fork of a merge request");
    return undefined;
  }
}

/** Fetches the head of the fork's branch from the fork. @throws Error with git's message */
export async function fetchFromFork(
  root: string,
  { remote, address, branch }: Fork,
  signal: AbortSignal,
): Promise<string | undefined> {
  const from = remote ?? address;
  if (from === undefined) return undefined;
  const clone = openClone({ root, remote: from, program: gitProgram });
  await clone.fetch([`refs/heads/${branch}`], { signal });
  return clone.resolve("FETCH_HEAD", signal);
}

/**
 * Sets up a remote-tracking branch of the fork: with the fork's remote, else with a new one that fetches nothing else. Returns the remote
 * and the head of the branch; undefined when git cannot reach the fork, and nothing has changed.
 */
export async function followableFork(
  context: Context,
  clone: ProjectClone,
  tree: WorkingTree,
  fork: Fork,
  signal: AbortSignal,
): Promise<{ readonly remote: string; readonly head: string } | undefined> {
  const { address, branch } = fork;
  if (fork.remote === undefined && address === undefined) return undefined;
  const remote = fork.remote ?? (await freeName(tree, fork.path, signal));
  if (fork.remote === undefined) await keepProject(context);
  let isNew = false;
  try {
    if (fork.remote === undefined) {
      await tree.addRemote(remote, branch, address, signal);
      isNew = true;
    } else if ((await tree.tracking(remote, branch, signal)) === undefined) {
      await tree.addRemote(remote, branch, undefined, signal);
    }
    const head = await fetchFromFork(clone.root, { ...fork, remote }, signal);
    return head === undefined ? undefined : { remote, head };
  } catch (error) {
    if (isNew) await tree.removeRemote(remote);
    if (isCancelled(error)) throw error;
    context.report.background(error, "Fetch the fork of a merge request");
    return undefined;
  }
}

/** Keeps the window's project, which would be ambiguous with a second remote. */
async function keepProject(context: Context): Promise<void> {
  const [only, ...others] = context.projects.candidates;
  if (
    only &&
    others.length === 0 &&
    context.projects.state.kind === "ready" &&
    sameProject(context.projects.state.project, only)
  )
    await context.projects.select(only);
}

/** Returns a name for the remote: `bob` for `bob/weather`, `bob-weather` if there is another `bob`, and so on. */
async function freeName(tree: WorkingTree, path: string, signal: AbortSignal): Promise<string> {
  const plain = (text: string): string => text.replace(/[^\w-]+/g, "-").replace(/^-+/, "") || "fork";
  const whole = plain(path);
  const names = [plain(path.slice(0, path.lastIndexOf("/"))), whole];
  for (let at = 0; ; at += 1) {
    const name = names[at] ?? `${whole}-${at}`;
    if ((await tree.address(name, signal)) === undefined) return name;
  }
}
