import type { AttributedKind, CustomAttribute } from "../../../api/resources/customAttributes.ts";
import { isObject, type ArgumentParser } from "../../../core/commands/arguments.ts";
import { isUserRef } from "../../../core/people/refs.ts";

/** What commands about custom attributes take: what has them, or one of them. */
export interface AttributesRef {
  readonly instance: string;
  /** A user by user name, a group or project by path, each by its number where nobody knows more; `id` where the number is known. */
  readonly owner: { readonly kind: AttributedKind; readonly name: string; readonly id?: number };
  readonly attribute?: CustomAttribute;
}
export const isAttributesRef = (value: unknown): value is AttributesRef =>
  isObject(value) &&
  typeof value["instance"] === "string" &&
  isObject(value["owner"]) &&
  typeof value["owner"]["kind"] === "string" &&
  typeof value["owner"]["name"] === "string";

/** What has custom attributes, one of them, or a user, who has some. */
export const attributesArgs: ArgumentParser<[owner?: AttributesRef]> = ([value]) => {
  if (isAttributesRef(value)) return [value];
  return isUserRef(value)
    ? [{ instance: value.instance, owner: { kind: "users", name: value.user.username, id: value.user.id } }]
    : [];
};
