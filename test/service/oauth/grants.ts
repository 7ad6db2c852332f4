import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import type { Params } from "../http/params.ts";
import { json, type Reply } from "../http/reply.ts";
import { authenticateClient } from "./client.ts";
import { missingParameter, oauthProblem } from "./oauthProblem.ts";
import { proves } from "./pkce.ts";
import type { OAuthTokenPair } from "./tokens.ts";

/** Part 1, OAuth: POST /oauth/token. */
export async function grantToken(hosting: Hosting, request: Incoming): Promise<Reply> {
  const fields = await request.fields();
  hosting.secrets.note("code verifier", fields.text("code_verifier"));
  hosting.secrets.note("password", fields.text("password"));
  switch (fields.text("grant_type")) {
    case undefined:
      throw missingParameter("grant_type");
    case "authorization_code":
      return tokenReply(hosting, byCode(hosting, request, fields));
    case "refresh_token":
      return tokenReply(hosting, byRefresh(hosting, request, fields));
    default:
      throw oauthProblem("unsupported_grant_type");
  }
}

function byCode(hosting: Hosting, request: Incoming, fields: Params): OAuthTokenPair {
  const application = authenticateClient(hosting, request, fields);
  const text = need(fields, "code");
  const redirectUri = need(fields, "redirect_uri");
  const code = hosting.tokens.code(text);
  if (!code || code.application !== application || code.redirectUri !== redirectUri)
    throw oauthProblem("invalid_grant");
  if (code.challenge !== undefined) {
    const verifier = need(fields, "code_verifier");
    if (!proves(verifier, code.challenge)) throw oauthProblem("invalid_grant");
  }
  hosting.tokens.spendCode(code);
  return hosting.tokens.issuePair({
    user: code.user,
    application,
    scopes: code.scopes,
    redirectUri,
    challenge: code.challenge,
  });
}

function byRefresh(hosting: Hosting, request: Incoming, fields: Params): OAuthTokenPair {
  const application = authenticateClient(hosting, request, fields);
  const pair = hosting.tokens.refreshable(need(fields, "refresh_token"));
  // The documents want both with every PKCE refresh; real hosts no longer look at the verifier. What is sent must be right.
  const redirectUri = hosting.dialect === "neutral" ? need(fields, "redirect_uri") : fields.text("redirect_uri");
  const verifier =
    hosting.dialect === "neutral" && pair?.challenge !== undefined
      ? need(fields, "code_verifier")
      : fields.text("code_verifier");
  if (pair?.spent) hosting.tokens.replay(pair);
  if (!pair || pair.revoked || pair.application !== application || pair.user.state !== "active")
    throw oauthProblem("invalid_grant");
  if (redirectUri !== undefined && redirectUri !== pair.redirectUri) throw oauthProblem("invalid_grant");
  if (verifier !== undefined && pair.challenge !== undefined && !proves(verifier, pair.challenge))
    throw oauthProblem("invalid_grant");
  return hosting.tokens.rotate(pair);
}

function need(fields: Params, name: string): string {
  const value = fields.text(name);
  if (value === undefined || value === "") throw missingParameter(name);
  return value;
}

function tokenReply(hosting: Hosting, pair: OAuthTokenPair): Reply {
  const body = {
    access_token: pair.token,
    token_type: hosting.dialect === "neutral" ? "bearer" : "Bearer",
    expires_in: hosting.tokens.secondsLeft(pair),
    refresh_token: pair.refreshToken,
    scope: pair.scopes.join(" "),
    created_at: Math.floor(pair.createdAt / 1000),
  };
  return json(body, 200, { "Cache-Control": "no-store", Pragma: "no-cache" });
}
