import { FileSystemError, l10n, type Uri, workspace, WorkspaceEdit } from "vscode";
import { ApiError } from "../../api/errors.ts";
import { isCancelled, UserError } from "../base/errors.ts";
import { describeError } from "./describeError.ts";

/**
 * Edits of files of our own that a command asks the editor for, so that open documents go along. The editor, which stands between the two,
 * hands on neither the command's Cancel nor why the files refused: both go this way.
 */
export class AskedEdits {
  private refusal: unknown;
  private asked: AbortSignal | undefined;

  /** Has the editor apply an edit. @throws ApiError, UserError, CancelledError */
  async apply(fill: (edit: WorkspaceEdit) => void, signal: AbortSignal): Promise<void> {
    const edit = new WorkspaceEdit();
    fill(edit);
    this.refusal = undefined;
    this.asked = signal;
    try {
      if (await workspace.applyEdit(edit)) return;
    } finally {
      this.asked = undefined;
    }
    throw this.whyOf(new UserError(l10n.t("The editor did not make the change. Try again.")));
  }

  /** Does what an edit asks of the files, until the command that asked for it is cancelled. What it throws first is kept. */
  async carryOut(signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.refusal = undefined;
    try {
      await work(this.asked ? AbortSignal.any([signal, this.asked]) : signal);
    } catch (error) {
      this.refuse(error);
      throw error;
    }
  }

  /** Keeps why an edit fails; the first reason counts. */
  refuse(why: unknown): void {
    this.refusal ??= why;
  }

  /** Does what the editor asks of a file. @throws FileSystemError, CancelledError; the reason of others is kept */
  async asFileErrors<T>(uri: Uri, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof FileSystemError || isCancelled(error)) throw error;
      this.refuse(error);
      if (error instanceof ApiError && error.kind === "notFound") throw FileSystemError.FileNotFound(uri);
      throw FileSystemError.Unavailable(describeError(error).message);
    }
  }

  /** Why the last edit failed, for which the editor only has this. */
  whyOf(error: Error): Error {
    const { refusal } = this;
    this.refusal = undefined;
    if (refusal instanceof FileSystemError) return new UserError(refusal.message, { cause: refusal });
    return refusal instanceof Error ? refusal : error;
  }
}
