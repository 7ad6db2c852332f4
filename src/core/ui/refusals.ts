import { l10n } from "vscode";
import { ApiError, type ApiErrorKind } from "../../api/errors.ts";
import { UserError } from "../base/errors.ts";
import type { ErrorWords } from "./describeError.ts";

/** Texts for refusals of the host by kind of error, optionally with an action. Undefined leaves the error as it is. */
export type Refusals = {
  readonly [Kind in ApiErrorKind]?: (error: ApiError) => string | ErrorWords | undefined;
};

/** Returns a UserError with the table's text and the error as its cause; any other error as it is. */
export function refusalOf(error: unknown, refusals: Refusals): unknown {
  const words = error instanceof ApiError ? refusals[error.kind]?.(error) : undefined;
  if (words === undefined) return error;
  const { message, action } = typeof words === "string" ? { message: words, action: undefined } : words;
  return new UserError(message, { cause: error, ...(action && { action }) });
}

/** Runs a request. @throws UserError with the table's text; any other error as it is */
export async function withRefusals<T>(refusals: Refusals, request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw refusalOf(error, refusals);
  }
}

/** Returns a text that offers to switch the account. */
export const orSwitchAccount = (message: string): ErrorWords => ({
  message,
  action: { title: l10n.t("Switch Account"), command: "forgeline.switchAccount" },
});

/** Returns a text that offers to refresh the views. */
export const orRefresh = (message: string): ErrorWords => ({
  message,
  action: { title: l10n.t("Refresh"), command: "forgeline.refresh" },
});

/** Returns a sentence for each refused field; undefined where the host named none. */
export function fieldsWords(
  fields: Readonly<Record<string, readonly string[]>>,
  words: (field: string, texts: readonly string[]) => string,
): string | undefined {
  const sentences = Object.entries(fields).map(([field, texts]) => words(field, texts));
  return sentences.length === 0 ? undefined : sentences.join(" ");
}
