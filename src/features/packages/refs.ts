import type { ProjectScope } from "../../core/base/refs.ts";
import { isScope, type ArgumentParser } from "../../core/commands/arguments.ts";

/** What package commands take. */
export interface PackageRef extends ProjectScope {
  readonly packageName: string;
  readonly version?: string;
  /** Number of the group whose feed showed it; `project` is then the open one, and may be another than the package's own. */
  readonly group?: number;
  /** Number of the project that holds it, where a group's feed tells. */
  readonly holder?: number;
}
export const isPackageRef = (value: unknown): value is PackageRef =>
  isScope(value) && typeof value["packageName"] === "string";

export const packageArgs: ArgumentParser<[target?: PackageRef]> = ([value]) => (isPackageRef(value) ? [value] : []);
