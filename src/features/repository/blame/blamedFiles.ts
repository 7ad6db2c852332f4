import type { BlameRange } from "../../../api/resources/repositoryFileTypes.ts";
import type { Disposable } from "../../../core/base/disposable.ts";
import { inProjectOrFork } from "../../../core/comparisons/projectOrFork.ts";
import type { Context } from "../../../core/context.ts";
import { isFullSha } from "../../../git/localClone.ts";
import { BlamedFile } from "./blamedFile.ts";
import type { BlameSubject } from "./blameSubject.ts";
import type { LineRange } from "./lineRanges.ts";

/** Limit of files that are kept although no editor shows them. */
const maxIdle = 30;
/** Longest delay of a timer, in milliseconds. */
const maxDelay = 2 ** 31 - 1;

/** Blame of files at commits, shared by all editors that show the same file. */
export class BlamedFiles implements Disposable {
  private readonly context: Pick<Context, "connections" | "polling" | "report">;
  /** By key, the most recently used last. */
  private readonly files = new Map<string, BlamedFile>();

  constructor(context: Pick<Context, "connections" | "polling" | "report">) {
    this.context = context;
  }

  /** Returns the blame of a file. @param lineCount lines of the file at its commit */
  of(subject: BlameSubject, lineCount: number): BlamedFile {
    const key = keyOf(subject);
    const file = this.files.get(key) ?? this.make(subject, lineCount);
    this.files.delete(key);
    this.files.set(key, file);
    const idle = [...this.files].filter(([, one]) => one !== file && !one.isShown);
    for (const [old, one] of idle.slice(0, Math.max(0, idle.length - maxIdle))) this.drop(old, one);
    return file;
  }

  /** Drops all files, such as when the account changes. */
  clear(): void {
    for (const [key, file] of this.files) this.drop(key, file);
  }

  /** Drops a closed file at a branch, which may have moved when it is opened again. */
  forget(subject: BlameSubject): void {
    const key = keyOf(subject);
    const file = this.files.get(key);
    if (file && !file.isShown && !isFullSha(subject.ref)) this.drop(key, file);
  }

  dispose(): void {
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
      limitedUntil: () => this.context.polling.silentUntil(subject.instance),
      now: () => Date.now(),
      later: (task, ms) => {
        const timer = setTimeout(task, Math.min(ms, maxDelay));
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
