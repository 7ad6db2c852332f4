import type { ProjectScope } from "../../core/base/refs.ts";
import { type ArgumentParser, isScope } from "../../core/commands/arguments.ts";

/** An error of the CI file of a commit. */
export interface CiErrorRef extends ProjectScope {
  readonly sha: string;
  /** The host's text. */
  readonly error: string;
}

const isCiErrorRef = (value: unknown): value is CiErrorRef =>
  isScope(value) && typeof value["sha"] === "string" && typeof value["error"] === "string";

export const ciErrorArgs: ArgumentParser<[error?: CiErrorRef]> = ([value]) => (isCiErrorRef(value) ? [value] : []);
