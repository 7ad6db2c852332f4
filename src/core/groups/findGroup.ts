import type { Connection } from "../connections.ts";
import { routeRefused } from "../routeRefused.ts";
import { typedId } from "../ui/typedId.ts";

/**
 * Returns a group by the ID or path that was entered: from an undocumented route of hosts, otherwise from one of its
 * milestones.
 */
export async function findGroup(
  { client }: Connection,
  named: string,
  signal: AbortSignal,
): Promise<GroupRef | undefined> {
  const typed = typedId(named);
  try {
    const { id, full_path: path } = await client.extras.group(typed ?? named, { signal });
    return { id, path };
  } catch (error) {
    if (!routeRefused(error)) throw error;
  }
  if (typed !== undefined) return { id: typed, path: named };
  try {
    const { items } = await client.milestones.group.list(named, {}, { perPage: 1, signal }).page();
    const id = items[0]?.group_id;
    return typeof id === "number" ? { id, path: named } : undefined;
  } catch (error) {
    if (routeRefused(error)) return undefined;
    throw error;
  }
}

/** A group whose packages are shown. Requests use its ID; the path is displayed. */
export interface GroupRef {
  readonly id: number;
  readonly path: string;
}
