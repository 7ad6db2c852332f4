import { isOutcomeUnknown } from "../../api/errors.ts";
import { isCancelled } from "../base/errors.ts";
import { describeError, type ErrorWords } from "./describeError.ts";

/**
 * A write that failed, in words, to which a warning belongs where no answer came, or nobody waited for it.
 * @param mayBe the warning: that it may be done all the same, and where to look
 */
export function unsureWords(error: unknown, mayBe: string): ErrorWords {
  if (isCancelled(error)) return { message: mayBe };
  const words = describeError(error);
  return isOutcomeUnknown(error) ? { ...words, message: `${words.message} ${mayBe}` } : words;
}
