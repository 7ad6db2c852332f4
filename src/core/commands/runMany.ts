import { l10n } from "vscode";
import { CancelledError, isCancelled, UserError } from "../base/errors.ts";
import type { Context } from "../context.ts";
import { AccountChangedError, checkAccount } from "../heldAccounts.ts";
import { ask } from "../ui/confirm.ts";
import { describeError } from "../ui/describeError.ts";
import { notice } from "../ui/notice.ts";
import { plainText } from "../ui/plainText.ts";
import { numberText, plural, type PluralForms } from "../ui/plural.ts";
import { withProgress } from "../ui/progress.ts";

interface ManyContext extends Pick<Context, "report"> {
  /** @throws AccountChangedError as `holdAccounts` makes it */
  readonly connections: { get(instance: string): unknown };
}

/** Forms of a text with the number of rows. */
type CountText = (shown: string) => PluralForms;

/** What is done to each of several selected rows. */
export interface ManyOptions<T> {
  /** Title of the command. */
  readonly title: string;
  /** Asked before anything is done, with the names of all, or a question of the command's own, which throws CancelledError. */
  readonly confirm:
    | { readonly question: CountText; readonly button: string; readonly detail?: string }
    | (() => Promise<void>);
  readonly doing: CountText;
  readonly done: CountText;
  readonly name: (item: T) => string;
  /** @param within signal of the progress that is shown for all */
  readonly act: (item: T, within: AbortSignal) => Promise<unknown>;
  /** False if nothing is changed on the host, where a cancel leaves nothing in doubt. */
  readonly writes?: boolean;
}

/** Names that a message lists at most. */
const mostListed = 20;

/**
 * Does the same to several things, one after the other, with one question, one progress and one message at the end. What fails does not
 * keep the rest from being done; each reason is logged. Another account on the host, also one chosen during the question, ends it.
 * @throws CancelledError; UserError that names what failed
 */
export async function runMany<T extends { readonly instance: string }>(
  context: ManyContext,
  items: readonly T[],
  { title, confirm, doing, done, name, act, writes = true }: ManyOptions<T>,
): Promise<void> {
  await (typeof confirm === "function"
    ? confirm()
    : confirmed({ ...confirm, question: plural(items.length, confirm.question) }, items.map(name)));
  const failed: { readonly name: string; readonly error: unknown }[] = [];
  let count = 0;
  const failures = (): string =>
    l10n.t(
      "{0} of {1} failed: {2}.",
      numberText(failed.length),
      numberText(items.length),
      listed(failed.map((one) => one.name)).join(", "),
    );
  const summary = (): string => {
    const doneText = l10n.t("{0} of {1} done.", numberText(count), numberText(items.length));
    return failed.length === 0 ? doneText : `${doneText} ${failures()}`;
  };
  try {
    await withProgress(plural(items.length, doing), async (signal, step) => {
      for (const [at, item] of items.entries()) {
        signal.throwIfAborted();
        step(l10n.t("{0} of {1}: {2}", numberText(at + 1), numberText(items.length), name(item)));
        try {
          checkAccount(context, item.instance);
          await act(item, signal);
          count++;
        } catch (error) {
          if (error instanceof AccountChangedError) throw new AccountChangedError(error.instance, summary());
          if (signal.aborted || isCancelled(error)) throw new CancelledError();
          context.report.background(error, `${title}: ${name(item)}`);
          failed.push({ name: name(item), error });
        }
      }
    });
  } catch (error) {
    if (isCancelled(error))
      notice(
        writes
          ? l10n.t("Canceled. {0} The host may have made one more change already.", summary())
          : l10n.t("Canceled. {0}", summary()),
      );
    throw error;
  }
  const [first] = failed;
  if (!first) {
    notice(plural(items.length, done));
    return;
  }
  throw new UserError(l10n.t("{0} First error: {1}", failures(), describeError(first.error).message), {
    cause: first.error,
  });
}

/**
 * Returns those of the selected things that a command applies to, or undefined where it is about the given one alone: the icon of a row
 * gets the whole selection, whatever else is selected.
 */
export function applicable<T>(
  given: T | undefined,
  selected: readonly T[] | undefined,
  applies: (item: T) => boolean,
): readonly T[] | undefined {
  const fitting = selected?.filter((item) => item === given || applies(item)) ?? [];
  return fitting.length > 1 ? fitting : undefined;
}

async function confirmed(
  { question, button, detail }: { readonly question: string; readonly button: string; readonly detail?: string },
  names: readonly string[],
): Promise<void> {
  const detailed = [nameLines(names).join("\n"), detail ?? ""];
  if ((await ask({ question, detail: detailed, buttons: [button] })) === undefined) throw new CancelledError();
}

/** Returns the lines of a question that is about several things. */
export const nameLines = (names: readonly string[]): string[] =>
  listed(names).map((name) => `• ${plainText(name, 100)}`);

const listed = (names: readonly string[]): string[] =>
  names.length <= mostListed
    ? [...names]
    : [...names.slice(0, mostListed - 1), l10n.t("and {0} more", numberText(names.length - mostListed + 1))];
