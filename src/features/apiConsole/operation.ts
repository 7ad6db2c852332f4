/** What a route is about, where an operation has several. */
export type Level = "project" | "group" | "user";

/** Type of a value: `id` is a number or a path, `texts` is one or more strings, `list` and `hash` are JSON. */
export type ParameterType =
  | "text"
  | "integer"
  | "id"
  | "boolean"
  | "time"
  | "date"
  | "number"
  | "integers"
  | "texts"
  | "list"
  | "hash"
  | "file";

/** One parameter of an operation, as the documents describe it. */
export interface Parameter {
  /** As documented: `iids[]`, `range[start]`. */
  readonly name: string;
  readonly in: "path" | "query" | "body" | "header";
  readonly type: ParameterType;
  readonly required?: true;
  readonly choices?: readonly (string | number | boolean)[];
  readonly default?: string | number | boolean;
  /** Keywords allowed in place of a value: `None`, `Any`. */
  readonly specialValues?: readonly string[];
  /** Example value from the documents. */
  readonly template?: string;
  readonly notes?: string;
  readonly adminOnly?: true;
  /** The host needs a higher edition. */
  readonly higherEdition?: true;
  readonly deprecated?: true;
  /** Never shown: tokens, secrets, passwords. */
  readonly secret?: true;
}

/** A documented operation, with what is needed to ask for its parameters and send it. */
export interface Operation {
  /** ID in the contract: `pipelines.list`. */
  readonly id: string;
  /** Heading in the documents. */
  readonly section: string;
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Outside `/api/v4`. */
  readonly base?: true;
  readonly routes: readonly { readonly level?: Level; readonly path: string }[];
  /** Credentials other than the account's own: none, those for package registries, or the OAuth header for every kind of account. */
  readonly auth?: "none" | "basic" | "bearer";
  /** Encoding of the body; with a file it is always multipart. */
  readonly body?: "json" | "form" | "multipart";
  /** Whether some hosts use other names for some fields. */
  readonly renames?: true;
  readonly deprecated?: true;
  readonly parameters: readonly Parameter[];
}

/** Returns a unique key of a parameter: some operations have an `id` in the path and another in the query. */
export const keyOf = (parameter: Parameter): string => `${parameter.in} ${parameter.name}`;

/** Whether an operation changes nothing. */
export const isReadOnly = ({ method }: Operation): boolean => method === "GET" || method === "HEAD";
