import { both, type CallsOf, listed } from "../call.ts";

export const systemHooks = {
  "systemHooks.list": listed(
    (client, options) => client.systemHooks.list(options),
    (on) => on.systemHooks.two(),
  ),
  "systemHooks.get": both(async (client, on) => client.systemHooks.get(await on.systemHooks.hook())),
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
  "systemHooks.test": both(async (client, on) => client.systemHooks.test(await on.systemHooks.hook())),
  "systemHooks.delete": both(async (client, on) => client.systemHooks.delete(await on.systemHooks.spare())),
} satisfies CallsOf<"systemHooks">;
