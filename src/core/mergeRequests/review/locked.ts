import { l10n } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import { UserError } from "../../base/errors.ts";
import type { Context } from "../../context.ts";
import { readMergeRequest } from "../read.ts";
import { type MergeRequestPlace, refOf } from "./place.ts";

/** Returns what is said of a merge request whose discussion is locked. */
export const lockedWords = (): string => l10n.t("The discussion is locked. Only members of the project can comment.");

/** Sends a comment. @throws UserError if the host refused it because the discussion is locked; any other error as it is */
export async function withLockReason<T>(
  context: Pick<Context, "connections" | "report">,
  place: MergeRequestPlace,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (mayBeLock(error) && (await isLocked(context, place))) throw new UserError(lockedWords(), { cause: error });
    throw error;
  }
}

/** Returns whether an error may come from a locked discussion: some hosts answer 404. That of a deleted thread names the discussion. */
const mayBeLock = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.kind === "forbidden" || (error.kind === "notFound" && !/discussion/i.test(error.serviceMessage ?? "")));

async function isLocked(context: Pick<Context, "connections" | "report">, place: MergeRequestPlace): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(15_000);
    return (await readMergeRequest(context, refOf(place), signal)).discussion_locked === true;
  } catch (error) {
    context.report.background(error, "Look why a comment was refused");
    return false;
  }
}
