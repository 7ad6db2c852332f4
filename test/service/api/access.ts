import type { Hosting } from "../hosting.ts";
import { header, type Incoming } from "../http/incoming.ts";
import { forbidden, insufficientScope, invalidToken, notFound, unauthorized } from "../http/problem.ts";
import type { Token } from "../oauth/tokens.ts";
import type { ProjectRecord, UserRecord } from "../types.ts";

export interface Identity {
  readonly user: UserRecord;
  readonly scopes: readonly string[];
}

/**
 * Who sends the request: PRIVATE-TOKEN, Bearer (personal or OAuth token) or `access_token`. Undefined for nobody.
 * Throws a Problem: plain 401 for a token nobody knows, `invalid_token` for one that ended.
 */
export function identify(hosting: Hosting, request: Incoming): Identity | undefined {
  const text = presented(request);
  return text === undefined ? undefined : identityOf(hosting, hosting.tokens.find(text));
}

export function identityOf(hosting: Hosting, token: Token | undefined): Identity {
  if (!token || token.user.state !== "active") throw unauthorized();
  if (token.revoked) throw invalidToken("Token was revoked. You have to re-authorize from the user.");
  if (hosting.tokens.expired(token)) throw invalidToken("Token is expired. You can either do re-authorization or token refresh.");
  return { user: token.user, scopes: token.scopes };
}

/** Who must be somebody, with one of the scopes. GET and HEAD also pass with `read_api`. */
export function requireUser(hosting: Hosting, request: Incoming, otherScopes: readonly string[] = []): Identity {
  const identity = identify(hosting, request);
  if (!identity) throw unauthorized();
  requireScope(identity, request, otherScopes);
  return identity;
}

/** The project of the route's `:id` for reading: anyone for a public one, members for a private one, which others do not see at all. */
export function readableProject(hosting: Hosting, request: Incoming, otherScopes: readonly string[] = []): ProjectRecord {
  const identity = identify(hosting, request);
  if (identity) requireScope(identity, request, otherScopes);
  return findProject(hosting, request.holes["id"] ?? "", identity?.user);
}

/** The same for changing: members only, with scope `api`. */
export function writableProject(hosting: Hosting, request: Incoming): { project: ProjectRecord; user: UserRecord } {
  const { user } = requireUser(hosting, request);
  const project = findProject(hosting, request.holes["id"] ?? "", user);
  if (!user.admin && !project.members.includes(user.id)) throw forbidden();
  return { project, user };
}

/** By number or full path. Throws `404 Project Not Found`, also when this user may not know of it. */
export function findProject(hosting: Hosting, id: string, user: UserRecord | undefined): ProjectRecord {
  const project = /^\d+$/.test(id) ? hosting.state.projects.get(Number(id)) : hosting.state.projectAt(id);
  if (!project || !maySee(project, user)) throw notFound("Project");
  return project;
}

export function maySee(project: ProjectRecord, user: UserRecord | undefined): boolean {
  if (project.visibility === "public") return true;
  if (!user) return false;
  return user.admin || project.visibility === "internal" || project.members.includes(user.id);
}

function requireScope(identity: Identity, request: Incoming, otherScopes: readonly string[]): void {
  const reading = request.method === "GET" || request.method === "HEAD";
  const wanted = ["api", ...(reading ? ["read_api"] : []), ...otherScopes];
  if (!wanted.some((scope) => identity.scopes.includes(scope))) throw insufficientScope(wanted);
}

function presented(request: Incoming): string | undefined {
  const own = header(request, "private-token") ?? request.query.text("private_token");
  if (own !== undefined) return own;
  const bearer = /^bearer\s+(\S+)\s*$/i.exec(header(request, "authorization") ?? "")?.[1];
  return bearer ?? request.query.text("access_token");
}
