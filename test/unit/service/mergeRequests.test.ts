import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { workshop, type MergeRequest } from "./mergeRequestsSetup.ts";

const iids = (json: unknown): number[] => (json as MergeRequest[]).map((one) => one.iid);

describe("service: merge requests, lists", () => {
  it("has every documented field, and null where real hosts send null", async () => {
    await using at = await workshop();
    const made = await at.open("first", { fields: { description: "- [x] done\n- [ ] not done", labels: "bug,api" } });
    const [one] = (await at.mr("GET", "")).json as MergeRequest[];
    for (const field of [
      "assignee",
      "milestone",
      "merge_user",
      "merged_at",
      "should_remove_source_branch",
      "force_remove_source_branch",
      "allow_collaboration",
    ])
      assert.equal(one![field], null, field);
    assert.deepEqual(
      [one!.state, one!["labels"], one!["draft"], one!["reference"], one!["changes_count"]],
      ["opened", ["api", "bug"], false, "!1", undefined],
    );
    assert.deepEqual(one!["task_completion_status"], { count: 2, completed_count: 1 });
    assert.deepEqual(one!["references"], { short: "!1", relative: "!1", full: "demo/work!1" });
    assert.match(String(one!["created_at"]), /\.\d{3}Z$/);
    assert.equal(one!["web_url"], `${at.service.url}/demo/work/-/merge_requests/1`);
    // Only the answer about a single one counts files and knows its base.
    assert.equal(made["changes_count"], "1");
    assert.deepEqual(Object.keys(made["diff_refs"] as object), ["base_sha", "head_sha", "start_sha"]);
    assert.equal(made.sha, (made["diff_refs"] as { head_sha: string }).head_sha);
  });

  it("sends booleans and texts in place of null, and pipeline and refs in lists, where the documents say so", async () => {
    await using at = await workshop({ dialect: "neutral" });
    await at.open("first");
    const [one] = (await at.mr("GET", "")).json as MergeRequest[];
    assert.deepEqual(
      [one!["should_remove_source_branch"], one!["allow_collaboration"], one!["description"], one!["pipeline"]],
      [false, false, "", null],
    );
    assert.ok(one!["diff_refs"]);
    assert.match(String(one!["created_at"]), /:\d\dZ$/);
  });

  it("filters by each documented parameter and its negation", async () => {
    await using at = await workshop();
    const { users } = at.info;
    await at.open("one", {
      fields: { labels: "bug,api", assignee_id: users.alice.id, title: "Draft: Alpha", description: "speaks of rain" },
    });
    const milestone = (await at.call("POST", "/api/v4/projects/demo%2Fwork/milestones", { body: { title: "1.0" } }))
      .json as { id: number };
    await at.open("two", {
      fields: { labels: "bug", reviewer_ids: [users.max.id], milestone_id: milestone.id, title: "Beta" },
      who: "alice",
    });
    await at.open("three", { fields: { title: "Gamma", description: "no weather" } });
    await at.mr("PUT", "/3", { state_event: "close" });
    await at.mr("POST", "/2/approve", {}, "max");
    const cases: [string, number[]][] = [
      ["", [3, 2, 1]],
      ["state=opened", [2, 1]],
      ["state=closed", [3]],
      ["state=all&sort=asc", [1, 2, 3]],
      ["iids[]=1&iids[]=3", [3, 1]],
      ["labels=bug", [2, 1]],
      ["labels=bug,api", [1]],
      ["labels=none", [3]],
      ["labels=Any", [2, 1]],
      ["not[labels]=api,zzz", [3, 2]],
      ["milestone=1.0", [2]],
      ["milestone=None", [3, 1]],
      ["milestone=any", [2]],
      ["not[milestone]=1.0", [3, 1]],
      [`author_id=${users.alice.id}`, [2]],
      ["author_username=bob", [3, 1]],
      ["author_username=nobody", []],
      [`not[author_id]=${users.bob.id}`, [2]],
      ["not[author_username]=alice", [3, 1]],
      [`assignee_id=${users.alice.id}`, [1]],
      ["assignee_id=None", [3, 2]],
      ["assignee_id=Any", [1]],
      ["not[assignee_username]=alice", [3, 2]],
      ["reviewer_id=Any", [2]],
      ["reviewer_username=max", [2]],
      [`not[reviewer_id]=${users.max.id}`, [3, 1]],
      [`approved_by_ids[]=${users.max.id}`, [2]],
      ["approved_by_ids=None", [3, 1]],
      ["approved=yes", [2]],
      ["approved=no", [3, 1]],
      ["my_reaction_emoji=Any", []],
      ["my_reaction_emoji=None", [3, 2, 1]],
      ["search=RAIN", [1]],
      ["search=rain&in=title", []],
      ["search=a&in=title", [3, 2, 1]],
      ["wip=yes", [1]],
      ["wip=no", [3, 2]],
      ["source_branch=two", [2]],
      ["target_branch=other", []],
      ["scope=assigned_to_me", [1]],
      ["scope=created_by_me", [2]],
      ["order_by=title&sort=asc", [2, 1, 3]],
      ["order_by=updated_at", [2, 3, 1]],
      ["created_after=2001-01-01T00:00:00Z", [3, 2, 1]],
      ["created_before=2001-01-01T00:00:00Z", []],
      ["updated_after=2999-01-01", []],
      ["environment=production", []],
      ["merge_user_username=alice", []],
    ];
    for (const [query, expected] of cases) {
      const answer = await at.mr("GET", `?${query}`);
      assert.deepEqual([answer.status, iids(answer.json)], [200, expected], query);
    }
    // Everybody's own, or all that the caller sees.
    const all = async (query: string, who: "alice" | "rita"): Promise<number[]> =>
      iids((await at.call("GET", `/api/v4/merge_requests?${query}`, at.as(who))).json);
    assert.deepEqual(
      [
        await all("", "alice"),
        await all("scope=all", "alice"),
        await all("", "rita"),
        await all("scope=all&deployed_after=2001-01-01", "rita"),
      ],
      [[2], [3, 2, 1], [], []],
    );
  });

  it("answers a few fields for view=simple, and labels as records on request", async () => {
    await using at = await workshop();
    await at.open("one", { fields: { labels: "bug" } });
    const [simple] = (await at.mr("GET", "?view=simple")).json as MergeRequest[];
    assert.deepEqual(Object.keys(simple!).sort(), [
      "created_at",
      "description",
      "id",
      "iid",
      "project_id",
      "state",
      "title",
      "updated_at",
      "web_url",
    ]);
    const [detailed] = (await at.mr("GET", "?with_labels_details=true")).json as { labels: object[] }[];
    assert.deepEqual(Object.keys(detailed!.labels[0]!).sort(), [
      "archived",
      "color",
      "description",
      "description_html",
      "id",
      "name",
      "text_color",
    ]);
  });

  it("refuses what excludes each other and what is no value, with the parameter's name", async () => {
    await using at = await workshop();
    const cases: [string, RegExp][] = [
      ["author_id=1&author_username=bob", /author_id, author_username are mutually exclusive/],
      ["reviewer_id=1&reviewer_username=bob", /reviewer_id, reviewer_username/],
      ["merge_user_id=1&merge_user_username=bob", /merge_user_id, merge_user_username/],
      ["not[author_id]=1&not[author_username]=bob", /not\[author_id\], not\[author_username\]/],
      ["assignee_id=bob", /assignee_id/],
      [
        "approved_by_ids[]=1&approved_by_ids[]=2&approved_by_ids[]=3&approved_by_ids[]=4&approved_by_ids[]=5&approved_by_ids[]=6",
        /approved_by_ids/,
      ],
      ["state=open", /state does not have a valid value/],
      ["scope=mine", /scope does not have a valid value/],
      ["in=comments", /in does not have a valid value/],
      ["created_after=yesterday", /created_after is invalid/],
      ["wip=maybe", /wip does not have a valid value/],
      ["iids[]=x", /iids/],
    ];
    for (const [query, expected] of cases) {
      const answer = await at.mr("GET", `?${query}`);
      assert.equal(answer.status, 400, query);
      assert.match((answer.json as { error: string }).error, expected);
    }
    assert.equal((await at.call("GET", "/api/v4/merge_requests", { headers: {} })).status, 401);
    assert.equal((await at.mr("GET", "/7")).status, 404);
  });
});

