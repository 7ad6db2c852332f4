import type { Client } from "../../../api/client.ts";
import type { MergeRequest } from "../../../api/resources/mergeRequestTypes.ts";
import { changesBetween } from "../../../core/comparisons/changes.ts";
import type { Changes, Comparison, FileChange } from "../../../core/comparisons/comparison.ts";
import { readHostDiff } from "../../../core/comparisons/hostDiff.ts";
import type { Context } from "../../../core/context.ts";
import type { MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import { identityOf } from "../../../git/changeIdentity.ts";
import { cloneOf, type LocalClone } from "../../../git/clone.ts";
import type { HostVersion } from "./lastReview.ts";
import type { VersionEnds } from "./viewedFiles.ts";

/** What a merge request changes otherwise than in an earlier version. */
export interface ChangesSince {
  readonly changes: Changes;
  /** Whether its branch was moved to another commit of the target. Then files that only the target changed are left out. */
  readonly rebased: boolean;
}

/** The ends of two versions, with their IDs on the host if it has any. */
export interface TwoVersions {
  readonly from: VersionEnds & Partial<Pick<HostVersion, "id">>;
  readonly to: VersionEnds & Partial<Pick<HostVersion, "id">>;
}

/**
 * Returns the files whose changes in a merge request differ between two versions, each between their heads: from the clone if it has both,
 * else from the host's versions, else commit by commit.
 * @throws ApiError
 */
export async function changesSince(
  context: Pick<Context, "projects" | "connections" | "report">,
  place: MergeRequestPlace,
  { source_project_id: source, target_project_id: target, project_id: own }: Partial<MergeRequest>,
  { from, to }: TwoVersions,
  signal: AbortSignal,
): Promise<ChangesSince> {
  const { instance, project, iid } = place;
  const fork = source && source !== (target ?? own) ? { headProject: source } : {};
  const comparison: Comparison = { instance, project, base: from.head, head: to.head, ...fork };
  const rebased = from.base !== to.base;
  const clone = cloneOf(context, place);
  if (clone && (await hasAll(clone, [from.base, from.head, to.base, to.head], signal))) {
    const [all, before, after, files] = await Promise.all([
      clone.changes(from.head, to.head, signal),
      clone.identities(from.base, from.head, signal),
      clone.identities(to.base, to.head, signal),
      clone.changes(to.base, to.head, signal),
    ]);
    const differs = (path: string): boolean => !before.has(path) || before.get(path) !== after.get(path);
    const changed = new Set([...before.keys(), ...after.keys(), ...files.map(({ path }) => path)].filter(differs));
    return {
      rebased,
      changes: {
        comparison: { ...comparison, mergeRequest: iid, since: { base: to.base, files } },
        files: rebased ? all.filter(({ path, oldPath }) => changed.has(path) || changed.has(oldPath)) : all,
        from: "clone",
      },
    };
  }
  if (from.id === undefined || to.id === undefined)
    return { rebased, changes: await changesBetween(context, comparison, signal) };
  const { client } = context.connections.get(instance);
  const [before, after] = await Promise.all([
    filesOf(client, place, from.id, signal),
    filesOf(client, place, to.id, signal),
  ]);
  return {
    rebased,
    changes: {
      comparison: { ...comparison, mergeRequest: iid, since: { base: to.base, files: after } },
      files: between(before, after),
      from: "host",
    },
  };
}

async function hasAll(clone: LocalClone, shas: readonly string[], signal: AbortSignal): Promise<boolean> {
  for (const sha of shas) if (!(await clone.has(sha, signal))) return false;
  return true;
}

const filesOf = async (
  client: Client,
  { project, iid }: MergeRequestPlace,
  version: number,
  signal: AbortSignal,
): Promise<readonly FileChange[]> =>
  readHostDiff((await client.discussions.version(project, iid, version, { signal })).diffs).files;

/** Returns the files whose changes differ, as changes between the heads of both versions. Sorted by path. */
export function between(before: readonly FileChange[], after: readonly FileChange[]): FileChange[] {
  const earlier = new Map(before.map((file) => [file.path, file]));
  const later = new Map(after.map((file) => [file.path, file]));
  const files = [...new Set([...earlier.keys(), ...later.keys()])].flatMap((path) => {
    const [one, other] = [earlier.get(path), later.get(path)];
    const identity = one && identityOf(one);
    if (one && other && identity !== undefined && identity === identityOf(other)) return [];
    return step(one, other);
  });
  return files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** Returns how a file comes from the head of one version to that of another; each has it as its base, unless it changed it. */
function step(one: FileChange | undefined, other: FileChange | undefined): FileChange[] {
  const [before, after] = [end(one, other), end(other, one)];
  if (before === undefined && after === undefined) return [];
  const path = (after ?? before)?.path ?? "";
  const oldPath = after === undefined ? path : (before?.path ?? path);
  const modes = {
    ...(before?.mode !== undefined && { oldMode: before.mode }),
    ...(after?.mode !== undefined && { newMode: after.mode }),
  };
  const status =
    before === undefined ? "added" : after === undefined ? "deleted" : oldPath === path ? "modified" : "renamed";
  const file = { status, path, oldPath, ...modes } as const;
  const isBinary = one?.binary === true || other?.binary === true;
  return [
    { ...file, ...(isBinary && { binary: true }), ...((one ?? other)?.submodule === true && { submodule: true }) },
  ];
}

/** Returns the file at the head of a version; undefined if there is none. @param change in the other version, if this one does not change it */
function end(
  change: FileChange | undefined,
  otherwise: FileChange | undefined,
): { readonly path: string; readonly mode: string | undefined } | undefined {
  if (change) return change.status === "deleted" ? undefined : { path: change.path, mode: change.newMode };
  if (!otherwise || otherwise.status === "added") return undefined;
  return { path: otherwise.oldPath, mode: otherwise.oldMode };
}
