import type { Client } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import type { MergeRequestVersion, Note } from "../../../api/resources/discussionTypes.ts";
import { type Conversation, isBy } from "../../../core/mergeRequests/review/conversation.ts";
import type { MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import { moment } from "../../../core/ui/age.ts";
import type { VersionEnds } from "./viewedFiles.ts";

/** A version as the host lists it. */
export interface HostVersion extends VersionEnds {
  readonly id: number;
  /** In ms since the epoch. */
  readonly at: number;
}

/** Limit of versions read. */
const maxVersions = 500;

/** Reads the versions of a merge request, newest first; undefined where the instance has none. @throws ApiError */
export async function readVersions(
  client: Client,
  { project, iid }: MergeRequestPlace,
  signal: AbortSignal,
): Promise<HostVersion[] | undefined> {
  try {
    const { items } = await client.discussions
      .versions(project, iid, { perPage: 100, signal })
      .all({ max: maxVersions, signal });
    return items.flatMap(hostVersion);
  } catch (error) {
    if (error instanceof ApiError && client.extras.available("versions") === false) return undefined;
    throw error;
  }
}

function hostVersion({
  id,
  base_commit_sha: base,
  head_commit_sha: head,
  created_at: at,
}: MergeRequestVersion): HostVersion[] {
  return base && head ? [{ id, base, head, at: moment(at) ?? 0 }] : [];
}

/** Events of the host that a review ends with. */
const verdict = /^(un)?approved this merge request|^requested changes/i;

/** Whether a note is the word of a reviewer, and no event such as a push. */
const isReview = (note: Note): boolean => note.system !== true || verdict.test(note.body);

/** Returns whether an account has commented on a merge request, or approved it. */
export const hasReviewed = (
  { discussions }: Conversation,
  user: { readonly id: number; readonly username: string } | undefined,
): boolean => discussions.some(({ notes }) => notes.some((note) => isBy(note, user) && isReview(note)));

/**
 * Returns the version that an account reviewed last: the newest that it commented on, that was the newest when it commented or approved, or
 * of which all files were viewed.
 * @param versions newest first
 * @param viewed the last version of which all files were viewed here
 */
export function reviewedVersion(
  versions: readonly HostVersion[],
  conversation: Conversation | undefined,
  user: { readonly id: number; readonly username: string } | undefined,
  viewed: VersionEnds | undefined,
): (VersionEnds & { readonly id?: number }) | undefined {
  const notes = (conversation?.discussions ?? []).flatMap(({ notes: all }) =>
    all.map((note, at) => ({ note, head: at === 0 ? note.position?.head_sha : undefined })),
  );
  const heads = notes
    .filter(({ note }) => isReview(note) && isBy(note, user))
    .map(({ note, head }) => {
      const at = moment(note.created_at) ?? 0;
      return versions.find((version) => (head ? version.head === head : version.at <= at))?.head;
    });
  const reviewed = new Set([...heads, viewed?.head]);
  return versions.find(({ head }) => reviewed.has(head)) ?? viewed;
}
