import type { ProjectScope } from "../../core/base/refs.ts";
import { isScope, type ArgumentParser } from "../../core/commands/arguments.ts";

/** Argument of the package commands. */
export interface PackageRef extends ProjectScope {
  readonly packageName: string;
  readonly version?: string;
  /** ID of the group whose feed showed it; `project` is then the open project, not necessarily the package's. */
  readonly group?: number;
  /** ID of the project that holds it, if a group's feed names it. */
  readonly holder?: number;
}
export const isPackageRef = (value: unknown): value is PackageRef =>
  isScope(value) && typeof value["packageName"] === "string";

export const packageArgs: ArgumentParser<[target?: PackageRef]> = ([value]) => (isPackageRef(value) ? [value] : []);
