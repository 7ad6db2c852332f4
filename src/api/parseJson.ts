import { maxDepth } from "./jsonCost.ts";

/** Largest text, in characters, whose large IDs are kept: it is parsed once more for them, which takes several times as long. */
const maxRounded = 1_000_000;

/** The value is nested so deep that reading it could fill the stack. */
export class NestedTooDeep extends Error {
  constructor() {
    super(`More than ${maxDepth} levels`);
  }
}

/**
 * Parses JSON with IDs as hosts mean them: one sent as text becomes a number, and one that a number cannot hold exactly becomes text.
 * Large integers that are no IDs are rounded.
 * @param rawIds leaves all values as they are, for records whose IDs are names
 * @throws SyntaxError, NestedTooDeep
 */
export function parseJson(text: string, rawIds = false): unknown {
  const found: Findings = { rounded: false };
  const value = normalized(JSON.parse(text), rawIds ? undefined : "", 0, found);
  // Other answers are parsed without a reviver, which takes several times as long.
  if (found.rounded && text.length > maxRounded) throw new SyntaxError("Too many large IDs");
  return found.rounded ? normalized(JSON.parse(text, keepDigits), "", 0, found) : value;
}

interface Findings {
  /** An ID is a number that was rounded. */
  rounded: boolean;
}

/** An integer that a number does not hold exactly. */
class LargeInteger {
  readonly digits: string;
  readonly rounded: number;

  constructor(digits: string, rounded: number) {
    this.digits = digits;
    this.rounded = rounded;
  }
}

const isRounded = (value: number): boolean => Number.isInteger(value) && !Number.isSafeInteger(value);

function keepDigits(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== "number" || !isRounded(value)) return value;
  const digits = context?.source ?? String(value);
  return /^-?\d+$/.test(digits) ? new LargeInteger(digits, value) : value;
}

/**
 * Returns a value with its IDs normalized, in place.
 * @param name field that holds the value or its list; undefined to leave it as it is
 */
function normalized(value: unknown, name: string | undefined, depth: number, found: Findings): unknown {
  if (typeof value === "string")
    return name !== undefined && isNumeric(value) && isNumberName(name) ? Number(value) : value;
  if (typeof value === "number") {
    if (name !== undefined && isRounded(value) && isIdName(name)) found.rounded = true;
    return value;
  }
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof LargeInteger) return name !== undefined && isIdName(name) ? value.digits : value.rounded;
  if (depth === maxDepth) throw new NestedTooDeep();
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    for (let at = 0; at < items.length; at++) items[at] = normalized(items[at], name, depth + 1, found);
    return items;
  }
  const record = value as Record<string, unknown>;
  for (const key in record) {
    const inner = record[key];
    // Front matter is what the user wrote.
    const field = name === undefined || key === "front_matter" ? undefined : key;
    const kept = normalized(inner, field, depth + 1, found);
    if (kept !== inner) record[key] = kept;
  }
  return record;
}

const isNumeric = (text: string): boolean =>
  text.length > 0 && text.length <= 16 && /^(0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(Number(text));

/** Returns whether a field holds an ID or a list of them. IDs of git's objects are SHAs, which may be digits only. */
const isIdName = (name: string): boolean =>
  /(^|_)i?ids?$/.test(name) && !/^parent_ids$|(^|_)(short|commit|blob|tree|client)_id$/.test(name);

const isNumberName = (name: string): boolean => name === "size" || isIdName(name);
