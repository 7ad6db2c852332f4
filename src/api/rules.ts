import type { Http } from "./http.ts";
import type { RequestSpec } from "./request.ts";

/**
 * Rules of the documents that are checked before a request is sent. Each throws ApiError `invalidArgument` with the rule as its `code`
 * and the parameters to correct in `fields`. Undefined counts as not given; null and empty text count as given.
 */

type ArgumentErrors = Pick<Http, "invalidArgument">;

const valueOf = (record: object, name: string): unknown => (record as Record<string, unknown>)[name];
const isGiven = (record: object, name: string): boolean => valueOf(record, name) !== undefined;

/** Checks that times are Dates or ISO 8601 with date, time and zone (Part 1, conventions 3). */
export function checkTimes(http: ArgumentErrors, call: RequestSpec, record: object, ...names: readonly string[]): void {
  for (const name of names) {
    const value = valueOf(record, name);
    const good =
      value === undefined || value === null || (value instanceof Date ? !Number.isNaN(value.getTime()) : isTime(value));
    if (!good)
      throw http.invalidArgument(
        call,
        "date",
        "a time is ISO 8601 with date, time and zone, such as 2024-02-29T12:00:00Z",
        name,
      );
  }
}

/** Checks that dates are YYYY-MM-DD and exist (Part 1, conventions 3); empty text clears a date. */
export function checkDates(http: ArgumentErrors, call: RequestSpec, record: object, ...names: readonly string[]): void {
  for (const name of names) {
    const value = valueOf(record, name);
    if (value === undefined || value === null || value === "" || isDate(value)) continue;
    throw http.invalidArgument(call, "date", "a date is YYYY-MM-DD, such as 2024-02-29", name);
  }
}

/** Checks that at most one of these is given. */
export function checkExclusive(
  http: ArgumentErrors,
  call: RequestSpec,
  record: object,
  ...names: readonly string[]
): void {
  const given = names.filter((name) => isGiven(record, name));
  if (given.length > 1)
    throw http.invalidArgument(call, "exclusive", `only one of ${names.join(" and ")} can be given`, ...given);
}

/** Checks that an update changes at least one field. */
export function checkNotEmpty(http: ArgumentErrors, call: RequestSpec, record: object): void {
  if (!Object.keys(record).some((name) => isGiven(record, name)))
    throw http.invalidArgument(call, "nothingToChange", "nothing is given to change");
}

/** Checks that these are given and not blank. */
export function checkFilled(
  http: ArgumentErrors,
  call: RequestSpec,
  record: object,
  ...names: readonly string[]
): void {
  for (const name of names) {
    const value = valueOf(record, name);
    if (value === undefined || value === null || (typeof value === "string" && value.trim() === "")) {
      throw http.invalidArgument(call, "required", `${name} is empty`, name);
    }
  }
}

/** Checks that a text has at most `most` characters. */
export function checkLength(http: ArgumentErrors, call: RequestSpec, record: object, name: string, most: number): void {
  const value = valueOf(record, name);
  if (typeof value === "string" && Array.from(value).length > most) {
    throw http.invalidArgument(call, "length", `${name} is longer than ${most} characters`, name);
  }
}

/** A change of one file among several, of a commit or of a snippet. */
export interface FileChange {
  readonly action: string;
  readonly file_path?: string | undefined;
  readonly previous_path?: string | undefined;
  readonly content?: string | undefined;
}

/**
 * Checks that every change has a path, a move and only a move has a previous path, and a new or changed file has content, which may be
 * empty (Part 2, Commit action; Part 3, Snippets).
 * @param name field that holds the list
 */
export function checkFileChanges(
  http: ArgumentErrors,
  call: RequestSpec,
  name: string,
  changes: readonly FileChange[],
): void {
  for (const [index, change] of changes.entries()) {
    const at = (field: string): string => `${name}[${index}].${field}`;
    if ((change.file_path ?? "").trim() === "")
      throw http.invalidArgument(call, "required", "a file has no path", at("file_path"));
    const moved = change.action === "move";
    if (moved && (change.previous_path ?? "").trim() === "")
      throw http.invalidArgument(call, "previousPath", "a move names the path before", at("previous_path"));
    if (!moved && change.previous_path !== undefined)
      throw http.invalidArgument(call, "previousPath", "only a move has a path before", at("previous_path"));
    if ((change.action === "create" || change.action === "update") && change.content === undefined) {
      throw http.invalidArgument(call, "content", "a new or changed file has content", at("content"));
    }
  }
}

/** Returns whether a value is an existing day as YYYY-MM-DD. */
export const isDate = (value: unknown): boolean => {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const at = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
};

/** Returns whether a value is an ISO 8601 text with date, time and zone. */
export const isTime = (value: unknown): boolean => {
  if (typeof value !== "string") return false;
  const match = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/.exec(value);
  return match !== null && isDate(match[1]);
};
