import { type CallsOf, first, firstTwo, ofProject } from "../call.ts";

const day = 86_400_000;
const { pair, same } = ofProject("commits");

export const commits = {
  "commits.list": pair(
    (client, project) => first(client.commits.list(project)),
    async (client, project, own) => {
      const { branch, path } = await own.two();
      const since = new Date(Date.now() - day);
      const until = new Date(Date.now() + day).toISOString();
      const query = { ref_name: branch, since, until, path, all: false, with_stats: true, first_parent: true } as const;
      return firstTwo(client.commits.list(project, query, { perPage: 1 }));
    },
  ),
  "commits.create": pair(
    async (client, project, own) => {
      const { branch } = await own.branch();
      return client.commits.create(project, {
        branch,
        commit_message: "Add a file",
        actions: [{ action: "create", file_path: "added.txt", content: "" }],
      });
    },
    async (client, project, own) => {
      const { start_branch: _start, force: _force, start_project: _project, ...request } = await own.everything();
      const { sha } = await own.spare();
      await client.commits.create(project, {
        ...request,
        branch: own.newBranch(),
        start_sha: sha,
        actions: [{ action: "create", file_path: "b.txt", content: "b\n" }],
      });
      return client.commits.create(project, await own.everything());
    },
  ),
  "commits.get": pair(
    async (client, project, own) => client.commits.get(project, (await own.commit()).sha),
    async (client, project, own) => client.commits.get(project, (await own.commit()).branch, { stats: true }),
  ),
  "commits.refs": pair(
    async (client, project, own) => first(client.commits.refs(project, (await own.commit()).sha)),
    async (client, project, own) =>
      firstTwo(client.commits.refs(project, (await own.commit()).sha, { type: "branch" }, { perPage: 1 })),
  ),
  "commits.cherryPick": same(async (client, project, own) => {
    const { sha, branch } = await own.pick();
    return client.commits.cherryPick(project, sha, { branch });
  }),
  "commits.revert": same(async (client, project, own) => {
    const { sha, branch } = await own.spare();
    return client.commits.revert(project, sha, { branch });
  }),
  "commits.diff": pair(
    async (client, project, own) => first(client.commits.diff(project, (await own.commit()).sha)),
    async (client, project, own) => firstTwo(client.commits.diff(project, (await own.commit()).branch, { perPage: 1 })),
  ),
  "commits.listComments": pair(
    async (client, project, own) => first(client.commits.listComments(project, (await own.commit()).sha)),
    async (client, project, own) =>
      firstTwo(client.commits.listComments(project, (await own.commit()).sha, { perPage: 1 })),
  ),
  "commits.createComment": pair(
    async (client, project, own) => client.commits.createComment(project, (await own.spare()).branch, { note: "Good" }),
    async (client, project, own) => {
      const { sha, path } = await own.spare();
      const comment = { note: "Better: ä\n\n**this**", path, line: 1, line_type: "new" } as const;
      return client.commits.createComment(project, sha, comment);
    },
  ),
  "commits.listStatuses": pair(
    async (client, project, own) => {
      const { sha, branch } = await own.commit();
      return first(client.commits.listStatuses(project, sha, { ref: branch }));
    },
    async (client, project, own) => {
      const { sha, branch, stage, name } = await own.commit();
      await first(client.commits.listStatuses(project, sha, { ref: branch, stage, name, all: true }));
      return firstTwo(client.commits.listStatuses(project, sha, { ref: branch }, { perPage: 1 }));
    },
  ),
  "commits.setStatus": pair(
    async (client, project, own) => {
      const { sha } = await own.spare();
      await client.commits.setStatus(project, sha, { state: "pending", name: "contract" });
      return client.commits.setStatus(project, sha, { state: "running" });
    },
    async (client, project, own) => {
      const { sha, branch } = await own.spare();
      const pipeline_id = await own.pipelineOf(sha);
      return client.commits.setStatus(project, sha, {
        state: "success",
        ref: branch,
        context: "contract / whole",
        target_url: "https://builds.example.com/2?a=b",
        description: "All is good",
        coverage: 98.5,
        pipeline_id,
      });
    },
  ),
} satisfies CallsOf<"commits">;
