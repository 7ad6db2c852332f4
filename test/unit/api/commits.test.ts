import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { CommitAction } from "../../../src/api/resources/commits.ts";
import { itRefuses, itSends, testServer } from "./sentRequests.ts";
import { json } from "./server.ts";

const commit = { id: "a1b2", short_id: "a1", title: "T", message: "T", parent_ids: ["c3"] };
const status = { id: 5, status: "success", name: "lint", ref: "main" };
const comment = {
  note: "Good",
  author: { id: 1, username: "alice", name: "Alice" },
  created_at: "2024-01-02T03:04:05.000Z",
  path: null,
  line: null,
  line_type: null,
};
const diff = { old_path: "a.md", new_path: "b.md", diff: "@@ -1 +1 @@", a_mode: "100644", b_mode: null };
const add: CommitAction = { action: "create", file_path: "a.md", content: "" };
/** What the types forbid, but a caller in plain JavaScript may do. */
const odd = (action: object): readonly CommitAction[] => [add, action as CommitAction];

describe("commits", () => {
  const on = testServer();
  itSends(on, [
    {
      name: "list",
      run: async (client) => (await client.commits.list(1).page()).items,
      sends: "GET /projects/1/repository/commits?per_page=20",
      answer: [commit],
    },
    {
      name: "list with every filter",
      run: async (client) =>
        (
          await client.commits
            .list(
              "g/p",
              {
                ref_name: "v1..feature/x",
                since: new Date(0),
                until: "2024-02-29T12:00:00+02:00",
                path: "a b/ä.md",
                all: false,
                with_stats: true,
                first_parent: true,
              },
              { perPage: 5 },
            )
            .page()
        ).items,
      sends:
        "GET /projects/g%2Fp/repository/commits?ref_name=v1..feature%2Fx&since=1970-01-01T00%3A00%3A00.000Z&until=2024-02-29T12%3A00%3A00%2B02%3A00&path=a%20b%2F%C3%A4.md&all=false&with_stats=true&first_parent=true&per_page=5",
      answer: [{ ...commit, stats: { additions: 1, deletions: 0, total: 1 } }],
    },
    {
      name: "create of every kind of action",
      run: (client) =>
        client.commits.create("g/p", {
          branch: "feature/x",
          commit_message: "M",
          start_sha: "a1b2",
          start_project: "g/fork",
          author_name: "N",
          author_email: "n@example.com",
          stats: false,
          force: true,
          actions: [
            { action: "create", file_path: "a", content: "AA==", encoding: "base64" },
            { action: "update", file_path: "b", content: "", last_commit_id: "c3" },
            { action: "move", file_path: "d", previous_path: "c", last_commit_id: "c3" },
            { action: "move", file_path: "f", previous_path: "e", content: "new", encoding: "text" },
            { action: "delete", file_path: "g", last_commit_id: "c3" },
            { action: "chmod", file_path: "h", execute_filemode: false },
          ],
        }),
      sends: "POST /projects/g%2Fp/repository/commits",
      json: {
        branch: "feature/x",
        commit_message: "M",
        start_sha: "a1b2",
        start_project: "g/fork",
        author_name: "N",
        author_email: "n@example.com",
        stats: false,
        force: true,
        actions: [
          { action: "create", file_path: "a", content: "AA==", encoding: "base64" },
          { action: "update", file_path: "b", content: "", last_commit_id: "c3" },
          { action: "move", file_path: "d", previous_path: "c", last_commit_id: "c3" },
          { action: "move", file_path: "f", previous_path: "e", content: "new", encoding: "text" },
          { action: "delete", file_path: "g", last_commit_id: "c3" },
          { action: "chmod", file_path: "h", execute_filemode: false },
        ],
      },
      answer: { ...commit, last_pipeline: null, status: null },
    },
    {
      name: "get",
      run: (client) => client.commits.get(1, "feature/x#1"),
      sends: "GET /projects/1/repository/commits/feature%2Fx%231",
      answer: commit,
    },
    {
      name: "get without stats",
      run: (client) => client.commits.get(1, "a1b2", { stats: false }),
      sends: "GET /projects/1/repository/commits/a1b2?stats=false",
      answer: commit,
    },
    {
      name: "refs",
      run: async (client) => (await client.commits.refs(1, "a1b2", { type: "all" }).page()).items,
      sends: "GET /projects/1/repository/commits/a1b2/refs?type=all&per_page=20",
      answer: [{ type: "branch", name: "main" }],
    },
    {
      name: "cherryPick",
      run: (client) => client.commits.cherryPick(1, "a1b2", { branch: "b/c" }),
      sends: "POST /projects/1/repository/commits/a1b2/cherry_pick",
      json: { branch: "b/c" },
      answer: commit,
    },
    {
      name: "revert",
      run: (client) => client.commits.revert(1, "a1b2", { branch: "main" }),
      sends: "POST /projects/1/repository/commits/a1b2/revert",
      json: { branch: "main" },
      answer: commit,
    },
    {
      name: "diff",
      run: async (client) => (await client.commits.diff(1, "a1b2").page()).items,
      sends: "GET /projects/1/repository/commits/a1b2/diff?per_page=20",
      answer: [diff],
    },
    {
      name: "listComments",
      run: async (client) => (await client.commits.listComments(1, "a1b2").page()).items,
      sends: "GET /projects/1/repository/commits/a1b2/comments?per_page=20",
      answer: [comment],
    },
    {
      name: "createComment",
      run: (client) => client.commits.createComment(1, "main", { note: "Good" }),
      sends: "POST /projects/1/repository/commits/main/comments",
      json: { note: "Good" },
      answer: comment,
    },
    {
      name: "createComment on a line",
      run: (client) =>
        client.commits.createComment(1, "a1b2", { note: "Good", path: "a.md", line: 3, line_type: "old" }),
      sends: "POST /projects/1/repository/commits/a1b2/comments",
      json: { note: "Good", path: "a.md", line: 3, line_type: "old" },
      answer: { ...comment, path: "a.md", line: 3, line_type: "old" },
    },
    {
      name: "listStatuses",
      run: async (client) =>
        (
          await client.commits
            .listStatuses(1, "a1b2", { ref: "feature/x", stage: "test", name: "lint", all: true })
            .page()
        ).items,
      sends:
        "GET /projects/1/repository/commits/a1b2/statuses?ref=feature%2Fx&stage=test&name=lint&all=true&per_page=20",
      answer: [{ ...status, status: "skipped", author: null }],
    },
    {
      name: "setStatus",
      run: (client) =>
        client.commits.setStatus(1, "a1b2", {
          state: "failed",
          ref: "main",
          name: "lint",
          target_url: "https://b.example.com/1",
          description: "",
          coverage: 98.5,
          pipeline_id: 7,
        }),
      sends: "POST /projects/1/statuses/a1b2",
      json: {
        state: "failed",
        ref: "main",
        name: "lint",
        target_url: "https://b.example.com/1",
        description: "",
        coverage: 98.5,
        pipeline_id: 7,
      },
      answer: status,
    },
    {
      name: "setStatus by the other name",
      run: (client) => client.commits.setStatus(1, "a1b2", { state: "pending", context: "lint" }),
      sends: "POST /projects/1/statuses/a1b2",
      json: { state: "pending", context: "lint" },
      answer: status,
    },
    {
      name: "setStatus whose answer says nothing",
      run: (client) => client.commits.setStatus(1, "a1b2", { state: "pending" }),
      sends: "POST /projects/1/statuses/a1b2",
      json: { state: "pending" },
    },
  ]);

  const create = (actions: readonly CommitAction[], more: object = {}) => ({
    branch: "main",
    commit_message: "M",
    actions,
    ...more,
  });
  itRefuses(on, [
    {
      what: "a commit without a branch",
      run: (client) => client.commits.create(1, { ...create([add]), branch: " " }),
      code: "required",
      fields: ["branch"],
    },
    {
      what: "a commit without a message",
      run: (client) => client.commits.create(1, { ...create([add]), commit_message: "" }),
      code: "required",
      fields: ["commit_message"],
    },
    {
      what: "a commit of nothing",
      run: (client) => client.commits.create(1, create([])),
      code: "required",
      fields: ["actions"],
    },
    {
      what: "two starts",
      run: (client) => client.commits.create(1, create([add], { start_branch: "main", start_sha: "a1" })),
      code: "exclusive",
      fields: ["start_branch", "start_sha"],
    },
    {
      what: "an action without a path",
      run: (client) => client.commits.create(1, create(odd({ ...add, file_path: "" }))),
      code: "required",
      fields: ["actions[1].file_path"],
    },
    {
      what: "a new file without content",
      run: (client) => client.commits.create(1, create(odd({ action: "create", file_path: "a" }))),
      code: "content",
      fields: ["actions[1].content"],
    },
    {
      what: "a changed file without content",
      run: (client) => client.commits.create(1, create(odd({ action: "update", file_path: "a" }))),
      code: "content",
      fields: ["actions[1].content"],
    },
    {
      what: "a move from nowhere",
      run: (client) => client.commits.create(1, create(odd({ action: "move", file_path: "a" }))),
      code: "previousPath",
      fields: ["actions[1].previous_path"],
    },
    {
      what: "a path before for what is no move",
      run: (client) => client.commits.create(1, create(odd({ ...add, previous_path: "b" }))),
      code: "previousPath",
      fields: ["actions[1].previous_path"],
    },
    {
      what: "a last commit of a new file",
      run: (client) => client.commits.create(1, create(odd({ ...add, last_commit_id: "a1" }))),
      code: "value",
      fields: ["actions[1].last_commit_id"],
    },
    {
      what: "a last commit for a mode",
      run: (client) =>
        client.commits.create(
          1,
          create(odd({ action: "chmod", file_path: "a", execute_filemode: true, last_commit_id: "a1" })),
        ),
      code: "value",
      fields: ["actions[1].last_commit_id"],
    },
    {
      what: "a mode for what changes content",
      run: (client) => client.commits.create(1, create(odd({ ...add, execute_filemode: false }))),
      code: "value",
      fields: ["actions[1].execute_filemode"],
    },
    {
      what: "picking onto no branch",
      run: (client) => client.commits.cherryPick(1, "a1", { branch: "" }),
      code: "required",
      fields: ["branch"],
    },
    {
      what: "reverting on no branch",
      run: (client) => client.commits.revert(1, "a1", { branch: "" }),
      code: "required",
      fields: ["branch"],
    },
    {
      what: "a blank comment",
      run: (client) => client.commits.createComment(1, "a1", { note: "\n" }),
      code: "required",
      fields: ["note"],
    },
    {
      what: "a line without a file",
      run: (client) => client.commits.createComment(1, "a1", { note: "N", line: 1, line_type: "new" }),
      code: "required",
      fields: ["path"],
    },
    {
      what: "a line without its type",
      run: (client) => client.commits.createComment(1, "a1", { note: "N", path: "a", line: 1 }),
      code: "required",
      fields: ["line_type"],
    },
    {
      what: "a file without a line",
      run: (client) => client.commits.createComment(1, "a1", { note: "N", path: "a" }),
      code: "required",
      fields: ["line"],
    },
    {
      what: "both names of a status",
      run: (client) => client.commits.setStatus(1, "a1", { state: "success", name: "a", context: "a" }),
      code: "exclusive",
      fields: ["name", "context"],
    },
    {
      what: "a time that is none",
      run: (client) => client.commits.list(1, { since: "2024-02-30T00:00:00Z" }).page(),
      code: "date",
      fields: ["since"],
    },
    {
      what: "a day without a time",
      run: (client) => client.commits.list(1, { until: "2024-02-29" }).page(),
      code: "date",
      fields: ["until"],
    },
    { what: "no sha", run: (client) => client.commits.get(1, ""), code: "invalidAddress" },
  ]);

  it("tells why a commit cannot be picked", async () => {
    on.server.handler = (_request, response) =>
      json(
        response,
        { message: "Sorry, we cannot cherry-pick this commit automatically.", error_code: "conflict" },
        400,
      );
    await assert.rejects(on.client().commits.cherryPick(1, "a1", { branch: "main" }), {
      kind: "invalidRequest",
      code: "conflict",
      operation: "commits.cherryPick",
    });
    assert.equal(on.server.seen.length, 1);
  });

  it("has no name for a status whose answer is nonsense, and an error for a web page", async () => {
    on.server.handler = (_request, response) => json(response, [status]);
    assert.equal(await on.client().commits.setStatus(1, "a1", { state: "success" }), undefined);
    on.server.handler = (_request, response) =>
      response.writeHead(201, { "content-type": "text/html" }).end("<html>Sign in</html>");
    await assert.rejects(on.client().commits.setStatus(1, "a1", { state: "success" }), {
      kind: "invalidResponse",
      operation: "commits.setStatus",
    });
  });

  it("takes no commit without its sha", async () => {
    on.server.handler = (_request, response) => json(response, [commit, { ...commit, id: null }]);
    await assert.rejects(on.client().commits.list(1).page(), {
      kind: "invalidResponse",
      operation: "commits.list",
      field: "[1].id",
    });
  });

  it("reads shas of digits alone as text", async () => {
    const id = "1".repeat(40);
    on.server.handler = (_request, response) =>
      json(response, { ...commit, id, last_pipeline: { id: "7", ref: "main", sha: id, status: "success" } });
    const read = await on.client().commits.get(1, "main");
    assert.deepEqual([read.id, read.last_pipeline?.id], [id, 7]);
  });
});

