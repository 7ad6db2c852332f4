import { UserError } from "../../core/base/errors.ts";
import { unseen } from "../../core/base/unseen.ts";
import { oneLine } from "../../core/diagnosis/answer.ts";

/** Limit of characters of a text that a model gives. */
const textLimit = 100_000;
/** Limit of characters of a line that is sent: editors draw no more of one. */
const lineLimit = 10_000;
/** Limit of characters of a name that is sent, which questions show whole. */
export const nameLimit = 1_000;

/** A property of a tool's input, as JSON Schema. Arrays and objects hold texts. */
export type InputProperty =
  | { readonly type: "string"; readonly description: string; readonly enum?: readonly string[] }
  | { readonly type: "integer"; readonly description: string; readonly minimum?: number; readonly maximum?: number }
  | { readonly type: "boolean"; readonly description: string }
  | {
      readonly type: "object";
      readonly description: string;
      readonly additionalProperties: { readonly type: "string" };
    };

/** The input of a tool, as JSON Schema. */
export interface InputSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, InputProperty>>;
  readonly required?: readonly string[];
}

/** The input of a tool, read with a check of each value: not every caller checks the schema. Values of null count as absent. */
export class ToolInput {
  private readonly given: Readonly<Record<string, unknown>>;

  constructor(given: unknown) {
    this.given = typeof given === "object" && given !== null ? (given as Record<string, unknown>) : {};
  }

  /** @throws UserError for a value of a property that is not among these */
  requireKnown(keys: readonly string[]): void {
    const unknown = Object.keys(this.given).find((key) => !keys.includes(key) && this.value(key) !== undefined);
    if (unknown === undefined) return;
    const known = keys.length === 0 ? "nor anything else" : `only ${keys.join(", ")}`;
    throw toolError(`The input cannot have "${oneLine(unknown, 64)}", ${known}.`);
  }

  /** Returns an ID; undefined if there is none. @throws UserError for anything else */
  id(key: string): number | undefined {
    const value = this.value(key);
    const id = typeof value === "string" && /^[!#]?\d{1,15}$/.test(value) ? Number(value.replace(/^[!#]/, "")) : value;
    if (id === undefined) return undefined;
    if (typeof id === "number" && Number.isSafeInteger(id) && id > 0) return id;
    throw invalid(key, "a positive number");
  }

  /** Returns an ID. @throws UserError without one */
  requiredId(key: string): number {
    const id = this.id(key);
    if (id === undefined) throw invalid(key, "a positive number");
    return id;
  }

  /** Returns how many are skipped, 0 by default. @throws UserError for anything but a whole number */
  offset(key: string): number {
    return this.value(key) === 0 ? 0 : (this.id(key) ?? 0);
  }

  /** Returns a text; undefined if there is none or it is blank. @throws UserError for anything else, or a text over 100,000 characters */
  string(key: string): string | undefined {
    const value = this.value(key);
    if (value === undefined) return undefined;
    if (typeof value !== "string" || value.length > textLimit) throw invalid(key, "a text");
    return value.trim() === "" ? undefined : value;
  }

  /** Returns a text. @throws UserError without one */
  requiredString(key: string): string {
    const text = this.string(key);
    if (text === undefined) throw invalid(key, "a text");
    return text;
  }

  /** Returns a text that may be empty. @throws UserError without one, or for a text over 100,000 characters */
  lines(key: string): string {
    const value = this.value(key);
    if (typeof value !== "string" || value.length > textLimit) throw invalid(key, "a text");
    return visible(key, value);
  }

  /** Returns the name of a branch or file to send; undefined if there is none. @throws UserError as `sentName` */
  name(key: string): string | undefined {
    const name = this.string(key);
    return name === undefined ? undefined : sentName(key, name);
  }

  /**
   * Returns a comment to send. @throws UserError without one; for lines that hosts run as a quick action, such as `/merge`, which would do
   * more than comment; for characters that a person who is asked cannot see
   */
  comment(key: string): string {
    const text = visible(key, this.requiredString(key));
    const action = /^\s*(\/[a-z][a-z_-]*)(?=\s|$)/im.exec(text)?.[1];
    if (action !== undefined)
      throw toolError(
        `"${key}" has a line that begins with ${action}, which hosts run as a quick action. Begin the line with another word.`,
      );
    return text;
  }

  /** Returns one of several values, the first by default. @throws UserError for any other */
  choice<const T extends string>(key: string, values: readonly [T, ...T[]]): T {
    const value = this.value(key);
    const [usual] = values;
    if (value === undefined) return usual;
    const chosen = values.find((one) => one === value);
    if (chosen === undefined) throw invalid(key, `one of ${values.join(", ")}`);
    return chosen;
  }

  /** Returns a count within limits. @throws UserError for anything but a number */
  count(key: string, { usual, most }: { readonly usual: number; readonly most: number }): number {
    return Math.min(this.id(key) ?? usual, most);
  }

  /** @throws UserError for anything but true and false */
  flag(key: string): boolean {
    const value = this.value(key) ?? false;
    if (typeof value !== "boolean") throw invalid(key, "true or false");
    return value;
  }

  /** Returns texts to send by key. @throws UserError for anything else; for characters that a person who is asked cannot see */
  texts(key: string): Readonly<Record<string, string>> {
    const value = this.value(key) ?? {};
    const isObject = typeof value === "object" && !Array.isArray(value);
    const entries = isObject ? Object.entries(value) : [];
    if (!isObject || entries.length > 100 || entries.some(([, one]) => typeof one !== "string"))
      throw invalid(key, "an object of texts");
    return Object.fromEntries(entries.map(([name, text]) => [name, visible(key, text as string)]));
  }

  private value(key: string): unknown {
    return Object.hasOwn(this.given, key) ? (this.given[key] ?? undefined) : undefined;
  }
}

/** Returns a text to send, with the line breaks of hosts. @throws UserError for what the person who is asked would not see of it */
function visible(key: string, given: string): string {
  const text = given.replace(/\r\n?/g, "\n");
  const [found] = text.match(unseen) ?? [];
  if (found !== undefined)
    throw toolError(
      `"${key}" has characters that cannot be seen, such as U+${found.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}. Leave them out, also from emoji.`,
    );
  // Lines are shown without breaks, so that what follows is out of sight.
  if (/[^\S\n]{100}/.test(text)) throw toolError(`"${key}" has 100 blanks in a row. Use fewer.`);
  if (text.split("\n").some((line) => line.length > lineLimit))
    throw toolError(`"${key}" has a line of more than ${lineLimit} characters. Break it.`);
  return text;
}

/** Returns the name of a branch or file to send. @throws UserError for one that a question cannot show whole on its line */
export function sentName(key: string, name: string): string {
  if (name.length > nameLimit || /[\t\n\r]/.test(name))
    throw invalid(key, `one line of at most ${nameLimit} characters`);
  return visible(key, name);
}

/** Returns an error for a model to mend its call by, which is not translated. */
export const toolError = (text: string): UserError => new UserError(text);

const invalid = (key: string, expected: string): UserError => toolError(`"${key}" must be ${expected}.`);
