import type { Field, Parameter } from "./contract.ts";
import { resourceOf } from "./contract.ts";

/** A query or form as parameters: `a=1`, lists as `a[]=1&a[]=2`, hashes as `a[key]=1`. */
export function readPairs(pairs: Iterable<readonly [string, string]>): Map<string, unknown> {
  const parameters = new Map<string, unknown>();
  for (const [written, value] of pairs) {
    const [, name = written, key] = /^([^[]+)\[([^\]]*)\]$/.exec(written) ?? [];
    const before = parameters.get(name);
    if (key === undefined) parameters.set(name, before === undefined ? value : [before, value, "sent twice"]);
    else if (key === "") parameters.set(name, [...(Array.isArray(before) ? (before as unknown[]) : []), value]);
    else parameters.set(name, { ...(typeof before === "object" ? before : {}), [key]: value });
  }
  return parameters;
}

/** What is wrong with a parameter's value, by the contract; empty when nothing is. `text`: from a query or form, where all is text. */
export function parameterProblems(parameter: Pick<Parameter, "name" | "type" | "enum" | "items">, value: unknown, text: boolean): string[] {
  const { name, type, items } = parameter;
  if (!type.split("|").some((one) => fits(one, value, text))) return [`${name} is no ${type}`];
  const alone = Array.isArray(value) ? (value as unknown[]) : [value];
  const unknown = parameter.enum ? alone.filter((one) => !parameter.enum!.includes(String(one))) : [];
  const inner = items === undefined ? [] : alone.flatMap((one, index) => recordProblems(items, one as Record<string, unknown>, `${name}[${index}]`));
  return [...unknown.map((one) => `${name} has the undocumented value ${String(one)}`), ...inner];
}

function recordProblems(resource: string, record: Record<string, unknown>, at: string): string[] {
  const fields = resourceOf(resource)?.fields ?? [];
  const undocumented = Object.keys(record).filter((name) => !fields.some((field) => field.name === name));
  return [
    ...undocumented.map((name) => `${at}.${name} is not documented`),
    ...fields.filter(({ name }) => name in record).flatMap((field) => fieldProblems(field, record[field.name], `${at}.${field.name}`)),
  ];
}

function fieldProblems(field: Field, value: unknown, at: string): string[] {
  return parameterProblems({ name: at, type: field.type ?? "string", enum: field.enum }, value, false);
}

/** Whether a value has one of the contract's simple types; a type that is not stated fits everything. */
export function fits(type: string | null, value: unknown, text = false): boolean {
  const list = /^array(?:<(.*)>)?$/.exec(type ?? "");
  if (list) return Array.isArray(value) && value.every((item) => list[1] === undefined || fits(list[1], item, text));
  switch (type) {
    case null:
      return true;
    case "integer":
      return text ? typeof value === "string" && /^-?\d+$/.test(value) : Number.isInteger(value);
    case "number":
    case "float":
      return text ? typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)) : typeof value === "number";
    case "boolean":
      return text ? value === "true" || value === "false" : typeof value === "boolean";
    case "timestamp":
    case "datetime":
      // Part 1 shows seconds in UTC; real hosts send milliseconds, and offsets with Git dates (SERVICE-FACTS 30).
      return typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value);
    case "date":
      return typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);
    case "object":
    case "hash":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    default:
      return typeof value === "string";
  }
}
