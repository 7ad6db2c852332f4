import type { MergeRequest } from "../../api/resources/mergeRequestTypes.ts";

/** Names of labels, which hosts send as such or with their looks. */
export function labelNames(labels: MergeRequest["labels"]): string[] {
  return (labels ?? []).map((label) => (typeof label === "string" ? label : label.name));
}

/** What has to be put on and taken off to come from one list to another. */
export function difference<T>(
  before: readonly T[],
  after: readonly T[],
): { readonly added: T[]; readonly removed: T[] } {
  return { added: after.filter((one) => !before.includes(one)), removed: before.filter((one) => !after.includes(one)) };
}
