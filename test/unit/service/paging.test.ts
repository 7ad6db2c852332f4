import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { running } from "./calling.ts";

const ids = (json: unknown): number[] => (json as { id: number }[]).map((item) => item.id);

describe("service: pages", () => {
  it("counts by offset, with an empty X-Next-Page on the last page", async () => {
    await using at = await running();
    const { id } = await at.service.control.addPipeline({ jobCount: 45 });
    const path = `/api/v4/projects/1/pipelines/${id}/jobs`;
    const first = await at.call("GET", path);
    assert.equal(ids(first.json).length, 20);
    assert.deepEqual(
      ["x-page", "x-per-page", "x-next-page", "x-prev-page", "x-total", "x-total-pages"].map((name) =>
        first.headers.get(name),
      ),
      ["1", "20", "2", "", "45", "3"],
    );
    const last = await at.call("GET", `${path}?page=3`);
    assert.deepEqual([ids(last.json).length, last.headers.get("x-next-page")], [5, ""]);
    assert.doesNotMatch(last.headers.get("link")!, /rel="next"/);
  });

  it("cuts per_page to 100 and says so", async () => {
    await using at = await running();
    const { id } = await at.service.control.addPipeline({ jobCount: 120 });
    const answer = await at.call("GET", `/api/v4/projects/1/pipelines/${id}/jobs?per_page=500`);
    assert.deepEqual([ids(answer.json).length, answer.headers.get("x-per-page")], [100, "100"]);
  });

  it("links to the next page with parameters the client never sent, never with its token", async () => {
    await using at = await running();
    await at.service.control.addPipeline({});
    await at.service.control.addPipeline({});
    const answer = await at.call(
      "GET",
      `/api/v4/projects/demo%2Fempty/pipelines?per_page=1&access_token=${at.info.users.alice.token}`,
    );
    const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get("link")!)![1]!;
    assert.match(next, /[?&]id=demo%2Fempty/);
    assert.doesNotMatch(next, /token/);
    const followed = await at.call("GET", next.slice(at.service.url.length));
    assert.notDeepEqual(ids(followed.json), ids(answer.json));
  });

  it("sends no totals for the jobs of a project, and pages them by keyset on request", async () => {
    await using at = await running();
    await at.service.control.addPipeline({ jobCount: 5 });
    const offset = await at.call("GET", "/api/v4/projects/1/jobs?per_page=2");
    assert.deepEqual(
      ["x-total", "x-total-pages", "x-next-page"].map((name) => offset.headers.get(name)),
      [null, null, "2"],
    );
    assert.doesNotMatch(offset.headers.get("link")!, /rel="last"/);
    const seen: number[] = [];
    for (
      let path: string | undefined = "/api/v4/projects/1/jobs?pagination=keyset&order_by=id&sort=desc&per_page=2";
      path !== undefined;
    ) {
      const page = await at.call("GET", path);
      seen.push(...ids(page.json));
      assert.equal(page.headers.get("x-page"), null);
      path = /<([^>]+)>; rel="next"/.exec(page.headers.get("link") ?? "")?.[1]?.slice(at.service.url.length);
    }
    assert.deepEqual(seen, [1005, 1004, 1003, 1002, 1001]);
    assert.equal((await at.call("GET", "/api/v4/projects/1/jobs?pagination=keyset&order_by=name")).status, 405);
  });

  it("answers 304 without a body to its own weak ETag, and 200 once the list changed", async () => {
    await using at = await running();
    await at.service.control.addPipeline({});
    const path = "/api/v4/projects/1/pipelines";
    const etag = (await at.call("GET", path)).headers.get("etag")!;
    assert.match(etag, /^W\/"/);
    const headers = { "PRIVATE-TOKEN": at.info.users.alice.token, "If-None-Match": etag };
    const unchanged = await at.call("GET", path, { headers });
    assert.deepEqual([unchanged.status, unchanged.text], [304, ""]);
    await at.service.control.addPipeline({});
    assert.equal((await at.call("GET", path, { headers })).status, 200);
  });

  it("answers 200 to the ETag of a pipeline's jobs, as real hosts do", async () => {
    await using at = await running();
    const { id } = await at.service.control.addPipeline({ jobCount: 1 });
    const path = `/api/v4/projects/1/pipelines/${id}/jobs`;
    const etag = (await at.call("GET", path)).headers.get("etag")!;
    assert.equal(
      (await at.call("GET", path, { headers: { "PRIVATE-TOKEN": at.info.users.alice.token, "If-None-Match": etag } }))
        .status,
      200,
    );
  });

  it("pages the templates without sign-in, and writes each as YAML that starts with the notice", async () => {
    await using at = await running();
    const first = await at.call("GET", "/api/v4/templates/gitlab_ci_ymls", { headers: {} });
    assert.deepEqual([(first.json as unknown[]).length, first.headers.get("x-total-pages")], [20, "4"]);
    const all = (await at.call("GET", "/api/v4/templates/gitlab_ci_ymls?per_page=100", { headers: {} })).json as {
      key: string;
      name: string;
    }[];
    assert.equal(all.length, at.info.templates);
    assert.ok(all.some((entry) => entry.key === "C++"));
    const one = (await at.call("GET", "/api/v4/templates/gitlab_ci_ymls/Nodejs", { headers: {} })).json as {
      name: string;
      content: string;
    };
    assert.match(one.content, /^# This file is a template, and might need editing before it works on your project\.\n/);
    await using neutral = await running({ dialect: "neutral" });
    assert.equal((await neutral.call("GET", "/api/v4/templates/service_ci_ymls/Nodejs", { headers: {} })).status, 200);
  });
});

describe("service: pipeline filters", () => {
  const cases: [query: string, found: number[]][] = [
    ["", [104, 103, 102, 101]],
    ["sort=asc", [101, 102, 103, 104]],
    ["status=failed", [102]],
    ["ref=feature%2Fx", [103]],
    ["source=web", [102]],
    ["username=bob", [103]],
    ["name=Nightly", [104]],
    ["scope=finished", [104, 102, 101]],
    ["scope=running", [103]],
    ["scope=branches", [104, 103]],
    ["yaml_errors=true", [102]],
    ["order_by=ref&sort=asc", [103, 101, 102, 104]],
    ["updated_after=2026-01-03T00:00:00Z", [104, 103]],
    ["updated_before=2026-01-02T00:00:00Z", [101]],
  ];
  for (const [query, found] of cases) {
    it(query || "none: newest first", async () => {
      await using at = await running();
      const { control } = at.service;
      await control.addPipeline({ status: "success", createdAt: Date.parse("2026-01-01T00:00:00Z") });
      await control.addPipeline({
        status: "failed",
        source: "web",
        yamlErrors: "bad",
        createdAt: Date.parse("2026-01-02T00:00:00Z"),
      });
      await control.addPipeline({
        status: "running",
        ref: "feature/x",
        user: "bob",
        createdAt: Date.parse("2026-01-03T00:00:00Z"),
      });
      await control.addPipeline({ status: "success", name: "Nightly", createdAt: Date.parse("2026-01-04T00:00:00Z") });
      assert.deepEqual(ids((await at.call("GET", `/api/v4/projects/1/pipelines?${query}`)).json), found);
    });
  }

  it("lists only the list fields, and lets a test put anything over them", async () => {
    await using at = await running();
    await at.service.control.addPipeline({ overrides: { status: "brand_new", updated_at: null } });
    const [entry] = (await at.call("GET", "/api/v4/projects/1/pipelines")).json as Record<string, unknown>[];
    assert.deepEqual(Object.keys(entry!).sort(), [
      "created_at",
      "id",
      "iid",
      "name",
      "project_id",
      "ref",
      "sha",
      "source",
      "status",
      "updated_at",
      "web_url",
    ]);
    assert.deepEqual([entry!["status"], entry!["updated_at"]], ["brand_new", null]);
  });
});
