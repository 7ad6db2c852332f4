import { ApiError, type RuleCode } from "./errors.ts";

/** A project: its numeric id, or its full path such as `group/sub/project`. */
export type ProjectId = number | string;

declare const encoded: unique symbol;

/** A path with encoded parameters. Only `path` creates one, so no other path can be sent. */
export type EncodedPath = string & { readonly [encoded]: true };

/** A path encoded segment by segment, for routes that keep the slashes of a file path. */
export interface Segments {
  readonly segments: string;
}

export type QueryValue =
  | string
  | number
  | boolean
  | Date
  | null
  | undefined
  | readonly (string | number)[]
  | { readonly [name: string]: string | number | boolean | readonly (string | number)[] | null | undefined };

/** Query parameters by name. Null and undefined omit a parameter. */
export type Query = object;

/**
 * Builds a path below the API root. Every parameter is percent-encoded, slashes included (`group/project` becomes `group%2Fproject`).
 * @throws ApiError `invalidArgument` for a parameter that would change the route: empty, with a `.` or `..` segment, or not a whole number.
 */
export function path(parts: TemplateStringsArray, ...holes: readonly (string | number | Segments)[]): EncodedPath {
  return String.raw({ raw: parts }, ...holes.map((hole) => encodeHole(hole, parts))) as EncodedPath;
}

/**
 * Encodes a file path and keeps its slashes: `a b/c.txt` becomes `a%20b/c.txt` (Part 2, `*artifact_path`).
 * @throws ApiError `invalidArgument` for an empty path, empty segments and `.` or `..`.
 */
export function segments(filePath: string): Segments {
  const parts = filePath.split("/");
  if (parts.includes("")) throw invalidArgument(["…/", ""], "a file path has an empty segment");
  return { segments: parts.map((part) => encodeHole(part, ["…/", ""])).join("/") };
}

function encodeHole(hole: string | number | Segments, parts: readonly string[]): string {
  if (typeof hole === "object") return hole.segments;
  if (typeof hole === "number") {
    if (!Number.isSafeInteger(hole) || hole < 0) throw invalidArgument(parts, "an id is not a whole number");
    return String(hole);
  }
  if (hole === "") throw invalidArgument(parts, "a part of the address is empty");
  if (hole.split("/").some((segment) => segment === "." || segment === "..")) {
    throw invalidArgument(parts, "a part of the address is . or ..");
  }
  if (/\p{Surrogate}/u.test(hole)) throw invalidArgument(parts, "a part of the address is not well-formed text");
  return encodeURIComponent(hole);
}

const invalidArgument = (parts: readonly string[], why: string): ApiError =>
  new ApiError({
    kind: "invalidArgument",
    code: "invalidAddress" satisfies RuleCode,
    message: `Not sent: ${why}`,
    request: { method: "", url: parts.join("{…}") },
  });

/**
 * Returns a query string with its question mark, or an empty string. Arrays become `scope[]=a&scope[]=b`, objects `not[labels]=x`,
 * dates ISO 8601 in UTC. Everything is percent-encoded, including `+`, which hosts would decode to a space.
 */
export function queryString(query: Query): string {
  const pairs = queryPairs(query).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** Returns the parameters as name and value pairs; forms name them the same way as queries. */
export function queryPairs(query: Query): [name: string, value: string][] {
  return Object.entries(query as Record<string, QueryValue>).flatMap(([name, value]) => pairsOf(name, value));
}

const encode = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));

function pairsOf(name: string, value: QueryValue): [string, string][] {
  if (value === undefined || value === null) return [];
  if (value instanceof Date) return [[name, value.toISOString()]];
  if (Array.isArray(value)) return (value as readonly (string | number)[]).map((item) => [`${name}[]`, String(item)]);
  if (typeof value === "object") {
    return Object.entries(value).flatMap(([key, inner]) => pairsOf(`${name}[${key}]`, inner as QueryValue));
  }
  return [[name, String(value)]];
}
