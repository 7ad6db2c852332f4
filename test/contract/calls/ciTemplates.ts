import { type CallsOf, listed } from "../call.ts";

export const ciTemplates = {
  "ciTemplates.list": listed(
    ({ ciTemplates: own }, options) => own.list(options),
    (on) => on.ciTemplates.key(),
  ),
  "ciTemplates.get": {
    minimal: async (client, on) => client.ciTemplates.get(await on.ciTemplates.key()),
    maximal: async (client, on) => client.ciTemplates.get(await on.ciTemplates.oddKey()),
  },
} satisfies CallsOf<"ciTemplates">;
