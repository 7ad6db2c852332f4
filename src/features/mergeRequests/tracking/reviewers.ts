import { l10n } from "vscode";
import type { Client } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import type { Reviewer } from "../../../api/resources/discussionTypes.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import type { MergeRequestPlace } from "../review/discussions.ts";

/** Reads the reviewers of a merge request with how far they are; undefined where the instance has no route for it. @throws ApiError */
export async function readReviewers(
  client: Client,
  { project, iid }: Omit<MergeRequestPlace, "instance">,
  signal: AbortSignal,
): Promise<readonly Reviewer[] | undefined> {
  if (client.discussions.reviewersAvailable() === false) return undefined;
  try {
    return (await client.discussions.reviewers(project, iid, { perPage: 100, signal }).page()).items;
  } catch (error) {
    if (error instanceof ApiError && client.discussions.reviewersAvailable() === false) return undefined;
    throw error;
  }
}

/** Returns how far a reviewer is; undefined if the host does not say. */
export function reviewStateLabel(state: string | null | undefined): string | undefined {
  const words: Readonly<Record<string, string>> = {
    unreviewed: l10n.t("not reviewed yet"),
    review_started: l10n.t("review started"),
    reviewed: l10n.t("reviewed"),
    requested_changes: l10n.t("requested changes"),
    approved: l10n.t("approved"),
    unapproved: l10n.t("approval revoked"),
  };
  if (!state) return undefined;
  return Object.hasOwn(words, state) ? words[state] : plainText(state.replaceAll("_", " "), 60);
}

/** Returns whether a reviewer is through, so that a review can be requested again. */
export const isThrough = ({ state }: Reviewer): boolean =>
  state !== undefined && state !== null && state !== "unreviewed" && state !== "review_started";
