import type { AccessLevelRecord, ProtectedBranch } from "../../../api/resources/protectedBranches.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { AccessKind } from "./permissions.ts";
import type { ProtectedAccessRef, ProtectedBranchRef } from "./refs.ts";

/** The Protected Branches folder of the Project Settings view. */
export interface ProtectedBranchFolderNode extends ProjectScope {
  readonly kind: "protectedBranchFolder";
  /** Number of rules, once known. */
  readonly total?: number | undefined;
  /** Whether the account is known not to have the right to change them. */
  readonly readonly: boolean;
}

interface OfRule extends ProtectedBranchRef {
  readonly protectedBranch: ProtectedBranch;
  /** Whether it cannot be changed: it is inherited from the group, or the account has no right to. */
  readonly readonly: boolean;
}

/** Is a ProtectedBranchRef, for commands. */
export interface ProtectedBranchNode extends OfRule {
  readonly kind: "protectedBranch";
  /** Local branches that it covers. */
  readonly branches: readonly string[];
  /** The current branch, if covered. */
  readonly here?: string | undefined;
}

/** A local branch that a rule covers. */
export interface CoveredBranchNode extends OfRule {
  readonly kind: "coveredBranch";
  readonly branch: string;
  readonly here: boolean;
}

/** The entries of one kind of access. Is a ProtectedAccessRef, for commands. */
export interface AccessNode extends OfRule, ProtectedAccessRef {
  readonly kind: "protectedBranchAccess";
  readonly protectedBranch: ProtectedBranch;
  readonly access: AccessKind;
  readonly entries: readonly AccessLevelRecord[];
  /** Whether the host can change single entries. */
  readonly single: boolean;
}

/** An access entry. Is a ProtectedAccessRef, for commands. */
export interface AccessEntryNode extends OfRule, ProtectedAccessRef {
  readonly kind: "protectedBranchEntry";
  readonly protectedBranch: ProtectedBranch;
  readonly access: AccessKind;
  readonly entry: AccessLevelRecord;
  /** Index in its list: hosts may not send an ID. */
  readonly at: number;
  readonly single: boolean;
}

/** The state of a switch, or a note that no local branch is covered. */
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
