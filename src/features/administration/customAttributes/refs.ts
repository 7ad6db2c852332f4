import type { AttributedKind, CustomAttribute } from "../../../api/resources/customAttributes.ts";
import { isObject, type ArgumentParser } from "../../../core/commands/arguments.ts";
import { isUserRef } from "../../../core/people/refs.ts";

/** An owner of custom attributes, or one attribute of it, as commands receive it. */
export interface AttributesRef {
  readonly instance: string;
  /** `name` is a username or path, or the ID if nothing else is known. */
  readonly owner: { readonly kind: AttributedKind; readonly name: string; readonly id?: number };
  readonly attribute?: CustomAttribute;
}

export const isAttributesRef = (value: unknown): value is AttributesRef =>
  isObject(value) &&
  typeof value["instance"] === "string" &&
  isObject(value["owner"]) &&
  typeof value["owner"]["kind"] === "string" &&
  typeof value["owner"]["name"] === "string";

/** Accepts an owner, an attribute, or a user. */
export const attributesArgs: ArgumentParser<[owner?: AttributesRef]> = ([value]) => {
  if (isAttributesRef(value)) return [value];
  return isUserRef(value)
    ? [{ instance: value.instance, owner: { kind: "users", name: value.user.username, id: value.user.id } }]
    : [];
};
