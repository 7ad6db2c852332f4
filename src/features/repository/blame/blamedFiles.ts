import type { BlameRange } from "../../../api/resources/repositoryFileTypes.ts";
import type { Disposable } from "../../../core/base/disposable.ts";
import { inProjectOrFork } from "../../../core/comparisons/projectOrFork.ts";
import type { Context } from "../../../core/context.ts";
import { isFullSha } from "../../../git/localClone.ts";
import { BlamedFile } from "./blamedFile.ts";
import type { BlameSubject } from "./blameSubject.ts";
import type { LineRange } from "./lineRanges.ts";

/** Files that nobody looks at any more, but may look at again. */
const limit = 30;
/** Timers know no longer time. Milliseconds. */
const longest = 2 ** 31 - 1;

/** What is known of files at commits. Both sides of an editor that is split share what they ask for. */
export class BlamedFiles implements Disposable {
  private readonly context: Pick<Context, "connections" | "report">;
  /** The one used last is the last one. */
  private readonly files = new Map<string, BlamedFile>();
  private readonly limited: Disposable;
  private silentUntil: number | undefined;

  constructor(context: Pick<Context, "connections" | "report">) {
    this.context = context;
    this.limited = context.connections.onDidLimit((until) => {
      this.silentUntil = until;
    });
  }

  /** @param lineCount lines of the file at its commit */
  of(subject: BlameSubject, lineCount: number): BlamedFile {
    const key = keyOf(subject);
    const file = this.files.get(key) ?? this.make(subject, lineCount);
    this.files.delete(key);
    this.files.set(key, file);
    const idle = [...this.files].filter(([, one]) => one !== file && !one.isWanted);
    for (const [old, one] of idle.slice(0, Math.max(0, idle.length - limit))) this.drop(old, one);
    return file;
  }

  /** Forgets all of it, as when another account may see less. */
  clear(): void {
    for (const [key, file] of this.files) this.drop(key, file);
  }

  /** A branch may stand elsewhere when its file is opened the next time. */
  forget(subject: BlameSubject): void {
    const key = keyOf(subject);
    const file = this.files.get(key);
    if (file && !file.isWanted && !isFullSha(subject.ref)) this.drop(key, file);
  }

  dispose(): void {
    this.limited.dispose();
    this.clear();
  }

  private drop(key: string, file: BlamedFile): void {
    this.files.delete(key);
    file.dispose();
  }

  private make(subject: BlameSubject, lineCount: number): BlamedFile {
    return new BlamedFile({
      lineCount,
      read: (range, signal) => this.read(subject, range, signal),
      onError: (error) => this.context.report.background(error, "Blame"),
      silentUntil: () => this.silentUntil,
      now: () => Date.now(),
      later: (task, ms) => {
        const timer = setTimeout(task, Math.min(ms, longest));
        return { dispose: () => clearTimeout(timer) };
      },
    });
  }

  private async read(
    { instance, project, fork, path, ref }: BlameSubject,
    range: LineRange,
    signal: AbortSignal,
  ): Promise<readonly BlameRange[]> {
    const { repositoryFiles } = this.context.connections.get(instance).client;
    return inProjectOrFork(project, fork, (holder) => repositoryFiles.blame(holder, path, { ref, range }, { signal }));
  }
}

const keyOf = ({ instance, project, fork, path, ref }: BlameSubject): string =>
  JSON.stringify([instance, project, fork, path, ref]);
