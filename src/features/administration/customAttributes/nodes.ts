import type { CustomAttribute } from "../../../api/resources/customAttributes.ts";
import type { AttributesRef } from "./refs.ts";

/** The folder of what has custom attributes, as far as anybody looked. */
export interface CustomAttributesNode {
  readonly kind: "customAttributes";
  readonly instance: string;
}

/** Is an AttributesRef, for commands: a user, a group or a project. */
export interface AttributeOwnerNode extends AttributesRef {
  readonly kind: "attributeOwner";
  /** It is the open project, or the group around it, and stays; others were asked for and can be taken away again. */
  readonly open: boolean;
}

/** Is an AttributesRef, for commands. */
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
