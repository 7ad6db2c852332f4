/** Any JSON value, for fields whose type the documents leave open. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

type FieldKind = "id" | "text" | "number" | "flag" | "list" | "object";

/**
 * Types of the fields that callers rely on. A field with a question mark may be absent or null, the others are required.
 * An `id` is a number or a non-empty text.
 */
export type RequiredFields = Readonly<Record<string, FieldKind | `${FieldKind}?`>>;

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
 * Parses a JSON body.
 * @param rawIds keeps IDs that look like numbers as text
 * @throws UnexpectedBody
 */
export function parseBody(text: string, contentType: string, rawIds = false): unknown {
  const body = text.replace(/^\ufeff/, "");
  if (body.trim() === "") throw new UnexpectedBody("is empty");
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    // The engine's own message repeats a part of the body, which may be that of a secret.
    if (looksLikeHtml(body, contentType)) throw new UnexpectedBody("is a web page: is the instance's address right?");
    throw new UnexpectedBody("is not valid JSON");
  }
  return rawIds ? value : normalizeIds(value);
}

/**
 * Checks that a value is an object with the required fields, and returns it.
 * @param at path of the value in the response
 * @throws UnexpectedBody
 */
export function checkObject(value: unknown, requiredFields: RequiredFields, at = ""): object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UnexpectedBody(
      at === "" ? "is not an object" : `holds something else than an object at ${at}`,
      at === "" ? {} : { field: at },
    );
  }
  for (const [name, wanted] of Object.entries(requiredFields)) {
    const found = (value as Record<string, unknown>)[name];
    const optional = wanted.endsWith("?");
    if (optional && (found === undefined || found === null)) continue;
    const kind = (optional ? wanted.slice(0, -1) : wanted) as FieldKind;
    if (is[kind](found)) continue;
    const field = at === "" ? name : `${at}.${name}`;
    throw new UnexpectedBody(
      found === undefined || found === null
        ? `lacks the field ${field}`
        : `has something else than its ${kind} in the field ${field}`,
      { field },
    );
  }
  return value;
}

/** Checks that a value is a list of such objects, and returns it. @throws UnexpectedBody */
export function checkList(value: unknown, requiredFields: RequiredFields, at = ""): object[] {
  if (!Array.isArray(value)) {
    throw new UnexpectedBody(
      at === "" ? "is not a list" : `holds something else than a list at ${at}`,
      at === "" ? {} : { field: at },
    );
  }
  return value.map((item: unknown, index) => checkObject(item, requiredFields, `${at}[${index}]`));
}

const is: Readonly<Record<FieldKind, (value: unknown) => boolean>> = {
  id: (value) => typeof value === "number" || (typeof value === "string" && value !== ""),
  text: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  flag: (value) => typeof value === "boolean",
  list: Array.isArray,
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};

const idNames = new Set(["id", "iid", "project_id", "pipeline_id", "resource_owner_id"]);

/** Turns IDs that a host sends as text into numbers, unless they exceed 15 digits; SHAs stay unchanged. */
function normalizeIds(value: unknown): unknown {
  if (Array.isArray(value)) value.forEach(normalizeIds);
  else if (typeof value === "object" && value !== null) {
    const record = value as Record<string, unknown>;
    for (const [name, inner] of Object.entries(record)) {
      if (typeof inner === "object") normalizeIds(inner);
      else if (idNames.has(name) && typeof inner === "string" && /^(0|[1-9]\d{0,14})$/.test(inner))
        record[name] = Number(inner);
    }
  }
  return value;
}
