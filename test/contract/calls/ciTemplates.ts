import { type CallsOf, first, firstTwo } from "../call.ts";

export const ciTemplates = {
  "ciTemplates.list": {
    minimal: async (client, on) => {
      await on.ciTemplates.key();
      return first(client.ciTemplates.list());
    },
    maximal: async (client, on) => {
      await on.ciTemplates.key();
      return firstTwo(client.ciTemplates.list({ perPage: 1 }));
    },
  },
  "ciTemplates.get": {
    minimal: async (client, on) => client.ciTemplates.get(await on.ciTemplates.key()),
    maximal: async (client, on) => client.ciTemplates.get(await on.ciTemplates.oddKey()),
  },
} satisfies CallsOf<"ciTemplates">;
