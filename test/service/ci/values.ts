/** A mapping of a CI file, as the YAML reader gives it. */
export type Mapping = Readonly<Record<string, unknown>>;

export function isMapping(value: unknown): value is Mapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Script lines: a string, or strings nested in arrays; undefined for anything else. */
export function scriptLines(value: unknown, depth = 10): string[] | undefined {
  if (typeof value === "string") return [value];
  if (!Array.isArray(value) || depth < 0) return undefined;
  const lines = value.map((item) => scriptLines(item, depth - 1));
  return lines.every((line) => line !== undefined) ? lines.flat() : undefined;
}

/** One string or several; undefined for anything else. */
export function stringList(value: unknown): string[] | undefined {
  if (typeof value === "string") return [value];
  return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined;
}

/** Variables as text, from plain values and from `{ value, description }`; undefined when one is neither. */
export function variableTexts(value: unknown): Record<string, string> | undefined {
  if (!isMapping(value)) return undefined;
  const texts: Record<string, string> = {};
  for (const [key, given] of Object.entries(value)) {
    const plain = isMapping(given) ? (given["value"] ?? "") : (given ?? "");
    if (typeof plain !== "string" && typeof plain !== "number" && typeof plain !== "boolean") return undefined;
    texts[key] = String(plain);
  }
  return texts;
}
