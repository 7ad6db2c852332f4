import type { AttributedKind } from "../../../src/api/resources/customAttributes.ts";
import { type CallsOf, first, firstTwo } from "../call.ts";
import type { Subjects } from "../subjects.ts";

/** The same for users, groups and projects, one after the other; answers with the last. */
async function eachKind<T>(on: Subjects, call: (kind: AttributedKind, id: number) => Promise<T>): Promise<T> {
  const results: T[] = [];
  for (const kind of on.customAttributes.kinds) results.push(await call(kind, await on.customAttributes.both(kind)));
  return results.at(-1)!;
}

export const customAttributes = {
  "customAttributes.list": {
    minimal: async (client, on) =>
      first(client.customAttributes.list("users", await on.customAttributes.both("users"))),
    maximal: async (client, on) =>
      eachKind(on, (kind, id) => firstTwo(client.customAttributes.list(kind, id, { perPage: 1 }))),
  },
  "customAttributes.get": {
    minimal: async (client, on) =>
      client.customAttributes.get("users", await on.customAttributes.both("users"), on.customAttributes.key),
    maximal: async (client, on) =>
      eachKind(on, (kind, id) => client.customAttributes.get(kind, id, on.customAttributes.key)),
  },
  "customAttributes.set": {
    minimal: async (client, on) =>
      client.customAttributes.set("users", await on.customAttributes.idOf("users"), on.customAttributes.key, {
        value: "A 1",
      }),
    maximal: async (client, on) =>
      eachKind(on, (kind, id) =>
        client.customAttributes.set(kind, id, on.customAttributes.key, { value: "Ünïcode & <b>more</b>" }),
      ),
  },
  "customAttributes.delete": {
    minimal: async (client, on) =>
      client.customAttributes.delete("users", await on.customAttributes.both("users"), on.customAttributes.key),
    maximal: async (client, on) =>
      eachKind(on, (kind, id) => client.customAttributes.delete(kind, id, on.customAttributes.key)),
  },
} satisfies CallsOf<"customAttributes">;
