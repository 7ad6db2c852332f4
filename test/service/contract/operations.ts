/** The operations of the committed copy of the API contract (`contract`), by method and path. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { routeOf } from "../../contract/contract.ts";

export interface Parameter {
  /** As sent; `iids[]`, `range[start]`. */
  readonly name: string;
  readonly type: string;
  /** Null where the documents do not say. */
  readonly required: boolean | null;
  /** The document calls it required and shows that it is not. */
  readonly listedAsRequired?: boolean;
  readonly enum: readonly (string | number | boolean)[] | null;
  readonly notes?: string | null;
  /** Words that are taken besides the type's values: `None`, `Any`. */
  readonly specialValues?: readonly string[];
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly root: "api" | "base";
  readonly fullPaths: readonly { readonly path: string }[];
  readonly auth: string;
  readonly pathParams: readonly Pick<Parameter, "name" | "type">[];
  readonly query: readonly Parameter[];
  readonly body: { readonly type: "json" | "form" | "multipart" | null; readonly fields: readonly Parameter[] };
}

/** A way to an operation: which parameter of the contract stands in which hole of the path. */
export interface OperationRoute {
  readonly operation: Operation;
  /** Names of the holes, in the order of the path. */
  readonly holes: readonly string[];
}

export const operations = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../contract/endpoints.json"), "utf8"),
) as readonly Operation[];

const routes = new Map(
  operations
    .filter((operation) => operation.root === "api")
    .flatMap((operation) =>
      operation.fullPaths.map(
        ({ path }) => [`${operation.method} ${shape(path)}`, { operation, holes: holeNames(path) }] as const,
      ),
    ),
);

/** The operation at a path below `/api/v4`; undefined for routes beyond the documents. */
export function operationAt(method: string, path: string): OperationRoute | undefined {
  return routes.get(`${method} ${shape(path)}`);
}

/** Whether a request below the instance's address is an operation of the contract, in either dialect's spelling. */
export function isDocumented({ method, path }: { readonly method: string; readonly path: string }): boolean {
  return routeOf(method, inNeutralDialect(path)) !== undefined;
}

/** The names of a path's holes, in their order. */
export function holeNames(path: string): string[] {
  return [...path.matchAll(/\/[:*](\w+)/g)].map((match) => match[1]!);
}

/** What is left of a path without the names of its holes, in the neutral dialect. */
function shape(path: string): string {
  return inNeutralDialect(path.replace(/\/([:*])\w+/g, "/$1"));
}

function inNeutralDialect(path: string): string {
  return path.replace("/templates/gitlab_ci_ymls", "/templates/service_ci_ymls");
}
