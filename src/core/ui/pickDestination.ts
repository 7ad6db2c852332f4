import path from "node:path";
import { l10n, type TextDocument, type TextEditor, ThemeIcon, Uri, window, workspace } from "vscode";
import { ciFileNames, pathInRepository } from "../ciFile/names.ts";
import type { Context } from "../context.ts";
import { isNamedInside } from "../files/namedFile.ts";
import { type Choice, pickOne } from "./pick.ts";
import { plainText } from "./plainText.ts";
import type { Place } from "./quickInput.ts";

/** Where and how a template is inserted. */
export type Destination =
  | { readonly kind: "cursor" }
  /** Below a folder, or in an untitled document. */
  | { readonly kind: "newFile"; readonly root?: Uri }
  | { readonly kind: "include" | "merge"; readonly file: Uri }
  /** A CI file that does not exist yet. */
  | { readonly kind: "includeInNew"; readonly file: Uri };

/** Possible destinations in the window, determined before the first box opens, since previews replace editors. */
export interface Places {
  readonly editor: TextEditor | undefined;
  /** Folder of the repository. */
  readonly root: Uri | undefined;
  /** The project's CI file; it may not exist. */
  readonly ciFile: Uri | undefined;
  readonly exists: boolean;
}

/** Returns the possible destinations of a template of an instance. */
export async function findPlaces(context: Context, instance: string, editor: TextEditor | undefined): Promise<Places> {
  const current = context.current.value;
  const folder =
    "project" in current && current.project.root !== undefined
      ? Uri.file(current.project.root)
      : workspace.workspaceFolders?.[0]?.uri;
  const own =
    folder && workspace.getWorkspaceFolder(folder)?.uri.fsPath === folder.fsPath
      ? workspace.getWorkspaceFolder(folder)?.uri
      : folder;
  if (!own) return { editor, root: undefined, ciFile: undefined, exists: false };
  const configured = await configuredPath(context, own);
  const usual = (): string => ciFileNames[context.templates.dialect(instance)];
  for (const name of new Set([
    ...(configured === undefined ? [] : [configured]),
    usual(),
    ...Object.values(ciFileNames),
  ])) {
    const ciFile = Uri.joinPath(own, name);
    if (await isThere(ciFile)) return { editor, root: own, ciFile, exists: true };
  }
  return {
    editor,
    root: own,
    // The host's dialect is only known once its templates are listed.
    get ciFile() {
      return Uri.joinPath(own, configured ?? usual());
    },
    exists: false,
  };
}

/** ms to wait for the project's settings, which are requested while the template is chosen: the wrong file would be worse than a wait. */
const settingsPatience = 10_000;

/** Returns the CI file's path from the project's settings, if the file is in the repository. */
async function configuredPath({ current, log }: Context, root: Uri): Promise<string | undefined> {
  const { value } = current;
  if (value.kind !== "ready") return undefined;
  try {
    const { ci_config_path: path } = await value.connection.client.extras.project(value.project.project, {
      signal: AbortSignal.timeout(settingsPatience),
      repeat: false,
    });
    const configured = pathInRepository(path);
    return configured !== undefined && (root.scheme !== "file" || (await isNamedInside(root.fsPath, configured)))
      ? configured
      : undefined;
  } catch (error) {
    log.debug("The path of the CI file could not be asked for; its usual name is taken", error);
    return undefined;
  }
}

/** Prompts for the destination of a template. @throws CancelledError, GoBack */
export function pickDestination(
  place: Place,
  template: string,
  { editor, root, ciFile, exists }: Places,
): Promise<Destination> {
  const rows: Choice<Destination>[] = [];
  const document = editor?.document;
  if (document)
    rows.push({
      label: l10n.t("At the Cursor"),
      description: shownPath(document.uri),
      iconPath: new ThemeIcon("insert"),
      value: { kind: "cursor" },
    });
  const active =
    document && isYaml(document) && document.uri.toString() !== ciFile?.toString() ? document.uri : undefined;
  for (const file of [...(ciFile && exists ? [ciFile] : []), ...(active ? [active] : [])]) {
    rows.push(
      {
        label: l10n.t("Merge into {0}", shownPath(file)),
        detail: l10n.t(
          "Adds stages, jobs and variables. Asks about conflicts, and shows the result before it is applied.",
        ),
        iconPath: new ThemeIcon("git-merge"),
        value: { kind: "merge", file },
      },
      {
        label: l10n.t("Include in {0}", shownPath(file)),
        detail: l10n.t("Adds an include entry, so that the host uses its own version of the template."),
        iconPath: new ThemeIcon("references"),
        value: { kind: "include", file },
      },
    );
  }
  if (root && ciFile && !exists) {
    rows.push({
      label: l10n.t("Include in a New {0}", shownPath(ciFile)),
      detail: l10n.t("Adds an include entry, so that the host uses its own version of the template."),
      iconPath: new ThemeIcon("references"),
      value: { kind: "includeInNew", file: ciFile },
    });
  }
  rows.push({
    label: root ? l10n.t("As a New CI File…") : l10n.t("As a New Document"),
    ...(root && ciFile && !exists ? { description: shownPath(ciFile) } : {}),
    iconPath: new ThemeIcon("new-file"),
    value: { kind: "newFile", ...(root && { root }) },
  });
  place.draft = undefined;
  return pickOne<Destination>({
    title: place.title,
    place,
    placeholder: l10n.t("Select where to insert {0}", plainText(template, 80)),
    choices: rows,
  });
}

/** Returns a path relative to the workspace, for display. */
export const shownPath = (uri: Uri): string => plainText(workspace.asRelativePath(uri, false), 120);

const isYaml = ({ languageId, uri }: TextDocument): boolean => languageId === "yaml" || /\.ya?ml$/i.test(uri.path);

export async function isThere(uri: Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}

/** Returns why a path is invalid for a new file, without checking the disk; undefined for a valid one. */
export function wrongPath(text: string): string | undefined {
  const typed = text.trim();
  if (typed === "" || /[\\/]$/.test(typed)) return l10n.t("Enter the name of the file.");
  if (path.isAbsolute(typed) || typed.split(/[\\/]/).some((part) => part === ".." || part === ""))
    return l10n.t("Enter a path inside the folder.");
  return /\.ya?ml$/i.test(typed) ? undefined : l10n.t("The name of a CI file must end with .yml.");
}

/** Returns the active editor, unless its document is read-only, such as an output channel or an old revision. */
export function writableEditor(): TextEditor | undefined {
  const editor = window.activeTextEditor;
  if (!editor) return undefined;
  const { scheme } = editor.document.uri;
  return scheme === "untitled" || workspace.fs.isWritableFileSystem(scheme) === true ? editor : undefined;
}
