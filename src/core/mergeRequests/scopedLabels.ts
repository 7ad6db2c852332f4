import type { MergeRequest } from "../../api/resources/mergeRequestTypes.ts";

/** Returns the names of labels, which hosts send as such or with details. */
export function labelNames(labels: MergeRequest["labels"]): string[] {
  return (labels ?? []).flatMap((label) => (typeof label === "string" ? label : (label.name ?? [])));
}

/** Returns what to add and what to remove to get from one list to another. */
export function difference<T>(
  before: readonly T[],
  after: readonly T[],
): { readonly added: T[]; readonly removed: T[] } {
  return { added: after.filter((one) => !before.includes(one)), removed: before.filter((one) => !after.includes(one)) };
}
