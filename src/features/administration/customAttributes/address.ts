import { authorityPart } from "../../../core/remoteText/authority.ts";
import type { FoundOwner } from "./owner.ts";

/** What the custom attributes in a document are of. */
export interface AttributesAddress {
  readonly instance: string;
  readonly owner: FoundOwner;
}

const kinds = ["users", "groups", "projects"] as const;

/** Authority, path and query of the document. The tab shows the last part of the path; what has the same name elsewhere is told apart by the authority. */
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

/** Undefined for what `attributesParts` never makes. */
export function readAttributesAddress(query: string): AttributesAddress | undefined {
  try {
    const { instance, kind, name, id } = JSON.parse(query) as Readonly<Record<string, unknown>>;
    const known = kinds.find((one) => one === kind);
    return typeof instance === "string" && known !== undefined && typeof name === "string" && typeof id === "number"
      ? { instance, owner: { kind: known, name, id } }
      : undefined;
  } catch {
    return undefined;
  }
}
