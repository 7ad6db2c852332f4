import type { Hosting } from "../hosting.ts";
import { json } from "../http/reply.ts";
import { GET, type Route } from "../http/router.ts";
import type { MergeRequestRecord } from "../mergeRequests/records.ts";
import { mergeRequestOf } from "./mergeRequests.ts";
import { showUser, time } from "./present.ts";

/** Beyond the documents: how far reviewers are. */
export function reviewerRoutes(hosting: Hosting): Route[] {
  const one = "/projects/:id/merge_requests/:merge_request_iid";
  return [
    GET(`${one}/reviewers`, async (request) => {
      const { record } = await mergeRequestOf(hosting, request);
      return json(
        record.reviewerIds.map((id) => ({
          user: showUser(hosting, hosting.state.users.get(id)),
          state: stateOf(hosting, record, id),
          created_at: time(hosting, record.createdAt),
        })),
      );
    }),
  ];
}

/** Reviewed by whoever commented since the last request for a review. */
function stateOf({ mergeRequests }: Hosting, record: MergeRequestRecord, userId: number): string {
  if (record.approvedBy.includes(userId)) return "approved";
  const { discussions } = mergeRequests;
  const since = discussions.requestedAfter(record, userId);
  const commented = discussions
    .of(record)
    .some(({ notes }) => notes.some((note) => !note.system && note.authorId === userId && note.id > since));
  if (commented) return "reviewed";
  return discussions.drafts.some((draft) => draft.mergeRequestId === record.id && draft.authorId === userId)
    ? "review_started"
    : "unreviewed";
}
