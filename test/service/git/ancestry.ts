/** Walks through the history: what `git log`, `rev-list` and `merge-base` do, over objects that are read in this process. */
import type { Commit, ObjectStore } from "./objects.ts";

/** A commit and all before it, newest first, in git's order. `beyond` says of a commit that neither it nor what it stands on is wanted. */
export async function* walk(
  objects: ObjectStore,
  start: string,
  beyond: (id: string) => boolean = () => false,
): AsyncGenerator<Commit> {
  const seen = new Set<string>();
  const waiting: Commit[] = [];
  const add = async (id: string): Promise<void> => {
    if (seen.has(id) || beyond(id)) return;
    seen.add(id);
    const commit = await objects.commit(id);
    if (commit === undefined) throw new Error(`There is no commit ${id}`);
    const older = waiting.findIndex((other) => other.committer.seconds < commit.committer.seconds);
    waiting.splice(older < 0 ? waiting.length : older, 0, commit);
  };
  await add(start);
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    for (const parent of next.parents) await add(parent);
    yield next;
  }
}

/** Whether `commit` is `tip`, or comes before it. */
export async function contains(objects: ObjectStore, tip: string, commit: string): Promise<boolean> {
  for await (const { id } of walk(objects, tip)) if (id === commit) return true;
  return false;
}

/** How many commits `tip` has that `since` has not. */
export async function ahead(objects: ObjectStore, since: string, tip: string): Promise<number> {
  const known = await allOf(objects, since);
  let count = 0;
  for await (const _ of walk(objects, tip, (id) => known.has(id))) count += 1;
  return count;
}

/** The newest commit that both have and no other that both have comes after; undefined when the histories have nothing in common. */
export async function mergeBase(objects: ObjectStore, one: string, other: string): Promise<string | undefined> {
  const known = await allOf(objects, one);
  const common: string[] = [];
  if (known.has(other)) return other;
  for await (const { parents } of walk(objects, other, (id) => known.has(id)))
    common.push(...parents.filter((parent) => known.has(parent)));
  let best: Commit | undefined;
  for (const id of new Set(common)) {
    const covered = await covers(objects, common, id);
    const commit = covered ? undefined : await objects.commit(id);
    if (commit && (best === undefined || commit.committer.seconds > best.committer.seconds)) best = commit;
  }
  return best?.id;
}

/** Whether another of these commits comes after this one. */
async function covers(objects: ObjectStore, commits: readonly string[], id: string): Promise<boolean> {
  for (const other of commits) if (other !== id && (await contains(objects, other, id))) return true;
  return false;
}

async function allOf(objects: ObjectStore, tip: string): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const { id } of walk(objects, tip)) ids.add(id);
  return ids;
}
