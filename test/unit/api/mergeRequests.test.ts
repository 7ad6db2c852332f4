import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ApiError } from "../../../src/api/errors.ts";
import { itRefuses, itSends, testServer } from "./sentRequests.ts";
import { json } from "./server.ts";

const mergeRequest = {
  id: 9,
  iid: 3,
  project_id: 1,
  title: "Sun",
  state: "opened",
  author: { id: 1, username: "alice", name: "Alice" },
  assignees: [],
  labels: ["a"],
  milestone: null,
};
/** What real hosts leave null (SERVICE-FACTS 67). */
const nulls = {
  ...mergeRequest,
  sha: null,
  source_project_id: null,
  changes_count: "1000+",
  assignee: null,
  head_pipeline: null,
  detailed_merge_status: "a new one",
};

describe("merge requests", () => {
  const on = testServer();
  itSends(on, [
    {
      name: "list",
      run: async (client) => (await client.mergeRequests.list().page()).items,
      sends: "GET /merge_requests?per_page=20",
      answer: [mergeRequest, nulls],
    },
    {
      name: "list by ids",
      run: async (client) =>
        (
          await client.mergeRequests
            .list({
              scope: "all",
              state: "opened",
              approved_by_ids: [1, 2],
              approver_ids: "Any",
              assignee_id: "None",
              author_id: 4,
              merge_user_id: 5,
              reviewer_id: "Any",
              labels: ["a b", "ä"],
              in: ["title", "description"],
              search: "x+y",
              milestone: "None",
              deployed_after: new Date(0),
              created_before: "2024-02-29T12:00:00Z",
              not: { labels: ["c", "d"], author_id: 7, milestone: "1.0" },
              with_labels_details: false,
            })
            .page()
        ).items,
      sends:
        "GET /merge_requests?scope=all&state=opened&approved_by_ids%5B%5D=1&approved_by_ids%5B%5D=2&approver_ids=Any&assignee_id=None&author_id=4&merge_user_id=5&reviewer_id=Any&search=x%2By&milestone=None&deployed_after=1970-01-01T00%3A00%3A00.000Z&created_before=2024-02-29T12%3A00%3A00Z&with_labels_details=false&labels=a%20b%2C%C3%A4&in=title%2Cdescription&not%5Blabels%5D=c%2Cd&not%5Bauthor_id%5D=7&not%5Bmilestone%5D=1.0&per_page=20",
      answer: [mergeRequest],
    },
    {
      name: "listForProject by names",
      run: async (client) =>
        (
          await client.mergeRequests
            .listForProject(
              "g/p",
              {
                iids: [3, 4],
                author_username: "a",
                reviewer_username: "None",
                merge_user_username: "m",
                labels: "None",
                view: "simple",
              },
              { perPage: 5 },
            )
            .page()
        ).items,
      sends:
        "GET /projects/g%2Fp/merge_requests?iids%5B%5D=3&iids%5B%5D=4&author_username=a&reviewer_username=None&merge_user_username=m&view=simple&labels=None&per_page=5",
      answer: [{ id: 9, iid: 3, title: "Sun" }],
    },
    {
      name: "listForProject with labels' looks",
      run: async (client) => (await client.mergeRequests.listForProject(1, { with_labels_details: true }).page()).items,
      sends: "GET /projects/1/merge_requests?with_labels_details=true&per_page=20",
      answer: [{ ...mergeRequest, labels: [{ name: "a", color: "#ff0000", description: null }] }],
    },
    {
      name: "update that clears",
      run: (client) =>
        client.mergeRequests.update("g/p", 3, {
          labels: [],
          assignee_id: 0,
          reviewer_ids: [],
          milestone_id: 0,
          description: "",
        }),
      sends: "PUT /projects/g%2Fp/merge_requests/3",
      json: { labels: "", assignee_id: 0, reviewer_ids: [], milestone_id: 0, description: "" },
      answer: mergeRequest,
    },
    {
      name: "update of labels",
      run: (client) =>
        client.mergeRequests.update(1, 3, { add_labels: ["a", "b c"], remove_labels: "d", state_event: "reopen" }),
      sends: "PUT /projects/1/merge_requests/3",
      json: { add_labels: "a,b c", remove_labels: "d", state_event: "reopen" },
      answer: mergeRequest,
    },
    {
      name: "delete",
      run: (client) => client.mergeRequests.delete(1, 3),
      sends: "DELETE /projects/1/merge_requests/3",
    },
    {
      name: "merge",
      run: (client) => client.mergeRequests.merge(1, 3),
      sends: "PUT /projects/1/merge_requests/3/merge",
      json: {},
      answer: { ...mergeRequest, state: "merged" },
    },
    {
      name: "merge with everything",
      run: (client) =>
        client.mergeRequests.merge(1, 3, {
          merge_commit_message: "M",
          merge_when_pipeline_succeeds: true,
          sha: "a1",
          should_remove_source_branch: false,
          squash_commit_message: "S",
          squash: true,
        }),
      sends: "PUT /projects/1/merge_requests/3/merge",
      json: {
        merge_commit_message: "M",
        merge_when_pipeline_succeeds: true,
        sha: "a1",
        should_remove_source_branch: false,
        squash_commit_message: "S",
        squash: true,
      },
      answer: mergeRequest,
    },
    {
      name: "mergeRef",
      run: (client) => client.mergeRequests.mergeRef(1, 3),
      sends: "GET /projects/1/merge_requests/3/merge_ref",
      answer: { commit_id: "c1" },
    },
    {
      name: "cancelAutoMerge as documented",
      run: (client) => client.mergeRequests.cancelAutoMerge(1, 3),
      sends: "POST /projects/1/merge_requests/3/cancel_merge_when_pipeline_succeeds",
      answer: mergeRequest,
    },
    {
      name: "cancelAutoMerge as real hosts are",
      run: (client) => client.mergeRequests.cancelAutoMerge(1, 3),
      sends: "POST /projects/1/merge_requests/3/cancel_merge_when_pipeline_succeeds",
      answer: { status: "success" },
      brings: undefined,
    },
  ]);

  itRefuses(on, [
    {
      what: "an author by id and name",
      run: (client) => client.mergeRequests.list({ author_id: 1, author_username: "a" }).page(),
      code: "exclusive",
      fields: ["author_id", "author_username"],
    },
    {
      what: "a reviewer by id and name",
      run: (client) => client.mergeRequests.listForProject(1, { reviewer_id: "None", reviewer_username: "a" }).page(),
      code: "exclusive",
      fields: ["reviewer_id", "reviewer_username"],
    },
    {
      what: "who merged by id and name",
      run: (client) => client.mergeRequests.list({ merge_user_id: 1, merge_user_username: "a" }).page(),
      code: "exclusive",
      fields: ["merge_user_id", "merge_user_username"],
    },
    {
      what: "six approvers",
      run: (client) => client.mergeRequests.list({ approved_by_ids: [1, 2, 3, 4, 5, 6] }).page(),
      code: "length",
      fields: ["approved_by_ids"],
    },
    {
      what: "a time that is none",
      run: (client) => client.mergeRequests.list({ deployed_before: "today" }).page(),
      code: "date",
      fields: ["deployed_before"],
    },
    {
      what: "no change",
      run: (client) => client.mergeRequests.update(1, 3, { title: undefined }),
      code: "nothingToChange",
    },
    {
      what: "a description that is too long",
      run: (client) => client.mergeRequests.update(1, 3, { description: "ä".repeat(1_048_577) }),
      code: "length",
      fields: ["description"],
    },
  ]);

  it("takes a description as long as it may be", async () => {
    on.server.handler = (_request, response) => json(response, mergeRequest);
    await on.client().mergeRequests.update(1, 3, { description: "ä".repeat(1_048_576) });
    assert.equal(on.server.seen.length, 1);
  });

  for (const [status, kind] of [
    [405, "methodNotAllowed"],
    [409, "conflict"],
    [422, "invalidRequest"],
  ] as const) {
    it(`tells by ${kind} why it was not merged (${status}), and does not try again`, async () => {
      on.server.handler = (_request, response) => json(response, { message: "why" }, status);
      await assert.rejects(on.client().mergeRequests.merge(1, 3), {
        kind,
        status,
        serviceMessage: "why",
        operation: "mergeRequests.merge",
      });
      assert.equal(on.server.seen.length, 1);
    });
  }

  it("says forbidden where the account may not merge, though the host says 401", async () => {
    on.server.handler = (request, response) =>
      request.path.endsWith("/user")
        ? json(response, { id: 1, username: "bob" })
        : json(response, { message: "401 Unauthorized" }, 401);
    await assert.rejects(on.client().mergeRequests.merge(1, 3), (error: ApiError) => {
      assert.deepEqual([error.kind, error.status, error.operation], ["forbidden", 401, "mergeRequests.merge"]);
      return error.cause instanceof ApiError;
    });
    assert.deepEqual(on.server.asked, ["PUT /projects/1/merge_requests/3/merge", "GET /user"]);
  });

  it("renews no token, and merges no second time, where the account may not merge", async () => {
    const asked: (string | undefined)[] = [];
    const credentials = {
      scheme: "bearer",
      token: ({ stale }: { readonly stale?: string }) => (
        asked.push(stale),
        Promise.resolve(stale === undefined ? "old" : "new")
      ),
    } as const;
    on.server.handler = (request, response) =>
      request.path.endsWith("/user")
        ? json(response, { id: 1, username: "bob" })
        : json(response, { message: "401 Unauthorized" }, 401);
    await assert.rejects(on.server.client({ credentials }).mergeRequests.merge(1, 3), { kind: "forbidden" });
    assert.deepEqual([asked, on.server.seen.length], [[undefined], 2]);
  });

  it("renews a token that has ended, and merges with the new one, or hears that the account may not", async () => {
    const credentials = {
      scheme: "bearer",
      token: ({ stale }: { readonly stale?: string }) => Promise.resolve(stale === undefined ? "old" : "new"),
    } as const;
    let may = true;
    on.server.handler = (request, response) => {
      const good = request.headers.authorization === "Bearer new" && (may || request.path.endsWith("/user"));
      json(response, good ? mergeRequest : { message: "401 Unauthorized" }, good ? 200 : 401);
    };
    assert.equal((await on.server.client({ credentials }).mergeRequests.merge(1, 3)).iid, mergeRequest.iid);
    may = false;
    await assert.rejects(on.server.client({ credentials }).mergeRequests.merge(1, 3), {
      kind: "forbidden",
      operation: "mergeRequests.merge",
    });
  });

  it("stays unauthorized where the token is good for nothing", async () => {
    on.server.handler = (_request, response) => json(response, { message: "401 Unauthorized" }, 401);
    await assert.rejects(on.client().mergeRequests.merge(1, 3), {
      kind: "unauthorized",
      operation: "mergeRequests.merge",
    });
  });

  for (const [what, status, body] of [
    ["with 406", 406, { message: "406 Not Acceptable" }],
    ["hidden in 201", 201, { message: "Can't cancel the automatic merge", status: "error", http_status: 406 }],
  ] as const) {
    it(`says that there was nothing to call off, ${what}`, async () => {
      on.server.handler = (_request, response) => json(response, body, status);
      await assert.rejects(on.client().mergeRequests.cancelAutoMerge(1, 3), {
        kind: "notAcceptable",
        status: 406,
        serviceMessage: body.message,
        operation: "mergeRequests.cancelAutoMerge",
      });
    });
  }

  for (const [body, field] of [
    [{}, "status"],
    [{ iid: 3 }, "id"],
    [{ status: 7 }, "status"],
    [[mergeRequest], undefined],
  ] as const) {
    it(`makes nothing of ${JSON.stringify(body).slice(0, 20)} where a merge is called off`, async () => {
      on.server.handler = (_request, response) => json(response, body, 201);
      const expected = { kind: "invalidResponse", operation: "mergeRequests.cancelAutoMerge" };
      await assert.rejects(
        on.client().mergeRequests.cancelAutoMerge(1, 3),
        field === undefined ? expected : { ...expected, field },
      );
    });
  }

  it("takes no labels that are no list", async () => {
    on.server.handler = (_request, response) => json(response, [{ ...mergeRequest, labels: "a,b" }]);
    await assert.rejects(on.client().mergeRequests.list().page(), {
      kind: "invalidResponse",
      operation: "mergeRequests.list",
      field: "[0].labels",
    });
  });
});

