import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { MergeRequest, MergeRequestQuery } from "../../../src/api/resources/mergeRequests.ts";
import type { ServiceControl } from "../../service/control.ts";
import { type Context, notThere, once } from "../context.ts";
import { branches } from "./branches.ts";

const patience = 60_000;
const day = 86_400_000;
/** What real hosts say while they look whether it can be merged. */
const undecided = ["unchecked", "checking", "preparing", "approvals_syncing"];

/** Merge requests of the project, from branches of their own. */
export const mergeRequests = (on: Context) => {
  const { client } = on;
  const project = on.project.id;
  const made = branches(on, project);
  const make = async (more: { readonly labels?: string } = {}): Promise<MergeRequest> => {
    const [{ branch }, target_branch] = [await made.make(), await made.defaultBranch()];
    return client.extras.createMergeRequest(project, {
      source_branch: branch,
      target_branch,
      title: `Contract ${randomUUID()}`,
      description: "To call an API",
      ...more,
    });
  };
  const decided = async ({ iid }: MergeRequest): Promise<MergeRequest> => {
    const end = Date.now() + patience;
    while (Date.now() < end) {
      const now = await client.extras.mergeRequest(project, iid);
      if (!undecided.includes(now.detailed_merge_status ?? "")) return now;
      await (on.control
        ? on.control.waitForMergeRequest({
            project: on.project.path,
            iid,
            mergeStatus: ["mergeable", "conflict", "ci_still_running"],
          })
        : pause(500));
    }
    throw new Error(`Whether !${iid} can be merged is not known after ${patience / 1000} s`);
  };
  const milestone = once(async () => {
    const title = `Merging ${randomUUID()}`;
    const { id } =
      (await client.milestones.project.create(project, { title })) ??
      notThere("an answer that tells the new milestone");
    return { id, title };
  });
  const user = once(() => client.users.current());
  const span = { after: new Date(Date.now() - day), before: new Date(Date.now() + 365 * day).toISOString() };

  /** Queries that meet two of them at least. The second one names people, where the first has their ids; only one of the two may. */
  const filters = once(async (): Promise<readonly [MergeRequestQuery, MergeRequestQuery]> => {
    const { id, username } = await user();
    const word = randomUUID();
    const labels = [`contract ${word}`, "weather"];
    const shared = {
      search: word,
      in: ["title", "description"],
      labels,
      scope: "all",
      wip: "no",
      order_by: "updated_at",
      sort: "asc",
      created_after: span.after,
      created_before: span.before,
      updated_after: span.after,
      updated_before: span.before,
    } as const satisfies MergeRequestQuery;
    const not = { labels: "contract-other", milestone: "Contract, other", my_reaction_emoji: "thumbsdown" } as const;
    const nobody = 1_000_000_000;
    if (!on.control) {
      for (const _ of [1, 2])
        await client.mergeRequests.update(project, (await make({ labels: labels.join(",") })).iid, {
          title: `Contract ${word}`,
          assignee_id: id,
        });
      const more = { ...shared, target_branch: await made.defaultBranch(), state: "opened", assignee_id: id } as const;
      return [
        { ...more, author_id: id, not: { ...not, author_id: nobody, assignee_id: nobody, reviewer_id: nobody } },
        { ...more, author_username: username, not: { ...not, author_username: "nobody" } },
      ];
    }
    const [planned, { branch: source_branch }] = [await milestone(), await made.make()];
    for (const _ of [1, 2])
      await on.control.addMergeRequest({
        ...madeUp,
        sourceBranch: source_branch,
        project: on.project.path,
        title: word,
        labels,
        milestone: planned.title,
      });
    const more = {
      ...shared,
      approved_by_ids: [id],
      approver_ids: "None",
      approved: "yes",
      assignee_id: id,
      deployed_after: span.after,
      deployed_before: span.before,
      environment: "production",
      milestone: planned.title,
      my_reaction_emoji: "thumbsup",
      source_branch,
      target_branch: madeUp.targetBranch,
      state: "merged",
      with_merge_status_recheck: true,
    } as const satisfies MergeRequestQuery;
    return [
      {
        ...more,
        author_id: id,
        merge_user_id: id,
        reviewer_id: id,
        not: { ...not, author_id: nobody, assignee_id: nobody, reviewer_id: nobody },
      },
      {
        ...more,
        author_username: username,
        merge_user_username: username,
        reviewer_username: username,
        not: { ...not, author_username: "nobody", assignee_username: "nobody", reviewer_username: "nobody" },
      },
    ];
  });

  return {
    project,
    /** The same by its other name. */
    sameProject: on.project.path,
    milestone,
    user,
    /** There are two at least. */
    some: once(async () => [await make(), await make()]),
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
    spare: make,
    /** Nothing is in the way of merging it. */
    mergeable: async (): Promise<MergeRequest> => decided(await make()),
    /** Waits for its pipeline, to be merged then. */
    waiting: async (): Promise<number> => {
      const made = await make();
      await running(on.control ?? notThere("a pipeline that runs long enough to wait for it"), on.project.path, made);
      await decided(made);
      await client.mergeRequests.merge(project, made.iid, { merge_when_pipeline_succeeds: true });
      return made.iid;
    },
  };
};

/** What filters look at, beyond what is different each time. */
const madeUp = {
  targetBranch: "main",
  state: "merged",
  description: "To call an API",
  mergeCommitSha: "cd".repeat(20),
  by: "alice",
  endedBy: "alice",
  assignees: ["alice"],
  reviewers: ["alice"],
  approvedBy: ["alice"],
  reactions: [{ by: "alice", emoji: "thumbsup" }],
  deployments: [{ environment: "production", at: Date.now() }],
} as const;

const running = (control: ServiceControl, project: string, { source_branch: ref, sha }: MergeRequest) =>
  control.addPipeline({
    project,
    ref: ref ?? "",
    sha: sha ?? "",
    source: "merge_request_event",
    jobs: [{ status: "running" }],
  });
