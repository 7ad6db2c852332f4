import type { Hosting } from "../hosting.ts";
import { header, type Incoming } from "../http/incoming.ts";
import { Problem } from "../http/problem.ts";
import { basicCredentials } from "../oauth/client.ts";
import type { UserRecord } from "../types.ts";

/**
 * The person whom a package feed serves: HTTP Basic with user name and personal access token, nothing else (part 1,
 * Authentication, rule 1). Throws 401 with the challenge; 403 for a token without a scope that does.
 */
export function requireFeedUser(hosting: Hosting, request: Incoming): UserRecord {
  const credentials = basicCredentials(header(request, "authorization"));
  const token = credentials && hosting.tokens.find(credentials.password);
  const usable =
    token?.kind === "personal" &&
    !token.revoked &&
    !hosting.tokens.expired(token) &&
    token.user.state === "active" &&
    hosting.state.users.has(token.user.id);
  if (!usable || token.user.username.toLowerCase() !== credentials?.name.toLowerCase()) throw askForFeedCredentials();
  const reading = request.method === "GET" || request.method === "HEAD";
  if (!token.scopes.includes("api") && !(reading && token.scopes.includes("read_api")))
    throw new Problem(403, { message: "403 Forbidden" });
  return token.user;
}

export function askForFeedCredentials(): Problem {
  return new Problem(
    401,
    { message: "401 Unauthorized" },
    { "WWW-Authenticate": 'Basic realm="GitLab Packages Registry"' },
  );
}
