import type { AccessLevelRecord, ProtectedBranch } from "../../../api/resources/protectedBranches.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { AccessKind } from "./permissions.ts";
import type { ProtectedAccessRef, ProtectedBranchRef } from "./refs.ts";

/** The folder Protected Branches of the Project Settings view. */
export interface ProtectedBranchFolderNode extends ProjectScope {
  readonly kind: "protectedBranchFolder";
  /** How many there are, once that is known. */
  readonly total?: number | undefined;
  /** The account is known to have no right to change them. */
  readonly readonly: boolean;
}

interface OfRule extends ProtectedBranchRef {
  readonly protectedBranch: ProtectedBranch;
  /** Nobody changes it here: it is the group's, or the account has no right to. */
  readonly readonly: boolean;
}

/** Is a ProtectedBranchRef, for commands. */
export interface ProtectedBranchNode extends OfRule {
  readonly kind: "protectedBranch";
  /** Local branches that its name stands for. */
  readonly branches: readonly string[];
  /** The one that is checked out, if it is among them. */
  readonly here?: string | undefined;
}

/** A local branch that the name above stands for. */
export interface CoveredBranchNode extends OfRule {
  readonly kind: "coveredBranch";
  readonly branch: string;
  readonly here: boolean;
}

/** Who may do one thing. Is a ProtectedAccessRef, for commands. */
export interface AccessNode extends OfRule, ProtectedAccessRef {
  readonly kind: "protectedBranchAccess";
  readonly protectedBranch: ProtectedBranch;
  readonly access: AccessKind;
  readonly entries: readonly AccessLevelRecord[];
  /** The host changes single entries. */
  readonly single: boolean;
}

/** One of those who may. Is a ProtectedAccessRef, for commands. */
export interface AccessEntryNode extends OfRule, ProtectedAccessRef {
  readonly kind: "protectedBranchEntry";
  readonly protectedBranch: ProtectedBranch;
  readonly access: AccessKind;
  readonly entry: AccessLevelRecord;
  readonly single: boolean;
}

/** Something that is on or off, or that there is nothing. */
export interface ProtectionFactNode extends OfRule {
  readonly kind: "protectedBranchFact";
  readonly fact: "forcePush" | "codeOwners" | "noBranch";
}

export type ProtectedBranchesNode =
  | ProtectedBranchFolderNode
  | ProtectedBranchNode
  | CoveredBranchNode
  | AccessNode
  | AccessEntryNode
  | ProtectionFactNode;

export const folderRow = ({ instance, project }: ProjectScope): string => `${instance} ${project}/protectedBranches`;
export const ruleRow = (node: ProjectScope & { readonly protectedBranch: Pick<ProtectedBranch, "id"> }): string =>
  `${folderRow(node)}/${node.protectedBranch.id}`;
