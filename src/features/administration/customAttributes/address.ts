import { readQuery } from "../../../core/addresses/query.ts";
import { authorityPart } from "../../../core/remoteText/authority.ts";
import type { FoundOwner } from "./owner.ts";

/** The owner of the custom attributes in a document. */
export interface AttributesAddress {
  readonly instance: string;
  readonly owner: FoundOwner;
}

const kinds = ["users", "groups", "projects"] as const;

/**
 * Returns the parts of the document's URI. The tab shows the last part of the path; the authority distinguishes hosts.
 */
export function attributesParts({ instance, owner: { kind, name, id } }: AttributesAddress): {
  readonly authority: string;
  readonly path: string;
  readonly query: string;
} {
  return {
    authority: authorityPart(new URL(instance).host),
    path: `/${kind}/${name.replaceAll(/[\\?#%]/g, "_")}.attributes.json`,
    query: JSON.stringify({ instance, kind, name, id }),
  };
}

/** Parses the query of a document's URI; undefined if `attributesParts` did not create it. */
export function readAttributesAddress(query: string): AttributesAddress | undefined {
  const { instance, kind, name, id } = readQuery(query) ?? {};
  const known = kinds.find((one) => one === kind);
  return typeof instance === "string" && known !== undefined && typeof name === "string" && typeof id === "number"
    ? { instance, owner: { kind: known, name, id } }
    : undefined;
}
