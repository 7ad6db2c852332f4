import { mergeTrees } from "../git/mergeTrees.ts";
import { signature } from "../git/objects.ts";
import type { Hosting } from "../hosting.ts";
import { message, forbidden } from "../http/problem.ts";
import { json } from "../http/reply.ts";
import type { Route } from "../http/router.ts";
import type { MergeRequestRecord } from "../mergeRequests/records.ts";
import type { ProjectRecord, UserRecord } from "../types.ts";
import { levelOf, LEVELS } from "./access.ts";
import { mergeRequestOf } from "./mergeRequests.ts";
import { showUser, time } from "./present.ts";

/** Beyond the documents: how far reviewers are, and moving the source branch onto the target. */
export function reviewerRoutes(hosting: Hosting): Route[] {
  const one = "/projects/:id/merge_requests/:merge_request_iid";
  return [
    {
      method: "GET",
      path: `${one}/reviewers`,
      handle: async (request) => {
        const { record } = await mergeRequestOf(hosting, request);
        return json(
          record.reviewerIds.map((id) => ({
            user: showUser(hosting, hosting.state.users.get(id)),
            state: stateOf(hosting, record, id),
            created_at: time(hosting, record.createdAt),
          })),
        );
      },
    },
    {
      method: "PUT",
      path: `${one}/rebase`,
      handle: async (request) => {
        const { user, record } = await mergeRequestOf(hosting, request);
        const source = record.sourceProjectId === null ? undefined : hosting.state.projects.get(record.sourceProjectId);
        if (!source || levelOf(hosting, user, source) < LEVELS.developer) throw forbidden();
        if (record.state !== "opened") throw message(405, "405 Method Not Allowed");
        await rebase(hosting, record, source, user);
        return json({ rebase_in_progress: true }, 202);
      },
    },
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

/** Makes the commits of the source branch once more on the target's head. What stands in the way goes to `merge_error`. */
async function rebase(
  hosting: Hosting,
  record: MergeRequestRecord,
  source: ProjectRecord,
  user: UserRecord,
): Promise<void> {
  const { repositories, merging, state } = hosting;
  const path = hosting.state.projects.get(record.projectId)!.path;
  const target = await merging.branches(record).head(record.targetBranch);
  const head = await merging.sourceHead(record);
  if (target === undefined || head === undefined) return;
  const list = await repositories.git(path, ["rev-list", "--reverse", "--no-merges", `${target}..${head}`]);
  const objects = repositories.objects(path);
  let tip = target;
  for (const sha of list.toString().split("\n").filter(Boolean)) {
    const commit = (await repositories.commitOf(path, sha))!;
    const merged = await mergeTrees(repositories, path, { base: commit.parent_ids[0] ?? sha, ours: tip, theirs: sha });
    if ("conflicts" in merged) {
      record.mergeError = "Rebase failed: Rebase locally, resolve all conflicts, then push the branch.";
      hosting.mergeRequests.touch(record);
      return;
    }
    const zone = commit.authored_date.slice(-6).replace(":", "");
    tip = objects.writeCommit({
      tree: merged.tree,
      parents: [tip],
      author: signature(
        { name: commit.author_name, email: commit.author_email },
        Date.parse(commit.authored_date),
        zone,
      ),
      committer: signature(user, state.clock.now()),
      message: commit.message,
    });
  }
  record.mergeError = null;
  if (tip === head) return;
  if (source.path !== path) await repositories.objects(source.path).copy(objects, tip);
  await repositories.moveRef(source.path, `refs/heads/${record.sourceBranch}`, { before: head, after: tip, user });
}
