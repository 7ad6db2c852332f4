import type { Client } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import type { ProjectId } from "../../../api/path.ts";
import type { FileHeaders } from "../../../api/resources/fileHeaders.ts";
import type { Planned } from "./actions.ts";
import { pathProblem } from "./paths.ts";
import type { Reason } from "./reasons.ts";
import { parentOf, type Target } from "./target.ts";

/** A commit that was compared with what is on the host. */
export interface Examined {
  /** Those that still change something; with the last commits of the files they change, so that the host refuses what somebody changes from now on. */
  readonly actions: readonly Planned[];
  /** The commit that the new one stands on, as of now; absent where there is none yet. */
  readonly tip?: string;
  /** Absent when nothing speaks against it. */
  readonly reason?: Reason;
}

export type Asked = Pick<Client, "commits" | "repositoryFiles">;

const atOnce = 6; // requests

/**
 * Looks on the host whether a commit can be made as planned: each file has to be what the person saw, and new files must not be there.
 * @throws ApiError when the host cannot be asked
 */
export async function examine(
  client: Asked,
  project: ProjectId,
  target: Target,
  planned: readonly Planned[],
  signal?: AbortSignal,
): Promise<Examined> {
  for (const { action } of planned) {
    const problem = pathProblem(action.file_path);
    if (problem !== undefined)
      return { actions: planned, reason: { kind: "badPath", path: action.file_path, problem } };
  }
  const parent = parentOf(project, target);
  const tip = await orMissing(client.commits.get(parent.project, parent.ref, { stats: false }, { signal }));
  if (tip === undefined) return { actions: planned, ...(await whyNoParent(client, project, target, signal)) };

  const found = await eachOf(planned, (one) =>
    look(client, { project: parent.project, ref: tip.id }, one, planned, signal),
  );
  const reason = found.find((one) => "reason" in one)?.reason;
  if (reason !== undefined) return { actions: planned, tip: tip.id, reason };
  const actions = found.flatMap(({ keep }) => (keep === undefined ? [] : [keep]));
  // Hosts make a commit without changes where a branch is made, too.
  return {
    actions,
    tip: tip.id,
    ...(actions.length === 0 && planned.length > 0 ? { reason: { kind: "nothingNew" } as const } : {}),
  };
}

/** A repository without any commit takes its first one; in any other the branch or its start has to be there. */
async function whyNoParent(
  client: Asked,
  project: ProjectId,
  target: Target,
  signal: AbortSignal | undefined,
): Promise<{ reason?: Reason }> {
  if (target.start) return { reason: { kind: "startMissing", start: target.start.label ?? target.start.ref } };
  const { items } = await client.commits.list(project, { all: true }, { perPage: 1, signal }).page().catch(absent);
  return items.length === 0 ? {} : { reason: { kind: "branchMissing", branch: target.branch } };
}

interface Looked {
  readonly keep?: Planned | undefined;
  readonly reason?: Reason;
}

async function look(
  client: Asked,
  { project, ref }: { readonly project: ProjectId; readonly ref: string },
  one: Planned,
  all: readonly Planned[],
  signal: AbortSignal | undefined,
): Promise<Looked> {
  const { action, expects, blob } = one;
  const at = (path: string): Promise<FileHeaders | undefined> =>
    orMissing(client.repositoryFiles.head(project, path, { ref }, { signal }));
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
    // The same change is there already.
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

const orMissing = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error: unknown) => {
    if (error instanceof ApiError && error.kind === "notFound") return undefined;
    throw error;
  });

/** Hosts say 404 for the commits of a repository that has none. */
const absent = (error: unknown): { items: readonly never[] } => {
  if (error instanceof ApiError && error.kind === "notFound") return { items: [] };
  throw error;
};

/** Some at a time, in their order. */
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
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
