import assert from "node:assert/strict";
import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, describe, it } from "mocha";
import { answerProblems } from "./answerProblems.ts";
import { endpointOf, routeOf } from "./contract.ts";
import { Recorder } from "./recorder.ts";
import { judgeRequest, type SentRequest } from "./requestProblems.ts";

const good: SentRequest = { method: "GET", target: "/api/v4/projects/g%2Fp/pipelines?scope=finished&page=2", headers: { host: "h", "private-token": "t" }, body: "", given: false };
const start: SentRequest = { method: "POST", target: "/api/v4/projects/1/pipeline", headers: { "private-token": "t", "content-type": "application/json" }, body: '{"ref":"main","variables":[{"key":"A","value":"1"}]}', given: false };
const refresh = "grant_type=refresh_token&client_id=c&refresh_token=r&redirect_uri=x&code_verifier=v".replace("=v", `=${"v".repeat(43)}`);
const token: SentRequest = { method: "POST", target: "/oauth/token", headers: { "content-type": "application/x-www-form-urlencoded" }, body: refresh, given: false };

describe("comparing requests with the contract", () => {
  const rows: [what: string, request: SentRequest, problems: readonly string[]][] = [
    ["a good one", good, []],
    ["a good one with a body", start, []],
    ["a good form", token, []],
    ["another method", { ...good, method: "PUT" }, ["the contract has no PUT /api/v4/projects/g%2Fp/pipelines"]],
    ["an undocumented parameter", { ...good, target: `${good.target}&kind=x` }, ["pipelines.list: kind is not documented"]],
    ["an undocumented parameter of a followed link", { ...good, target: `${good.target}&kind=x`, given: true }, []],
    ["a value outside its enumeration", { ...good, target: good.target.replace("finished", "ended") }, ["pipelines.list: scope has the undocumented value ended"]],
    ["text for a number", { ...good, target: good.target.replace("=2", "=two") }, ["pipelines.list: page is no integer"]],
    ["a parameter twice", { ...good, target: `${good.target}&page=3` }, ["pipelines.list: page is no integer"]],
    ["a list for a single value", { ...good, target: good.target.replace("scope=", "scope[]=") }, ["pipelines.list: scope is no string"]],
    ["a date that is none", { ...good, target: `${good.target}&updated_after=yesterday` }, ["pipelines.list: updated_after is no datetime"]],
    ["a bare hole", { ...good, target: "/api/v4/projects/g p/pipelines" }, ["pipelines.list: id is not encoded"]],
    ["text for an id", { ...good, target: "/api/v4/projects/1/pipelines/first" }, ["pipelines.get: pipeline_id is no integer"]],
    ["a required parameter left out", { ...good, target: "/api/v4/projects/1/jobs/artifacts/main/download" }, ["jobs.artifactsByRef: job is missing"]],
    ["no credential", { ...good, headers: {} }, ["pipelines.list: its credential is absent, where required is due"]],
    ["two credentials", { ...good, headers: { ...good.headers, authorization: "Bearer t" } }, ["pipelines.list: two credentials are sent"]],
    ["a credential where none is due", { ...good, target: "/api/v4/templates/gitlab_ci_ymls" }, ["ciTemplates.list: its credential is private-token, where none is due"]],
    ["the wrong credential", { ...good, target: "/oauth/token/info" }, ["oauth.tokenInfo: its credential is private-token, where bearer is due"]],
    ["an undocumented header", { ...good, headers: { ...good.headers, "x-mine": "1" } }, ["pipelines.list: the header x-mine is not documented"]],
    ["a body where none is due", { ...good, headers: { ...good.headers, "content-type": "application/json" }, body: "{}" }, ["pipelines.list: a body is sent where none is documented"]],
    ["no body", { ...start, headers: { "private-token": "t" }, body: "" }, ["pipelines.create: the body is absent, not application/json"]],
    ["a required field left out", { ...start, body: "{}" }, ["pipelines.create: ref is missing"]],
    ["an undocumented field", { ...start, body: '{"ref":"main","inputs":1}' }, ["pipelines.create: inputs is not documented"]],
    ["a field of the wrong type", { ...start, body: '{"ref":7}' }, ["pipelines.create: ref is no string"]],
    ["an undocumented field in a list", { ...start, body: '{"ref":"main","variables":[{"name":"A"}]}' }, ["pipelines.create: variables[0].name is not documented"]],
    ["a value outside its enumeration in a list", { ...start, body: '{"ref":"main","variables":[{"variable_type":"x"}]}' }, ["pipelines.create: variables[0].variable_type has the undocumented value x"]],
    ["half a grant", { ...token, body: refresh.replace("&refresh_token=r", "") }, ["oauth.token: no documented grant has the fields grant_type, client_id, redirect_uri, code_verifier"]],
  ];
  for (const [what, request, problems] of rows) it(what, () => assert.deepEqual(judgeRequest(request).problems, problems));

  it("remembers what was sent, whoever chose it", () => {
    assert.deepEqual([...judgeRequest(good).seen], ["scope", "page"]);
    assert.deepEqual([...judgeRequest({ ...good, given: true }).seen], ["scope", "page"]);
    assert.deepEqual([...judgeRequest({ ...good, target: "/api/v4/projects/1/jobs/2/trace", headers: { ...good.headers, range: "bytes=1-" } }).seen], ["range"]);
  });

  it("takes literal segments for what they are", () => {
    assert.equal(routeOf("GET", "/api/v4/projects/1/pipelines/latest")?.endpoint.id, "pipelines.latest");
    assert.deepEqual(routeOf("GET", "/api/v4/projects/1/jobs/7/artifacts/a/b.txt")?.holes, { id: "1", job_id: "7", artifact_path: "a/b.txt" });
  });
});