describe("service: merge requests, updates", () => {
  it("changes attributes, adds, removes and clears labels, and unassigns with 0 and with nothing", async () => {
    await using at = await workshop();
    const { users } = at.info;
    await at.open("one", { fields: { labels: "bug" } });
    const put = async (body: unknown): Promise<MergeRequest> => {
      const answer = await at.mr("PUT", "/1", body);
      assert.equal(answer.status, 200, answer.text);
      return answer.json as MergeRequest;
    };
    const names = (value: unknown): string[] => (value as { username: string }[]).map((user) => user.username);
    assert.deepEqual((await put({ add_labels: "api,new" }))["labels"], ["api", "bug", "new"]);
    assert.deepEqual((await put({ remove_labels: "bug" }))["labels"], ["api", "new"]);
    assert.deepEqual((await put({ labels: "" }))["labels"], []);
    assert.deepEqual(names((await put({ assignee_ids: [users.alice.id, users.bob.id] }))["assignees"]), [
      "alice",
      "bob",
    ]);
    assert.deepEqual((await put({ assignee_ids: [] }))["assignees"], []);
    assert.deepEqual(names((await put({ assignee_id: users.bob.id }))["assignees"]), ["bob"]);
    assert.equal((await put({ assignee_id: 0 }))["assignee"], null);
    assert.deepEqual(names((await put({ reviewer_ids: [users.max.id] }))["reviewers"]), ["max"]);
    assert.deepEqual((await put({ reviewer_ids: [0] }))["reviewers"], []);
    const changed = await put({
      title: "Draft: other",
      description: "text",
      discussion_locked: true,
      squash: true,
      remove_source_branch: true,
      allow_maintainer_to_push: true,
    });
    assert.deepEqual(
      [
        changed["draft"],
        changed["description"],
        changed["discussion_locked"],
        changed["squash"],
        changed["force_remove_source_branch"],
        changed["allow_collaboration"],
      ],
      [true, "text", true, true, true, true],
    );
    assert.equal(changed.detailed_merge_status, "unchecked");
    assert.equal((await at.settled(1)).detailed_merge_status, "draft_status");
  });

  it("plans for milestones of the project and the groups above it, by global id, and for no others", async () => {
    await using at = await workshop();
    await at.open("one");
    const make = async (path: string): Promise<number> =>
      ((await at.call("POST", `/api/v4/${path}/milestones`, { body: { title: `of ${path}` } })).json as { id: number })
        .id;
    const [own, group, foreign] = [
      await make("projects/demo%2Fwork"),
      await make("groups/demo"),
      await make("projects/1"),
    ];
    const planned = async (id: unknown): Promise<unknown> =>
      ((await at.mr("PUT", "/1", { milestone_id: id })).json as { milestone: { id: number } | null }).milestone?.id;
    assert.deepEqual(
      [
        await planned(own),
        await planned(group),
        await planned(foreign),
        await planned(own),
        await planned(0),
        await planned(own),
        await planned(""),
      ],
      [own, group, undefined, own, undefined, own, undefined],
    );
  });

  it("closes and reopens, and tells who and when", async () => {
    await using at = await workshop();
    await at.open("one");
    const closed = (await at.mr("PUT", "/1", { state_event: "close" }, "bob")).json as MergeRequest & {
      closed_by: { username: string };
    };
    assert.deepEqual(
      [closed.state, closed.closed_by.username, closed.detailed_merge_status],
      ["closed", "bob", "not_open"],
    );
    const reopened = (await at.mr("PUT", "/1", { state_event: "reopen" })).json as MergeRequest;
    assert.deepEqual([reopened.state, reopened["closed_at"]], ["opened", null]);
  });

  it("refuses an update of nothing, bad values, and people without the right", async () => {
    await using at = await workshop();
    await at.open("one");
    const cases: [unknown, RegExp][] = [
      [{}, /at least one parameter must be provided/],
      [{ state_event: "merge" }, /state_event does not have a valid value/],
      [{ title: " " }, /title/],
      [{ target_branch: "nowhere" }, /target_branch/],
      [{ squash: "perhaps" }, /squash is invalid/],
      [{ milestone_id: "next" }, /milestone_id is invalid/],
      [{ description: "x".repeat(1_048_577) }, /description/],
    ];
    for (const [body, expected] of cases) {
      const answer = await at.mr("PUT", "/1", body);
      assert.equal(answer.status, 400, answer.text.slice(0, 200));
      assert.match(answer.text, expected);
    }
    assert.equal((await at.mr("PUT", "/1", { title: "x" }, "rita")).status, 403);
    assert.equal((await at.mr("PUT", "/9", { title: "x" })).status, 404);
    assert.equal((await at.mr("PUT", "/x", { title: "x" })).status, 400);
  });

  it("is deleted by owners and administrators only, and its number is not given again", async () => {
    await using at = await workshop();
    await at.open("one");
    assert.deepEqual(
      [
        (await at.mr("DELETE", "/1", undefined, "max")).status,
        (await at.mr("DELETE", "/1", undefined, "alice")).status,
        (await at.mr("DELETE", "/1")).status,
      ],
      [403, 204, 404],
    );
    assert.equal((await at.open("two")).iid, 2);
    assert.equal((await at.mr("DELETE", "/2", undefined, "admin")).status, 204);
  });
});