describe("merge requests beyond the documents", () => {
  const on = testServer();
  const approvals = {
    iid: 3,
    approved: true,
    approvals_left: 0,
    approved_by: [{ user: { id: 1, username: "alice", name: "Alice" } }],
  };
  itSends(on, [
    {
      name: "extras.mergeRequest",
      run: (client) => client.extras.mergeRequest("g/p", 3),
      sends: "GET /projects/g%2Fp/merge_requests/3",
      answer: { ...nulls, merge_error: null },
    },
    {
      name: "extras.mergeRequest with what it lacks",
      run: (client) => client.extras.mergeRequest(1, 3, { include_diverged_commits_count: true }),
      sends: "GET /projects/1/merge_requests/3?include_diverged_commits_count=true",
      answer: { ...mergeRequest, diverged_commits_count: 2 },
    },
    {
      name: "extras.createMergeRequest",
      run: (client) =>
        client.extras.createMergeRequest("g/p", {
          source_branch: "feature/x",
          target_branch: "main",
          title: "T",
          labels: ["a", "b"],
          squash: false,
        }),
      sends: "POST /projects/g%2Fp/merge_requests",
      json: { source_branch: "feature/x", target_branch: "main", title: "T", squash: false, labels: "a,b" },
      answer: mergeRequest,
    },
    {
      name: "extras.approve",
      run: (client) => client.extras.approve(1, 3, { sha: "a1" }),
      sends: "POST /projects/1/merge_requests/3/approve",
      json: { sha: "a1" },
      answer: approvals,
    },
  ]);
  itRefuses(on, [
    {
      what: "a merge request without a title",
      run: (client) => client.extras.createMergeRequest(1, { source_branch: "a", target_branch: "b", title: " " }),
      code: "required",
      fields: ["title"],
    },
    {
      what: "a new description that is too long",
      run: (client) =>
        client.extras.createMergeRequest(1, {
          source_branch: "a",
          target_branch: "b",
          title: "T",
          description: "ä".repeat(1_048_577),
        }),
      code: "length",
      fields: ["description"],
    },
    {
      what: "a merge request from nowhere",
      run: (client) => client.extras.createMergeRequest(1, { source_branch: "", target_branch: "b", title: "T" }),
      code: "required",
      fields: ["source_branch"],
    },
  ]);

  it("says forbidden where the account may not approve, and remembers that the route is there", async () => {
    on.server.handler = (request, response) =>
      request.path.endsWith("/user")
        ? json(response, { id: 1, username: "bob" })
        : json(response, { message: "401 Unauthorized" }, 401);
    const client = on.client();
    await assert.rejects(client.extras.approve(1, 3), { kind: "forbidden", operation: "extras.approve" });
    assert.equal(client.extras.available("approve"), true);
  });

  it("does not ask again for a route that is not there", async () => {
    on.server.handler = (_request, response) => json(response, { error: "405 Not Allowed" }, 405);
    const client = on.client();
    await assert.rejects(client.extras.mergeRequest(1, 3), { kind: "methodNotAllowed" });
    assert.equal(client.extras.available("mergeRequest"), false);
    await assert.rejects(client.extras.mergeRequest(1, 4), { kind: "invalidArgument", code: "extraUnavailable" });
    assert.equal(on.server.seen.length, 1);
  });

  it("knows that a second merge request of a branch is refused by the route itself", async () => {
    on.server.handler = (_request, response) =>
      json(response, { message: ["Another open merge request already exists for this source branch: !3"] }, 409);
    const client = on.client();
    const request = { source_branch: "a", target_branch: "main", title: "T" };
    await assert.rejects(client.extras.createMergeRequest(1, request), {
      kind: "conflict",
      serviceMessage: "Another open merge request already exists for this source branch: !3",
    });
    assert.equal(client.extras.available("createMergeRequest"), true);
  });
});
