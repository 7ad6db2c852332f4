import { isCancelled } from "../base/errors.ts";
import { describeError, type ErrorWords } from "./describeError.ts";

/**
 * Returns the text for a failed write whose form stays open: also of one that was cancelled, with the warning.
 * @param mayBe the warning that the write may have been done, and where to check
 */
export const unsureWords = (error: unknown, mayBe: string): ErrorWords =>
  isCancelled(error) ? { message: mayBe } : describeError(error, Date.now(), mayBe);