describe("submodules", () => {
  const on = testServer();
  const sha = "0123456789abcdef0123456789ABCDEF01234567";
  itSends(on, [
    {
      name: "update",
      run: (client) =>
        client.submodules.update("g/p", "vendor/a b.git", { branch: "main", commit_sha: sha, commit_message: "" }),
      sends: "PUT /projects/g%2Fp/repository/submodules/vendor%2Fa%20b.git",
      json: { branch: "main", commit_sha: sha, commit_message: "" },
      answer: commit,
    },
    {
      name: "update without words",
      run: (client) => client.submodules.update(1, "lib", { branch: "main", commit_sha: sha }),
      sends: "PUT /projects/1/repository/submodules/lib",
      json: { branch: "main", commit_sha: sha },
      answer: commit,
    },
  ]);
  itRefuses(on, [
    {
      what: "no branch",
      run: (client) => client.submodules.update(1, "lib", { branch: "", commit_sha: sha }),
      code: "required",
      fields: ["branch"],
    },
    {
      what: "a short sha",
      run: (client) => client.submodules.update(1, "lib", { branch: "main", commit_sha: sha.slice(0, 8) }),
      code: "value",
      fields: ["commit_sha"],
    },
    {
      what: "a path that leads elsewhere",
      run: (client) => client.submodules.update(1, "../lib", { branch: "main", commit_sha: sha }),
      code: "invalidAddress",
    },
  ]);
});
