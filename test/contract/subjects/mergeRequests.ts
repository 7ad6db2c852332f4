import { randomUUID } from "node:crypto";
import type { MergeRequest, MergeRequestQuery } from "../../../src/api/resources/mergeRequests.ts";
import { type Context, notThere, once } from "../context.ts";
import { ifServed } from "../undocumented.ts";
import { until } from "../waiting.ts";
import { branches } from "./branches.ts";
import { newMilestone } from "./newMilestone.ts";
import type { OpenMergeRequests } from "./openMergeRequests.ts";

const day = 86_400_000;
/** What hosts say while they look whether it can be merged. */
const undecided = ["checking", "preparing", "approvals_syncing"];

/** Merge requests of the project. */
export const mergeRequests = (on: Context, open: OpenMergeRequests) => {
  const { client } = on;
  const project = on.project.id;
  const made = branches(on, project);
  /** Once the server has looked whether it can be merged, which it need not before it is asked to merge. */
  const decided = async ({ iid }: MergeRequest): Promise<MergeRequest> => {
    let asked = 0;
    const look = async (): Promise<MergeRequest | undefined> => {
      const recheck = { iids: [iid], scope: "all", with_merge_status_recheck: true } as const;
      const { items } = await client.mergeRequests.listForProject(project, recheck).page();
      const now = items[0] ?? notThere(`merge request !${iid} in the list`);
      const status = now.detailed_merge_status ?? "";
      asked += 1;
      return undecided.includes(status) || (status === "unchecked" && asked < 10) ? undefined : now;
    };
    if (!on.control) return until(`whether !${iid} can be merged`, look);
    await look();
    const mergeStatus = ["mergeable", "conflict", "ci_still_running"];
    await on.control.waitForMergeRequest({ project: on.project.path, iid, mergeStatus });
    return open.byNumber(iid);
  };
  const milestone = once(async () =>
    newMilestone(client.milestones.project, project, { title: `Merging ${randomUUID()}` }),
  );
  const user = once(() => client.users.current());
  const span = { after: new Date(Date.now() - day), before: new Date(Date.now() + 365 * day).toISOString() };

  /** Queries that meet two of them at least. The second one names people, where the first has their ids; only one of the two may. */
  const filters = once(async (): Promise<readonly [MergeRequestQuery, MergeRequestQuery]> => {
    const { id, username } = await user();
    const word = randomUUID();
    const labels = [`contract ${word}`, "weather"];
    const shared = {
      ...{ search: word, in: ["title", "description"], labels, scope: "all", wip: "no" },
      ...{ order_by: "updated_at", sort: "asc" },
      ...{ created_after: span.after, created_before: span.before },
      ...{ updated_after: span.after, updated_before: span.before },
    } as const satisfies MergeRequestQuery;
    const not = { labels: "contract-other", milestone: "Contract, other", my_reaction_emoji: "thumbsdown" } as const;
    const nobody = 1_000_000_000;
    const notById = { ...not, author_id: nobody, assignee_id: nobody, reviewer_id: nobody };
    if (!on.control) {
      const title = `Contract ${word}`;
      const kept = await open.kept();
      for (const { iid } of kept)
        await client.mergeRequests.update(project, iid, { title, labels: labels.join(","), assignee_id: id });
      const target_branch = kept[0]?.target_branch ?? notThere("the target of a merge request");
      const more = { ...shared, target_branch, state: "opened", assignee_id: id } as const;
      return [
        { ...more, author_id: id, not: notById },
        { ...more, author_username: username, not: { ...not, author_username: "nobody" } },
      ];
    }
    const [planned, { branch: source_branch }] = [await milestone(), await made.make()];
    const { path } = on.project;
    for (const _ of [1, 2])
      await on.control.addMergeRequest({
        ...madeUp,
        ...{ sourceBranch: source_branch, project: path, title: word, labels, milestone: planned.title },
      });
    const more = {
      ...shared,
      ...{ approved_by_ids: [id], approver_ids: "None", approved: "yes", assignee_id: id },
      ...{ deployed_after: span.after, deployed_before: span.before, environment: "production" },
      ...{ milestone: planned.title, my_reaction_emoji: "thumbsup", with_merge_status_recheck: true },
      ...{ source_branch, target_branch: madeUp.targetBranch, state: "merged" },
    } as const satisfies MergeRequestQuery;
    const byName = { author_username: username, merge_user_username: username, reviewer_username: username };
    const notByName = { author_username: "nobody", assignee_username: "nobody", reviewer_username: "nobody" };
    return [
      { ...more, author_id: id, merge_user_id: id, reviewer_id: id, not: notById },
      { ...more, ...byName, not: { ...not, ...notByName } },
    ];
  });

  return {
    project,
    /** The same by its other name. */
    sameProject: on.project.path,
    milestone,
    user,
    /** The user has one in the project. */
    some: once(async (): Promise<void> => {
      const own = client.mergeRequests.listForProject(project, { scope: "created_by_me" }, { perPage: 1 });
      if ((await own.page()).items.length === 0) await open.kept();
    }),
    filters,
    /** Numbers of those that the filters meet. */
    filtered: async (): Promise<readonly number[]> => {
      const {
        deployed_after: _after,
        deployed_before: _before,
        with_merge_status_recheck: _again,
        ...query
      } = (await filters())[0];
      return (await client.mergeRequests.listForProject(project, query).page()).items.map(({ iid }) => iid);
    },
    /** To be changed or deleted. */
    spare: open.spare,
    /** Nothing is in the way of merging it. */
    mergeable: async (): Promise<MergeRequest> => decided(await open.spare()),
    /** The same, where it is only looked at. */
    mergeableKept: async (): Promise<MergeRequest> => decided((await open.kept())[0]!),
    /** Waits for its pipeline, to be merged then: a status from outside is a pipeline that nobody ends. */
    waiting: async (): Promise<number> => {
      const { iid, sha, source_branch: branch, source_project_id: source } = await open.spare();
      const head = sha ?? notThere(`the commit of merge request !${iid}`);
      const ref = branch ?? notThere(`the source branch of merge request !${iid}`);
      await client.commits.setStatus(source ?? project, head, { state: "running", ref, name: "contract/wait" });
      const later = { merge_when_pipeline_succeeds: true } as const;
      const waits = await ifServed(() => client.mergeRequests.merge(project, iid, later));
      if (waits?.merge_when_pipeline_succeeds !== true)
        notThere("a merge request that waits for the pipeline of a commit status");
      return iid;
    },
  };
};

/** What filters look at, beyond what is different each time. */
const alice = ["alice"] as const;
const madeUp = {
  ...({ state: "merged", by: "alice", endedBy: "alice" } as const),
  ...{ targetBranch: "main", description: "To call an API", mergeCommitSha: "cd".repeat(20) },
  ...{ assignees: alice, reviewers: alice, approvedBy: alice },
  reactions: [{ by: "alice", emoji: "thumbsup" }],
  deployments: [{ environment: "production", at: Date.now() }],
} as const;
