import type { Field, Parameter } from "./contract.ts";
import { resourceOf } from "./contract.ts";

/** A query, form or multipart body as parameters: `a=1`, lists as `a[]=1&a[]=2`, hashes as `a[key]=1`, and both as `a[key][]=1`. */
export function readPairs(pairs: Iterable<readonly [string, unknown]>): Map<string, unknown> {
  const parameters = new Map<string, unknown>();
  for (const [written, value] of pairs) {
    const [, name = written, keys = ""] = /^([^[]+)((?:\[[^\]]*\])*)$/.exec(written) ?? [];
    parameters.set(
      name,
      put(
        parameters.get(name),
        [...keys.matchAll(/\[([^\]]*)\]/g)].map(([, key]) => key!),
        value,
      ),
    );
  }
  return parameters;
}

function put(before: unknown, [key, ...inner]: readonly string[], value: unknown): unknown {
  if (key === undefined) return before === undefined ? value : [before, value, "sent twice"];
  if (key === "") return [...(Array.isArray(before) ? (before as unknown[]) : []), put(undefined, inner, value)];
  const hash = typeof before === "object" && before !== null ? (before as Record<string, unknown>) : {};
  return { ...hash, [key]: put(hash[key], inner, value) };
}

type ValueRules = Pick<Parameter, "name" | "type" | "enum" | "items" | "keys" | "template" | "specialValues">;

/** Whether a text is an OData template with its hole filled, quotes in it doubled. */
function isTemplate(template: string, text: string): boolean {
  const [start = "", end = ""] = template.split(/<\w+>/);
  return (
    text.startsWith(start) &&
    text.endsWith(end) &&
    /^([^']|'')*$/.test(text.slice(start.length, text.length - end.length))
  );
}

/** What is wrong with a parameter's value, by the contract; empty when nothing is. `text`: from a query or form, where all is text. */
export function parameterProblems(parameter: ValueRules, value: unknown, text: boolean): string[] {
  const { name, type, items, keys, template } = parameter;
  if (parameter.specialValues?.includes(String(value)) === true) return [];
  if (template?.includes("'<") === true && !isTemplate(template, String(value)))
    return [`${name} is not made as ${template}`];
  if (keys && fits("hash", value, text)) {
    const unknown = Object.keys(value as object).filter((key) => !keys.includes(key));
    if (unknown.length > 0) return unknown.map((key) => `${name}[${key}] is not documented`);
  }
  if (!type.split("|").some((one) => fits(one, value, text))) return [`${name} is no ${type}`];
  const alone = Array.isArray(value) ? (value as unknown[]) : [value];
  const unknown = parameter.enum
    ? alone.filter((one) => !parameter.enum!.some((allowed) => String(allowed) === String(one)))
    : [];
  const inner =
    items === undefined
      ? []
      : alone.flatMap((one, index) => recordProblems(items, one as Record<string, unknown>, `${name}[${index}]`));
  return [...unknown.map((one) => `${name} has the undocumented value ${String(one)}`), ...inner];
}

function recordProblems(resource: string, record: Record<string, unknown>, at: string): string[] {
  const fields = resourceOf(resource)?.fields ?? [];
  const undocumented = Object.keys(record).filter((name) => !fields.some((field) => field.name === name));
  return [
    ...undocumented.map((name) => `${at}.${name} is not documented`),
    ...fields
      .filter(({ name }) => name in record)
      .flatMap((field) => fieldProblems(field, record[field.name], `${at}.${field.name}`)),
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
      return text
        ? typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value))
        : typeof value === "number";
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
    case "file":
      return typeof value === "object" && value !== null && "filename" in value;
    default:
      return typeof value === "string";
  }
}
