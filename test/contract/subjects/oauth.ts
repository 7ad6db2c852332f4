import { get } from "node:http";
import type { OAuthToken, TokenRequest } from "../../../src/api/resources/oauth.ts";
import { type Context, notThere } from "../context.ts";
import { type CodeGrant, newSignIn, signedIn } from "../signIn.ts";

type RefreshGrant = Extract<TokenRequest, { readonly grant_type: "refresh_token" }>;

/** Sign-ins of the user. Only the local service has somebody who approves; elsewhere a sign-in that was done before is refreshed. */
export const oauth = (on: Context) => {
  const info = async () => (await on.control?.info()) ?? notThere("a person who approves in a browser");
  const code = async (): Promise<CodeGrant> =>
    signedIn(on.client, (await info()).users.alice, { clientId: on.need("clientId") });
  /** The newest one: each is good once. */
  let next: string | undefined;
  const refreshGiven = (): RefreshGrant => {
    const { refreshToken, redirectUri } = on.need("refreshable");
    return {
      grant_type: "refresh_token",
      client_id: on.need("clientId"),
      client_secret: on.clientSecret,
      redirect_uri: redirectUri,
      refresh_token: next ?? refreshToken,
    };
  };
  return {
    authorization: async () => {
      const { url, users } = await info();
      const { request, approve } = newSignIn(users.alice, on.need("clientId"));
      return {
        request,
        /** Opens the page and says yes; answers with the address it leads back to. */
        approve: async (page: string): Promise<string> => {
          await opened(page);
          // Only the page itself is an operation of the contract: the forms in it go straight to the service.
          return approve(`${url}${page.slice(page.indexOf("/oauth/authorize"))}`);
        },
      };
    },
    code,
    /** What a token is asked for with: a code, where somebody signs in. */
    grant: async (): Promise<TokenRequest> => (on.control ? code() : refreshGiven()),
    refresh: async (): Promise<RefreshGrant> => {
      if (!on.control) return refreshGiven();
      const given = await code();
      const { refresh_token } = await on.client.oauth.token(given);
      const { client_id, redirect_uri, code_verifier } = given;
      return {
        grant_type: "refresh_token",
        client_id,
        redirect_uri,
        refresh_token: refresh_token ?? "",
        code_verifier,
      };
    },
    /** Remembers what the next refresh needs. */
    granted: async (made: Promise<OAuthToken>): Promise<OAuthToken> => {
      const token = await made;
      next = token.refresh_token ?? undefined;
      return token;
    },
    /** A token to revoke. Where nobody signs in, it is one that nobody knows, which counts as revoked already (RFC 7009). */
    spareToken: async () => ({
      client_id: on.need("clientId"),
      client_secret: on.clientSecret,
      token: on.control ? (await on.client.oauth.token(await code())).access_token : "0".repeat(64),
    }),
  };
};

/** Plain node:http: `fetch` adds headers of its own. */
function opened(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => response.resume().on("end", resolve)).on("error", reject);
  });
}
