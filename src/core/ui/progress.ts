import { l10n, ProgressLocation, window } from "vscode";
import { abortable } from "../../api/abortable.ts";
import { CancelledError } from "../base/errors.ts";
import { notice } from "./notice.ts";
import { plainText } from "./plainText.ts";

/** Reports the progress of a task; the text is shown after the title. */
export type Step = (text: string) => void;

export interface ProgressOptions {
  /** Milliseconds that a task may take without anything being shown. */
  readonly delay?: number;
  /** The task writes on the host: cancelling it shows that it may have been done already. */
  readonly writes?: boolean;
}

/**
 * Runs a task; if it takes longer than a moment, a notification with Cancel shows that it is running.
 * @throws CancelledError as soon as the user cancels, also when the task does not react to its signal.
 */
export async function withProgress<T>(
  title: string,
  task: (signal: AbortSignal, step: Step) => Promise<T>,
  { delay = 400, writes = false }: ProgressOptions = {},
): Promise<T> {
  const controller = new AbortController();
  let said: string | undefined;
  let report: Step | undefined;
  const work = task(controller.signal, (text) => {
    said = text;
    report?.(text);
  });
  if (await settlesWithin(work, delay)) return work;

  return window.withProgress(
    { location: ProgressLocation.Notification, title: plainText(title), cancellable: true },
    async (progress, token) => {
      report = (text) => progress.report({ message: plainText(text) });
      if (said !== undefined) report(said);
      const subscription = token.onCancellationRequested(() => {
        controller.abort();
        if (writes) notice(l10n.t("Canceled. The host may have made the change already."));
      });
      try {
        return await abortable(work, controller.signal, () => new CancelledError());
      } finally {
        subscription.dispose();
      }
    },
  );
}

/** Returns whether the work settles within the time. */
function settlesWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    const settled = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    work.then(settled, settled);
  });
}
