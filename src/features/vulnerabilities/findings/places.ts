import { Range, type Uri, workspace } from "vscode";
import { MovedLines } from "../../../core/comparisons/movedLines.ts";
import { editorLines } from "../../../core/comparisons/sameLines.ts";
import { pathInRepository } from "../../../core/files/fileHere.ts";
import { dependencyLine } from "../../../core/findings/dependencyLine.ts";
import type { Finding } from "../../../core/findings/finding.ts";
import type { LocalClone } from "../../../git/localClone.ts";

/** Largest file whose lines are compared, in bytes. */
const maxBytes = 1024 * 1024;
/** Number of files that are read at the same time. */
const concurrency = 4;
/** Limit of files that are compared. */
const maxFiles = 200;
/** Number of lines from which only the first one is marked. */
const longRange = 10;

interface FileLines {
  /** Lines in the workspace; undefined if the file is too large. */
  readonly now: readonly string[] | undefined;
  /** Undefined if the lines are those of the pipeline's commit, or these are unknown. */
  readonly moved: MovedLines | undefined;
}

export interface FindingPlacesOptions {
  readonly clone: Pick<LocalClone, "root" | "file"> | undefined;
  /** Commit of the pipeline. */
  readonly sha: string | undefined;
  readonly signal: AbortSignal;
}

/** Where findings of a pipeline are in the files of the workspace, which may have changed since its commit. */
export class FindingPlaces {
  private readonly options: FindingPlacesOptions;
  private readonly files = new Map<string, Promise<FileLines>>();

  constructor(options: FindingPlacesOptions) {
    this.options = options;
  }

  /** Reads files, several at a time. */
  async prepare(files: Iterable<Uri>): Promise<void> {
    const queue = [...files];
    const work = async (): Promise<void> => {
      for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
        this.options.signal.throwIfAborted();
        await this.linesOf(file);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
  }

  /** Returns the lines of a finding in a file of the workspace. */
  async rangeOf(finding: Finding, file: Uri): Promise<Range> {
    const { startLine, endLine = startLine } = finding;
    const { now, moved } = await this.linesOf(file);
    const wholeLines = (start: number, end: number): Range => {
      // The underline begins with the code.
      const indentation = /^\s*/.exec(now?.[start - 1] ?? "")?.[0].length ?? 0;
      return new Range(start - 1, indentation, end - 1, Number.MAX_SAFE_INTEGER);
    };
    if (startLine === undefined || endLine === undefined) {
      const line = (finding.package !== undefined && now && dependencyLine(now, finding.package)) || undefined;
      return line === undefined ? new Range(0, 0, 0, 0) : wholeLines(line, line);
    }
    const lines = moved?.of({ start: startLine, end: endLine }).lines ?? { start: startLine, end: endLine };
    return wholeLines(lines.start, lines.end - lines.start >= longRange ? lines.start : lines.end);
  }

  private linesOf(file: Uri): Promise<FileLines> {
    const key = file.toString();
    const known = this.files.get(key);
    if (known) return known;
    const read = this.files.size < maxFiles ? this.read(file) : Promise.resolve({ now: undefined, moved: undefined });
    this.files.set(key, read);
    return read;
  }

  private async read(file: Uri): Promise<FileLines> {
    const { clone, sha, signal } = this.options;
    const text = await textOf(file);
    if (text === undefined) return { now: undefined, moved: undefined };
    const now = editorLines(text);
    const path = clone && (await pathInRepository(clone.root, file));
    const old = path === undefined || sha === undefined ? undefined : await clone?.file(sha, path, signal);
    if (old === undefined || old.length > maxBytes) return { now, moved: undefined };
    const before = editorLines(old.toString("utf8"));
    return { now, moved: new MovedLines(before, now) };
  }
}

/** Returns the text that the editor shows, else that of the file; undefined for a large or missing one. */
async function textOf(file: Uri): Promise<string | undefined> {
  const open = workspace.textDocuments.find(({ uri }) => uri.toString() === file.toString());
  if (open) return open.getText();
  try {
    const { size } = await workspace.fs.stat(file);
    return size > maxBytes ? undefined : Buffer.from(await workspace.fs.readFile(file)).toString("utf8");
  } catch {
    return undefined;
  }
}
