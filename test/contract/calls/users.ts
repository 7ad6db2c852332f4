import type { CallsOf } from "../call.ts";

export const users = {
  "users.current": {
    minimal: async (client) => client.users.current(),
    maximal: async (client, on) => client.users.current({ sudo: await on.users.otherUser() }),
  },
} satisfies CallsOf<"users">;
