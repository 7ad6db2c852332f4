import { both, type CallsOf, first, firstTwo, listed } from "../call.ts";

export const users = {
  "users.list": {
    minimal: async (client) => first(client.users.list()),
    maximal: async (client, on) => {
      const [blocked, found, all] = await on.users.filters();
      await first(client.users.list(blocked));
      await first(client.users.list(found));
      return firstTwo(client.users.list(all, { perPage: 1 }));
    },
  },
  "users.get": {
    minimal: async (client, on) => client.users.get((await on.users.current()).id),
    maximal: async (client, on) => client.users.get((await on.users.current()).id, { with_custom_attributes: true }),
  },
  "users.create": {
    minimal: async (client, on) =>
      on.users.passing(client.users.create({ ...on.users.newNames(), reset_password: true })),
    maximal: async (client, on) => on.users.passing(client.users.create(on.users.everything())),
  },
  "users.update": {
    minimal: async (client, on) => on.users.passing(client.users.update(await on.users.spare(), { bio: "" })),
    maximal: async (client, on) =>
      on.users.passing(
        client.users.update(await on.users.spare(), {
          ...on.users.everything(),
          group_id_for_saml: 0,
          skip_reconfirmation: true,
          note: "Made to call an API.",
        }),
      ),
  },
  "users.delete": {
    minimal: async (client, on) => client.users.delete(await on.users.spare()),
    maximal: async (client, on) => client.users.delete(await on.users.spare(), { hard_delete: true }),
  },
  "users.current": {
    minimal: async (client) => client.users.current(),
    maximal: async (client, on) => client.users.current({ sudo: await on.users.otherUser() }),
  },
  "users.currentStatus": both(async (client, on) => {
    await on.users.withStatus();
    return client.users.currentStatus();
  }),
  "users.status": {
    minimal: async (client, on) => client.users.status((await on.users.withStatus()).id),
    maximal: async (client, on) => client.users.status((await on.users.withStatus()).username),
  },
  "users.setStatus": {
    minimal: async (client) => client.users.setStatus({ message: "Away" }),
    maximal: async (client) => client.users.setStatus({ emoji: "coffee", message: "Back at :clock3:" }),
  },
  "users.counts": both((client) => client.users.counts()),
  "users.listKeys": listed(
    (client, options) => client.users.listKeys(options),
    (on) => on.users.twoKeys(),
  ),
  "users.listKeysForUser": {
    minimal: async (client, on) => first(client.users.listKeysForUser(await on.users.twoKeys())),
    maximal: async (client, on) => firstTwo(client.users.listKeysForUser(await on.users.twoKeys(), { perPage: 1 })),
  },
  "users.getKey": both(async (client, on) => client.users.getKey(await on.users.key())),
  "users.addKey": both((client, on) =>
    client.users.addKey({ title: "Ünïcode & <b>more</b>", key: on.users.newSshKey() }),
  ),
} satisfies CallsOf<"users">;
