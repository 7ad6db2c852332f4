import { l10n } from "vscode";
import type { Client } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import type { Reviewer } from "../../../api/resources/discussionTypes.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import type { Context } from "../../../core/context.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import type { MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import { plainText } from "../../../core/ui/plainText.ts";

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

/** ms for which answers are used again. */
const maxAge = 60_000;
/** Limit of merge requests whose reviewers are kept. */
const maxKept = 50;

/** Reads reviewers for tooltips, which are looked at again and again. */
export class ReviewersOnHover {
  private readonly context: Pick<Context, "connections" | "polling" | "log">;
  private readonly kept = new Map<
    string,
    { readonly at: number; readonly reviewers: readonly Reviewer[] | undefined }
  >();

  constructor(context: Pick<Context, "connections" | "polling" | "log">) {
    this.context = context;
  }

  /** Returns undefined without reviewers, where they are not known, and while requests are paused. */
  async read(ref: MergeRequestRef, signal: AbortSignal): Promise<readonly Reviewer[] | undefined> {
    const { instance, project, mergeRequest } = ref;
    const { iid, state, reviewers, updated_at: updated } = mergeRequest;
    if (state !== "opened" || (reviewers ?? []).length === 0) return undefined;
    const key = JSON.stringify([instance, project, iid, updated]);
    const known = this.kept.get(key);
    if (known && known.at + maxAge > Date.now()) return known.reviewers;
    if (this.context.polling.silentUntil(instance) !== undefined) return undefined;
    try {
      const { client } = this.context.connections.get(instance);
      const read = await readReviewers(client, { project, iid }, signal);
      this.kept.delete(key);
      this.kept.set(key, { at: Date.now(), reviewers: read });
      for (const oldest of [...this.kept.keys()].slice(0, -maxKept)) this.kept.delete(oldest);
      return read;
    } catch (error) {
      // Without it the tooltip is still worth showing.
      if (!isCancelled(error)) this.context.log.debug("Reading the reviewers of a merge request failed", error);
      return undefined;
    }
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
