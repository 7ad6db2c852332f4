import type { Hosting } from "../hosting.ts";
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
    POST("/oauth/token", (request) => grantToken(hosting, request)),
    GET("/oauth/token/info", (request) => tokenInfo(hosting, request)),
    POST("/oauth/revoke", (request) => revokeToken(hosting, request)),
    GET("/oauth/userinfo", (request) => userInfo(hosting, request)),
  ];
}
