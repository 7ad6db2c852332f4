import { type CallsOf, first, firstTwo } from "../call.ts";

export const systemHooks = {
  "systemHooks.list": {
    minimal: async (client, on) => {
      await on.systemHooks.two();
      return first(client.systemHooks.list());
    },
    maximal: async (client, on) => {
      await on.systemHooks.two();
      return firstTwo(client.systemHooks.list({ perPage: 1 }));
    },
  },
  "systemHooks.get": {
    minimal: async (client, on) => client.systemHooks.get(await on.systemHooks.hook()),
    maximal: async (client, on) => client.systemHooks.get(await on.systemHooks.hook()),
  },
  "systemHooks.create": {
    minimal: async (client, on) => on.systemHooks.passing(client.systemHooks.create({ url: on.systemHooks.url })),
    maximal: async (client, on) =>
      on.systemHooks.passing(
        client.systemHooks.create({
          url: on.systemHooks.url,
          token: "a secret & more",
          push_events: true,
          tag_push_events: false,
          merge_requests_events: true,
          repository_update_events: false,
          enable_ssl_verification: true,
        }),
      ),
  },
  "systemHooks.test": {
    minimal: async (client, on) => client.systemHooks.test(await on.systemHooks.hook()),
    maximal: async (client, on) => client.systemHooks.test(await on.systemHooks.hook()),
  },
  "systemHooks.delete": {
    minimal: async (client, on) => client.systemHooks.delete(await on.systemHooks.spare()),
    maximal: async (client, on) => client.systemHooks.delete(await on.systemHooks.spare()),
  },
} satisfies CallsOf<"systemHooks">;
