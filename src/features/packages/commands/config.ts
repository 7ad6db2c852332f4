import { env, l10n, type TextDocument, TextEditorRevealType, Uri, window, workspace, WorkspaceEdit } from "vscode";
import type { DraftKind } from "../../../core/base/drafts.ts";
import { UserError } from "../../../core/base/errors.ts";
import { asText } from "../../../core/base/stored.ts";
import { editedText } from "../../../core/base/textEdit.ts";
import { revertDocuments } from "../../../core/remoteText/discard.ts";
import { workspaceEdit } from "../../../core/ui/documentEdits.ts";
import { inputText } from "../../../core/ui/form.ts";
import { notice, offer } from "../../../core/ui/notice.ts";
import { pickOne } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { OpenProject } from "../../../git/project.ts";
import type { PackagesContext } from "../context.ts";
import { feedError, shownFeed } from "../feed.ts";
import { feedAddress } from "../nuget/feedAddress.ts";
import { credentialsVariable } from "../nuget/installTexts.ts";
import {
  addSource,
  type NewSource,
  newNugetConfig,
  type NugetConfig,
  NugetConfigError,
  readNugetConfig,
} from "../nuget/nugetConfig.ts";
import { shownFilter } from "./pickPackage.ts";

/** Adds the shown feed to a NuGet.config of the workspace, or creates one. Credentials are never written to the file. */
export async function addFeed(context: PackagesContext): Promise<void> {
  const { project, connection } = context.current.require();
  const filter = await shownFilter(context);
  const title = l10n.t("Add Feed to NuGet.config");
  const target = await chooseFile(project, title);
  const address = await withProgress(l10n.t("Loading the feed URL…"), async (signal) =>
    feedAddress(
      project.instance,
      await shownFeed(connection, project, filter, signal),
      context.config.get("forgeline.packages.feedVersion"),
    ),
  ).catch((error: unknown) => {
    throw feedError(error, project.instance);
  });
  const file = target.isNew ? undefined : await openConfig(target.uri);
  const known = file && readConfig(file);
  const existing = known?.sources.find((source) => source.address === address);
  if (known && existing) {
    await reveal(target.uri, address);
    await offerVariable(
      context,
      project.instance,
      existing.name,
      known.disabled.includes(existing.name)
        ? l10n.t(
            "{0} is already configured as “{1}”, but disabled in this file.",
            address,
            plainText(existing.name, 100),
          )
        : l10n.t("{0} is already configured as “{1}”.", address, plainText(existing.name, 100)),
    );
    return;
  }
  const name = await askName(title, known, filter.group?.path ?? project.name);
  const source: NewSource = {
    name,
    address,
    patterns: known && known.mapped.length > 0 && !known.mapped.includes(name) ? await askPatterns(context, title) : [],
  };
  await (file ? change(target.uri, source) : create(target.uri, source));
  await reveal(target.uri, address);
  const path = workspace.asRelativePath(target.uri);
  const text =
    context.config.get("forgeline.packages.feedVersion") === "v2"
      ? l10n.t(
          "Added the source “{1}” to {0}. It is a v2 feed, which cannot resolve the latest version: always specify a version when you install from it. Credentials are not stored in the file; use an environment variable.",
          path,
          name,
        )
      : l10n.t(
          "Added the source “{1}” to {0}. Credentials are not stored in the file; use an environment variable.",
          path,
          name,
        );
  await offerVariable(context, project.instance, name, text);
}

/** Says what became of a source, and offers the variable for its credentials. */
async function offerVariable(context: PackagesContext, instance: string, source: string, text: string): Promise<void> {
  const username =
    (await (await context.feeds()).given(instance))?.username ??
    context.connections.get(instance).session?.user.username ??
    l10n.t("username");
  offer(text, l10n.t("Copy Variable"), async () => {
    await env.clipboard.writeText(credentialsVariable(source, username));
    notice(l10n.t("Copied the variable with a placeholder for the token."));
  });
}

interface Target {
  readonly uri: Uri;
  readonly isNew: boolean;
}

const newName = "nuget.config";

