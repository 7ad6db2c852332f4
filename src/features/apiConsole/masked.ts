import { isSecretField, isSecretVariable } from "../../core/base/secretNames.ts";
import { keyOf, type Operation } from "./operation.ts";
import type { Answers } from "./values.ts";

/** Stands for a secret wherever a request goes through: neither an address nor JSON changes it. */
const markOf = (name: string): string => `__FORGELINE_${name.toUpperCase().replace(/[^A-Z0-9]+/g, "_")}__`;
const marks = /__FORGELINE_([A-Z0-9_]+?)__/g;

/** The same with every token, secret and password replaced by its mark: what is shown is made of these. */
export function maskedAnswers(operation: Operation, { texts, ...rest }: Answers): Answers {
  const masked = operation.parameters.flatMap((parameter): [string, string][] => {
    const key = keyOf(parameter);
    const text = texts[key];
    if (text === undefined) return [];
    if (parameter.secret) return [[key, text === "" ? "" : markOf(parameter.name)]];
    return [[key, parameter.type === "list" || parameter.type === "hash" ? maskedJson(text) : maskedAddress(text)]];
  });
  return { ...rest, texts: Object.fromEntries(masked) };
}

/** A text made of masked answers, with something in the place of each secret; `name` is as in `FORGELINE_PASSWORD`. */
export const withoutMarks = (text: string, instead: (name: string) => string): string =>
  text.replace(marks, (_, name: string) => instead(`FORGELINE_${name}`));

/** Whether a text made of masked answers stands for a secret. */
export const holdsMarks = (text: string): boolean => withoutMarks(text, () => "") !== text;

function maskedJson(text: string): string {
  try {
    return JSON.stringify(masked(JSON.parse(text)));
  } catch {
    return text;
  }
}

/** An address without the password, and the secrets of its query, that it may hold: other texts stay as they are. */
const maskedAddress = (text: string): string =>
  text
    .replace(/^(\s*[a-z][a-z0-9+.-]*:\/\/[^/?#\s:@]*:)[^/?#\s@]+(?=@)/i, `$1${markOf("url_password")}`)
    .replace(/(^\s*https?:\/\/\S*)/i, (address) =>
      address.replace(/([?&])([^=&#\s]+)=([^&#\s]+)/g, (all, before: string, name: string) =>
        isSecretField(name) ? `${before}${name}=${markOf(name)}` : all,
      ),
    );

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== "object" || value === null) return typeof value === "string" ? maskedAddress(value) : value;
  const record = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(record).map(([name, inner]) => {
      // A variable says its name in one field and its value in another.
      const { key } = record;
      const secret = isSecretField(name)
        ? name
        : name === "value" && typeof key === "string" && isSecretVariable(key)
          ? key
          : undefined;
      return [name, secret === undefined ? masked(inner) : wholly(secret, inner)];
    }),
  );
}

/** Nothing below a secret's name is shown, whatever its form; flags and what is empty tell nothing. */
function wholly(name: string, value: unknown): unknown {
  if (typeof value === "number" || (typeof value === "string" && value !== "")) return markOf(name);
  if (Array.isArray(value)) return value.map((one) => wholly(name, one));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([inner, one]) => [inner, wholly(name, one)]));
}
