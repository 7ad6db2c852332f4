import { isSecretName } from "../../core/base/secretNames.ts";
import type { Level, Operation, Parameter, ParameterType } from "./operation.ts";

/** The fields read from an entry of the contract; see its README. */
export interface Endpoint {
  readonly id: string;
  readonly section: string;
  readonly method: string;
  readonly root: string;
  readonly fullPaths: readonly { readonly level: string | null; readonly kind?: string; readonly path: string }[];
  readonly auth: string;
  readonly pathParams: readonly DocumentedParameter[];
  readonly query: readonly DocumentedParameter[];
  readonly headers: readonly DocumentedHeader[];
  readonly body: { readonly type: string | null; readonly fields: readonly DocumentedParameter[] };
  readonly deprecated: unknown;
}

interface DocumentedParameter {
  readonly name: string;
  readonly type: string;
  readonly required: boolean | null;
  readonly enum?: readonly (string | number | boolean)[] | null;
  readonly default?: string | number | boolean | null;
  readonly notes?: string | null;
  readonly placeholder?: string;
  readonly template?: string;
  readonly specialValues?: readonly string[];
  readonly adminOnly?: boolean;
  readonly edition?: string;
  readonly deprecated?: unknown;
}

interface DocumentedHeader {
  readonly name: string;
  readonly required: boolean;
  readonly value: string;
  readonly notes: string;
}

const types: Readonly<Record<string, ParameterType>> = {
  string: "text",
  "Edm.String": "text",
  integer: "integer",
  "integer|string": "id",
  boolean: "boolean",
  datetime: "time",
  date: "date",
  float: "number",
  array: "list",
  "array<integer>": "integers",
  "string|array<string>": "texts",
  hash: "hash",
  file: "file",
};

/** Headers set by the credential and the body. */
const ownHeaders = ["authorization", "content-type"];

/**
 * Converts the contract to the operations of the console; runs in the build, see esbuild.js.
 * @throws Error for an unknown parameter type
 */
export const operationTable = (endpoints: readonly Endpoint[]): readonly Operation[] => endpoints.map(operationOf);

function operationOf(endpoint: Endpoint): Operation {
  const { id, section, method, root, fullPaths, body, deprecated } = endpoint;
  const auth = authOf(endpoint);
  const parameters = [
    // Given by the chosen route.
    ...endpoint.pathParams.filter(({ placeholder }) => placeholder !== "{kind}").map((one) => parameterOf("path", one)),
    ...endpoint.query
      .filter((one) => one.type !== "hash" || !endpoint.query.some(({ name }) => name.startsWith(`${one.name}[`)))
      .map((one) => parameterOf("query", one)),
    ...body.fields.map((one) => parameterOf("body", one)),
    ...endpoint.headers.filter(({ name }) => !ownHeaders.includes(name.toLowerCase())).map(headerOf),
  ];
  return {
    id,
    // As everywhere else in the product.
    section: section.replace(/^[A-Z]\. /, "").replace("Package feeds", "Package registry (NuGet)"),
    method: method as Operation["method"],
    ...(root === "base" && { base: true }),
    routes: fullPaths.map(({ level, kind, path }) => {
      const routeLevel = level ?? kind?.replace(/s$/, "");
      return { ...(routeLevel !== undefined && { level: routeLevel as Level }), path };
    }),
    ...(auth && { auth }),
    ...(body.type !== null && { body: body.type as "json" }),
    ...(/^users\.|\.userAgentDetail$/.test(id) && { renames: true }),
    ...(Boolean(deprecated) && { deprecated: true }),
    parameters,
  };
}

function authOf({ id, auth }: Endpoint): Operation["auth"] {
  if (id === "oauth.tokenInfo" || id === "oauth.userinfo") return "bearer";
  if (["none", "header", "client", "user"].includes(auth)) return "none";
  return auth === "basic" ? auth : undefined;
}

/** What the documents say of themselves instead of a parameter. */
const asides =
  /\b(?:convention \d|credential table|listed (?:as|here|in|keys)|not shown|on the wire|own row|stated outright)\b/i;
/** Parentheses that refer to another section of the documents, or to a type that only the documents define. */
const references = / \((?:as at [^)]*|[A-Z][a-z]+[A-Z]\w*)\)/g;

/** Returns the notes on a parameter without sentences about the documents. */
function notesOf(notes: string): { readonly notes?: string } {
  const kept = notes
    .split(/(?<=\.)\s+/)
    .filter((sentence) => !asides.test(sentence))
    .join(" ")
    .replaceAll(references, "");
  return kept === "" ? {} : { notes: kept };
}

function parameterOf(place: Parameter["in"], one: DocumentedParameter): Parameter {
  const type = types[one.type];
  if (type === undefined) throw new Error(`No way to ask for a ${one.type}, such as ${one.name}`);
  return {
    name: one.name,
    in: place,
    type,
    ...(one.required === true && { required: true }),
    ...(one.enum && { choices: one.enum }),
    ...(one.default !== undefined && one.default !== null && { default: one.default }),
    ...(one.specialValues && { specialValues: one.specialValues }),
    ...(one.template !== undefined && type === "text" && { template: one.template }),
    ...(one.notes && notesOf(one.notes)),
    ...(one.adminOnly === true && { adminOnly: true }),
    ...(one.edition === "higher" && { higherEdition: true }),
    ...(Boolean(one.deprecated) && { deprecated: true }),
    ...(type === "text" && isSecretName(one.name) && { secret: true }),
  };
}

const headerOf = ({ name, required, value, notes }: DocumentedHeader): Parameter => ({
  name,
  in: "header",
  type: "text",
  ...(required && { required: true }),
  ...(isSecretName(name) ? { secret: true } : { template: value }),
  ...notesOf(notes),
});
