/** Sign-ins at the local service, where somebody approves at once. */
import type { Client } from "../../src/api/client.ts";
import type { AuthorizeRequest, TokenRequest } from "../../src/api/resources/oauth.ts";
import { createPkce, createState } from "../../src/auth/pkce.ts";
import { ApprovingBrowser } from "../support/fakes/approvingBrowser.ts";

const redirectUri = "http://127.0.0.1:40000/callback";
const scopes = ["api", "read_user", "openid", "profile", "email"];

interface Person {
  readonly username: string;
  readonly password: string;
}

export interface SignIn {
  readonly request: AuthorizeRequest;
  readonly verifier: string;
  /** Says yes on the page at an address; returns the address that it leads back to. */
  readonly approve: (url: string) => Promise<string>;
}

/** A sign-in that has not begun. */
export function newSignIn(person: Person, clientId: string): SignIn {
  const { verifier, challenge } = createPkce();
  const state = createState();
  return {
    request: {
      client_id: clientId,
      redirect_uri: redirectUri,
      state,
      scope: scopes.join(" "),
      code_challenge: challenge,
    },
    verifier,
    approve: async (url) => {
      const back = await new ApprovingBrowser().approve(url, person);
      if (back === undefined || new URL(back).searchParams.get("state") !== state)
        throw new Error(`Approving led to ${back ?? "a page"} without the state`);
      return back;
    },
  };
}

export type CodeGrant = Extract<TokenRequest, { readonly grant_type: "authorization_code" }>;

/** Signs in and returns what the code is traded with. An application with a secret does without PKCE. */
export async function signedIn(
  client: Client,
  person: Person,
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret?: string | undefined },
): Promise<CodeGrant> {
  const { request, verifier, approve } = newSignIn(person, clientId);
  const address = new URL(client.oauth.authorizeUrl(request));
  if (clientSecret !== undefined)
    for (const name of ["code_challenge", "code_challenge_method"]) address.searchParams.delete(name);
  const back = new URL(await approve(address.href));
  return {
    grant_type: "authorization_code",
    client_id: clientId,
    redirect_uri: redirectUri,
    code: back.searchParams.get("code") ?? "",
    ...(clientSecret === undefined ? { code_verifier: verifier } : { client_secret: clientSecret }),
  };
}
