import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import type { Params } from "../http/params.ts";
import { redirect, type Reply } from "../http/reply.ts";
import { GET, POST, type Route } from "../http/router.ts";
import type { BrowserSession } from "../pages/browserSessions.ts";
import { markup, page } from "../pages/page.ts";
import { redirectAllowed, type Application } from "./applications.ts";
import { oauthText, type OAuthErrorCode } from "./oauthProblem.ts";
import { isChallenge } from "./pkce.ts";
import { signInPage } from "./signIn.ts";

const FIELDS = [
  "client_id",
  "redirect_uri",
  "response_type",
  "state",
  "scope",
  "code_challenge",
  "code_challenge_method",
] as const;

interface Asked {
  readonly application: Application;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly scopes: readonly string[];
  readonly challenge: string | undefined;
}

/** Part 1, OAuth: GET /oauth/authorize with its sign-in and approval pages. */
export function authorizeRoutes(hosting: Hosting): Route[] {
  return [
    GET("/oauth/authorize", (request) => {
      const asked = readAsked(hosting, request, request.query);
      if ("status" in asked) return asked;
      const session = hosting.sessions.of(request);
      return session ? approvalPage(request, asked, session) : signInPage(request, `/oauth/authorize${request.search}`);
    }),
    POST("/oauth/authorize", (request) => decide(hosting, request)),
  ];
}

/** The request read and checked; or the page, or the redirect, that says what is wrong with it. */
function readAsked(hosting: Hosting, request: Incoming, params: Params): Asked | Reply {
  const application = hosting.applications.get(params.text("client_id"));
  // Without a known client and address of its own there is nowhere safe to send the person: a page says so.
  if (!application) return errorPage(request, "invalid_client", 401);
  const redirectUri = params.text("redirect_uri") ?? "";
  if (!redirectAllowed(application.redirectUris, redirectUri)) return errorPage(request, "invalid_redirect_uri", 400);

  const state = params.text("state");
  const refuse = (code: OAuthErrorCode, description = oauthText(code)): Reply =>
    backWith(redirectUri, { error: code, error_description: description, state });
  if (params.text("response_type") !== "code") return refuse("unsupported_response_type");
  const wanted = (params.text("scope") ?? application.scopes.slice(0, 1).join(" "))
    .split(/\s+/)
    .filter((scope) => scope !== "");
  if (wanted.length === 0 || !wanted.every((scope) => application.scopes.includes(scope)))
    return refuse("invalid_scope");
  const challenge = params.text("code_challenge");
  if (challenge === undefined) return refuse("invalid_request", "Code challenge is required.");
  if (params.text("code_challenge_method") !== "S256") return refuse("invalid_code_challenge_method");
  if (!isChallenge(challenge)) return refuse("invalid_request");
  return { application, redirectUri, state, scopes: wanted, challenge };
}

async function decide(hosting: Hosting, request: Incoming): Promise<Reply> {
  const fields = await request.fields();
  const asked = readAsked(hosting, request, fields);
  if ("status" in asked) return asked;
  const session = hosting.sessions.of(request);
  if (!session || fields.text("authenticity_token") !== session.csrf)
    return signInPage(request, `/oauth/authorize?${queryOf(fields)}`, "Your session is over. Sign in once more.");
  if (fields.text("decision") !== "allow") {
    return backWith(asked.redirectUri, {
      error: "access_denied",
      error_description: oauthText("access_denied"),
      state: asked.state,
    });
  }
  const { code } = hosting.tokens.issueCode({
    user: session.user,
    application: asked.application,
    scopes: asked.scopes,
    redirectUri: asked.redirectUri,
    challenge: asked.challenge,
  });
  return backWith(asked.redirectUri, { code, state: asked.state });
}

function approvalPage(request: Incoming, asked: Asked, session: BrowserSession): Reply {
  const hidden = FIELDS.flatMap((name) => {
    const value = request.query.text(name);
    return value === undefined ? [] : [markup`<input type="hidden" name="${name}" value="${value}">`];
  });
  return page(
    request.path,
    `Authorize ${asked.application.name}`,
    markup`<p>You are signed in as <strong>${session.user.name}</strong> (@${session.user.username}).</p>
<p><strong>${asked.application.name}</strong> asks for these scopes on your account:</p>
<ul>${asked.scopes.map((scope) => markup`<li><code>${scope}</code></li>`)}</ul>
<p>Afterwards you go to <code>${asked.redirectUri}</code>.</p>
<form method="post" action="authorize">${hidden}
<input type="hidden" name="authenticity_token" value="${session.csrf}">
<button type="submit" name="decision" value="allow">Authorize</button>
<button type="submit" name="decision" value="deny">Deny</button>
</form>
<form method="post" action="../users/sign_out">
<input type="hidden" name="return_to" value="/oauth/authorize${request.search}">
<button type="submit">Sign in as someone else</button></form>`,
  );
}

function errorPage(request: Incoming, code: OAuthErrorCode, status: number): Reply {
  return page(
    request.path,
    "An error has occurred",
    markup`<p class="error" role="alert">${oauthText(code)}</p><p><code>${code}</code></p>`,
    { status },
  );
}

/** Adds to the query the client's redirect URI may have already. */
function backWith(redirectUri: string, answer: Readonly<Record<string, string | undefined>>): Reply {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) query.set(name, value);
  return redirect(`${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${query.toString()}`);
}

function queryOf(fields: Params): string {
  const query = new URLSearchParams();
  for (const name of FIELDS) {
    const value = fields.text(name);
    if (value !== undefined) query.set(name, value);
  }
  return query.toString();
}
