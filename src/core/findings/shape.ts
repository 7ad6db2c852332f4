import { ownText } from "../base/ownText.ts";
import { linkTarget } from "../ui/inertMarkdown.ts";

/** A JSON object of a report, whose fields may be anything. */
export type Raw = Readonly<Record<string, unknown>>;

/** Limit of links and identifiers of one finding. */
const maxItems = 20;
const maxUrl = 2_000;

export const objectOf = (value: unknown): Raw | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Raw) : undefined;

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** Returns the first objects of a list. */
export const objectsOf = (value: unknown): readonly Raw[] =>
  listOf(value)
    .slice(0, maxItems)
    .map(objectOf)
    .filter((one) => one !== undefined);

/** Returns a text that is not blank, cut to a length. */
export function textOf(value: unknown, limit: number): string | undefined {
  if (typeof value !== "string") return undefined;
  const cut = value.length > limit ? ownText(`${value.slice(0, limit - 1)}…`) : value;
  const text = cut.trim();
  return text === "" ? undefined : text;
}

/** Returns a line number, counted from 1. */
export function lineOf(value: unknown): number | undefined {
  const line = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof line === "number" && Number.isSafeInteger(line) && line > 0 && line < 10 ** 9 ? line : undefined;
}

/** Returns an http or https URL. */
export const urlOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.length <= maxUrl && linkTarget(value) !== undefined
    ? new URL(value).href
    : undefined;

/** Returns a path without control characters, as the report has it but for a leading `./`. */
export function fileOf(value: unknown): string | undefined {
  const path = textOf(value, 1_001);
  // eslint-disable-next-line no-control-regex -- control characters are what this looks for
  if (path === undefined || path.length > 1_000 || /[\u0000-\u001f]/.test(path)) return undefined;
  return path.replace(/^(?:\.\/+)+/, "") || undefined;
}

/** Returns the fields of an object that have a value. */
export const filled = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
