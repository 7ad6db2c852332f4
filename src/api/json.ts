import type { FieldKind, FieldsOf, RequiredFields } from "./fieldsOf.ts";
import { jsonProblem } from "./jsonCost.ts";
import { NestedTooDeep, parseJson } from "./parseJson.ts";

/** Any JSON value, for fields whose type the documents leave open. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** A body of the wrong shape. The message completes "the answer …"; `field` is the invalid one. */
export class UnexpectedBody extends Error {
  readonly field: string | undefined;

  constructor(message: string, options: { readonly field?: string; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.field = options.field;
  }
}

export const looksLikeHtml = (text: string, contentType: string): boolean =>
  /^\s*(text\/html|application\/xhtml)/i.test(contentType) || /^\s*<(!doctype|html|head|body)\b/i.test(text);

/**
 * Parses a JSON body (see `parseJson`).
 * @param rawIds leaves IDs as they are, where they are names
 * @throws UnexpectedBody
 */
export function parseBody(text: string, contentType: string, rawIds = false): unknown {
  const body = text.replace(/^\ufeff/, "");
  if (!/\S/.test(body)) throw new UnexpectedBody("is empty");
  const problem = jsonProblem(body);
  if (problem !== undefined) throw new UnexpectedBody(problem);
  try {
    return parseJson(body, rawIds);
  } catch (cause) {
    if (cause instanceof NestedTooDeep) throw new UnexpectedBody("is nested too deeply", { cause });
    // The engine's own message repeats a part of the body, which may be that of a secret.
    if (looksLikeHtml(body, contentType)) throw new UnexpectedBody("is a web page: is the instance's address right?");
    throw new UnexpectedBody("is not valid JSON");
  }
}

/**
 * Checks that a value is an object with the required fields, and returns it.
 * @param at path of the value in the response
 * @throws UnexpectedBody
 */
export function checkObject<T extends object>(value: unknown, requiredFields: FieldsOf<T>, at = ""): T {
  reject(mismatchOf(value, checksOf(requiredFields)), at);
  return value as T;
}

/** Checks that a value is a list of such objects, and returns it. @throws UnexpectedBody */
export function checkList<T extends object>(value: unknown, requiredFields: FieldsOf<T>, at = ""): readonly T[] {
  reject(listMismatch(value, checksOf(requiredFields)), at);
  return value as readonly T[];
}

/** How a value differs from what is required. Paths are put together only then: a list has a hundred thousand fields. */
interface Mismatch {
  /** Path below the value that was checked. */
  readonly at: string;
  /** Returns the message. @param at whole path */
  readonly message: (at: string) => string;
}

function reject(mismatch: Mismatch | undefined, at: string): void {
  if (mismatch === undefined) return;
  const field = joined(at, mismatch.at);
  throw new UnexpectedBody(mismatch.message(field), field === "" ? {} : { field });
}

const joined = (at: string, below: string): string =>
  at === "" || below === "" || below.startsWith("[") ? at + below : `${at}.${below}`;

const below = (at: string, mismatch: Mismatch): Mismatch => ({ ...mismatch, at: joined(at, mismatch.at) });

/** The check of one field. */
interface FieldCheck {
  readonly name: string;
  readonly kind: FieldKind;
  readonly mayBeNull: boolean;
  readonly mayBeAbsent: boolean;
  /** The checks of a nested record, or of each record in a list. */
  readonly of: readonly FieldCheck[] | undefined;
}

const known = new WeakMap<RequiredFields, readonly FieldCheck[]>();

function checksOf(requiredFields: RequiredFields): readonly FieldCheck[] {
  const made = known.get(requiredFields);
  if (made) return made;
  const checks = Object.entries(requiredFields).map(([name, wanted]): FieldCheck => {
    const rule = typeof wanted === "string" ? wanted : wanted.kind;
    const kind = rule.replace(/\?$|\|null$/, "") as FieldKind;
    const of = typeof wanted === "string" ? undefined : checksOf(wanted.of);
    return { name, kind, mayBeNull: kind !== rule, mayBeAbsent: rule.endsWith("?"), of };
  });
  known.set(requiredFields, checks);
  return checks;
}

function mismatchOf(value: unknown, checks: readonly FieldCheck[]): Mismatch | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return notA("an object");
  for (const { name, kind, mayBeNull, mayBeAbsent, of } of checks) {
    const found = (value as Record<string, unknown>)[name];
    if ((found === null && mayBeNull) || (found === undefined && mayBeAbsent)) continue;
    if (!is[kind](found)) {
      const isMissing = found === undefined || found === null;
      const message = (at: string): string =>
        isMissing ? `lacks the field ${at}` : `has something else than its ${kind} in the field ${at}`;
      return { at: name, message };
    }
    const inner = of && (kind === "list" ? listMismatch(found, of) : mismatchOf(found, of));
    if (inner) return below(name, inner);
  }
  return undefined;
}

function listMismatch(value: unknown, checks: readonly FieldCheck[]): Mismatch | undefined {
  if (!Array.isArray(value)) return notA("a list");
  for (let at = 0; at < value.length; at++) {
    const mismatch = mismatchOf(value[at], checks);
    if (mismatch) return below(`[${at}]`, mismatch);
  }
  return undefined;
}

const notA = (what: string): Mismatch => ({
  at: "",
  message: (at) => (at === "" ? `is not ${what}` : `holds something else than ${what} at ${at}`),
});

const is: Readonly<Record<FieldKind, (value: unknown) => boolean>> = {
  id: (value) => typeof value === "number" || (typeof value === "string" && value !== ""),
  text: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  flag: (value) => typeof value === "boolean",
  list: Array.isArray,
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};
