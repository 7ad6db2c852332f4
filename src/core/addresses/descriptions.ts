import type { ProjectScope } from "../base/refs.ts";
import { readQuery } from "./query.ts";

/** URI scheme of editable descriptions. */
export const DESCRIPTION_SCHEME = "forgeline-edit";

/** The merge request whose description a document contains. */
export interface DescriptionAddress extends ProjectScope {
  readonly iid: number;
}

/**
 * Returns path and query of the document. The tab shows the last part of the path, whose extension selects the
 * language.
 */
export function descriptionParts({ instance, project, iid }: DescriptionAddress): {
  readonly path: string;
  readonly query: string;
} {
  return { path: `/${project}/!${iid}.md`, query: JSON.stringify({ instance, project, iid }) };
}

/** Returns the merge request of a query; undefined if it was not made by `descriptionParts`. */
export function readDescriptionAddress(query: string): DescriptionAddress | undefined {
  const { instance, project, iid } = readQuery(query) ?? {};
  const known =
    typeof instance === "string" &&
    (typeof project === "number" || typeof project === "string") &&
    typeof iid === "number";
  return known ? { instance, project, iid } : undefined;
}