describe("comparing answers with the contract", () => {
  const whole = { id: 1, name: "n", username: "u", state: "active", avatar_url: null, web_url: "w" };
  const job = { name: "a", filename: "f", size: 1 };
  const rows: [what: string, id: string, answer: { status?: number; type?: string; body: unknown }, problems: readonly string[]][] = [
    ["a good one", "ciTemplates.get", { body: { name: "n", content: "c" } }, []],
    ["an absent field", "ciTemplates.get", { body: { name: "n" } }, ["CiTemplate.content is absent"]],
    ["null", "ciTemplates.get", { body: { name: "n", content: null } }, ["CiTemplate.content is null"]],
    ["another type", "ciTemplates.get", { body: { name: 1, content: "c" } }, ["CiTemplate.name is no string"]],
    ["an empty list", "ciTemplates.list", { body: [] }, ["the list is empty, so that it shows nothing"]],
    ["no list", "ciTemplates.list", { body: {} }, ["the answer is no list"]],
    ["a wrong item", "ciTemplates.list", { body: [{ key: "k", name: "n" }, { key: "k" }] }, ["CiTemplateListEntry 1.name is absent"]],
    ["another status", "oauth.revoke", { status: 201, body: {} }, ["the answer is 201, not 200"]],
    ["a failure", "ciTemplates.get", { status: 404, body: {} }, ["the answer is 404"]],
    ["a part of a log", "jobs.trace", { status: 206, type: "text/plain", body: "" }, []],
    ["a page", "ciTemplates.get", { type: "text/html", body: "" }, ["the answer is text/html, not application/json"]],
    ["a field deep inside", "pipelines.testReportSummary", { body: { total: { time: 1, count: "1", success: 1, failed: 0, skipped: 0, error: 0, suite_error: null }, test_suites: [] } }, ["TestReportSummary.total.count is no integer"]],
  ];
  for (const [what, id, { status = 200, type = "application/json", body }, problems] of rows) {
    it(what, () => assert.deepEqual(answerProblems(endpointOf(id), { status, headers: { "content-type": type }, body: Buffer.from(JSON.stringify(body)) }), problems));
  }

  it("accepts the differences that are listed, and only those", () => {
    const body = { id: 1, name: "n", stage: "s", status: "canceling", ref: "r", web_url: "w", tag: false, allow_failure: false, coverage: null, created_at: "2026-01-02T03:04:05.678Z", started_at: null, finished_at: null, artifacts_expire_at: null, duration: null, commit: null, pipeline: { id: 1, ref: "r", sha: "s", status: "x" }, runner: null, user: whole, artifacts: [{ file_type: "trace", size: 1, filename: "job.log", file_format: null }] };
    const problems = (changed: object): string[] => answerProblems(endpointOf("jobs.get"), { status: 200, headers: { "content-type": "application/json" }, body: Buffer.from(JSON.stringify({ ...body, ...changed })) });
    assert.deepEqual(problems({}), []);
    assert.deepEqual(problems({ status: "resting", stage: null, created_at: "today" }), ["Job.stage is null", "Job.status has the undocumented value resting", "Job.created_at is no timestamp"]);
    assert.deepEqual(problems({ artifacts_file: job.filename, artifacts: [job] }), ["Job.artifacts[0].file_type is absent", "Job.artifacts[0].file_format is absent", "Job.artifacts_file is no object"]);
  });
});

describe("the recorder", () => {
  let server: Server;
  let recorder: Recorder;
  before(async () => {
    server = createServer((request, response) => {
      const origin = "http://configured.example.com/forge";
      void text(request).then((body) => response.writeHead(201, { link: `<${origin}/api/v4/projects/1/jobs?id=1&page=2>; rel="next"` }).end(JSON.stringify({ ...request.headers, body, url: request.url })));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    recorder = await Recorder.start(`http://127.0.0.1:${(server.address() as AddressInfo).port}/forge/`);
  });
  after(async () => {
    await recorder.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const send = (path: string): Promise<{ status: number | undefined; body: string }> =>
    new Promise((resolve, reject) => {
      const request = httpRequest(`${recorder.url}${path}`, { method: path.includes("?") ? "GET" : "POST", agent: false, headers: { "x-mine": "1" } }, (response) => {
        text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
      });
      request.on("error", reject).end("hello");
    });

  it("hands requests and answers on as they are, and keeps both", async () => {
    const { result, exchanges } = await recorder.during(() => send("/api/v4/x"));
    const heard = JSON.parse(result.body) as Record<string, string>;
    assert.deepEqual([result.status, heard["url"], heard["x-mine"], heard["body"]], [201, "/forge/api/v4/x", "1", "hello"]);
    assert.deepEqual(exchanges.map(({ judged, answer }) => [judged.problems, answer.status, answer.body.toString()]), [[["the contract has no POST /api/v4/x"], 201, result.body]]);
  });

  it("knows the links that answers gave", async () => {
    const undocumented = async (path: string): Promise<boolean> => {
      const { exchanges } = await recorder.during(() => send(path));
      return exchanges[0]!.judged.problems.includes("jobs.list: id is not documented");
    };
    assert.deepEqual([await undocumented("/api/v4/projects/1/jobs?id=1&page=2"), await undocumented("/api/v4/projects/1/jobs?id=1&page=3")], [false, true]);
  });

  it("keeps only what went through during the call", async () => {
    await send("/api/v4/before");
    const { exchanges } = await recorder.during(() => Promise.resolve());
    assert.deepEqual(exchanges, []);
  });
});
