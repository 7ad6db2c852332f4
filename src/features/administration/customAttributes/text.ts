import type { CustomAttribute } from "../../../api/resources/customAttributes.ts";

/** Values by key, in the order of the text. */
export type Attributes = ReadonlyMap<string, string>;

/** A problem with a text of custom attributes; `key` is the attribute concerned. */
export type AttributesProblem =
  | { readonly problem: "syntax"; readonly detail: string }
  | { readonly problem: "object" | "emptyKey" }
  | { readonly problem: "value" | "twice"; readonly key: string };

/** Returns custom attributes as JSON, one line each, sorted by key: equal attributes give equal texts. */
export function attributesText(attributes: readonly CustomAttribute[]): string {
  const sorted = [...attributes].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  if (sorted.length === 0) return "{\n}\n";
  return `{\n${sorted.map(({ key, value }) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(",\n")}\n}\n`;
}

const string = /"(?:[^"\\]|\\.)*"/g;

/**
 * Parses an edited text; blank means no attributes. Values must be strings: the host would return a number or `true` as
 * a string, so they are rejected instead of converted.
 */
export function readAttributes(text: string): Attributes | AttributesProblem {
  if (text.trim() === "") return new Map();
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return { problem: "syntax", detail: error instanceof Error ? error.message : String(error) };
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return { problem: "object" };
  const wrong = Object.entries(parsed).find(([, value]) => typeof value !== "string");
  if (wrong) return { problem: "value", key: wrong[0] };
  // JSON.parse keeps only the last of duplicate keys. In a flat object of strings the literals alternate between keys
  // and values, so that duplicates are found; any other result means that a dropped value was not a string.
  const strings = [...text.matchAll(string)].map(([literal]) => JSON.parse(literal) as string);
  const found = new Map<string, string>();
  for (let at = 0; at < strings.length; at += 2) {
    const [key = "", value = ""] = strings.slice(at, at + 2);
    if (key === "") return { problem: "emptyKey" };
    if (found.has(key)) return { problem: "twice", key };
    found.set(key, value);
  }
  const entries = Object.entries(parsed);
  const other =
    entries.find(([key, value]) => found.get(key) !== value) ??
    (entries.length === found.size ? undefined : entries[0]);
  return other === undefined ? found : { problem: "twice", key: other[0] };
}

export const isProblem = (read: Attributes | AttributesProblem): read is AttributesProblem => "problem" in read;

/** Whether two texts have the same attributes, in whichever order and layout. */
export function hasSameAttributes(one: string, other: string): boolean {
  const [mine, theirs] = [readAttributes(one), readAttributes(other)];
  if (isProblem(mine) || isProblem(theirs)) return false;
  return mine.size === theirs.size && [...mine].every(([key, value]) => theirs.get(key) === value);
}

/** The changes to send. */
export interface AttributesPlan {
  readonly added: readonly CustomAttribute[];
  readonly changed: readonly (CustomAttribute & { readonly before: string })[];
  readonly deleted: readonly CustomAttribute[];
}

/** Returns the changes from the host's attributes to the edited ones. */
export function planAttributes(there: readonly CustomAttribute[], wanted: Attributes): AttributesPlan {
  const now = new Map(there.map(({ key, value }) => [key, value]));
  const entries = [...wanted].map(([key, value]) => ({ key, value }));
  return {
    added: entries.filter(({ key }) => !now.has(key)),
    changed: entries.flatMap(({ key, value }) => {
      const before = now.get(key);
      return before === undefined || before === value ? [] : [{ key, value, before }];
    }),
    deleted: there.filter(({ key }) => !wanted.has(key)),
  };
}
