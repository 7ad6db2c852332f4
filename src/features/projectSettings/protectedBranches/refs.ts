import type { ProtectedBranch, AccessLevelRecord } from "../../../api/resources/protectedBranches.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import { isScope, isObject, type ArgumentParser } from "../../../core/commands/arguments.ts";
import type { AccessKind } from "./permissions.ts";

/** What commands about protected branches take. */
export interface ProtectedBranchRef extends ProjectScope {
  readonly protectedBranch: Pick<ProtectedBranch, "name"> & Partial<ProtectedBranch>;
}

/** What commands about access to protected branches take: a list of theirs, or an entry in it; neither for the branch itself. */
export interface ProtectedAccessRef extends ProtectedBranchRef {
  readonly access?: AccessKind;
  readonly entry?: AccessLevelRecord;
}
export const isProtectedBranchRef = (value: unknown): value is ProtectedBranchRef =>
  isScope(value) && isObject(value["protectedBranch"]) && typeof value["protectedBranch"]["name"] === "string";

export const protectedBranchArgs: ArgumentParser<[branch?: ProtectedBranchRef]> = ([value]) =>
  isProtectedBranchRef(value) ? [value] : [];

/** The row of a list, of one of its entries, or of the protected branch itself. */
export const protectedAccessArgs: ArgumentParser<[access?: ProtectedAccessRef]> = ([value]) =>
  isProtectedBranchRef(value) ? [value] : [];

/** A folder of a project, or a text to begin with. */
export const projectOrTextArgs: ArgumentParser<[given?: ProjectScope | string]> = ([value]) =>
  typeof value === "string" ? [value] : isScope(value) ? [value] : [];
