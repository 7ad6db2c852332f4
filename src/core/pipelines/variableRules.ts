import type { PipelineVariable } from "../../api/resources/pipelines.ts";

/** A variable of the form; the type is always set. */
export interface Variable {
  readonly key: string;
  readonly value: string;
  readonly variable_type: "env_var" | "file";
}

export const longestKey = 255;

/** Returns why a variable's name is invalid. @param taken names of the other variables */
export function keyProblem(
  key: string,
  taken: readonly string[],
): "empty" | "characters" | "tooLong" | "taken" | undefined {
  if (key === "") return "empty";
  if (!/^[A-Za-z0-9_]+$/.test(key)) return "characters";
  if (key.length > longestKey) return "tooLong";
  return taken.includes(key) ? "taken" : undefined;
}

/** Returns the variables with one replaced; an index past the end appends. */
export function withVariable(variables: readonly Variable[], at: number, variable: Variable): Variable[] {
  const next = [...variables];
  next.splice(at, at < next.length ? 1 : 0, variable);
  return next;
}

export const withoutVariable = (variables: readonly Variable[], at: number): Variable[] =>
  variables.filter((_, index) => index !== at);

/** Returns variables as text: `KEY=value`, or the content of a file below its name. */
export function variablesText(variables: readonly PipelineVariable[]): string {
  return variables
    .map(({ key, value, variable_type }) =>
      variable_type === "file" || value.includes("\n")
        ? `# ${key}${variable_type === "file" ? " (file)" : ""}\n${value.replace(/\n?$/, "\n")}`
        : `${key}=${value}\n`,
    )
    .join("");
}
