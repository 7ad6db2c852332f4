/** What an operation is about where it has several routes. */
export type Level = "project" | "group" | "user";

/** How a value is written: `id` is a number or a path, `texts` is one or several, `list` and `hash` are JSON. */
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
  /** Words that stand for a value of another type: `None`, `Any`. */
  readonly words?: readonly string[];
  /** How a value looks where the documents show one. */
  readonly template?: string;
  readonly notes?: string;
  readonly adminOnly?: true;
  /** The host needs a higher edition. */
  readonly higherEdition?: true;
  readonly deprecated?: true;
  /** Never shown: tokens, secrets, passwords. */
  readonly secret?: true;
}

/** One operation of the documents, with what is needed to ask for its parameters and to send it. */
export interface Operation {
  /** The contract's id: `pipelines.list`. */
  readonly id: string;
  /** The heading of the documents. */
  readonly section: string;
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Outside `/api/v4`. */
  readonly base?: true;
  readonly routes: readonly { readonly level?: Level; readonly path: string }[];
  /** Other credentials than the account's: none, the one for package feeds, or OAuth's header whatever the account uses. */
  readonly auth?: "none" | "basic" | "bearer";
  /** The form of the body; with a file it is multipart in any case. */
  readonly body?: "json" | "form" | "multipart";
  /** Hosts have names of their own for some fields. */
  readonly renames?: true;
  readonly deprecated?: true;
  readonly parameters: readonly Parameter[];
}

/** Tells the parameters of an operation apart: feeds have an `id` in the path and one in the query. */
export const keyOf = (parameter: Parameter): string => `${parameter.in} ${parameter.name}`;

/** Whether it changes nothing. */
export const onlyReads = ({ method }: Operation): boolean => method === "GET" || method === "HEAD";
