import type { CallsOf } from "../call.ts";

export const oauth = {
  "oauth.authorize": {
    minimal: async (client, on) => {
      const { request, approve } = await on.oauth.authorization();
      return approve(client.oauth.authorizeUrl(request));
    },
    maximal: async (client, on) => {
      const { request, approve } = await on.oauth.authorization();
      return approve(client.oauth.authorizeUrl({ ...request, scope: ["read_user", "read_api"] }));
    },
  },
  "oauth.token": {
    minimal: async (client, on) => on.oauth.granted(client.oauth.token(await on.oauth.grant())),
    maximal: async (client, on) => on.oauth.granted(client.oauth.token(await on.oauth.refresh())),
  },
  "oauth.tokenInfo": {
    minimal: async (client) => client.oauth.tokenInfo(),
    maximal: async (client) => client.oauth.tokenInfo(),
  },
  "oauth.revoke": {
    minimal: async (client, on) => client.oauth.revoke(await on.oauth.spareToken()),
    maximal: async (client, on) => client.oauth.revoke(await on.oauth.spareToken()),
  },
  "oauth.userinfo": {
    minimal: async (client) => client.oauth.userinfo(),
    maximal: async (client) => client.oauth.userinfo(),
  },
} satisfies CallsOf<"oauth">;