/** Returns the only NuGet.config, one that the user picks, or a new one in the project's folder. */
async function chooseFile(project: OpenProject, title: string): Promise<Target> {
  const root = project.root === undefined ? workspace.workspaceFolders?.[0]?.uri : Uri.file(project.root);
  if (!root)
    throw new UserError(l10n.t("Open a folder first. NuGet.config is a file in the folder."), {
      action: { title: l10n.t("Select Project…"), command: "forgeline.selectProject" },
    });
  const files = await configFiles(root);
  const fresh = Uri.joinPath(root, newName);
  const inRoot = files.some((uri) => uri.path.slice(0, uri.path.lastIndexOf("/")) === root.path);
  const [only, ...others] = files;
  if (!only) return { uri: fresh, isNew: true };
  if (others.length === 0) return { uri: only, isNew: false };
  return pickOne<Target>({
    title,
    placeholder: l10n.t("Select the file to add the feed to"),
    choices: [
      ...files.map((uri) => ({ label: plainText(workspace.asRelativePath(uri), 200), value: { uri, isNew: false } })),
      ...(inRoot
        ? []
        : [{ label: l10n.t("New {0} in the project folder", newName), value: { uri: fresh, isNew: true } }]),
    ],
  });
}

/** Also looks in `root`, which may be outside the workspace when a subfolder of the repository is open. */
async function configFiles(root: Uri): Promise<Uri[]> {
  const inRoot = (await workspace.fs.readDirectory(root))
    .filter(([name]) => name.toLowerCase() === newName)
    .map(([name]) => Uri.joinPath(root, name));
  const inside = await workspace.findFiles(
    "**/[nN][uU][gG][eE][tT].[cC][oO][nN][fF][iI][gG]",
    "**/{node_modules,.git,bin,obj}/**",
    50,
  );
  const all = new Map(
    [...inRoot, ...inside.sort((a, b) => a.path.split("/").length - b.path.split("/").length)].map((uri) => [
      uri.toString(),
      uri,
    ]),
  );
  return [...all.values()];
}

/** A file to change, with its text in the editor, or on disk where the editor has not reloaded it yet. */
interface ConfigFile {
  readonly document: TextDocument;
  readonly text: string;
  readonly onDisk: boolean;
}

async function openConfig(uri: Uri): Promise<ConfigFile> {
  const document = await workspace.openTextDocument(uri);
  const saved = utf8(await workspace.fs.readFile(uri));
  // Read after the last await, so that offsets in the text fit the document.
  const text = document.getText();
  const behind = !document.isDirty && saved !== undefined && saved.replace(/^\ufeff/, "") !== text;
  return behind ? { document, text: saved, onDisk: true } : { document, text, onDisk: false };
}

/** Decodes UTF-8, keeping the byte order mark; undefined for other encodings, which the editor can read. */
function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function readConfig({ document, text }: ConfigFile): NugetConfig {
  try {
    return readNugetConfig(text);
  } catch (error) {
    if (!(error instanceof NugetConfigError)) throw error;
    const path = workspace.asRelativePath(document.uri);
    throw new UserError(
      error.line === undefined
        ? l10n.t("{0} is not a valid NuGet.config. Nothing was changed.", path)
        : l10n.t("{0} is not a valid NuGet.config: error in line {1}. Nothing was changed.", path, error.line),
      { cause: error },
    );
  }
}

async function askName(title: string, known: NugetConfig | undefined, path: string): Promise<string> {
  const taken = new Set(known?.sources.map(({ name }) => name.toLowerCase()));
  const first = path.replace(/\W+/g, "_").replace(/^_+|_+$/g, "") || "forgeline";
  const free = [first, ...Array.from({ length: 20 }, (_, at) => `${first}_${at + 2}`)].find(
    (name) => !taken.has(name.toLowerCase()),
  );
  const text = await inputText({
    title,
    prompt: l10n.t(
      "Enter the name of the source. Use only letters, digits and _ to set credentials in an environment variable",
    ),
    value: free,
    validate: (typed) => {
      if (typed.trim() === "") return l10n.t("Enter a name.");
      if (!/^[\w .-]+$/.test(typed.trim())) return l10n.t("Use only letters, digits, spaces and _ . -");
      return taken.has(typed.trim().toLowerCase())
        ? l10n.t("The file already has a source with this name and another URL.")
        : undefined;
    },
  });
  return text.trim();
}

