import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { routeOf } from "./contract.ts";
import { judgeRequest } from "./requestProblems.ts";

const own = { "private-token": "t" };
const typed = (type: string) => ({ ...own, "content-type": type });
const json = typed("application/json");
const multipart = typed("multipart/form-data; boundary=b");
const basic = { authorization: `Basic ${Buffer.from("alice:t").toString("base64")}` };
const upload = { "content-type": "multipart/form-data; boundary=b", ...basic };
const form = { "content-type": "application/x-www-form-urlencoded" };
const part = (name: string, content: string, more = ""): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
const file = part("package", "PK\u0000\r\n--a\r\n", '; filename="a.nupkg"');
const end = "--b--\r\n";
const list = "GET /api/v4/projects/g%2Fp/pipelines?scope=finished&page=2";
const requests = "GET /api/v4/merge_requests";
const publish = "PUT /api/v4/projects/1/packages/nuget";
const feed = "GET /api/v4/projects/1/packages/nuget/v2/FindPackagesById()?id=%27a%27";
const blame = "GET /api/v4/projects/1/repository/files/a%2Fb%2Ets/blame?ref=main&range[start]=1&range[end]=2";
const refresh = `grant_type=refresh_token&client_id=c&refresh_token=r&redirect_uri=x&code_verifier=${"v".repeat(43)}`;

const judge = (sent: string, headers: Readonly<Record<string, string>> = own, body = "", given = false) => {
  const [method = "", target = ""] = sent.split(" ");
  return judgeRequest({ method, target, headers, body: Buffer.from(body), given });
};

type Sent = readonly [sent: string, headers?: Readonly<Record<string, string>>, body?: string, given?: boolean];

describe("comparing requests with the contract", () => {
  it("accepts what is documented", () => {
    const accepted: readonly Sent[] = [
      [list],
      [`${list}&kind=x`, own, "", true],
      ["POST /api/v4/projects/1/pipeline", json, '{"ref":"main","variables":[{"key":"A","value":"1"}]}'],
      ["POST /oauth/token", form, refresh],
      [publish, upload, file + part("package_name", "ä") + end],
      ["PUT /api/v4/users/1", multipart, part("avatar", "png", '; filename="a.png"') + part("admin", "true") + end],
      ["PUT /api/v4/users/1", json, '{"skype":"a"}'],
      ["PUT /api/v4/projects/1/milestones/2", json, '{"due_date":""}'],
      [`${requests}?assignee_id=None&not[labels]=a,b&approved_by_ids[]=1`],
      [`${requests}?not[labels][]=a`],
      [blame],
      [feed, {}],
    ];
    for (const [sent, headers, body, given] of accepted)
      assert.deepEqual(judge(sent, headers, body, given).problems, [], sent);
  });

  const rows: readonly (readonly [problem: string, ...sent: Sent])[] = [
    ["the contract has no PUT /api/v4/projects/g%2Fp/pipelines", list.replace("GET", "PUT")],
    ["pipelines.list: kind is not documented", `${list}&kind=x`],
    ["pipelines.list: scope has the undocumented value ended", list.replace("finished", "ended")],
    ["pipelines.list: page is no integer", list.replace("=2", "=two")],
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
    ["pipelines.list: a body is sent where none is documented", list, json, "{}"],
    ["pipelines.create: the body is absent, not application/json", "POST /api/v4/projects/1/pipeline"],
    ["pipelines.create: ref is missing", "POST /api/v4/projects/1/pipeline", json, "{}"],
    ["pipelines.create: ref is no string", "POST /api/v4/projects/1/pipeline", json, '{"ref":7}'],
    [
      "pipelines.create: variables[0].name is not documented",
      "POST /api/v4/projects/1/pipeline",
      json,
      '{"ref":"main","variables":[{"name":"A"}]}',
    ],
    ["packages.v3.publish: package is no file", publish, upload, part("package", "PK") + end],
    ["packages.v3.publish: kind is not documented", publish, upload, file + part("kind", "x") + end],
    ["packages.v3.publish: the header authorization is missing", publish, multipart, file + end],
    [
      "milestones.project.create: due_date is no date",
      "POST /api/v4/projects/1/milestones",
      json,
      '{"title":"a","due_date":""}',
    ],
    ["mergeRequests.list: author_id is no integer", `${requests}?author_id=None`],
    ["mergeRequests.list: not[state] is not documented", `${requests}?not[state]=opened`],
    ["packages.v2.findPackagesById: id is not made as '<package_name>'", feed.replaceAll("%27", ""), {}],
    ["packages.v2.findPackagesById: id is not made as '<package_name>'", feed.replace("%27a", "%27a%27"), {}],
    [
      "packages.symbols.download: the header symbolchecksum is missing",
      "GET /api/v4/groups/1/-/packages/nuget/symbolfiles/a.pdb/s/a.pdb",
      {},
    ],
    [
      "oauth.token: no documented grant has the fields grant_type, client_id, redirect_uri, code_verifier",
      "POST /oauth/token",
      form,
      refresh.replace("&refresh_token=r", ""),
    ],
  ];
  for (const [problem, ...sent] of rows)
    it(`finds that ${problem}`, () => {
      const { problems } = judge(...sent);
      assert.ok(problems.includes(problem), problems.join("\n"));
    });

  it("finds malformed bodies and bare holes", () => {
    assert.match(judge("POST /api/v4/projects/1/pipeline", json, "{").problems.join(), /the body is malformed/);
    assert.match(judge(publish, upload, file).problems.join(), /does not begin and end with its/);
    const bare = {
      method: "GET",
      target: "/api/v4/projects/g p/pipelines",
      headers: own,
      body: Buffer.of(),
      given: true,
    };
    assert.deepEqual(judgeRequest(bare).problems, ["pipelines.list: id is not encoded"]);
  });

  it("remembers which parameters and headers were sent, in followed links too", () => {
    for (const given of [false, true]) assert.deepEqual([...judge(list, own, "", given).seen], ["scope", "page"]);
    assert.deepEqual([...judge(blame).seen], ["ref", "range", "range[start]", "range[end]"]);
    const trace = judge("GET /api/v4/projects/1/jobs/2/trace", { ...own, range: "bytes=1-" });
    assert.deepEqual([...trace.seen], ["range"]);
  });

  it("prefers literal segments to holes, and reads holes of paths and quoted texts", () => {
    assert.equal(routeOf("GET", "/api/v4/projects/1/pipelines/latest")?.endpoint.id, "pipelines.latest");
    assert.deepEqual(routeOf("GET", "/api/v4/projects/1/packages/nuget/v2/Packages(Id='a''b',Version='1.0')")?.holes, {
      id: "1",
      package_name: "a''b",
      package_version: "1.0",
    });
    const { artifact_path } = routeOf("GET", "/api/v4/projects/1/jobs/7/artifacts/a/b.txt")?.holes ?? {};
    assert.equal(artifact_path, "a/b.txt");
  });
});
