import type { Incoming } from "../http/incoming.ts";
import { isRecord, type Value } from "../http/nested.ts";
import { invalid, Problem } from "../http/problem.ts";
import type { Route } from "../http/router.ts";
import { isOpen, optional } from "./exceptions.ts";
import { holeNames, operationAt, type Operation, type OperationRoute, type Parameter } from "./operations.ts";
import { asText, isListed, suits } from "./values.ts";

/**
 * A route, with the contract's checks before it where it is an operation of the contract: `x is missing`, `x is invalid`,
 * `x does not have a valid value`, all in one 400.
 */
export function validated(route: Route): Route {
  const found = operationAt(route.method, route.path);
  if (!found) return route;
  const holes = holeNames(route.path);
  return {
    ...route,
    handle: async (request) => {
      const problem = await problemOf(found, holes, request);
      if (problem !== undefined) throw problem;
      return route.handle(request);
    },
  };
}

async function problemOf(
  { operation, holes }: OperationRoute,
  names: readonly string[],
  request: Incoming,
): Promise<Problem | undefined> {
  try {
    const path = holes.flatMap((name, at) => {
      const type = operation.pathParams.find((one) => one.name === name)?.type ?? "string";
      return suits(type, request.holes[names[at]!] ?? "") ? [] : [`${name} is invalid`];
    });
    const sent = await sentValues(operation, request);
    const texts = [...operation.query, ...operation.body.fields].flatMap(
      (parameter) => parameterProblem(operation.id, parameter, valueAt(sent, parameter.name)) ?? [],
    );
    const all = [...path, ...texts];
    return all.length > 0 ? invalid(all.join(", ")) : undefined;
  } catch (error) {
    // A body that cannot be read at all.
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** Stands for a file that came as such. */
const FILE = {};

async function sentValues(operation: Operation, request: Incoming): Promise<Readonly<Record<string, Value>>> {
  // The documents leave open whether the fields of a DELETE go in query or body.
  const bodied = operation.body.fields.length > 0 || (request.method === "DELETE" && operation.query.length > 0);
  if (!bodied) return request.query.values;
  const { values } = await request.fields();
  const files = (await request.parts()).filter((part) => part.filename !== undefined);
  return { ...values, ...Object.fromEntries(files.map((part) => [part.name, FILE])) };
}

/** `range[start]` is looked up inside `range`; `iids[]` is the list `iids`. */
function valueAt(sent: Readonly<Record<string, Value>>, name: string): Value {
  const [first = "", ...keys] = name
    .replace(/\[\]$/, "")
    .split(/[[\]]+/)
    .filter((part) => part !== "");
  return keys.reduce<Value>(
    (value, key) => (isRecord(value) ? value[key] : undefined),
    Object.hasOwn(sent, first) ? sent[first] : undefined,
  );
}

function parameterProblem(operation: string, parameter: Parameter, value: Value): string | undefined {
  const name = parameter.name.replace(/\[\]$/, "");
  const required =
    parameter.required === true &&
    parameter.listedAsRequired !== true &&
    optional[`${operation}.${parameter.name}`] === undefined;
  if (value === undefined || value === null) return required ? `${name} is missing` : undefined;
  // An empty text takes a file away where it may be missing.
  if (parameter.type === "file")
    return value === FILE || (value === "" && !required) ? undefined : `${name} is invalid`;
  if (parameter.specialValues?.some((word) => word.toLowerCase() === asText(value).toLowerCase()) === true)
    return undefined;
  if (!suits(parameter.type, value) || (required && value === "" && parameter.type !== "string"))
    return `${name} is invalid`;
  // `active=false` is not supported, but not refused either.
  if (!parameter.enum || parameter.type === "boolean" || value === "" || isOpen(operation, parameter)) return undefined;
  return isListed(parameter.enum, value) ? undefined : `${name} does not have a valid value`;
}
