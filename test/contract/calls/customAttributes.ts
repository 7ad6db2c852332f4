import type { Client } from "../../../src/api/client.ts";
import type { AttributedKind } from "../../../src/api/resources/customAttributes.ts";
import { type CallsOf, first, firstTwo } from "../call.ts";
import type { Subjects } from "../subjects.ts";

type Upon<T> = (own: Client["customAttributes"], kind: AttributedKind, id: number, key: string) => Promise<T>;

/** A call upon the user, and one upon user, group and project, one after the other, which answers with the last. */
const pair = <T>(minimal: Upon<T>, maximal: Upon<T>) => ({
  minimal: async ({ customAttributes: own }: Client, { customAttributes: on }: Subjects): Promise<T> =>
    minimal(own, "users", await on.both("users"), on.key),
  maximal: async ({ customAttributes: own }: Client, { customAttributes: on }: Subjects): Promise<T> => {
    const results: T[] = [];
    for (const kind of on.kinds) results.push(await maximal(own, kind, await on.both(kind), on.key));
    return results.at(-1)!;
  },
});
const same = <T>(call: Upon<T>) => pair(call, call);

export const customAttributes = {
  "customAttributes.list": pair(
    (own, kind, id) => first(own.list(kind, id)),
    (own, kind, id) => firstTwo(own.list(kind, id, { perPage: 1 })),
  ),
  "customAttributes.get": same((own, kind, id, key) => own.get(kind, id, key)),
  "customAttributes.set": pair(
    (own, kind, id, key) => own.set(kind, id, key, { value: "A 1" }),
    (own, kind, id, key) => own.set(kind, id, key, { value: "Ünïcode & <b>more</b>" }),
  ),
  "customAttributes.delete": same((own, kind, id, key) => own.delete(kind, id, key)),
} satisfies CallsOf<"customAttributes">;
