import type { AnyRequest } from "../../api/anyRequest.ts";
import { type EncodedPath, path, queryPairs, type QueryValue, type Segments, segments } from "../../api/path.ts";
import type { Part } from "../../api/request.ts";
import type { Upload } from "../../api/upload.ts";
import type { Operation, Parameter } from "./operation.ts";
import { type RequestInput, valuesOf } from "./values.ts";

type ParameterValues = readonly { readonly parameter: Parameter; readonly value: QueryValue }[];

/**
 * Builds the request of an operation.
 * @param uploads files by path
 * @throws Error when a parameter is invalid or missing; ApiError for a path with `.` or `..`
 */
export function requestOf(
  operation: Operation,
  answers: RequestInput,
  uploads: ReadonlyMap<string, Upload>,
): AnyRequest {
  const given = valuesOf(operation, answers);
  const route = operation.routes[answers.route ?? 0] ?? operation.routes[0];
  const query = record(given.filter(({ parameter }) => parameter.in === "query"));
  const headers = given.filter(({ parameter }) => parameter.in === "header");
  const secretHeaders = headersOf(headers.filter(({ parameter }) => parameter.secret));
  const plainHeaders = headersOf(headers.filter(({ parameter }) => !parameter.secret));
  // A job token, or a token in the URL, replaces the account's.
  const auth =
    secretHeaders || (operation.id === "oauth.tokenInfo" && "access_token" in query) ? "none" : operation.auth;
  return {
    operation: operation.id,
    method: operation.method,
    path: pathOf(route?.path ?? "", given),
    ...(operation.base && { root: "base" }),
    ...(Object.keys(query).length > 0 && { query }),
    ...bodyOf(
      operation,
      given.filter(({ parameter }) => parameter.in === "body"),
      uploads,
    ),
    ...(plainHeaders && { headers: plainHeaders }),
    ...(secretHeaders && { secretHeaders }),
    ...(auth && { auth }),
    ...(operation.renames && { renames: true }),
  };
}

/** Fills in a route: `:id` is one segment, `*path` keeps its slashes, `<name>` is inside OData quotes. */
function pathOf(template: string, given: ParameterValues): EncodedPath {
  const parts: string[] = [];
  const holes: (string | Segments)[] = [];
  let end = 0;
  for (const { 0: whole, 1: name, 2: quoted, index } of template.matchAll(/[:*](\w+)|<(\w+)>/g)) {
    const value = textOf(
      given.find(({ parameter }) => parameter.in === "path" && parameter.name === (name ?? quoted))?.value,
    );
    parts.push(template.slice(end, index));
    holes.push(whole.startsWith("*") ? segments(value) : quoted === undefined ? value : value.replaceAll("'", "''"));
    end = index + whole.length;
  }
  parts.push(template.slice(end));
  return path(Object.assign(parts, { raw: parts }), ...holes);
}

function bodyOf(
  operation: Operation,
  given: ParameterValues,
  uploads: ReadonlyMap<string, Upload>,
): Pick<AnyRequest, "json" | "form" | "multipart"> {
  if (given.length === 0) return {};
  const isMultipart = operation.body === "multipart" || given.some(({ parameter }) => parameter.type === "file");
  if (!isMultipart) return operation.body === "form" ? { form: record(given) } : { json: record(given) };
  return {
    multipart: given.flatMap(({ parameter, value }): Part[] => {
      if (parameter.type !== "file")
        return queryPairs(record([{ parameter, value }])).map(([name, text]) => ({ name, value: text }));
      const file = uploads.get(textOf(value));
      if (!file) throw new Error(`${operation.id}: ${parameter.name} was not opened`);
      return [{ name: parameter.name, file }];
    }),
  };
}

const textOf = (value: QueryValue): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** Returns the values by name, without the `[]` that the query encoder adds to lists. */
const record = (given: ParameterValues): Record<string, QueryValue> =>
  Object.fromEntries(given.map(({ parameter, value }) => [parameter.name.replace(/\[\]$/, ""), value]));

const headersOf = (given: ParameterValues): Record<string, string> | undefined =>
  given.length === 0
    ? undefined
    : Object.fromEntries(given.map(({ parameter, value }) => [parameter.name.toLowerCase(), textOf(value)]));
