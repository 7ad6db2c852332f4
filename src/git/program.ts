import { l10n, workspace } from "vscode";
import { UserError } from "../core/base/errors.ts";
import { userSetting } from "../core/userSettings.ts";
import type { GitProgram } from "./openGit.ts";

/**
 * Why no git is started in this window. In an untrusted workspace a repository's own configuration could run programs, and VS Code's git
 * extension is off; a virtual one has no folder on disk for git to read.
 */
export type GitRestriction = "untrusted" | "virtual";

/** Returns undefined where git may be started. */
export function gitRestriction(): GitRestriction | undefined {
  if (!workspace.isTrusted) return "untrusted";
  return isVirtual() ? "virtual" : undefined;
}

/** Checks that git may be started. @throws UserError that says why not */
export function requireGit(): void {
  const restriction = gitRestriction();
  if (restriction === "untrusted") throw restrictedMode();
  if (restriction === "virtual")
    throw new UserError(l10n.t("Git is not available in a virtual workspace. Open a folder on disk to use it."));
}

/** Returns an error for Restricted Mode, with a button to manage workspace trust. */
export const restrictedMode = (
  message = l10n.t("Git is turned off in Restricted Mode. Trust this workspace to use it."),
): UserError =>
  new UserError(message, { action: { title: l10n.t("Manage Workspace Trust"), command: "workbench.trust.manage" } });

/** Returns git's path from the user's settings. */
export const gitProgram: GitProgram = () => {
  requireGit();
  const path = userSetting("git.path");
  const first: unknown = Array.isArray(path) ? path[0] : path;
  return typeof first === "string" && first !== "" ? first : undefined;
};

/** Follows VS Code's definition: all folders are provided by extensions. */
function isVirtual(): boolean {
  const { workspaceFolders = [], workspaceFile } = workspace;
  if (workspaceFolders.length > 0) return workspaceFolders.every(({ uri }) => uri.scheme !== "file");
  return workspaceFile !== undefined && workspaceFile.scheme !== "file" && workspaceFile.scheme !== "untitled";
}
