/** The committed copy of the contract, and which of its operations a request is. `contract/README.md` says what its words mean. */
import endpointTable from "../../contract/endpoints.json" with { type: "json" };
import resourceTable from "../../contract/resources.json" with { type: "json" };

export interface Parameter {
  readonly name: string;
  readonly type: string;
  /** Null where the documents do not say. */
  readonly required: boolean | null;
  /** A filter that is on or not given has `true` alone. */
  readonly enum: readonly (string | boolean)[] | null;
  /** The resource that each element of a list is. */
  readonly items?: string;
  readonly adminOnly?: boolean;
  /** Words that may stand in place of a value of its type. */
  readonly specialValues?: readonly string[];
  /** Names in a hash, where the documents list them. */
  readonly keys?: readonly string[];
  /** The text a value is put into. */
  readonly template?: string;
}

export type BodyType = "json" | "form" | "multipart";

export interface Endpoint {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly root: "api" | "base";
  readonly fullPaths: readonly { readonly path: string }[];
  readonly auth: string;
  readonly pathParams: readonly Pick<Parameter, "name" | "type" | "enum">[];
  readonly query: readonly Parameter[];
  readonly headers: readonly { readonly name: string; readonly required: boolean }[];
  readonly body: {
    readonly type: BodyType | null;
    /** All forms that may be sent. */
    readonly accepts: readonly BodyType[];
    readonly fields: readonly Parameter[];
    readonly variants?: readonly {
      readonly grant: string;
      readonly grant_type: string;
      readonly required: readonly string[];
      readonly optional: readonly string[];
    }[];
  };
  readonly success: {
    readonly status: number | null;
    readonly shape: string | null;
    readonly array: boolean;
    readonly contentType: string | null;
    readonly variants?: readonly { readonly when: string; readonly shape: string }[];
  };
}

export interface Field {
  readonly name: string;
  /** Null where the documents do not say. */
  readonly type: string | null;
  readonly nullable: boolean;
  readonly enum: readonly string[] | null;
  readonly ref?: string;
  readonly items?: string;
  readonly optional?: boolean;
  /** In answers of one record only, not in lists. */
  readonly singleOnly?: boolean;
  readonly edition?: string;
}

export interface Resource {
  readonly name: string;
  readonly format: string;
  readonly fields: readonly Field[];
}

export const endpoints = (endpointTable as unknown as readonly Endpoint[]).map((endpoint) => ({
  ...endpoint,
  query: parametersOf(endpoint.query),
  body: { ...endpoint.body, fields: parametersOf(endpoint.body.fields) },
}));
const endpointsById = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
const resources = new Map(
  (resourceTable as unknown as readonly Resource[]).map((resource) => [resource.name, resource]),
);

/** @throws Error for an id that the contract does not have. */
export function endpointOf(id: string): Endpoint {
  const endpoint = endpointsById.get(id);
  if (!endpoint) throw new Error(`The contract has no operation ${id}`);
  return endpoint;
}

/** By their plain names: `iids[]` is the list `iids`, `range[start]` a key of the hash `range`. */
function parametersOf(documented: readonly Parameter[]): readonly Parameter[] {
  const keysOf = (name: string): string[] =>
    documented.flatMap((one) => (one.name.startsWith(`${name}[`) ? (/\[(\w+)\]$/.exec(one.name)?.slice(1) ?? []) : []));
  return documented
    .filter(({ name }) => !/\[\w+\]$/.test(name))
    .map((one) => {
      const keys = keysOf(one.name);
      return { ...one, name: one.name.replace("[]", ""), ...(keys.length > 0 ? { keys } : {}) };
    });
}

/** Every resource of the contract. */
export const resourceNames = (): string[] => [...resources.keys()];

/** The resource of that name; undefined for phrases such as "zip archive". */
export const resourceOf = (name: string): Resource | undefined => resources.get(name);

export interface Route {
  readonly endpoint: Endpoint;
  /** Which of the operation's routes it is: one of its `fullPaths`. */
  readonly path: string;
  /** What stands in the holes of the path, as it was sent. */
  readonly holes: Readonly<Record<string, string>>;
}

/**
 * The operation that a request is, by its method and its path below the instance's address, without query.
 * A literal segment goes before a hole: `pipelines/latest` is no pipeline's id.
 */
export function routeOf(method: string, sent: string): Route | undefined {
  const found = templates.flatMap(({ endpoint, path, pattern, names, literals }) => {
    const match = endpoint.method === method ? pattern.exec(sent) : null;
    return match
      ? [{ endpoint, path, literals, holes: Object.fromEntries(names.map((name, index) => [name, match[index + 1]!])) }]
      : [];
  });
  return found.sort((a, b) => b.literals - a.literals)[0];
}

/** `:id` is one segment, `*path` the rest, `'<name>'` a quoted text of OData. */
const hole = /[:*](\w+)|<(\w+)>/g;

const templates = endpoints.flatMap((endpoint) =>
  endpoint.fullPaths.map(({ path }) => {
    const names = [...path.matchAll(hole)].map(([, plain, quoted]) => plain ?? quoted!);
    const source = path
      .replace(/[.()$+]/g, "\\$&")
      .replace(hole, (text) => (text.startsWith("*") ? "(.+)" : "([^/]+)"));
    return {
      endpoint,
      path,
      pattern: new RegExp(`^${endpoint.root === "api" ? "/api/v4" : ""}${source}$`),
      names,
      literals: path.split("/").length - names.length,
    };
  }),
);
