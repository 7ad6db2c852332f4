import { both, type CallsOf } from "../call.ts";

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
  "oauth.tokenInfo": both((client) => client.oauth.tokenInfo()),
  "oauth.revoke": both(async (client, on) => client.oauth.revoke(await on.oauth.spareToken())),
  "oauth.userinfo": both((client) => client.oauth.userinfo()),
} satisfies CallsOf<"oauth">;
