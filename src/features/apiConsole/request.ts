import type { AnyRequest } from "../../api/anyRequest.ts";
import { type EncodedPath, path, queryPairs, type QueryValue, type Segments, segments } from "../../api/path.ts";
import type { Part } from "../../api/request.ts";
import type { Upload } from "../../api/upload.ts";
import type { Operation, Parameter } from "./operation.ts";
import { type Answers, valuesOf } from "./values.ts";

type Given = readonly { readonly parameter: Parameter; readonly value: QueryValue }[];

/**
 * An operation with its parameters as a request of the client.
 * @param uploads the files by their paths
 * @throws Error when a parameter is wrong or missing; ApiError for a path that leads elsewhere
 */
export function requestOf(operation: Operation, answers: Answers, uploads: ReadonlyMap<string, Upload>): AnyRequest {
  const given = valuesOf(operation, answers);
  const route = operation.routes[answers.route ?? 0] ?? operation.routes[0];
  const query = record(given.filter(({ parameter }) => parameter.in === "query"));
  const headers = given.filter(({ parameter }) => parameter.in === "header");
  const secretHeaders = headersOf(headers.filter(({ parameter }) => parameter.secret));
  const plainHeaders = headersOf(headers.filter(({ parameter }) => !parameter.secret));
  // A job's token takes the place of the account's, and so does one in the address.
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

/** `:id` is one part of the path, `*path` keeps its slashes, `<name>` stands in the quotes of OData. */
function pathOf(template: string, given: Given): EncodedPath {
  const parts: string[] = [];
  const holes: (string | Segments)[] = [];
  let end = 0;
  for (const { 0: whole, 1: name, 2: quoted, index } of template.matchAll(/[:*](\w+)|<(\w+)>/g)) {
    const value = plain(
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
  given: Given,
  uploads: ReadonlyMap<string, Upload>,
): Pick<AnyRequest, "json" | "form" | "multipart"> {
  if (given.length === 0) return {};
  const isMultipart = operation.body === "multipart" || given.some(({ parameter }) => parameter.type === "file");
  if (!isMultipart) return operation.body === "form" ? { form: record(given) } : { json: record(given) };
  return {
    multipart: given.flatMap(({ parameter, value }): Part[] => {
      if (parameter.type !== "file")
        return queryPairs(record([{ parameter, value }])).map(([name, text]) => ({ name, value: text }));
      const file = uploads.get(plain(value));
      if (!file) throw new Error(`${operation.id}: ${parameter.name} was not opened`);
      return [{ name: parameter.name, file }];
    }),
  };
}

const plain = (value: QueryValue): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** By their names; what makes a name a list's is written where lists are. */
const record = (given: Given): Record<string, QueryValue> =>
  Object.fromEntries(given.map(({ parameter, value }) => [parameter.name.replace(/\[\]$/, ""), value]));

const headersOf = (given: Given): Record<string, string> | undefined =>
  given.length === 0
    ? undefined
    : Object.fromEntries(given.map(({ parameter, value }) => [parameter.name.toLowerCase(), plain(value)]));
