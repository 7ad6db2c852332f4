import { isSecretField, isSecretVariable } from "../../core/base/secretNames.ts";
import { keyOf, type Operation } from "./operation.ts";
import type { RequestInput } from "./values.ts";

/** Placeholder for a secret; neither URL nor JSON encoding changes it. */
const placeholderFor = (name: string): string => `__FORGELINE_${name.toUpperCase().replace(/[^A-Z0-9]+/g, "_")}__`;
const placeholders = /__FORGELINE_([A-Z0-9_]+?)__/g;

/** Replaces every token, secret and password by a placeholder, for requests that are shown. */
export function maskedInput(operation: Operation, { texts, ...rest }: RequestInput): RequestInput {
  const masked = operation.parameters.flatMap((parameter): [string, string][] => {
    const key = keyOf(parameter);
    const text = texts[key];
    if (text === undefined) return [];
    if (parameter.secret) return [[key, text === "" ? "" : placeholderFor(parameter.name)]];
    return [[key, parameter.type === "list" || parameter.type === "hash" ? maskedJson(text) : maskedUrl(text)]];
  });
  return { ...rest, texts: Object.fromEntries(masked) };
}

/** Replaces the placeholders in a text. @param replacement for a secret's name, such as `FORGELINE_PASSWORD` */
export const replacePlaceholders = (text: string, replacement: (name: string) => string): string =>
  text.replace(placeholders, (_, name: string) => replacement(`FORGELINE_${name}`));

/** Whether a text contains placeholders. */
export const hasPlaceholders = (text: string): boolean => replacePlaceholders(text, () => "") !== text;

function maskedJson(text: string): string {
  try {
    return JSON.stringify(masked(JSON.parse(text)));
  } catch {
    return text;
  }
}

/** Masks the password and the secret query parameters of a URL; returns any other text unchanged. */
const maskedUrl = (text: string): string =>
  text
    .replace(/^(\s*[a-z][a-z0-9+.-]*:\/\/[^/?#\s:@]*:)[^/?#\s@]+(?=@)/i, `$1${placeholderFor("url_password")}`)
    .replace(/(^\s*https?:\/\/\S*)/i, (address) =>
      address.replace(/([?&])([^=&#\s]+)=([^&#\s]+)/g, (all, before: string, name: string) =>
        isSecretField(name) ? `${before}${name}=${placeholderFor(name)}` : all,
      ),
    );

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== "object" || value === null) return typeof value === "string" ? maskedUrl(value) : value;
  const record = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(record).map(([name, inner]) => {
      // The name and value of a CI variable are separate fields.
      const { key } = record;
      const secret = isSecretField(name)
        ? name
        : name === "value" && typeof key === "string" && isSecretVariable(key)
          ? key
          : undefined;
      return [name, secret === undefined ? masked(inner) : maskAll(secret, inner)];
    }),
  );
}

/** Masks everything below a secret's name but flags and empty values. */
function maskAll(name: string, value: unknown): unknown {
  if (typeof value === "number" || (typeof value === "string" && value !== "")) return placeholderFor(name);
  if (Array.isArray(value)) return value.map((one) => maskAll(name, one));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([inner, one]) => [inner, maskAll(name, one)]));
}
