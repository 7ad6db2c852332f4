import type { ProtectedBranch } from "../api/resources/protectedBranches.ts";
import type { ProjectScope, ProtectedBranchRef } from "../refs.ts";

/** The folder Protected Branches of the Project Settings view. */
export interface ProtectedBranchFolderNode extends ProjectScope {
  readonly kind: "protectedBranchFolder";
}

/** Is a ProtectedBranchRef, for commands. */
export interface ProtectedBranchNode extends ProtectedBranchRef {
  readonly kind: "protectedBranch";
  readonly protectedBranch: ProtectedBranch;
}

export type ProtectedBranchesNode = ProtectedBranchFolderNode | ProtectedBranchNode;

export const folderRow = ({ instance, project }: ProjectScope): string => `${instance} ${project}/protectedBranches`;
