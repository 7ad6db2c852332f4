import type { Incoming } from "./incoming.ts";
import { invalid, Problem } from "./problem.ts";
import type { Reply } from "./reply.ts";

export interface Route {
  readonly method: string;
  /** `:name` takes one segment, `*name` at the end all that are left. Matched against the encoded path. */
  readonly path: string;
  handle(request: Incoming): Promise<Reply> | Reply;
}

const routesOf =
  (method: string) =>
  (path: string, handle: Route["handle"]): Route => ({ method, path, handle });
export const GET = routesOf("GET");
export const HEAD = routesOf("HEAD");
export const POST = routesOf("POST");
export const PUT = routesOf("PUT");
export const PATCH = routesOf("PATCH");
export const DELETE = routesOf("DELETE");

/** Finds the route of a request and fills its holes. GET routes also answer HEAD, where it has no route of its own. */
export class Router {
  readonly #routes: readonly { route: Route; segments: readonly string[] }[];

  constructor(routes: readonly Route[]) {
    this.#routes = routes.map((route) => ({ route, segments: route.path.split("/") }));
  }

  /** Undefined when no route has this path. Throws a Problem (405) when the path is known under another method only. */
  find(request: Incoming): { route: Route; request: Incoming } | undefined {
    const segments = request.path.split("/");
    const matches = this.#routes.filter((entry) => fits(entry.segments, segments));
    const of = (method: string): typeof matches => matches.filter((entry) => entry.route.method === method);
    // Of two with the same path, that of HEAD comes first.
    const exact = request.method === "HEAD" ? [...of("HEAD"), ...of("GET")] : of(request.method);
    // A literal segment wins over a hole: `/pipelines/latest` over `/pipelines/:pipeline_id`.
    const best = exact.sort((a, b) => holeCount(a.segments) - holeCount(b.segments))[0];
    if (best) return { route: best.route, request: { ...request, holes: holes(best.segments, segments) } };
    if (matches.length > 0) {
      throw new Problem(
        405,
        { error: "405 Not Allowed" },
        { Allow: [...new Set(matches.map((entry) => entry.route.method))].join(", ") },
      );
    }
    return undefined;
  }
}

function fits(pattern: readonly string[], path: readonly string[]): boolean {
  const open = pattern.at(-1)?.startsWith("*") === true;
  if (open ? path.length < pattern.length : path.length !== pattern.length) return false;
  return pattern.every(
    (part, index) => part.startsWith("*") || (part.startsWith(":") ? path[index] !== "" : part === path[index]),
  );
}

function holeCount(pattern: readonly string[]): number {
  return pattern.filter((part) => part.startsWith(":")).length + (pattern.at(-1)?.startsWith("*") === true ? 10 : 0);
}

function holes(pattern: readonly string[], path: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  pattern.forEach((part, index) => {
    if (part.startsWith(":")) found[part.slice(1)] = decode(path[index]!);
    if (part.startsWith("*")) found[part.slice(1)] = decode(path.slice(index).join("/"));
  });
  return found;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid("path is invalid");
  }
}
