import { FileSystemError, FileType, RelativePattern, Uri, workspace } from "vscode";
import { type CiDocument, parseCi } from "../../../core/ciFile/document.ts";
import { rootNames } from "../../../core/ciFile/isCiFile.ts";
import { isOwnFile } from "../../../core/files/ownFile.ts";

/** Largest CI file that is read, in characters. */
export const maxText = 1_000_000;
/** Limit of files that a pattern matches. */
const maxFound = 150;

/** The CI files of repositories, with unsaved changes. */
export class RepositoryFiles {
  private readonly configured: (root: Uri) => string | undefined;
  private readonly known = new Map<string, { readonly text: string; readonly document: CiDocument }>();

  /** @param configured path of the project's CI file below a root from its settings, if they name one */
  constructor(configured: (root: Uri) => string | undefined = () => undefined) {
    this.configured = configured;
  }

  /** Parses a text, with the last result of each file cached. */
  parse(id: string, text: string): CiDocument {
    const known = this.known.get(id);
    if (known?.text === text) return known.document;
    if (this.known.size >= 2 * maxFound) this.known.clear();
    const document = parseCi(text);
    this.known.set(id, { text, document });
    return document;
  }

  /** Returns a parsed file; undefined if it cannot be read or is too large. */
  async read(uri: Uri): Promise<CiDocument | undefined> {
    const id = uri.toString();
    const open = workspace.textDocuments.find((document) => !document.isClosed && document.uri.toString() === id);
    try {
      if (!open && (await workspace.fs.stat(uri)).size > maxText) return undefined;
      const text = open ? open.getText() : Buffer.from(await workspace.fs.readFile(uri)).toString("utf8");
      return text.length > maxText ? undefined : this.parse(id, text);
    } catch {
      return undefined;
    }
  }

  /**
   * Returns the folder that paths of `include: local:` are relative to: that of the repository, otherwise of the
   * workspace. Runs no git.
   */
  async rootOf(uri: Uri): Promise<Uri | undefined> {
    const folder = workspace.getWorkspaceFolder(uri)?.uri;
    if (uri.scheme === "untitled") return workspace.workspaceFolders?.[0]?.uri;
    if (uri.scheme !== "file") return folder;
    for (
      let at = Uri.joinPath(uri, ".."), above: Uri | undefined;
      at.path !== above?.path;
      above = at, at = Uri.joinPath(at, "..")
    ) {
      if ((await exists(Uri.joinPath(at, ".git"))) === true) return at;
    }
    return folder;
  }

  /** Returns the project's CI file below a root, if the repository has it. */
  async mainFile(root: Uri): Promise<Uri | undefined> {
    const configured = this.configured(root);
    for (const name of configured === undefined ? rootNames : [configured, ...rootNames]) {
      const uri = Uri.joinPath(root, name);
      if ((await this.isFileOf(root, uri)) === true) return uri;
    }
    return undefined;
  }

  /** Returns the files that a path or pattern of `include: local:` matches; undefined if the file does not exist. */
  async find(root: Uri, path: string): Promise<readonly Uri[] | undefined> {
    const inside = path.replace(/^\/+/, "");
    if (inside.split("/").includes("..")) return undefined;
    if (!inside.includes("*")) {
      const uri = Uri.joinPath(root, inside);
      return (await this.isFileOf(root, uri)) === true ? [uri] : undefined;
    }
    // Hosts let `**` match folders and the rest of a name.
    const pattern = inside.replace(/\*\*(?=[^/])/g, "**/*");
    const found = await workspace.findFiles(new RelativePattern(root, pattern), null, maxFound);
    const own = await Promise.all(found.map((uri) => this.isFileOf(root, uri)));
    return found.filter((_, at) => own[at] === true).sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Returns whether the path of an `include: local:` exists; undefined when unknown. */
  async has(root: Uri, path: string): Promise<boolean | undefined> {
    const inside = path.replace(/^\/+/, "");
    return /[*$]/.test(inside) || inside.split("/").includes("..")
      ? undefined
      : this.isFileOf(root, Uri.joinPath(root, inside));
  }

  /** Returns whether the repository has a file, which a link out of it or into `.git` is not; undefined when unknown. */
  async isFileOf(root: Uri, uri: Uri): Promise<boolean | undefined> {
    const found = await exists(uri);
    return found === true && uri.scheme === "file" ? isOwnFile(root.fsPath, uri.fsPath) : found;
  }
}

async function exists(uri: Uri): Promise<boolean | undefined> {
  try {
    const { type } = await workspace.fs.stat(uri);
    return (type & (FileType.File | FileType.Directory)) !== 0;
  } catch (error) {
    return error instanceof FileSystemError && error.code === "FileNotFound" ? false : undefined;
  }
}
