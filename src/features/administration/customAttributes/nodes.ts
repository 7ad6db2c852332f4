import type { CustomAttribute } from "../../../api/resources/customAttributes.ts";
import type { AttributesRef } from "./refs.ts";

/** The folder of owners of custom attributes. */
export interface CustomAttributesNode {
  readonly kind: "customAttributes";
  readonly instance: string;
}

/** A user, group or project; commands receive it as an AttributesRef. */
export interface AttributeOwnerNode extends AttributesRef {
  readonly kind: "attributeOwner";
  /** Whether it is the open project or its group; others were added and can be removed. */
  readonly open: boolean;
}

/** An attribute; commands receive it as an AttributesRef. */
export interface CustomAttributeNode extends AttributesRef {
  readonly kind: "customAttribute";
  readonly attribute: CustomAttribute;
}

export type CustomAttributeNodes = CustomAttributesNode | AttributeOwnerNode | CustomAttributeNode;

export const attributesRow = ({ instance }: Pick<CustomAttributesNode, "instance">): string =>
  `${instance} administration/customAttributes`;
export const ownerRow = ({ instance, owner }: Pick<AttributeOwnerNode, "instance" | "owner">): string =>
  `${attributesRow({ instance })}/${owner.kind}/${encodeURIComponent(owner.name)}`;
export const attributeRow = (node: Pick<CustomAttributeNode, "instance" | "owner" | "attribute">): string =>
  `${ownerRow(node)}/${encodeURIComponent(node.attribute.key)}`;
