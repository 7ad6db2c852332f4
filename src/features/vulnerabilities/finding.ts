import { objectOf } from "../../core/findings/shape.ts";

/** The place in the repository that a scanner reported. */
export interface FoundAt {
  /** From the root of the repository. */
  readonly path: string;
  /** Counted from 1. */
  readonly line?: number;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined;

/** Returns the file and line of a finding; undefined if it has no file, or one outside the repository. */
export function foundAt(finding: unknown): FoundAt | undefined {
  const location = objectOf(objectOf(finding)?.["location"]);
  const path = textOf(location?.["file"]);
  if (
    path === undefined ||
    path.startsWith("/") ||
    // eslint-disable-next-line no-control-regex -- control characters are what this looks for
    /[\\\u0000-\u001f]/.test(path) ||
    path.split("/").some((part) => part === "" || part === "." || part === "..")
  )
    return undefined;
  const line = location?.["start_line"];
  return { path, ...(typeof line === "number" && Number.isSafeInteger(line) && line > 0 && { line }) };
}

/** Returns the scanner's name in a finding. */
export function scannerName(finding: unknown): string | undefined {
  const scanner = objectOf(objectOf(finding)?.["scanner"]);
  return textOf(scanner?.["name"]);
}
