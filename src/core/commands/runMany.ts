import { l10n, window } from "vscode";
import { CancelledError, isCancelled, UserError } from "../base/errors.ts";
import type { Context } from "../context.ts";
import { describeError } from "../ui/describeError.ts";
import { notice } from "../ui/notice.ts";
import { plainText } from "../ui/plainText.ts";
import { withProgress } from "../ui/progress.ts";

/** What is done to each of several selected rows. */
export interface ManyOptions<T> {
  /** Title of the command. */
  readonly title: string;
  /** Asked before anything is done, with the names of all; absent where another question was the confirmation. */
  readonly confirm?: { readonly question: string; readonly button: string; readonly detail?: string };
  readonly doing: string;
  readonly done: string;
  readonly name: (item: T) => string;
  /** @param within signal of the progress that is shown for all */
  readonly act: (item: T, within: AbortSignal) => Promise<unknown>;
}

/** Names that a message lists at most. */
const mostListed = 20;

/**
 * Does the same to several things, one after the other, with one question, one progress and one message at the end. What fails does not
 * keep the rest from being done; each reason is logged.
 * @throws CancelledError; UserError that names what failed
 */
export async function runMany<T>(
  context: Pick<Context, "report">,
  items: readonly T[],
  { title, confirm, doing, done, name, act }: ManyOptions<T>,
): Promise<void> {
  if (confirm) await confirmed(confirm, items.map(name));
  const failed: { readonly name: string; readonly error: unknown }[] = [];
  await withProgress(
    doing,
    async (signal, step) => {
      for (const [at, item] of items.entries()) {
        step(l10n.t("{0} of {1}: {2}", at + 1, items.length, name(item)));
        try {
          await act(item, signal);
        } catch (error) {
          if (signal.aborted || isCancelled(error)) throw new CancelledError();
          context.report.background(error, `${title}: ${name(item)}`);
          failed.push({ name: name(item), error });
        }
      }
    },
    { writes: true },
  );
  const [first] = failed;
  if (!first) {
    notice(done);
    return;
  }
  throw new UserError(
    l10n.t(
      "{0} of {1} failed: {2}. The first reason: {3}",
      failed.length,
      items.length,
      listed(failed.map((one) => one.name)).join(", "),
      describeError(first.error).message,
    ),
    { cause: first.error },
  );
}

async function confirmed(
  { question, button, detail }: NonNullable<ManyOptions<unknown>["confirm"]>,
  names: readonly string[],
): Promise<void> {
  const lines = listed(names).map((name) => `• ${plainText(name, 100)}`);
  const text = [...lines, ...(detail === undefined ? [] : ["", detail])].join("\n");
  if ((await window.showWarningMessage(question, { modal: true, detail: text }, button)) !== button)
    throw new CancelledError();
}

const listed = (names: readonly string[]): string[] =>
  names.length <= mostListed
    ? [...names]
    : [...names.slice(0, mostListed - 1), l10n.t("and {0} more", names.length - mostListed + 1)];
