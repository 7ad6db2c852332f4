import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { running } from "./calling.ts";

describe("service: errors in the shapes of real hosts", () => {
  const cases: [what: string, method: string, path: string, status: number, body: unknown][] = [
    ["an unknown route", "GET", "/api/v4/nope", 404, { error: "404 Not Found" }],
    ["a known route under another method", "PUT", "/api/v4/user", 405, { error: "405 Not Allowed" }],
    ["an unknown project", "GET", "/api/v4/projects/demo%2Fother/pipelines", 404, { message: "404 Project Not Found" }],
    ["an unknown pipeline", "GET", "/api/v4/projects/1/pipelines/77", 404, { message: "404 Not found" }],
    [
      "a pipeline id that is no number",
      "GET",
      "/api/v4/projects/1/pipelines/x",
      400,
      { error: "pipeline_id is invalid" },
    ],
    ["no pipeline yet", "GET", "/api/v4/projects/1/pipelines/latest", 403, { message: "403 Forbidden" }],
    [
      "a status nobody knows",
      "GET",
      "/api/v4/projects/1/pipelines?status=finished",
      400,
      { error: "status does not have a valid value" },
    ],
    [
      "a broken date",
      "GET",
      "/api/v4/projects/1/pipelines?updated_after=soon",
      400,
      { error: "updated_after is invalid" },
    ],
    [
      "a broken job scope",
      "GET",
      "/api/v4/projects/1/jobs?scope[]=running&scope[]=odd",
      400,
      { error: "scope does not have a valid value" },
    ],
    ["a missing parameter", "POST", "/api/v4/projects/1/pipeline", 400, { error: "ref is missing" }],
    [
      "an unknown ref",
      "POST",
      "/api/v4/projects/1/pipeline?ref=gone",
      400,
      { message: { base: ["Reference not found"] } },
    ],
    ["a job nobody knows", "GET", "/api/v4/projects/1/jobs/77/trace", 404, { message: "404 Not found" }],
    [
      "a template whose key the route does not take",
      "GET",
      "/api/v4/templates/gitlab_ci_ymls/C%2B%2B",
      404,
      { error: "404 Not Found" },
    ],
  ];
  for (const [what, method, path, status, body] of cases) {
    it(`${status} for ${what}`, async () => {
      await using at = await running();
      const answer = await at.call(method, path);
      assert.deepEqual([answer.status, answer.json], [status, body]);
      assert.match(answer.headers.get("x-request-id") ?? "", /^[0-9A-F]{26}$/);
    });
  }

  const credentials: [what: string, headers: Record<string, string>, status: number, body: unknown][] = [
    ["no credential", {}, 401, { message: "401 Unauthorized" }],
    ["an unknown personal token", { "PRIVATE-TOKEN": "glpat-unknown" }, 401, { message: "401 Unauthorized" }],
    ["an unknown Bearer token", { Authorization: "Bearer unknown" }, 401, { message: "401 Unauthorized" }],
  ];
  for (const [what, headers, status, body] of credentials) {
    it(`${status} for ${what}`, async () => {
      await using at = await running();
      const answer = await at.call("GET", "/api/v4/user", { headers });
      assert.deepEqual([answer.status, answer.json], [status, body]);
    });
  }

  it("takes a personal token as Bearer and in the query too", async () => {
    await using at = await running();
    const { token } = at.info.users.bob;
    for (const [path, headers] of [
      ["/api/v4/user", { Authorization: `Bearer ${token}` }],
      [`/api/v4/user?access_token=${token}`, {}],
    ] as const) {
      assert.equal(((await at.call("GET", path, { headers })).json as { username: string }).username, "bob");
    }
  });

  it("tells a scope that is too small from a missing right", async () => {
    await using at = await running();
    const { token } = await at.service.control.createToken("alice", ["read_api"]);
    const headers = { "PRIVATE-TOKEN": token };
    assert.equal((await at.call("GET", "/api/v4/projects/1/pipelines", { headers })).status, 200);
    const answer = await at.call("POST", "/api/v4/projects/1/pipeline?ref=main", { headers });
    assert.equal(answer.status, 403);
    assert.deepEqual(Object.keys(answer.json as object), ["error", "error_description", "scope"]);
    await at.service.control.createProject({ path: "demo/open", visibility: "public", members: ["bob"] });
    const right = await at.call("POST", "/api/v4/projects/demo%2Fopen/pipeline?ref=main");
    assert.deepEqual([right.status, right.json], [403, { message: "403 Forbidden" }]);
  });

  it("hides a private project from those who may not see it, and shows a public one to anyone", async () => {
    await using at = await running();
    await at.service.control.createProject({ path: "secret/plans", visibility: "private", members: ["bob"] });
    await at.service.control.createProject({ path: "open/source", visibility: "public", members: ["bob"] });
    const hidden = await at.call("GET", "/api/v4/projects/secret%2Fplans/pipelines");
    assert.deepEqual([hidden.status, hidden.json], [404, { message: "404 Project Not Found" }]);
    assert.equal((await at.call("GET", "/api/v4/projects/open%2Fsource/pipelines", { headers: {} })).status, 200);
  });

  it("says what became of a revoked token", async () => {
    await using at = await running();
    await at.service.control.revokeTokens("alice");
    const answer = await at.call("GET", "/api/v4/user");
    assert.deepEqual([answer.status, (answer.json as { error: string }).error], [401, "invalid_token"]);
  });

  it("answers broken JSON with both keys", async () => {
    await using at = await running();
    const answer = await at.call("POST", "/api/v4/projects/1/repository/commits", { body: '{"branch":' });
    assert.deepEqual([answer.status, answer.json], [400, { message: "Invalid json", error: "Invalid json" }]);
  });

  it("answers HTML at paths that are not the API's, also for a wrong instance address", async () => {
    await using at = await running();
    const answer = await at.call("GET", "/wrong/api/v4/user");
    assert.equal(answer.status, 404);
    assert.match(answer.headers.get("content-type")!, /^text\/html/);
  });

  it("serves the instance in a sub-path only", async () => {
    await using at = await running({ basePath: "/forge" });
    assert.equal((await at.call("GET", "/api/v4/user")).status, 200);
    assert.match(at.service.url, /\/forge$/);
    const outside = await fetch(`${new URL(at.service.url).origin}/api/v4/user`, {
      headers: { "PRIVATE-TOKEN": at.info.users.alice.token },
    });
    assert.equal(outside.status, 404);
  });

  it("has no extra routes when told so", async () => {
    await using at = await running({ extras: false });
    for (const [method, path] of [
      ["GET", "/api/v4/projects/1"],
      ["POST", "/api/v4/projects/1/jobs/1/play"],
      ["GET", "/api/v4/projects/1/pipelines/1/bridges"],
      ["GET", "/api/v4/projects/1/repository/branches"],
      ["POST", "/api/v4/projects/1/merge_requests"],
      ["GET", "/api/v4/projects/1/packages/nuget/index.json"],
      ["GET", "/api/v4/version"],
    ] as const) {
      const answer = await at.call(method, path);
      assert.deepEqual([answer.status, answer.json], [404, { error: "404 Not Found" }], path);
    }
    assert.equal((await at.call("HEAD", "/api/v4/user")).status, 404);
  });

  for (const [dialect, status] of [
    ["gitlab", 200],
    ["neutral", 401],
  ] as const) {
    it(`answers ${status} to a personal token as Bearer, ${dialect}`, async () => {
      await using at = await running({ dialect });
      const headers = { authorization: `Bearer ${at.info.users.alice.token}` };
      assert.equal((await at.call("GET", "/api/v4/user", { headers })).status, status);
    });
  }
});
