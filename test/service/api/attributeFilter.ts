import type { AttributeKind } from "../customAttributes/store.ts";
import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { isRecord } from "../http/nested.ts";
import { Params } from "../http/params.ts";
import { identify } from "./access.ts";

/** For a list: whether an item has the `custom_attributes[key]=value` asked for. Only administrators filter by them; for others all have. */
export function hasWantedAttributes(hosting: Hosting, request: Incoming, kind: AttributeKind): (id: number) => boolean {
  const asked = request.query.values["custom_attributes"];
  if (!isRecord(asked) || identify(hosting, request)?.user.admin !== true) return () => true;
  const params = new Params(asked);
  const wanted = Object.fromEntries(Object.keys(asked).map((key) => [key, params.required(key)]));
  return (id) => hosting.customAttributes.match(kind, id, wanted);
}

/** The field that `with_custom_attributes` adds, for administrators; else nothing. */
export function attributesShown(hosting: Hosting, request: Incoming, kind: AttributeKind, id: number): object {
  const shown =
    request.query.flag("with_custom_attributes") === true && identify(hosting, request)?.user.admin === true;
  return shown ? { custom_attributes: hosting.customAttributes.list(kind, id) } : {};
}
