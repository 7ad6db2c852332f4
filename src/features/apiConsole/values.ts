import type { QueryValue } from "../../api/path.ts";
import { isDate, isTime } from "../../api/rules.ts";
import { keyOf, type Operation, type Parameter } from "./operation.ts";

/** What was entered for a request. */
export interface RequestInput {
  /** Index of the route. Default: 0. */
  readonly route?: number;
  /** Texts of the parameters by key; a file by its path. */
  readonly texts: Readonly<Record<string, string>>;
}

/** What is wrong with a value. */
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

type ReadResult = { readonly value: unknown } | { readonly problem: ValueProblem };

/** Returns the value to send, or what is wrong with the text. Text parameters of the body are not trimmed. */
export function readValue(parameter: Parameter, text: string): ReadResult {
  const { type, choices, specialValues } = parameter;
  const trimmed = text.trim();
  if (trimmed === "" && (parameter.in === "path" || type !== "text")) return { problem: "empty" };
  if (parameter.in === "path" && trimmed.split("/").some((part) => part === "." || part === ".."))
    return { problem: "dots" };
  // Other characters have no defined encoding in a header.
  if (parameter.in === "header" && !/^[\x21-\x7e][\x20-\x7e]*$/.test(trimmed))
    return { problem: trimmed === "" ? "empty" : "header" };
  if (specialValues?.includes(trimmed) === true) return { value: trimmed };
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
      const value = parseJson(trimmed);
      const hasType =
        type === "list" ? Array.isArray(value) : typeof value === "object" && value !== null && !Array.isArray(value);
      return hasType ? { value } : { problem: type };
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the missing and invalid parameters, in their order. */
export function problemsOf(
  operation: Operation,
  { texts }: RequestInput,
): readonly { readonly parameter: Parameter; readonly problem: ValueProblem }[] {
  return operation.parameters.flatMap((parameter) => {
    const text = texts[keyOf(parameter)];
    if (text === undefined) return parameter.required ? [{ parameter, problem: "empty" as const }] : [];
    const read = readValue(parameter, text);
    return "problem" in read ? [{ parameter, problem: read.problem }] : [];
  });
}

/** Returns the given parameters with their values. @throws Error when one is invalid or missing */
export function valuesOf(
  operation: Operation,
  answers: RequestInput,
): readonly { readonly parameter: Parameter; readonly value: QueryValue }[] {
  const [wrong] = problemsOf(operation, answers);
  if (wrong) throw new Error(`${operation.id}: ${wrong.parameter.name} is ${wrong.problem}`);
  return operation.parameters.flatMap((parameter) => {
    const text = answers.texts[keyOf(parameter)];
    const read = text === undefined ? undefined : readValue(parameter, text);
    return read && "value" in read ? [{ parameter, value: read.value as QueryValue }] : [];
  });
}
