import { type FolderContents, openFolders } from "./folderContents.ts";
import type { Open } from "./contents.ts";
import { openJobTokenScope } from "./jobTokenScope.ts";
import type { JobTokenScopeNode } from "./jobTokenScopeNodes.ts";
import type { ProtectedBranchesNode } from "./protectedBranchNodes.ts";
import { openProtectedBranches, type ProtectedBranchTools } from "./protectedBranches.ts";
import type { ProjectView } from "./projectView.ts";

/** Rows of all folders of the Project Settings view; each folder's room adds its own. */
export type ProjectSettingsNode = ProtectedBranchesNode | JobTokenScopeNode;

/** The Project Settings view: what a project's settings page holds, a folder each. */
export type ProjectSettingsView = ProjectView<ProjectSettingsNode, FolderContents<ProjectSettingsNode>>;

export const openProjectSettings = (tools: ProtectedBranchTools): Open<ProjectSettingsNode, FolderContents<ProjectSettingsNode>> => openFolders<ProjectSettingsNode>(openProtectedBranches(tools), openJobTokenScope);
