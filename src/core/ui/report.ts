import { commands, l10n, window } from "vscode";
import { ApiError } from "../../api/errors.ts";
import { type ErrorAction, isCancelled } from "../base/errors.ts";
import type { Logger } from "../base/log.ts";
import { loadErrorMessages } from "../lazy/chunks.ts";
import type { ErrorWords } from "./describeError.ts";
import { plainText } from "./plainText.ts";

/** Logs errors and shows them to the user. Cancellation is silent. */
export class Report {
  private readonly log: Logger & { show(): void };
  private readonly secrets: { hide(text: string): string };
  private readonly showing = new Set<string>();
  /** Shown when the user next acts, by subject. */
  private readonly deferred = new Map<string, { readonly error: unknown; readonly applies: () => boolean }>();
  private readonly deferredBefore = new Set<string>();

  /** @param secrets hides those in use in what is shown */
  constructor(log: Logger & { show(): void }, secrets: { hide(text: string): string }) {
    this.log = log;
    this.secrets = secrets;
  }

  /**
   * Logs and shows an error of an action of the user; resolves when the message is answered or closed. A message that
   * is still open is not shown twice.
   * @param doing title of the command
   */
  async error(error: unknown, doing: string): Promise<void> {
    if (isCancelled(error)) return;
    this.write("error", error, doing);
    const { message, action, other } = await wordsFor(error);
    const text = this.secrets.hide(l10n.t("{0}: {1}", plainText(doing), message));
    if (this.showing.has(text)) return;
    this.showing.add(text);
    try {
      const showLog = l10n.t("Show Log");
      const actions = [action, other];
      const chosen = await window.showErrorMessage(text, ...actions.flatMap((one) => one?.title ?? []), showLog);
      if (chosen === showLog) this.log.show();
      else for (const one of actions) await follow(one, chosen);
    } finally {
      this.showing.delete(text);
    }
  }

  /**
   * Shows a problem of background work as a warning when the user next runs a command, once for each subject.
   * @param applies returns whether there still is a problem by then
   */
  later(subject: string, error: unknown, applies: () => boolean): void {
    if (!this.deferredBefore.has(subject)) this.deferred.set(subject, { error, applies });
  }

  /** Shows what was deferred until the user acts. Never rejects. */
  async acted(): Promise<void> {
    const due = [...this.deferred].filter(([, { applies }]) => applies());
    this.deferred.clear();
    for (const [subject, { error }] of due) {
      this.deferredBefore.add(subject);
      const { message, action } = await wordsFor(error);
      const buttons = action ? [action.title] : [];
      void window.showWarningMessage(this.secrets.hide(message), ...buttons).then((chosen) => follow(action, chosen));
    }
  }

  /** Loads the texts of errors, so that the next error is shown at once. Never rejects. */
  async prepare(): Promise<void> {
    await loadErrorMessages().catch(() => undefined);
  }

  /** Logs an error of background work, or one that is shown elsewhere, without a message. */
  background(error: unknown, doing: string): void {
    if (!isCancelled(error)) this.write("warn", error, doing);
  }

  private write(level: "error" | "warn", error: unknown, doing: string): void {
    this.log[level](`${doing} failed`, ...details(error), error);
  }
}

async function follow(action: ErrorAction | undefined, chosen: string | undefined): Promise<void> {
  if (action && chosen === action.title) await commands.executeCommand(action.command, ...(action.args ?? []));
}

/** Falls back to the plain message: after an update of the extension in a running window, its chunks may be gone. */
const wordsFor = (error: unknown): Promise<ErrorWords & { readonly other?: ErrorAction | undefined }> =>
  loadErrorMessages().then(
    ({ describeError, otherTransport }) => ({ ...describeError(error), other: otherTransport(error) }),
    () => ({ message: plainText(error instanceof Error ? error.message : String(error), 700) }),
  );

/** Returns details for the log by which the request can be found on the server. */
function details(error: unknown): string[] {
  if (!(error instanceof ApiError)) return [];
  const { kind, status, code, requestId, request } = error;
  const parts = [kind, status && `HTTP ${status}`, code, requestId && `request ${requestId}`].filter(Boolean);
  return [`(${request.method} ${request.url}: ${parts.join(", ")})`];
}
