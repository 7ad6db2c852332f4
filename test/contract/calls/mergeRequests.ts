import { type CallsOf, first, firstTwo, ofProject } from "../call.ts";

const { pair, same } = ofProject("mergeRequests");

export const mergeRequests = {
  "mergeRequests.list": {
    minimal: async (client, on) => {
      await on.mergeRequests.some();
      return first(client.mergeRequests.list());
    },
    maximal: async (client, on) => {
      const [byId, byName] = await on.mergeRequests.filters();
      await first(client.mergeRequests.list({ ...byId, view: "simple" }));
      return firstTwo(client.mergeRequests.list({ ...byName, with_labels_details: true }, { perPage: 1 }));
    },
  },
  "mergeRequests.listForProject": pair(
    async (client, project, own) => {
      await own.some();
      return first(client.mergeRequests.listForProject(project));
    },
    async (client, project, own) => {
      const iids = await own.filtered();
      const [byId, byName] = (await own.filters()).map(
        ({ deployed_after: _after, deployed_before: _before, ...query }) => ({ ...query, iids }),
      );
      await first(client.mergeRequests.listForProject(project, { ...byId, view: "simple" }));
      const detailed = { ...byName, with_labels_details: true };
      return firstTwo(client.mergeRequests.listForProject(project, detailed, { perPage: 1 }));
    },
  ),
  "mergeRequests.update": pair(
    async (client, project, own) => client.mergeRequests.update(project, (await own.spare()).iid, { labels: [] }),
    async (client, project, own) => {
      const { iid, target_branch } = await own.spare();
      const user = await own.user();
      return client.mergeRequests.update(project, iid, {
        title: "Contract: ä & more",
        description: "- [x] one\n- [ ] two",
        labels: ["weather", "bug"],
        add_labels: "sensor",
        remove_labels: ["bug"],
        allow_collaboration: true,
        allow_maintainer_to_push: true,
        assignee_id: user.id,
        assignee_ids: [user.id],
        reviewer_ids: [user.id],
        discussion_locked: true,
        milestone_id: (await own.milestone()).id,
        remove_source_branch: true,
        squash: true,
        state_event: "close",
        target_branch: target_branch ?? undefined,
      });
    },
  ),
  "mergeRequests.delete": same(async (client, project, own) =>
    client.mergeRequests.delete(project, (await own.spare()).iid),
  ),
  "mergeRequests.merge": pair(
    async (client, project, own) => client.mergeRequests.merge(project, (await own.mergeable()).iid),
    async (client, project, own) => {
      const { iid, sha } = await own.mergeable();
      return client.mergeRequests.merge(project, iid, {
        merge_commit_message: "Merge for an API",
        merge_when_pipeline_succeeds: false,
        sha: sha ?? undefined,
        should_remove_source_branch: true,
        squash_commit_message: "One commit: ä",
        squash: true,
      });
    },
  ),
  "mergeRequests.mergeRef": same(async (client, project, own) =>
    client.mergeRequests.mergeRef(project, (await own.mergeableKept()).iid),
  ),
  "mergeRequests.cancelAutoMerge": same(async (client, project, own) =>
    client.mergeRequests.cancelAutoMerge(project, await own.waiting()),
  ),
} satisfies CallsOf<"mergeRequests">;
