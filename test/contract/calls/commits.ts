import { type CallsOf, first, firstTwo } from "../call.ts";

const day = 86_400_000;

export const commits = {
  "commits.list": {
    minimal: async (client, on) => first(client.commits.list(on.commits.project)),
    maximal: async (client, on) => {
      const { branch, path } = await on.commits.two();
      const since = new Date(Date.now() - day);
      const until = new Date(Date.now() + day).toISOString();
      return firstTwo(
        client.commits.list(
          on.commits.sameProject,
          { ref_name: branch, since, until, path, all: false, with_stats: true, first_parent: true },
          { perPage: 1 },
        ),
      );
    },
  },
  "commits.create": {
    minimal: async (client, on) => {
      const { branch } = await on.commits.branch();
      return client.commits.create(on.commits.project, {
        branch,
        commit_message: "Add a file",
        actions: [{ action: "create", file_path: "added.txt", content: "" }],
      });
    },
    maximal: async (client, on) => {
      const {
        start_branch: _start,
        force: _force,
        start_project: _project,
        ...request
      } = await on.commits.everything();
      const { sha } = await on.commits.spare();
      await client.commits.create(on.commits.sameProject, {
        ...request,
        branch: on.commits.newBranch(),
        start_sha: sha,
        actions: [{ action: "create", file_path: "b.txt", content: "b\n" }],
      });
      return client.commits.create(on.commits.sameProject, await on.commits.everything());
    },
  },
  "commits.get": {
    minimal: async (client, on) => client.commits.get(on.commits.project, (await on.commits.commit()).sha),
    maximal: async (client, on) =>
      client.commits.get(on.commits.sameProject, (await on.commits.commit()).branch, { stats: true }),
  },
  "commits.refs": {
    minimal: async (client, on) => first(client.commits.refs(on.commits.project, (await on.commits.commit()).sha)),
    maximal: async (client, on) =>
      firstTwo(
        client.commits.refs(
          on.commits.sameProject,
          (await on.commits.commit()).sha,
          { type: "branch" },
          { perPage: 1 },
        ),
      ),
  },
  "commits.cherryPick": {
    minimal: async (client, on) => {
      const { sha, branch } = await on.commits.pick();
      return client.commits.cherryPick(on.commits.project, sha, { branch });
    },
    maximal: async (client, on) => {
      const { sha, branch } = await on.commits.pick();
      return client.commits.cherryPick(on.commits.sameProject, sha, { branch });
    },
  },
  "commits.revert": {
    minimal: async (client, on) => {
      const { sha, branch } = await on.commits.spare();
      return client.commits.revert(on.commits.project, sha, { branch });
    },
    maximal: async (client, on) => {
      const { sha, branch } = await on.commits.spare();
      return client.commits.revert(on.commits.sameProject, sha, { branch });
    },
  },
  "commits.diff": {
    minimal: async (client, on) => first(client.commits.diff(on.commits.project, (await on.commits.commit()).sha)),
    maximal: async (client, on) =>
      firstTwo(client.commits.diff(on.commits.sameProject, (await on.commits.commit()).branch, { perPage: 1 })),
  },
  "commits.listComments": {
    minimal: async (client, on) =>
      first(client.commits.listComments(on.commits.project, (await on.commits.commit()).sha)),
    maximal: async (client, on) =>
      firstTwo(client.commits.listComments(on.commits.sameProject, (await on.commits.commit()).sha, { perPage: 1 })),
  },
  "commits.createComment": {
    minimal: async (client, on) =>
      client.commits.createComment(on.commits.project, (await on.commits.spare()).branch, { note: "Good" }),
    maximal: async (client, on) => {
      const { sha, path } = await on.commits.spare();
      return client.commits.createComment(on.commits.sameProject, sha, {
        note: "Better: ä\n\n**this**",
        path,
        line: 1,
        line_type: "new",
      });
    },
  },
  "commits.listStatuses": {
    minimal: async (client, on) => {
      const { sha, branch } = await on.commits.commit();
      return first(client.commits.listStatuses(on.commits.project, sha, { ref: branch }));
    },
    maximal: async (client, on) => {
      const { sha, branch, stage, name } = await on.commits.commit();
      await first(client.commits.listStatuses(on.commits.sameProject, sha, { ref: branch, stage, name, all: true }));
      return firstTwo(client.commits.listStatuses(on.commits.sameProject, sha, { ref: branch }, { perPage: 1 }));
    },
  },
  "commits.setStatus": {
    minimal: async (client, on) => {
      const { sha } = await on.commits.spare();
      await client.commits.setStatus(on.commits.project, sha, { state: "pending", name: "contract" });
      return client.commits.setStatus(on.commits.project, sha, { state: "running" });
    },
    maximal: async (client, on) => {
      const { sha, branch } = await on.commits.spare();
      const pipeline_id = await on.commits.pipelineOf(sha);
      return client.commits.setStatus(on.commits.sameProject, sha, {
        state: "success",
        ref: branch,
        context: "contract / whole",
        target_url: "https://builds.example.com/2?a=b",
        description: "All is good",
        coverage: 98.5,
        pipeline_id,
      });
    },
  },
} satisfies CallsOf<"commits">;
