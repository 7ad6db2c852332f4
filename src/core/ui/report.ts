import { commands, l10n, window } from "vscode";
import { ApiError } from "../../api/errors.ts";
import { isCancelled } from "../base/errors.ts";
import type { Logger } from "../base/log.ts";
import { loadErrorMessages } from "../lazy/chunks.ts";
import type { ErrorWords } from "./describeError.ts";
import { plainText } from "./plainText.ts";

/** The one place where errors become visible: one log entry, and at most one message. Cancellation is silent. */
export class Report {
  private readonly log: Logger & { show(): void };
  private readonly showing = new Set<string>();

  constructor(log: Logger & { show(): void }) {
    this.log = log;
  }

  /**
   * Tells the person that what they asked for failed. Logs and shows at once; the promise ends when the message is
   * answered or closed. While a message is still open, the same one is not shown a second time.
   * @param doing what was being done, as the person knows it: the title of a command.
   */
  async error(error: unknown, doing: string): Promise<void> {
    if (isCancelled(error)) return;
    this.write("error", error, doing);
    const { message, action } = await wordsFor(error);
    const text = l10n.t("{0}: {1}", plainText(doing), message);
    if (this.showing.has(text)) return;
    this.showing.add(text);
    try {
      const showLog = l10n.t("Show Log");
      const buttons = action ? [action.title, showLog] : [showLog];
      const chosen = await window.showErrorMessage(text, ...buttons);
      if (chosen === showLog) this.log.show();
      else if (chosen !== undefined && action) await commands.executeCommand(action.command, ...(action.args ?? []));
    } finally {
      this.showing.delete(text);
    }
  }

  /** Notes the failure of work nobody waits for, or whose failure is already shown in place. Never pops up. */
  background(error: unknown, doing: string): void {
    if (!isCancelled(error)) this.write("warn", error, doing);
  }

  private write(level: "error" | "warn", error: unknown, doing: string): void {
    this.log[level](`${doing} failed`, ...details(error), error);
  }
}

/** When the extension was updated under a running window, the words may be gone like what failed. */
const wordsFor = (error: unknown): Promise<ErrorWords> =>
  loadErrorMessages().then(
    ({ describeError }) => describeError(error),
    () => ({ message: plainText(error instanceof Error ? error.message : String(error), 700) }),
  );

/** What a log entry tells of an answer besides the stack: enough to find the request on the server. */
function details(error: unknown): string[] {
  if (!(error instanceof ApiError)) return [];
  const { kind, status, code, requestId, request } = error;
  const parts = [kind, status && `HTTP ${status}`, code, requestId && `request ${requestId}`].filter(Boolean);
  return [`(${request.method} ${request.url}: ${parts.join(", ")})`];
}
