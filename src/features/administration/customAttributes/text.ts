import type { CustomAttribute } from "../../../api/resources/customAttributes.ts";

/** Values by key, in the order of the text. */
export type Attributes = ReadonlyMap<string, string>;

/** What is wrong with a text of custom attributes, and where: `key` is that of the line, where there is one. */
export type AttributesProblem =
  | { readonly problem: "syntax"; readonly detail: string }
  | { readonly problem: "object" | "emptyKey" }
  | { readonly problem: "value" | "twice"; readonly key: string };

/** Custom attributes as a text to edit: a JSON object, one line each, in the order of their keys, so that the same ones are the same text. */
export function attributesText(attributes: readonly CustomAttribute[]): string {
  const sorted = [...attributes].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  if (sorted.length === 0) return "{\n}\n";
  return `{\n${sorted.map(({ key, value }) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(",\n")}\n}\n`;
}

const string = /"(?:[^"\\]|\\.)*"/g;

/**
 * Reads what a person made of the text. Values are texts: a number or `true` would come back as one, so that it is refused instead of
 * turned into something else. A text without anything but spaces is one without attributes.
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
  // A flat object of texts: its strings are keys and values in turn. JSON.parse alone would drop all but the last of equal keys, of
  // which the dropped ones may have been anything else: what does not come out the same was not that flat.
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

/** What has to be sent so that the host has what the text says. */
export interface AttributesPlan {
  readonly added: readonly CustomAttribute[];
  readonly changed: readonly (CustomAttribute & { readonly before: string })[];
  readonly deleted: readonly CustomAttribute[];
}

/** What differs between what the host has and what it is to have; what is the same is not sent. */
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
