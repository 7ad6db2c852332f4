import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "mocha";
import type { Client } from "../../../src/api/client.ts";
import { authorizeUrl } from "../../../src/api/resources/authorizeUrl.ts";
import { json, pipeline, TestServer } from "./server.ts";

const verifier = "v".repeat(43);

describe("operations", () => {
  let server: TestServer;
  before(async () => (server = await TestServer.start()));
  afterEach(() => server.reset());
  after(() => server.close());

  /** What each operation of the contract sends; the answer is the shape it needs. */
  const rows: [
    id: string,
    run: (client: Client) => Promise<unknown>,
    sent: string,
    body?: unknown,
    answer?: unknown,
  ][] = [
    [
      "pipelines.list",
      (client) =>
        client.pipelines
          .list(
            "g/p",
            {
              name: "n",
              order_by: "updated_at",
              sort: "asc",
              ref: "a+b",
              sha: "s",
              scope: "finished",
              source: "push",
              status: "failed",
              username: "u",
              yaml_errors: true,
              updated_after: new Date(0),
              updated_before: "2026-01-01T00:00:00Z",
            },
            { perPage: 5 },
          )
          .page(),
      "GET /projects/g%2Fp/pipelines?name=n&order_by=updated_at&sort=asc&ref=a%2Bb&sha=s&scope=finished&source=push&status=failed&username=u&yaml_errors=true&updated_after=1970-01-01T00%3A00%3A00.000Z&updated_before=2026-01-01T00%3A00%3A00Z&per_page=5",
      undefined,
      [],
    ],
    ["pipelines.get", (client) => client.pipelines.get("g/p", 7), "GET /projects/g%2Fp/pipelines/7"],
    [
      "pipelines.variables",
      (client) => client.pipelines.variables(1, 7).page(),
      "GET /projects/1/pipelines/7/variables?per_page=20",
      undefined,
      [{ key: "A", value: "1" }],
    ],
    [
      "pipelines.testReport",
      (client) => client.pipelines.testReport(1, 7),
      "GET /projects/1/pipelines/7/test_report",
      undefined,
      { total_count: 0, test_suites: [] },
    ],
    [
      "pipelines.testReportSummary",
      (client) => client.pipelines.testReportSummary(1, 7),
      "GET /projects/1/pipelines/7/test_report_summary",
      undefined,
      { total: {}, test_suites: [] },
    ],
    [
      "pipelines.latest",
      (client) => client.pipelines.latest(1, { ref: "feature/x" }),
      "GET /projects/1/pipelines/latest?ref=feature%2Fx",
    ],
    [
      "pipelines.create",
      (client) =>
        client.pipelines.create(1, { ref: "main", variables: [{ key: "A", value: "", variable_type: "file" }] }),
      "POST /projects/1/pipeline",
      { ref: "main", variables: [{ key: "A", value: "", variable_type: "file" }] },
    ],
    ["pipelines.retry", (client) => client.pipelines.retry(1, 7), "POST /projects/1/pipelines/7/retry"],
    ["pipelines.cancel", (client) => client.pipelines.cancel(1, 7), "POST /projects/1/pipelines/7/cancel"],
    ["pipelines.delete", (client) => client.pipelines.delete(1, 7), "DELETE /projects/1/pipelines/7"],
    [
      "pipelines.updateMetadata",
      (client) => client.pipelines.updateMetadata(1, 7, { name: "n" }),
      "PUT /projects/1/pipelines/7/metadata",
      { name: "n" },
    ],
    [
      "jobs.list",
      (client) => client.jobs.list(1, { scope: "manual" }).page(),
      "GET /projects/1/jobs?scope=manual&per_page=20",
      undefined,
      [],
    ],
    [
      "jobs.listForPipeline",
      (client) => client.jobs.listForPipeline(1, 7, { scope: ["failed", "success"], include_retried: true }).page(),
      "GET /projects/1/pipelines/7/jobs?scope%5B%5D=failed&scope%5B%5D=success&include_retried=true&per_page=20",
      undefined,
      [],
    ],
    ["jobs.get", (client) => client.jobs.get(1, 9), "GET /projects/1/jobs/9"],
    [
      "jobs.artifacts",
      async (client) => (await client.jobs.artifacts(1, 9)).close(),
      "GET /projects/1/jobs/9/artifacts",
    ],
    [
      "jobs.artifactsByRef",
      async (client) => (await client.jobs.artifactsByRef(1, "feature/x", { job: "build & test" })).close(),
      "GET /projects/1/jobs/artifacts/feature%2Fx/download?job=build%20%26%20test",
    ],
    [
      "jobs.artifactFile",
      async (client) => (await client.jobs.artifactFile(1, 9, "out/a b.xml")).close(),
      "GET /projects/1/jobs/9/artifacts/out/a%20b.xml",
    ],
    [
      "jobs.artifactFileByRef",
      async (client) => (await client.jobs.artifactFileByRef(1, "feature/x", "out/a.xml", { job: "b" })).close(),
      "GET /projects/1/jobs/artifacts/feature%2Fx/raw/out/a.xml?job=b",
    ],
    ["jobs.trace", async (client) => (await client.jobs.trace(1, 9)).close(), "GET /projects/1/jobs/9/trace"],
    ["jobs.cancel", (client) => client.jobs.cancel(1, 9), "POST /projects/1/jobs/9/cancel"],
    ["jobs.retry", (client) => client.jobs.retry(1, 9), "POST /projects/1/jobs/9/retry"],
    [
      "ciTemplates.list",
      (client) => client.ciTemplates.list().page(),
      "GET /templates/gitlab_ci_ymls?per_page=20",
      undefined,
      [{ key: "C++", name: "C++" }],
    ],
    [
      "ciTemplates.get",
      (client) => client.ciTemplates.get("C++"),
      "GET /templates/gitlab_ci_ymls/C%2B%2B",
      undefined,
      { name: "C++", content: "#" },
    ],
    ["users.current", (client) => client.users.current(), "GET /user", undefined, { id: 1, username: "alice" }],
    [
      "users.current as another",
      (client) => client.users.current({ sudo: 4 }),
      "GET /user?sudo=4",
      undefined,
      { id: 4, username: "bob" },
    ],
    [
      "oauth.token",
      (client) =>
        client.oauth.token({
          grant_type: "authorization_code",
          client_id: "c",
          code: "a b+c",
          redirect_uri: "vscode://x/y?z=1",
          code_verifier: verifier,
        }),
      "POST /oauth/token",
      `grant_type=authorization_code&client_id=c&code=a+b%2Bc&redirect_uri=vscode%3A%2F%2Fx%2Fy%3Fz%3D1&code_verifier=${verifier}`,
      { access_token: "a" },
    ],
    [
      "oauth.token, refresh",
      (client) =>
        client.oauth.token({
          grant_type: "refresh_token",
          client_id: "c",
          refresh_token: "r",
          redirect_uri: "x",
          code_verifier: verifier,
        }),
      "POST /oauth/token",
      `grant_type=refresh_token&client_id=c&refresh_token=r&redirect_uri=x&code_verifier=${verifier}`,
      { access_token: "a" },
    ],
    [
      "oauth.token, refresh without a verifier",
      (client) =>
        client.oauth.token({
          grant_type: "refresh_token",
          client_id: "c",
          refresh_token: "r",
          redirect_uri: "x",
          code_verifier: undefined,
        }),
      "POST /oauth/token",
      "grant_type=refresh_token&client_id=c&refresh_token=r&redirect_uri=x",
      { access_token: "a" },
    ],
    ["oauth.tokenInfo", (client) => client.oauth.tokenInfo(), "GET /oauth/token/info", undefined, { scope: [] }],
    [
      "oauth.revoke",
      (client) => client.oauth.revoke({ token: "t", client_id: "c" }),
      "POST /oauth/revoke",
      "token=t&client_id=c",
    ],
    ["oauth.userinfo", (client) => client.oauth.userinfo(), "GET /oauth/userinfo", undefined, { sub: "1" }],
    [
      "extras.project",
      (client) => client.extras.project("g/p"),
      "GET /projects/g%2Fp",
      undefined,
      { id: 1, path_with_namespace: "g/p" },
    ],
    [
      "extras.playJob",
      (client) => client.extras.playJob(1, 9, { job_variables_attributes: [{ key: "A", value: "1" }] }),
      "POST /projects/1/jobs/9/play",
      { job_variables_attributes: [{ key: "A", value: "1" }] },
    ],
    [
      "extras.bridges",
      (client) => client.extras.bridges(1, 7).page(),
      "GET /projects/1/pipelines/7/bridges?per_page=20",
      undefined,
      [],
    ],
    [
      "extras.projects",
      (client) => client.extras.projects({ search: "f" }).page(),
      "GET /projects?membership=true&simple=true&search_namespaces=true&order_by=last_activity_at&search=f&per_page=20",
      undefined,
      [{ id: 1, path_with_namespace: "a/f" }],
    ],
    [
      "extras.branches",
      (client) => client.extras.branches(1, { search: "f" }).page(),
      "GET /projects/1/repository/branches?search=f&per_page=20",
      undefined,
      [{ name: "f" }],
    ],
  ];

  for (const [id, run, sent, body, answer = pipeline(7)] of rows) {
    it(`${id} sends ${sent.split("?")[0]!}`, async () => {
      server.handler = (_request, response) => json(response, answer);
      await run(server.client({ baseUrl: `${server.origin}/forge/` }));
      assert.equal(server.asked[0]?.replace("/forge/oauth", "/oauth"), sent);
      assert.ok(
        server.last.path.startsWith(sent.includes(" /oauth") ? "/forge/oauth/" : "/forge/api/v4/"),
        server.last.path,
      );
      const { body: came, headers } = server.last;
      if (body === undefined) assert.deepEqual([came, headers["content-type"]], ["", undefined]);
      else if (typeof body === "string")
        assert.deepEqual([came, headers["content-type"]], [body, "application/x-www-form-urlencoded"]);
      else assert.deepEqual([JSON.parse(came), headers["content-type"]], [body, "application/json"]);
      assert.equal(server.seen.length, 1);
    });
  }

  const refusals: [what: string, run: (client: Client) => Promise<unknown>, field?: string][] = [
    ["a pipeline without a ref", (client) => client.pipelines.create(1, { ref: " " }), "ref"],
    [
      "a variable without a name",
      (client) => client.pipelines.create(1, { ref: "main", variables: [{ key: "", value: "x" }] }),
      "variables",
    ],
    ["an empty pipeline name", (client) => client.pipelines.updateMetadata(1, 7, { name: "" }), "name"],
    ["an empty project", (client) => client.pipelines.get("", 7)],
    ["an id that is none", (client) => client.jobs.retry(1, NaN)],
    ["a file outside the archive", (client) => client.jobs.artifactFile(1, 9, "../secret")],
    [
      "a verifier that is too short",
      (client) =>
        client.oauth.token({
          grant_type: "refresh_token",
          client_id: "c",
          refresh_token: "r",
          redirect_uri: "x",
          code_verifier: "v".repeat(42),
        }),
      "code_verifier",
    ],
    [
      "a date that does not exist",
      (client) => client.pipelines.list(1, { updated_after: "2024-02-30T00:00:00Z" }).page(),
      "updated_after",
    ],
    ["artifacts of no job", (client) => client.jobs.artifactsByRef(1, "main", { job: "" }), "job"],
    ["a file of no job", (client) => client.jobs.artifactFileByRef(1, "main", "a.txt", { job: " " }), "job"],
    ["a template called ..", (client) => client.ciTemplates.get("..")],
  ];
  for (const [what, run, field] of refusals) {
    it(`refuses ${what} before anything is sent`, async () => {
      await assert.rejects(run(server.client()), { kind: "invalidArgument" });
      assert.equal(server.seen.length, 0);
      if (field !== undefined)
        await assert.rejects(
          run(server.client()),
          (error: { fields?: object }) => Object.keys(error.fields ?? {})[0] === field,
        );
    });
  }

  for (const [what, run, answer, field] of [
    ["a pipeline's status", (client: Client) => client.pipelines.get(1, 7), { ...pipeline(7), status: 1 }, "status"],
    [
      "the user of the second pipeline",
      (client: Client) => client.pipelines.list(1).page(),
      [pipeline(7), { ...pipeline(8), user: "alice" }],
      "[1].user",
    ],
    ["a job's name", (client: Client) => client.jobs.get(1, 9), { id: 9, name: 9 }, "name"],
    [
      "the artifacts of a job",
      (client: Client) => client.jobs.listForPipeline(1, 7).page(),
      [{ id: 9, artifacts: {} }],
      "[0].artifacts",
    ],
    ["the stage of a started job", (client: Client) => client.extras.playJob(1, 9), { id: 9, stage: [] }, "stage"],
  ] as const) {
    it(`says that ${what} is of another type`, async () => {
      server.handler = (_request, response) => json(response, answer);
      await assert.rejects(run(server.client()), { kind: "invalidResponse", field });
    });
  }

  for (const run of [
    (client: Client) => client.jobs.artifacts(1, 9),
    (client: Client) => client.jobs.artifactsByRef(1, "main", { job: "a" }),
  ]) {
    it("takes no web page for an archive, though a file out of it may be one", async () => {
      server.handler = (_request, response) =>
        response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<title>Sign in</title>");
      await assert.rejects(run(server.client()), { kind: "invalidResponse" });
      await (await server.client().jobs.artifactFile(1, 9, "coverage/index.html")).close();
    });
  }

  for (const [what, answer] of [
    ["nothing", ""],
    ["an empty object", "{}"],
    ["a text", "Deleted"],
  ] as const) {
    it(`deletes a pipeline though the answer is ${what}`, async () => {
      server.handler = (_request, response) => response.writeHead(answer === "" ? 204 : 200).end(answer);
      await server.client().pipelines.delete(1, 7);
    });
  }

  it("builds the address of the approval page", () => {
    const request = {
      client_id: "c",
      redirect_uri: "vscode://f.f/callback",
      state: "s&t",
      scope: ["api", "openid"],
      code_challenge: "x_y".padEnd(43, "-"),
    };
    const address = `https://git.test/forge/oauth/authorize?client_id=c&redirect_uri=vscode%3A%2F%2Ff.f%2Fcallback&response_type=code&state=s%26t&scope=api+openid&code_challenge=${request.code_challenge}&code_challenge_method=S256`;
    assert.equal(authorizeUrl("https://git.test/forge/", request), address);
    assert.equal(
      server.client({ baseUrl: "https://git.test/forge" }).oauth.authorizeUrl({ ...request, scope: "api openid" }),
      address,
    );
  });

  for (const [given, baseUrl] of [
    ["https://git.test", "https://git.test"],
    ["https://git.test/", "https://git.test"],
    ["https://git.test:8443/forge//?x#y", "https://git.test:8443/forge"],
    ["https://me:pw@git.test/forge", "https://git.test/forge"],
  ] as const) {
    it(`takes ${given} as ${baseUrl}`, () => assert.equal(server.client({ baseUrl: given }).baseUrl, baseUrl));
  }

  for (const given of ["", "git.test", "ftp://git.test", "javascript:1"]) {
    it(`takes ${JSON.stringify(given)} for no address`, () =>
      assert.throws(() => server.client({ baseUrl: given }), TypeError));
  }
});
