import { type CallsOf, first, firstTwo } from "../call.ts";

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
  "mergeRequests.listForProject": {
    minimal: async (client, on) => {
      await on.mergeRequests.some();
      return first(client.mergeRequests.listForProject(on.mergeRequests.project));
    },
    maximal: async (client, on) => {
      const iids = await on.mergeRequests.filtered();
      const [byId, byName] = (await on.mergeRequests.filters()).map(
        ({ deployed_after: _after, deployed_before: _before, ...query }) => ({ ...query, iids }),
      );
      await first(client.mergeRequests.listForProject(on.mergeRequests.sameProject, { ...byId, view: "simple" }));
      return firstTwo(
        client.mergeRequests.listForProject(
          on.mergeRequests.sameProject,
          { ...byName, with_labels_details: true },
          { perPage: 1 },
        ),
      );
    },
  },
  "mergeRequests.update": {
    minimal: async (client, on) =>
      client.mergeRequests.update(on.mergeRequests.project, (await on.mergeRequests.spare()).iid, { labels: [] }),
    maximal: async (client, on) => {
      const { iid, target_branch } = await on.mergeRequests.spare();
      const user = await on.mergeRequests.user();
      return client.mergeRequests.update(on.mergeRequests.sameProject, iid, {
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
        milestone_id: (await on.mergeRequests.milestone()).id,
        remove_source_branch: true,
        squash: true,
        state_event: "close",
        target_branch: target_branch ?? undefined,
      });
    },
  },
  "mergeRequests.delete": {
    minimal: async (client, on) =>
      client.mergeRequests.delete(on.mergeRequests.project, (await on.mergeRequests.spare()).iid),
    maximal: async (client, on) =>
      client.mergeRequests.delete(on.mergeRequests.sameProject, (await on.mergeRequests.spare()).iid),
  },
  "mergeRequests.merge": {
    minimal: async (client, on) =>
      client.mergeRequests.merge(on.mergeRequests.project, (await on.mergeRequests.mergeable()).iid),
    maximal: async (client, on) => {
      const { iid, sha } = await on.mergeRequests.mergeable();
      return client.mergeRequests.merge(on.mergeRequests.sameProject, iid, {
        merge_commit_message: "Merge for an API",
        merge_when_pipeline_succeeds: false,
        sha: sha ?? undefined,
        should_remove_source_branch: true,
        squash_commit_message: "One commit: ä",
        squash: true,
      });
    },
  },
  "mergeRequests.mergeRef": {
    minimal: async (client, on) =>
      client.mergeRequests.mergeRef(on.mergeRequests.project, (await on.mergeRequests.mergeableKept()).iid),
    maximal: async (client, on) =>
      client.mergeRequests.mergeRef(on.mergeRequests.sameProject, (await on.mergeRequests.mergeableKept()).iid),
  },
  "mergeRequests.cancelAutoMerge": {
    minimal: async (client, on) =>
      client.mergeRequests.cancelAutoMerge(on.mergeRequests.project, await on.mergeRequests.waiting()),
    maximal: async (client, on) =>
      client.mergeRequests.cancelAutoMerge(on.mergeRequests.sameProject, await on.mergeRequests.waiting()),
  },
} satisfies CallsOf<"mergeRequests">;
