import { get } from "node:http";
import { createPkce, createState } from "../../../src/auth/pkce.ts";
import { ApprovingBrowser } from "../../support/fakes/approvingBrowser.ts";
import { type Context, notThere } from "../context.ts";

const redirectUri = "http://127.0.0.1:40000/callback";
const scopes = ["api", "read_user", "openid", "profile", "email"];

/** Sign-ins of the user. Only the local service has somebody who approves. */
export const oauth = (on: Context) => {
  const ask = async () => {
    const info = (await on.control?.info()) ?? notThere("a person who approves");
    const { verifier, challenge } = createPkce();
    const state = createState();
    const request = {
      client_id: on.need("clientId"),
      redirect_uri: redirectUri,
      state,
      scope: scopes.join(" "),
      code_challenge: challenge,
    };
    const decide = async (url: string): Promise<string> => {
      const back = await new ApprovingBrowser().approve(url, info.users.alice);
      if (back === undefined || new URL(back).searchParams.get("state") !== state)
        throw new Error(`Approving led to ${back ?? "a page"} without the state`);
      return back;
    };
    /** Opens the page and says yes; answers with the address it leads back to. */
    const approve = async (url: string): Promise<string> => {
      await opened(url);
      // Only the page itself is an operation of the contract: the forms in it go straight to the service.
      return decide(`${info.url}${url.slice(url.indexOf("/oauth/authorize"))}`);
    };
    return { request, approve, decide, verifier };
  };
  const code = async () => {
    const { request, decide, verifier } = await ask();
    const back = await decide(on.client.oauth.authorizeUrl(request));
    return {
      grant_type: "authorization_code",
      client_id: request.client_id,
      redirect_uri: redirectUri,
      code: new URL(back).searchParams.get("code") ?? "",
      code_verifier: verifier,
    } as const;
  };
  return {
    authorization: ask,
    code,
    refresh: async () => {
      const { client_id, code_verifier, ...grant } = await code();
      const { refresh_token } = await on.client.oauth.token({ ...grant, client_id, code_verifier });
      return {
        grant_type: "refresh_token",
        client_id,
        redirect_uri: redirectUri,
        refresh_token: refresh_token ?? "",
        code_verifier,
      } as const;
    },
    /** A token to revoke. Where nobody signs in, it is one that nobody knows, which counts as revoked already (RFC 7009). */
    spareToken: async () => ({
      client_id: on.need("clientId"),
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
