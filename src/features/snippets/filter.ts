import type { AllSnippetsQuery } from "../../api/resources/snippets.ts";
import { filterMemory } from "../../core/tree/filterMemory.ts";
import type { SnippetGroup } from "./nodes.ts";

/** What the Snippets view is narrowed to. Moments are ISO 8601. */
export interface SnippetFilter {
  readonly createdAfter?: string;
  readonly createdBefore?: string;
  /** Where their repositories are kept: for administrators, and of all snippets only (Part 3, Snippets). */
  readonly storage?: string;
}

/** A filter from anything: takes what is well formed, drops the rest. */
export function toSnippetFilter(value: unknown): SnippetFilter {
  if (typeof value !== "object" || value === null) return {};
  const { createdAfter, createdBefore, storage } = value as Readonly<Record<string, unknown>>;
  return {
    ...(isMoment(createdAfter) && { createdAfter }),
    ...(isMoment(createdBefore) && { createdBefore }),
    ...(typeof storage === "string" && storage.trim() !== "" && { storage: storage.trim() }),
  };
}

const isMoment = (value: unknown): value is string => typeof value === "string" && !Number.isNaN(Date.parse(value));

export const snippetFilters = filterMemory<SnippetFilter>(
  "snippetFilter",
  toSnippetFilter,
  (filter) => Object.keys(filter).length > 0,
);

/** The filter as a list of the host takes it. */
export const snippetQuery = (
  { createdAfter, createdBefore, storage }: SnippetFilter,
  group: SnippetGroup,
): AllSnippetsQuery => ({
  ...(createdAfter !== undefined && { created_after: createdAfter }),
  ...(createdBefore !== undefined && { created_before: createdBefore }),
  ...(storage !== undefined && group === "all" && { repository_storage: storage }),
});
