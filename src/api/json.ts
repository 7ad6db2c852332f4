import type { FieldKind, FieldsOf, RequiredFields } from "./fieldsOf.ts";
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
  if (body.trim() === "") throw new UnexpectedBody("is empty");
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
  checkFields(value, requiredFields, at);
  return value as T;
}

/** Checks that a value is a list of such objects, and returns it. @throws UnexpectedBody */
export function checkList<T extends object>(value: unknown, requiredFields: FieldsOf<T>, at = ""): readonly T[] {
  checkItems(value, requiredFields, at);
  return value as readonly T[];
}

function checkFields(value: unknown, requiredFields: RequiredFields, at: string): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UnexpectedBody(
      at === "" ? "is not an object" : `holds something else than an object at ${at}`,
      at === "" ? {} : { field: at },
    );
  }
  for (const [name, wanted] of Object.entries(requiredFields)) {
    const found = (value as Record<string, unknown>)[name];
    const { kind: rule, of } = typeof wanted === "string" ? { kind: wanted, of: undefined } : wanted;
    const kind = rule.replace(/\?$|\|null$/, "") as FieldKind;
    if ((found === null && kind !== rule) || (found === undefined && rule.endsWith("?"))) continue;
    const field = at === "" ? name : `${at}.${name}`;
    if (!is[kind](found)) {
      throw new UnexpectedBody(
        found === undefined || found === null
          ? `lacks the field ${field}`
          : `has something else than its ${kind} in the field ${field}`,
        { field },
      );
    }
    if (of) (kind === "list" ? checkItems : checkFields)(found, of, field);
  }
}

function checkItems(value: unknown, requiredFields: RequiredFields, at: string): void {
  if (!Array.isArray(value)) {
    throw new UnexpectedBody(
      at === "" ? "is not a list" : `holds something else than a list at ${at}`,
      at === "" ? {} : { field: at },
    );
  }
  value.forEach((item: unknown, index) => checkFields(item, requiredFields, `${at}[${index}]`));
}

const is: Readonly<Record<FieldKind, (value: unknown) => boolean>> = {
  id: (value) => typeof value === "number" || (typeof value === "string" && value !== ""),
  text: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  flag: (value) => typeof value === "boolean",
  list: Array.isArray,
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};
