import { type CallsOf, first, firstTwo } from "../call.ts";

export const ciTemplates = {
  "ciTemplates.list": {
    minimal: async (client) => first(client.ciTemplates.list()),
    maximal: async (client) => firstTwo(client.ciTemplates.list({ perPage: 1 })),
  },
  "ciTemplates.get": {
    minimal: async (client) => client.ciTemplates.get("Bash"),
    maximal: async (client) => client.ciTemplates.get("Getting-Started"),
  },
} satisfies CallsOf<"ciTemplates">;
