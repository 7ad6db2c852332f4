import { type FolderViewModel, openFolders } from "../../core/tree/folders.ts";
import type { ProjectView } from "../../core/tree/projectView.ts";
import type { Open } from "../../core/tree/viewModel.ts";
import { openJobTokenScope } from "./jobTokenScope/folder.ts";
import type { JobTokenScopeNode } from "./jobTokenScope/nodes.ts";
import { openProtectedBranches, type ProtectedBranchTools } from "./protectedBranches/folder.ts";
import type { ProtectedBranchesNode } from "./protectedBranches/nodes.ts";

/** Nodes of all folders of the Project Settings view. */
export type ProjectSettingsNode = ProtectedBranchesNode | JobTokenScopeNode;

/** The Project Settings view, with a folder per area of settings. */
export type ProjectSettingsView = ProjectView<ProjectSettingsNode, FolderViewModel<ProjectSettingsNode>>;

export const openProjectSettings = (
  tools: ProtectedBranchTools,
): Open<ProjectSettingsNode, FolderViewModel<ProjectSettingsNode>> =>
  openFolders<ProjectSettingsNode>(openProtectedBranches(tools), openJobTokenScope);
