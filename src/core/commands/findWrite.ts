import { ApiError } from "../../api/errors.ts";
import { type HostList, wholeList } from "../ui/partialList.ts";
import type { Found } from "./runWrite.ts";

/** Returns that a deletion is done if what was deleted can no longer be read. @throws ApiError */
export async function foundGone(read: Promise<unknown>): Promise<Found<undefined> | undefined> {
  try {
    await read;
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.kind === "notFound") return { done: undefined };
    throw error;
  }
}

/** Returns that a write is done if the value is as it should be. */
export const foundIf = <T>(value: T, isDone: (value: T) => boolean): Found<T> | undefined =>
  isDone(value) ? { done: value } : undefined;

/** Returns the first value of a list that is what a write makes. */
export function foundFirst<T>(values: readonly T[], isDone: (value: T) => boolean): Found<T> | undefined {
  const done = values.find(isDone);
  return done === undefined ? undefined : { done };
}

/** Returns what a write makes from all values of the host. @throws PartialListError if it may be among those that the host does not return */
export function foundInAll<T>(list: HostList<T>, isDone: (value: T) => boolean): Found<T> | undefined {
  return foundFirst(list.items, isDone) ?? foundFirst(wholeList(list), () => false);
}

/** Whether an object has all of these fields with these values; null, undefined and empty text are the same. */
export const hasFields = (object: object, fields: object): boolean =>
  Object.entries(fields).every(
    ([name, value]) => value === undefined || plain((object as Record<string, unknown>)[name]) === plain(value),
  );

const plain = (value: unknown): string => JSON.stringify(value === undefined || value === "" ? null : value);

/** Whether something was made at a time or later; false without its time. @param since milliseconds since the epoch */
export const madeSince = (at: string | null | undefined, since: number): boolean =>
  typeof at === "string" && Date.parse(at) >= since;
