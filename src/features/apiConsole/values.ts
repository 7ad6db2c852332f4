import type { QueryValue } from "../../api/path.ts";
import { isDate, isTime } from "../../api/rules.ts";
import { keyOf, type Operation, type Parameter } from "./operation.ts";

/** What the person said: the text of each parameter that is given, by its key, and the route. Of a file it is the path. */
export interface Answers {
  /** Which of the routes; the first unless told. */
  readonly route?: number;
  readonly texts: Readonly<Record<string, string>>;
}

/** What is wrong with a text. */
export type ValueProblem =
  | "empty"
  | "integer"
  | "number"
  | "flag"
  | "time"
  | "date"
  | "integers"
  | "list"
  | "hash"
  | "choice"
  | "dots"
  | "header";

type Read = { readonly value: unknown } | { readonly problem: ValueProblem };

/** A parameter as it is sent, or what is wrong with its text. A text that may be empty stays as it is. */
export function readValue(parameter: Parameter, text: string): Read {
  const { type, choices, words } = parameter;
  const trimmed = text.trim();
  if (trimmed === "" && (parameter.in === "path" || type !== "text")) return { problem: "empty" };
  if (parameter.in === "path" && trimmed.split("/").some((part) => part === "." || part === ".."))
    return { problem: "dots" };
  // What else a header could hold has no agreed meaning.
  if (parameter.in === "header" && !/^[\x21-\x7e][\x20-\x7e]*$/.test(trimmed))
    return { problem: trimmed === "" ? "empty" : "header" };
  if (words?.includes(trimmed) === true) return { value: trimmed };
  if (choices && type !== "texts") {
    const chosen = choices.find((choice) => String(choice) === trimmed);
    return chosen === undefined ? { problem: "choice" } : { value: chosen };
  }
  switch (type) {
    case "text":
      return { value: parameter.in === "body" ? text : trimmed };
    case "file":
      return { value: trimmed };
    case "id":
      return { value: /^\d{1,15}$/.test(trimmed) ? Number(trimmed) : trimmed };
    case "integer":
      return /^-?\d{1,15}$/.test(trimmed) ? { value: Number(trimmed) } : { problem: "integer" };
    case "number":
      return /^-?\d+(\.\d+)?$/.test(trimmed) ? { value: Number(trimmed) } : { problem: "number" };
    case "boolean":
      return /^(true|false)$/.test(trimmed) ? { value: trimmed === "true" } : { problem: "flag" };
    case "time":
      return isTime(trimmed) ? { value: trimmed } : { problem: "time" };
    case "date":
      return isDate(trimmed) ? { value: trimmed } : { problem: "date" };
    case "integers": {
      const parts = trimmed.split(",").map((part) => part.trim());
      return parts.every((part) => /^\d{1,15}$/.test(part)) ? { value: parts.map(Number) } : { problem: "integers" };
    }
    case "texts": {
      const parts = trimmed.split(",").map((part) => part.trim());
      return choices && !parts.every((part) => choices.includes(part)) ? { problem: "choice" } : { value: parts };
    }
    case "list":
    case "hash": {
      const value = parsed(trimmed);
      const isRight =
        type === "list" ? Array.isArray(value) : typeof value === "object" && value !== null && !Array.isArray(value);
      return isRight ? { value } : { problem: type };
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is missing or wrong, in the order of the parameters; empty when the request can be sent. */
export function problemsOf(
  operation: Operation,
  { texts }: Answers,
): readonly { readonly parameter: Parameter; readonly problem: ValueProblem }[] {
  return operation.parameters.flatMap((parameter) => {
    const text = texts[keyOf(parameter)];
    if (text === undefined) return parameter.required ? [{ parameter, problem: "empty" as const }] : [];
    const read = readValue(parameter, text);
    return "problem" in read ? [{ parameter, problem: read.problem }] : [];
  });
}

/** The parameters that are given, with their values. @throws Error when one is wrong or missing */
export function valuesOf(
  operation: Operation,
  answers: Answers,
): readonly { readonly parameter: Parameter; readonly value: QueryValue }[] {
  const [wrong] = problemsOf(operation, answers);
  if (wrong) throw new Error(`${operation.id}: ${wrong.parameter.name} is ${wrong.problem}`);
  return operation.parameters.flatMap((parameter) => {
    const text = answers.texts[keyOf(parameter)];
    const read = text === undefined ? undefined : readValue(parameter, text);
    return read && "value" in read ? [{ parameter, value: read.value as QueryValue }] : [];
  });
}
