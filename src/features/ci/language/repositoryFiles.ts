import { FileSystemError, FileType, RelativePattern, Uri, workspace } from "vscode";
import { type CiDocument, readCi } from "../../../core/ciFile/document.ts";
import { rootNames } from "../../../core/ciFile/isCiFile.ts";

/** Characters of a CI file that is read; of larger ones nothing is told. */
export const mostText = 1_000_000;
/** Files that a pattern may name. */
const mostFound = 150;

/** The CI files of repositories: as they are being edited, else as they are stored. */
export class RepositoryFiles {
  private readonly known = new Map<string, { readonly text: string; readonly document: CiDocument }>();

  /** Reads a text, unless it was the last one read of this file. */
  parse(id: string, text: string): CiDocument {
    const known = this.known.get(id);
    if (known?.text === text) return known.document;
    if (this.known.size >= 2 * mostFound) this.known.clear();
    const document = readCi(text);
    this.known.set(id, { text, document });
    return document;
  }

  /** A file; undefined where it cannot be read, or is too large. */
  async read(uri: Uri): Promise<CiDocument | undefined> {
    const id = uri.toString();
    const open = workspace.textDocuments.find((document) => !document.isClosed && document.uri.toString() === id);
    try {
      if (!open && (await workspace.fs.stat(uri)).size > mostText) return undefined;
      const text = open ? open.getText() : Buffer.from(await workspace.fs.readFile(uri)).toString("utf8");
      return text.length > mostText ? undefined : this.parse(id, text);
    } catch {
      return undefined;
    }
  }

  /** The folder that paths of `include: local:` begin at: that of the repository, else of the workspace. No git is run for it. */
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

  /** The project's CI file below a root; undefined where there is none. */
  async mainFile(root: Uri): Promise<Uri | undefined> {
    for (const name of rootNames) {
      const uri = Uri.joinPath(root, name);
      if ((await exists(uri)) === true) return uri;
    }
    return undefined;
  }

  /** The files that a path or pattern of `include: local:` names; undefined for a file that is not there. */
  async find(root: Uri, path: string): Promise<readonly Uri[] | undefined> {
    const inside = path.replace(/^\/+/, "");
    if (inside.split("/").includes("..")) return undefined;
    if (!inside.includes("*")) {
      const uri = Uri.joinPath(root, inside);
      return (await exists(uri)) === true ? [uri] : undefined;
    }
    // Hosts read `**` as any folders, and the rest of a name, too.
    const pattern = inside.replace(/\*\*(?=[^/])/g, "**/*");
    const found = await workspace.findFiles(new RelativePattern(root, pattern), null, mostFound);
    return found.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Whether a path of `include: local:` leads to a file; undefined where that cannot be told. */
  async has(root: Uri, path: string): Promise<boolean | undefined> {
    const inside = path.replace(/^\/+/, "");
    return /[*$]/.test(inside) || inside.split("/").includes("..") ? undefined : exists(Uri.joinPath(root, inside));
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
