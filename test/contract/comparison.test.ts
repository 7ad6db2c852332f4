/** What the comparison with the contract finds: calls of the client only show that it accepts. */
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { answerProblems } from "./answerProblems.ts";
import { endpointOf, routeOf } from "./contract.ts";
import { judgeRequest } from "./requestProblems.ts";

type Sent = readonly [sent: string, headers?: Readonly<Record<string, string>>, body?: string];

const own = { "private-token": "t" };
const json = { ...own, "content-type": "application/json" };
const upload = { "content-type": "multipart/form-data; boundary=b", authorization: `Basic ${btoa("alice:t")}` };
const form = { "content-type": "application/x-www-form-urlencoded" };
const list = "GET /api/v4/projects/g%2Fp/pipelines?scope=finished&page=2";
const requests = "GET /api/v4/merge_requests";
const create = "POST /api/v4/projects/1/pipeline";
const feed = "GET /api/v4/projects/1/packages/nuget/v2/FindPackagesById()?id=";
const part = `--b\r\nContent-Disposition: form-data; name="package"\r\n\r\nPK\r\n--b--\r\n`;

const judge = (sent: string, headers: Readonly<Record<string, string>> = own, body = "", given = false) => {
  const [method = "", target = ""] = sent.split(" ");
  return judgeRequest({ method, target, headers, body: Buffer.from(body), given });
};

describe("comparing requests with the contract", () => {
  const rows: readonly (readonly [problem: string, ...sent: Sent])[] = [
    ["the contract has no PUT /api/v4/projects/g%2Fp/pipelines", list.replace("GET", "PUT")],
    ["pipelines.list: kind is not documented", `${list}&kind=x`],
    ["pipelines.list: scope has the undocumented value ended", list.replace("finished", "ended")],
    ["pipelines.list: page is no integer", `${list}&page=3`],
    ["pipelines.list: scope is no string", list.replace("scope=", "scope[]=")],
    ["pipelines.list: updated_after is no datetime", `${list}&updated_after=yesterday`],
    ["pipelines.get: pipeline_id is no integer", "GET /api/v4/projects/1/pipelines/first"],
    ["jobs.artifactsByRef: job is missing", "GET /api/v4/projects/1/jobs/artifacts/main/download"],
    ["pipelines.list: its credential is absent, where required is due", list, {}],
    ["pipelines.list: two credentials are sent", list, { ...own, authorization: "Bearer t" }],
    ["ciTemplates.list: its credential is private-token, where none is due", "GET /api/v4/templates/gitlab_ci_ymls"],
    ["oauth.tokenInfo: its credential is private-token, where bearer is due", "GET /oauth/token/info"],
    ["pipelines.list: the header x-mine is not documented", list, { ...own, "x-mine": "1" }],
    ["packages.v3.publish: the header authorization is missing", "PUT /api/v4/projects/1/packages/nuget", json],
    ["pipelines.list: a body is sent where none is documented", list, json, "{}"],
    ["pipelines.create: the body is absent, not application/json", create],
    ["pipelines.create: ref is missing", create, json, "{}"],
    ["pipelines.create: variables[0].name is not documented", create, json, '{"ref":"a","variables":[{"name":"A"}]}'],
    ["packages.v3.publish: package is no file", "PUT /api/v4/projects/1/packages/nuget", upload, part],
    ["mergeRequests.list: not[state] is not documented", `${requests}?not[state]=opened`],
    ["packages.v2.findPackagesById: id is not made as '<package_name>'", `${feed}a`, {}],
    ["packages.v2.findPackagesById: id is not made as '<package_name>'", `${feed}%27a%27%27`, {}],
    [
      "oauth.token: no documented grant has the fields grant_type",
      "POST /oauth/token",
      form,
      "grant_type=refresh_token",
    ],
  ];
  for (const [problem, ...sent] of rows)
    it(`finds that ${problem}`, () => {
      const { problems } = judge(...sent);
      assert.ok(problems.includes(problem), problems.join("\n"));
    });

  it("accepts undocumented parameters of a link that an answer gave, and remembers the documented ones", () => {
    const { problems, seen } = judge(`${list}&kind=x`, own, "", true);
    assert.deepEqual([problems, [...seen]], [[], ["scope", "page"]]);
  });

  it("prefers literal segments to holes, and reads the rest of a path", () => {
    assert.equal(routeOf("GET", "/api/v4/projects/1/pipelines/latest")?.endpoint.id, "pipelines.latest");
    const { holes } = routeOf("GET", "/api/v4/projects/1/jobs/7/artifacts/a/b.txt") ?? {};
    assert.equal(holes?.["artifact_path"], "a/b.txt");
  });
});

describe("comparing answers with the contract", () => {
  const empty = "the list is empty, so that it shows nothing";
  const rows: readonly (readonly [problem: string | undefined, id: string, body: unknown, more?: object])[] = [
    [undefined, "ciTemplates.get", { name: "n", content: "c" }],
    ["CiTemplate.content is absent", "ciTemplates.get", { name: "n" }],
    ["CiTemplate.content is null", "ciTemplates.get", { name: "n", content: null }],
    ["CiTemplate.name is no string", "ciTemplates.get", { name: 1, content: "c" }],
    ["the answer is no list", "ciTemplates.list", {}],
    ["CiTemplateListEntry 0.name is absent", "ciTemplates.list", [{ key: "k" }]],
    ["the answer is 201, not 200", "oauth.revoke", {}, { status: 201 }],
    ["the answer is text/html, not json", "ciTemplates.get", "", { type: "text/html" }],
    ["Job.status has the undocumented value resting", "jobs.get", { status: "resting" }],
    ["Job.created_at is no timestamp", "jobs.get", { created_at: "today" }],
    ["TestReportSummary.total.count is no integer", "pipelines.testReportSummary", { total: { count: "1" } }],
    [empty, "commits.listStatuses", [], { query: { name: "x" } }],
    [undefined, "commits.listStatuses", [], { query: { page: "2" } }],
    [
      "MergeRequest 0.labels[0] is no object",
      "mergeRequests.list",
      [{ labels: ["a"] }],
      { query: { with_labels_details: "true" } },
    ],
    ["UserAdmin 0.email is absent", "users.list", [{}], { byAdmin: true }],
    ["the header X-Service-Blob-Id is absent", "repositoryFiles.head", ""],
  ];
  for (const [problem, id, body, more] of rows)
    it(`finds ${problem ?? "nothing"} (${id})`, () => {
      const { status, type, query, byAdmin } = {
        status: 200,
        type: "application/json",
        query: {},
        byAdmin: false,
        ...more,
      };
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const answer = { status, headers: { "content-type": type }, body: Buffer.from(text) };
      const problems = answerProblems(endpointOf(id), answer, { query: new Map(Object.entries(query)), byAdmin });
      if (problem === undefined) assert.deepEqual(problems, []);
      else assert.ok(problems.includes(problem), problems.join("\n"));
    });
});
