import { realpath } from "node:fs/promises";
import nodePath from "node:path";
import { l10n, TabInputCustom, TabInputText, TabInputTextDiff, Uri, window } from "vscode";
import { cloneOf, type LocalClone } from "../../git/clone.ts";
import { requireGit } from "../../git/program.ts";
import { UserError } from "../base/errors.ts";
import type { ProjectScope } from "../base/refs.ts";
import type { Context } from "../context.ts";
import { readFileUri } from "./uris.ts";

/** A file of the working tree or at a ref, with its project. */
export interface ProjectFile extends ProjectScope {
  readonly uri: Uri;
  /** Relative to the root of the repository. */
  readonly path: string;
  /** The ref of a read-only document; absent in the working tree. */
  readonly ref?: string;
  readonly clone?: LocalClone;
}

/**
 * Returns the file of a menu, otherwise of the active tab.
 * @throws UserError when there is none, or it belongs to no project
 */
export async function resolveProjectFile(context: Context, given?: Uri): Promise<ProjectFile> {
  const uri = given ?? activeUri();
  if (uri === undefined)
    throw new UserError(l10n.t("No file is open. Open a file of the project, or run the command from the Explorer."));
  const shown = readFileUri(uri);
  if (shown) {
    const clone = cloneOf(context, shown);
    return {
      uri,
      instance: shown.instance,
      project: shown.project,
      path: shown.path,
      ref: shown.ref,
      ...(clone === undefined ? {} : { clone }),
    };
  }
  // VS Code's git extension shows earlier contents under the file's path.
  if (uri.scheme !== "file" && uri.scheme !== "git")
    throw new UserError(l10n.t("This file is not in the repository of the project."));
  const { project } = context.current.require();
  const file = await realPath(Uri.file(uri.path).fsPath);
  // The open project first, then the deepest repository, for nested clones.
  const roots = context.projects.candidates.filter((candidate) => candidate.root !== undefined);
  const places: (ProjectScope & { readonly root?: string })[] = [
    project,
    ...roots.sort((a, b) => (b.root ?? "").length - (a.root ?? "").length),
  ];
  for (const { instance, project: name, root } of places) {
    const path = root === undefined ? undefined : await pathWithin(root, file);
    if (path === undefined) continue;
    const clone = cloneOf(context, { instance, project: name });
    return { uri: Uri.file(file), instance, project: name, path, ...(clone === undefined ? {} : { clone }) };
  }
  // Without git the repository is unknown.
  requireGit();
  throw new UserError(l10n.t("This file is not in the repository of {0}.", project.name), {
    action: { title: l10n.t("Select Project…"), command: "forgeline.selectProject" },
  });
}

/** Returns the URI of the active tab, including images and binary files. */
function activeUri(): Uri | undefined {
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof TabInputText || input instanceof TabInputCustom) return input.uri;
  if (input instanceof TabInputTextDiff) return window.activeTextEditor?.document.uri ?? input.modified;
  return window.activeTextEditor?.document.uri;
}

/** Returns the path of a file in a repository, as Git has it; undefined for one outside. */
export const pathInRepository = async (root: string, { fsPath }: Uri): Promise<string | undefined> =>
  pathWithin(root, await realPath(fsPath));

async function pathWithin(root: string, file: string): Promise<string | undefined> {
  const path = nodePath.relative(await realPath(root), file);
  return path === "" || path === ".." || path.startsWith(`..${nodePath.sep}`) || nodePath.isAbsolute(path)
    ? undefined
    : path.split(nodePath.sep).join("/");
}

/**
 * Resolves symbolic links as git does for the root. Only the folder is resolved: the file may be deleted, or be a link
 * itself.
 */
async function realPath(file: string): Promise<string> {
  try {
    return nodePath.join(await realpath(nodePath.dirname(file)), nodePath.basename(file));
  } catch {
    return file;
  }
}
