import { isRecord, type Value } from "../http/nested.ts";
import type { Parameter } from "./operations.ts";

/** Whether a value, as query, form or JSON bring it, is one of the parameter's type. */
export function suits(type: string, value: Value): boolean {
  if (type.includes("|")) return type.split("|").some((one) => suits(one, value));
  const list = /^array<(.+)>$/.exec(type)?.[1];
  if (list !== undefined) return elements(value).every((item) => suits(list, item));
  const check = checks.get(type);
  if (!check) throw new Error(`The contract has an unknown type ${type}`);
  return check(value);
}

/** Whether each value is among those of the enumeration. */
export function isListed(allowed: NonNullable<Parameter["enum"]>, value: Value): boolean {
  const texts = allowed.map(String);
  return (Array.isArray(value) ? value : [value]).every((item) => texts.includes(asText(item)));
}

/** As a query would carry it; a list or record in its JSON, which suits nothing. */
export function asText(value: Value): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const isText = (value: Value): boolean => typeof value !== "object";
const matches =
  (pattern: RegExp) =>
  (value: Value): boolean =>
    isText(value) && pattern.test(asText(value));
/** `2024-08-27`, or with a time, seconds or not, `Z` or an offset. */
const ISO_TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
const isDate = (value: Value): boolean => !Number.isNaN(Date.parse(asText(value)));

/** An empty text stands for no value where one could be left out. */
const checks = new Map<string, (value: Value) => boolean>([
  ["string", isText],
  ["Edm.String", isText],
  ["integer", matches(/^(-?\d+)?$/)],
  ["float", matches(/^(-?\d+(\.\d+)?)?$/)],
  ["boolean", matches(/^(true|false|t|f|1|0|on|off)?$/i)],
  ["datetime", (value) => value === "" || (matches(ISO_TIME)(value) && isDate(value))],
  ["date", (value) => value === "" || (matches(/^\d{4}-\d\d-\d\d$/)(value) && isRealDay(asText(value)))],
  ["array", (value) => Array.isArray(value) || value === ""],
  ["hash", (value) => isRecord(value) || value === ""],
]);

/** `2024-02-30` parses, to another day. */
function isRealDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}

/** A list may come as one value, or as text with commas. */
function elements(value: Value): Value[] {
  if (Array.isArray(value)) return value;
  return typeof value === "string" ? value.split(",") : [value];
}