const patterns: DraftKind<string> = { name: "feedPatterns", parse: asText };

/** Asks for patterns: NuGet never uses an unmapped source when the file has a package source mapping. */
async function askPatterns(context: PackagesContext, title: string): Promise<string[]> {
  const split = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== "");
  const text = await inputText({
    title,
    prompt: l10n.t(
      "This file uses package source mapping. Enter package patterns for this source, separated by spaces, for example Weather.*",
    ),
    value: context.drafts.get(patterns, "") ?? "",
    onType: (typed) => void context.drafts.keepQuietly(patterns, "", typed === "" ? undefined : typed),
    validate: (typed) => {
      const wrong = split(typed).find((pattern) => !/^(?:\*|[A-Za-z0-9_.-]+\*?)$/.test(pattern));
      if (wrong !== undefined)
        return l10n.t(
          "“{0}” is not a valid pattern. Enter a package name or a prefix followed by *.",
          plainText(wrong, 60),
        );
      return split(typed).length === 0 ? l10n.t("Enter at least one pattern.") : undefined;
    },
  });
  await context.drafts.keepQuietly(patterns, "", undefined);
  return split(text);
}

/**
 * Adds the source as an undoable edit, and saves the file unless it already had unsaved changes.
 * @throws UserError when the file has changed since the user was asked, so that the answers no longer fit; when it cannot be saved
 */
async function change(uri: Uri, source: NewSource): Promise<void> {
  if (await addTo(uri, source)) return;
  // VS Code does not save over a file that another program has written in this moment: nothing of the user's is in the edit, which is made again.
  await revertDocuments([uri]);
  if (!(await addTo(uri, source))) throw new UserError(l10n.t("Could not save {0}.", workspace.asRelativePath(uri)));
}

/**
 * Does that once.
 * @returns false when VS Code did not save the file, whose document is then changed
 */
async function addTo(uri: Uri, source: NewSource): Promise<boolean> {
  const file = await openConfig(uri);
  const { sources, mapped } = readConfig(file);
  const { document, text, onDisk } = file;
  const path = workspace.asRelativePath(uri);
  if (sources.some(({ name }) => name.toLowerCase() === source.name.toLowerCase())) {
    throw new UserError(
      l10n.t(
        "{0} has changed in the meantime and already has a source named “{1}”. Nothing was added. Try again.",
        path,
        source.name,
      ),
    );
  }
  if (source.patterns?.length === 0 && mapped.length > 0 && !mapped.includes(source.name)) {
    throw new UserError(
      l10n.t(
        "{0} has changed in the meantime and now uses package source mapping. Nothing was added. Try again.",
        path,
      ),
    );
  }
  const edits = addSource(text, source);
  if (onDisk) {
    await workspace.fs.writeFile(document.uri, Buffer.from(editedText(text, edits)));
    return true;
  }
  const { isDirty } = document;
  if (!(await workspace.applyEdit(workspaceEdit(document, edits))))
    throw new UserError(l10n.t("Could not change {0}.", path));
  return isDirty || document.save();
}

async function create(uri: Uri, source: NewSource): Promise<void> {
  const edit = new WorkspaceEdit();
  edit.createFile(uri, { overwrite: false, contents: Buffer.from(newNugetConfig(source)) });
  if (!(await workspace.applyEdit(edit)))
    throw new UserError(l10n.t("{0} could not be created.", workspace.asRelativePath(uri)));
}

/** Shows the line of the source. */
async function reveal(uri: Uri, address: string): Promise<void> {
  const editor = await window.showTextDocument(uri, { preview: false });
  const { document } = editor;
  const at = document.getText().indexOf(address);
  if (at < 0) return;
  const { range } = document.lineAt(document.positionAt(at));
  editor.revealRange(range, TextEditorRevealType.InCenterIfOutsideViewport);
}
