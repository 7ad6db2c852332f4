import type { Client } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import type { ProjectId } from "../../../api/path.ts";
import type { FileHeaders } from "../../../api/resources/fileHeaders.ts";
import type { PlannedAction } from "./actions.ts";
import { pathProblem } from "./paths.ts";
import type { Reason } from "./reasons.ts";
import { parentOf, type Target } from "./target.ts";

/** The result of comparing a planned commit with the host. */
export interface Examination {
  /**
   * Actions that still change something, with the last commit of each file, so that the host detects concurrent
   * changes.
   */
  readonly actions: readonly PlannedAction[];
  /** Current parent commit; absent for an empty repository. */
  readonly tip?: string;
  /** Why the commit cannot be made; absent when it can. */
  readonly reason?: Reason;
}

export type Asked = Pick<Client, "commits" | "repositoryFiles">;

const maxConcurrent = 6; // requests

/**
 * Checks whether a commit can be made as planned: each changed file must be what the user saw, and new files must not
 * exist.
 * @throws ApiError when the host cannot be reached
 */
export async function examine(
  client: Asked,
  project: ProjectId,
  target: Target,
  planned: readonly PlannedAction[],
  signal?: AbortSignal,
): Promise<Examination> {
  for (const { action } of planned) {
    const problem = pathProblem(action.file_path);
    if (problem !== undefined)
      return { actions: planned, reason: { kind: "badPath", path: action.file_path, problem } };
  }
  const parent = parentOf(project, target);
  const tip = await undefinedIfMissing(client.commits.get(parent.project, parent.ref, { stats: false }, { signal }));
  if (tip === undefined) return { actions: planned, ...(await whyNoParent(client, project, target, signal)) };

  const found = await eachOf(planned, (one) =>
    checkAction(client, { project: parent.project, ref: tip.id }, one, planned, signal),
  );
  const reason = found.find((one) => "reason" in one)?.reason;
  if (reason !== undefined) return { actions: planned, tip: tip.id, reason };
  const actions = found.flatMap(({ keep }) => (keep === undefined ? [] : [keep]));
  // Hosts accept a commit without changes, also on a new branch.
  return {
    actions,
    tip: tip.id,
    ...(actions.length === 0 && planned.length > 0 ? { reason: { kind: "nothingNew" } as const } : {}),
  };
}

/** Returns why the parent commit was not found; no reason for an empty repository, whose first commit has none. */
async function whyNoParent(
  client: Asked,
  project: ProjectId,
  target: Target,
  signal: AbortSignal | undefined,
): Promise<{ reason?: Reason }> {
  if (target.start) return { reason: { kind: "startMissing", start: target.start.label ?? target.start.ref } };
  // Hosts return 404 for an empty repository.
  const page = await undefinedIfMissing(client.commits.list(project, { all: true }, { perPage: 1, signal }).page());
  return page === undefined || page.items.length === 0
    ? {}
    : { reason: { kind: "branchMissing", branch: target.branch } };
}

interface ActionCheck {
  readonly keep?: PlannedAction | undefined;
  readonly reason?: Reason;
}

async function checkAction(
  client: Asked,
  { project, ref }: { readonly project: ProjectId; readonly ref: string },
  one: PlannedAction,
  all: readonly PlannedAction[],
  signal: AbortSignal | undefined,
): Promise<ActionCheck> {
  const { action, expects, blob } = one;
  const at = (path: string): Promise<FileHeaders | undefined> =>
    undefinedIfMissing(client.repositoryFiles.head(project, path, { ref }, { signal }));
  const isFreed = (path: string): boolean =>
    all.some(
      ({ action: other }) =>
        (other.action === "delete" && other.file_path === path) ||
        (other.action === "move" && other.previous_path === path),
    );

  if ((action.action === "create" || action.action === "move") && !isFreed(action.file_path)) {
    const there = await at(action.file_path);
    if (there !== undefined)
      return action.action === "create" && there.blob_id === blob
        ? {}
        : { reason: { kind: "exists", path: action.file_path } };
  }
  if (expects === undefined) return { keep: one };
  const file = await at(expects.path);
  if (file === undefined) return action.action === "delete" ? {} : { reason: { kind: "missing", path: expects.path } };
  if (file.blob_id !== expects.blob) {
    // The branch already has this change.
    if (action.action === "update" && file.blob_id === blob) return {};
    return {
      reason: {
        kind: "changed",
        path: expects.path,
        ...(file.last_commit_id === null ? {} : { commit: file.last_commit_id }),
      },
    };
  }
  if (action.action === "chmod") return file.execute_filemode === action.execute_filemode ? {} : { keep: one };
  if (action.action === "create" || file.last_commit_id === null) return { keep: one };
  return { keep: { ...one, action: { ...action, last_commit_id: file.last_commit_id } } };
}

/** Resolves with undefined when the host returns 404. */
export const undefinedIfMissing = <T>(request: Promise<T>): Promise<T | undefined> =>
  request.catch((error: unknown) => {
    if (error instanceof ApiError && error.kind === "notFound") return undefined;
    throw error;
  });

/** Maps all items with limited concurrency; the results keep the order. */
async function eachOf<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < all.length) {
      const at = next++;
      const one = all[at];
      if (one !== undefined) results[at] = await work(one);
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, worker));
  return results;
}
