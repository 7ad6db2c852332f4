import { workspace } from "vscode";
import { gitLines } from "../comparisons/sameLines.ts";
import type { FileRef } from "./refs.ts";
import { fileUri, type FileUriOptions } from "./uris.ts";

/** Limit of files kept. */
const maxKept = 50;

/** Lines of files at commits, which never change: the newest ones are kept. */
export class FileLines {
  private readonly kept = new Map<string, Promise<readonly string[]>>();

  /** Returns the lines of a file at a commit. @throws FileSystemError */
  of(file: FileRef, encoding: string, options?: Pick<FileUriOptions, "fork">): Promise<readonly string[]> {
    const uri = fileUri(file, options);
    const key = JSON.stringify([uri.toString(), encoding]);
    const known = this.kept.get(key);
    if (known) return known;
    const lines = Promise.resolve(workspace.fs.readFile(uri)).then(async (content) =>
      gitLines(await workspace.decode(content, { encoding })),
    );
    this.kept.set(key, lines);
    lines.catch(() => this.kept.delete(key));
    for (const oldest of this.kept.keys()) if (this.kept.size > maxKept) this.kept.delete(oldest);
    return lines;
  }
}
