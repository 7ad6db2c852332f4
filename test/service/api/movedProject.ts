import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { message } from "../http/problem.ts";
import { reply, type Reply } from "../http/reply.ts";
import type { Route } from "../http/router.ts";
import { identify } from "./identity.ts";
import { maySee } from "./projectVisibility.ts";

/**
 * A route of a project, and before it the answer for a project that is asked for by a path it had once: 301 with the
 * project's number in place of the path, for those who may see it. What changes something is not redirected, but refused.
 */
export function redirecting(hosting: Hosting, route: Route): Route {
  if (!/^\/projects\/:id(\/|$)/.test(route.path)) return route;
  return { ...route, handle: (request) => moved(hosting, request) ?? route.handle(request) };
}

function moved(hosting: Hosting, request: Incoming): Reply | undefined {
  const path = request.holes["id"] ?? "";
  const project = path.includes("/") ? hosting.moves.projectOnceAt(path) : undefined;
  if (!project || !maySee(project, identify(hosting, request)?.user)) return undefined;
  if (request.method !== "GET" && request.method !== "HEAD")
    throw message(405, "Non GET methods are not allowed for moved projects");
  const location = `${hosting.url}${request.path.replace(/^(\/api\/v4\/projects\/)[^/]+/, `$1${project.id}`)}${request.search}`;
  return reply(301, `This resource has been moved permanently to ${location}.`, {
    "Content-Type": "text/plain",
    Location: location,
  });
}
