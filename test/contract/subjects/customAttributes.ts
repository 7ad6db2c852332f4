import type { AttributedKind } from "../../../src/api/resources/customAttributes.ts";
import { type Context, once } from "../context.ts";

const keys = ["contract/shelf 1", "contract.odd ü"] as const;

/** The user, the group and the project, each with two attributes. */
export const customAttributes = (on: Context) => {
  const user = once(async () => (await on.client.users.current()).id);
  return {
    kinds: ["users", "groups", "projects"] as const,
    key: keys[0],
    /** Both are there. */
    both: async (kind: AttributedKind): Promise<number> => {
      const id = kind === "users" ? await user() : kind === "groups" ? on.need("group").id : on.project.id;
      for (const key of keys) await on.need("admin").customAttributes.set(kind, id, key, { value: "A 1" });
      return id;
    },
  };
};
