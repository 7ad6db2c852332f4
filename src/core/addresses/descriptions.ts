import type { ProjectScope } from "../base/refs.ts";
import { asId, asNumber, asText, recordOf } from "../base/stored.ts";
import { readQuery } from "./query.ts";

/** The merge request whose description a document contains. */
export interface DescriptionAddress extends ProjectScope {
  readonly iid: number;
}

const parseAddress = recordOf({ instance: asText, project: asId, iid: asNumber });

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
export const readDescriptionAddress = (query: string): DescriptionAddress | undefined => parseAddress(readQuery(query));
