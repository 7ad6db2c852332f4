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

const units: readonly (readonly [RegExp, number])[] = [
  [/^(s|secs?|seconds?)$/, 1],
  [/^(m|mins?|minutes?)$/, 60],
  [/^(h|hrs?|hours?)$/, 3600],
  [/^(d|days?)$/, 86_400],
  [/^(w|wks?|weeks?)$/, 604_800],
  [/^(mos?|months?)$/, 2_592_000],
  [/^(y|yrs?|years?)$/, 31_557_600],
];

/** Seconds of a duration such as `90`, `1h 30m` or `2 weeks`; undefined when it is none. */
export function durationSeconds(value: unknown): number | undefined {
  if (typeof value === "number") return value > 0 ? value : undefined;
  if (typeof value !== "string") return undefined;
  const text = value
    .trim()
    .toLowerCase()
    .replace(/\band\b|,/g, " ");
  if (!/^(\d+(\.\d+)?\s*[a-z]*\s*)+$/.test(text)) return undefined;
  let total = 0;
  for (const [, amount = "0", unit = ""] of text.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]*)/g)) {
    const seconds = unit === "" ? 1 : units.find(([names]) => names.test(unit))?.[1];
    if (seconds === undefined) return undefined;
    total += Number(amount) * seconds;
  }
  return total > 0 ? total : undefined;
}
