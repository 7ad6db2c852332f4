import { ApiError, type ApiErrorKind } from "../../api/errors.ts";
import { hideCredentials } from "../../core/base/credentials.ts";
import { UserError } from "../../core/base/errors.ts";
import { Answer } from "../../core/diagnosis/answer.ts";
import { describeError, reasonOf } from "../../core/ui/describeError.ts";

/** Errors whose words come from the network, such as names in certificates. */
const unconnected: ReadonlySet<ApiErrorKind> = new Set<ApiErrorKind>(["network", "proxy", "certificate", "timeout"]);

/**
 * Returns what a model reads of an error: without credentials, and with marks around the words of others.
 * @param hide removes credentials as from the log
 */
export function errorText(error: unknown, hide: (text: string) => string): string {
  const answer = new Answer();
  if (error instanceof UserError && error.cause === undefined) answer.say(describeError(error).message);
  else if (error instanceof ApiError && !unconnected.has(error.kind)) {
    const { kind, request, status, code, retryAt, outcomeUnknown } = error;
    const own = new ApiError({ kind, message: "", request, status, code, retryAt, outcomeUnknown });
    answer.say(describeError(own).message);
    const reason = reasonOf(error);
    if (reason !== undefined) answer.quote("message of the host", reason);
  } else answer.say("The call failed.").quote("what went wrong", describeError(error).message);
  return answer.hide((text) => hideCredentials(hide(text))).text();
}
