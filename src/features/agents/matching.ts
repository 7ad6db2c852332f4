/** What a model asks for is not sent to the host where nobody is asked before: only names that are known already are, all else is compared here. */
import type { Pages } from "../../api/pages.ts";
import type { AgentsContext } from "./context.ts";

/** Most records of a list that are read to find some. */
const mostRead = 300;

/** Returns whether Git has a branch or tag of this name. */
export async function isKnownRef(
  { projects }: AgentsContext,
  name: string | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  if (name === undefined) return false;
  const [branches, tags] = await Promise.all([projects.branches(signal), projects.tags(signal)]);
  return branches.includes(name) || tags.includes(name);
}

/** Which records of a list are wanted. */
export interface Wanted<T> {
  readonly most: number;
  /** All of these have to hold. */
  readonly conditions: readonly ((one: T) => boolean)[];
}

/** Records of a list that were wanted. */
export interface Matching<T> {
  readonly items: readonly T[];
  /** Whether more may match. */
  readonly more: boolean;
}

/** Returns the first records that are wanted. @param list returns the pages of the list @throws ApiError, CancelledError */
export async function readMatching<T>(
  list: (perPage: number) => Pages<T>,
  { most, conditions }: Wanted<T>,
): Promise<Matching<T>> {
  if (conditions.length === 0) {
    const { items, next } = await list(most).page();
    return { items, more: next !== undefined };
  }
  const found: T[] = [];
  let read = 0;
  for await (const { items, next } of list(100)) {
    read += items.length;
    found.push(...items.filter((one) => conditions.every((holds) => holds(one))));
    const isEnd = next === undefined;
    if (isEnd || found.length >= most || read >= mostRead)
      return { items: found.slice(0, most), more: !isEnd || found.length > most };
  }
  return { items: found.slice(0, most), more: false };
}
