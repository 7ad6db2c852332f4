import { FileSystemError, l10n, type Uri, workspace, WorkspaceEdit } from "vscode";
import { ApiError } from "../../api/errors.ts";
import { isCancelled, UserError } from "../base/errors.ts";
import { describeError } from "./describeError.ts";
import { unavailable } from "./unavailable.ts";

/**
 * Applies edits of files in our file systems through VS Code, so that open documents follow. VS Code passes on neither
 * the command's cancellation nor the error of the file system: both are passed here.
 */
export class AskedEdits {
  private refusal: unknown;
  private asked: AbortSignal | undefined;

  /** Has VS Code apply an edit. @throws ApiError, UserError, CancelledError */
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
    throw this.whyOf(new UserError(l10n.t("The editor did not apply the change. Try again.")));
  }

  /** Runs file operations of an edit until its command is cancelled. Keeps the first error. */
  async carryOut(signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.refusal = undefined;
    try {
      await work(this.asked ? AbortSignal.any([signal, this.asked]) : signal);
    } catch (error) {
      this.refuse(error);
      throw error;
    }
  }

  /** Keeps the reason of a failed edit; the first one counts. */
  refuse(why: unknown): void {
    this.refusal ??= why;
  }

  /** Runs a file operation. @throws FileSystemError, CancelledError; keeps the reason of other errors */
  async asFileErrors<T>(uri: Uri, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof FileSystemError || isCancelled(error)) throw error;
      this.refuse(error);
      if (error instanceof ApiError && error.kind === "notFound") throw FileSystemError.FileNotFound(uri);
      throw unavailable(describeError(error).message);
    }
  }

  /** Returns the kept reason of the last failed edit, or VS Code's own error without one. */
  whyOf(error: Error): Error {
    const { refusal } = this;
    this.refusal = undefined;
    if (refusal instanceof FileSystemError) return new UserError(refusal.message, { cause: refusal });
    return refusal instanceof Error ? refusal : error;
  }
}
