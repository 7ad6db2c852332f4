import type { Hosting } from "../hosting.ts";
import { header, type Incoming } from "../http/incoming.ts";
import { Problem } from "../http/problem.ts";
import { json, type Reply } from "../http/reply.ts";
import { oauthProblem } from "./oauthProblem.ts";
import type { OAuthTokenPair } from "./tokens.ts";

/** Part 1, OAuth: GET /oauth/token/info. */
export function tokenInfo(hosting: Hosting, request: Incoming): Reply {
  const pair = presentedPair(hosting, request, request.query.text("access_token"));
  const left = hosting.tokens.secondsLeft(pair);
  return json({
    resource_owner_id: pair.user.id,
    scope: pair.scopes,
    expires_in: left,
    application: { uid: pair.application.clientId },
    created_at: Math.floor(pair.createdAt / 1000),
    scopes: pair.scopes,
    expires_in_seconds: left,
  });
}

/** GET and POST /oauth/userinfo: the OpenID claims. Real hosts want the scope `openid`, the documents name none. */
export async function userInfo(hosting: Hosting, request: Incoming): Promise<Reply> {
  const fields = request.method === "POST" ? await request.fields() : request.query;
  const { user, scopes } = presentedPair(hosting, request, fields.text("access_token"));
  if (hosting.dialect === "gitlab" && !scopes.includes("openid")) {
    throw new Problem(403, {
      error: "invalid_scope",
      error_description: 'Access to this resource requires scope "openid".',
    });
  }
  return json({
    sub: String(user.id),
    name: user.name,
    nickname: user.username,
    preferred_username: user.username,
    email: user.email,
    email_verified: true,
    profile: `${hosting.url}/${user.username}`,
    picture: null,
    groups: ["demo"],
  });
}

/**
 * POST /oauth/revoke. A token nobody knows is revoked already (RFC 7009); another client's is refused.
 * Either half of a pair ends both.
 */
export async function revokeToken(hosting: Hosting, request: Incoming): Promise<Reply> {
  const fields = await request.fields();
  const application = hosting.applications.get(fields.text("client_id"));
  if (!application) throw oauthProblem("unauthorized_client");
  const text = fields.text("token") ?? "";
  const found = hosting.tokens.refreshable(text) ?? hosting.tokens.find(text);
  if (found?.kind === "oauth") {
    if (found.application !== application) throw oauthProblem("unauthorized_client");
    found.revoked = true;
  }
  return json({});
}

function presentedPair(hosting: Hosting, request: Incoming, fromField: string | undefined): OAuthTokenPair {
  const text = /^bearer\s+(\S+)$/i.exec(header(request, "authorization") ?? "")?.[1] ?? fromField;
  const found = text === undefined ? undefined : hosting.tokens.find(text);
  const refuse = (description: string): Problem =>
    new Problem(
      401,
      { error: "invalid_token", error_description: description },
      { "WWW-Authenticate": `Bearer realm="Service", error="invalid_token", error_description="${description}"` },
    );
  if (found?.kind !== "oauth") throw refuse("The access token is invalid");
  if (found.revoked || found.user.state !== "active") throw refuse("The access token was revoked");
  if (hosting.tokens.expired(found)) throw refuse("The access token expired");
  return found;
}
