import { isOutcomeUnknown } from "../../api/errors.ts";
import { isCancelled } from "../base/errors.ts";
import { describeError, type ErrorWords } from "./describeError.ts";

/**
 * Returns the text for a failed write, with a warning if no answer came or it was cancelled.
 * @param mayBe the warning that the write may have been done, and how to check
 */
export function unsureWords(error: unknown, mayBe: string): ErrorWords {
  if (isCancelled(error)) return { message: mayBe };
  const words = describeError(error);
  return isOutcomeUnknown(error) ? { ...words, message: `${words.message} ${mayBe}` } : words;
}
