import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { Problem } from "../http/problem.ts";
import { reply, type Reply } from "../http/reply.ts";
import { GET, POST, type Route } from "../http/router.ts";
import { authorizeRoutes } from "./authorize.ts";
import { grantToken } from "./grants.ts";
import { revokeToken, tokenInfo, userInfo } from "./inspect.ts";
import { signInRoutes } from "./signIn.ts";

/** The authorization server (part 1, OAuth 2.0 provider), relative to the instance's root. */
export function oauthRoutes(hosting: Hosting): Route[] {
  return [
    ...signInRoutes(hosting),
    ...authorizeRoutes(hosting),
    POST(
      "/oauth/token",
      open((request) => grantToken(hosting, request)),
    ),
    GET(
      "/oauth/token/info",
      open((request) => tokenInfo(hosting, request)),
    ),
    POST(
      "/oauth/revoke",
      open((request) => revokeToken(hosting, request)),
    ),
    GET(
      "/oauth/userinfo",
      open((request) => userInfo(hosting, request)),
    ),
    POST(
      "/oauth/userinfo",
      open((request) => userInfo(hosting, request)),
    ),
    ...["/oauth/token", "/oauth/revoke", "/oauth/userinfo"].map((path): Route => ({
      method: "OPTIONS",
      path,
      handle: preflight,
    })),
  ];
}

/** Lets scripts of other origins read the answer; tokens travel in headers, never in cookies. */
function open(handle: (request: Incoming) => Promise<Reply> | Reply): Route["handle"] {
  return async (request) => {
    const answer = await Promise.resolve()
      .then(() => handle(request))
      .catch((error: unknown) => {
        if (error instanceof Problem) return error.reply;
        throw error;
      });
    return { ...answer, headers: { ...answer.headers, "Access-Control-Allow-Origin": "*" } };
  };
}

/** Preflight (part 1, OAuth, rule 8): X-Requested-With is not among the allowed headers. */
function preflight(request: Incoming): Reply {
  const userinfo = request.path.endsWith("/userinfo");
  return reply(200, "", {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": userinfo ? "GET, HEAD, POST, OPTIONS" : "POST, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, Content-Type",
    "Access-Control-Max-Age": "7200",
  });
}
