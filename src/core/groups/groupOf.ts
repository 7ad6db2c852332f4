import type { Connection } from "../connections.ts";
import { routeRefused } from "../routeRefused.ts";
import { typedId } from "../ui/typedId.ts";

/** A group's number: as typed, from the route that hosts have beyond the documents, or from any of its milestones. */
export async function groupOf(
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

/** A group whose feed is shown. Feeds know groups by their numbers; the path is what people call it. */
export interface GroupRef {
  readonly id: number;
  readonly path: string;
}
