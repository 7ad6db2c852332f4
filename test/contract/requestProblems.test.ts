import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { routeOf } from "./contract.ts";
import { judgeRequest, type SentRequest } from "./requestProblems.ts";

type Written = Omit<SentRequest, "body"> & { readonly body: string | Buffer };
const judge = (request: Written) => judgeRequest({ ...request, body: Buffer.from(request.body as string) });

const credential = { "private-token": "t" };
const good: Written = {
  method: "GET",
  target: "/api/v4/projects/g%2Fp/pipelines?scope=finished&page=2",
  headers: { host: "h", ...credential },
  body: "",
  given: false,
};
const start: Written = {
  method: "POST",
  target: "/api/v4/projects/1/pipeline",
  headers: { ...credential, "content-type": "application/json" },
  body: '{"ref":"main","variables":[{"key":"A","value":"1"}]}',
  given: false,
};
const refresh = "grant_type=refresh_token&client_id=c&refresh_token=r&redirect_uri=x&code_verifier=v".replace(
  "=v",
  `=${"v".repeat(43)}`,
);
const token: Written = {
  method: "POST",
  target: "/oauth/token",
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: refresh,
  given: false,
};
const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString("base64")}` });
const parts = (...sections: readonly string[]): string =>
  [...sections.map((section) => `--b\r\n${section}\r\n`), "--b--\r\n"].join("");
const part = (name: string, content: string, more = ""): string =>
  `Content-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}`;
const file = part("package", "PK\u0000\r\n--a\r\n", '; filename="a.nupkg"');
const publish: Written = {
  method: "PUT",
  target: "/api/v4/projects/1/packages/nuget",
  headers: { ...basic("alice:t"), "content-type": "multipart/form-data; boundary=b" },
  body: parts(file),
  given: false,
};
const requests: Written = { ...good, target: "/api/v4/merge_requests" };
const feed: Written = {
  method: "GET",
  target: "/api/v4/projects/1/packages/nuget/v2/FindPackagesById()?id=%27a%27",
  headers: {},
  body: "",
  given: false,
};
const blame: Written = {
  ...good,
  target: "/api/v4/projects/1/repository/files/a%2Fb%2Ets/blame?ref=main&range[start]=1&range[end]=2",
};

describe("comparing requests with the contract", () => {
  const rows: [what: string, request: Written, problems: readonly string[]][] = [
    ["a good one", good, []],
    ["a good one with a body", start, []],
    ["a good form", token, []],
    ["another method", { ...good, method: "PUT" }, ["the contract has no PUT /api/v4/projects/g%2Fp/pipelines"]],
    [
      "an undocumented parameter",
      { ...good, target: `${good.target}&kind=x` },
      ["pipelines.list: kind is not documented"],
    ],
    ["an undocumented parameter of a followed link", { ...good, target: `${good.target}&kind=x`, given: true }, []],
    [
      "a value outside its enumeration",
      { ...good, target: good.target.replace("finished", "ended") },
      ["pipelines.list: scope has the undocumented value ended"],
    ],
    [
      "text for a number",
      { ...good, target: good.target.replace("=2", "=two") },
      ["pipelines.list: page is no integer"],
    ],
    ["a parameter twice", { ...good, target: `${good.target}&page=3` }, ["pipelines.list: page is no integer"]],
    [
      "a list for a single value",
      { ...good, target: good.target.replace("scope=", "scope[]=") },
      ["pipelines.list: scope is no string"],
    ],
    [
      "a date that is none",
      { ...good, target: `${good.target}&updated_after=yesterday` },
      ["pipelines.list: updated_after is no datetime"],
    ],
    ["a bare hole", { ...good, target: "/api/v4/projects/g p/pipelines" }, ["pipelines.list: id is not encoded"]],
    [
      "text for an id",
      { ...good, target: "/api/v4/projects/1/pipelines/first" },
      ["pipelines.get: pipeline_id is no integer"],
    ],
    [
      "a required parameter left out",
      { ...good, target: "/api/v4/projects/1/jobs/artifacts/main/download" },
      ["jobs.artifactsByRef: job is missing"],
    ],
    ["no credential", { ...good, headers: {} }, ["pipelines.list: its credential is absent, where required is due"]],
    [
      "two credentials",
      { ...good, headers: { ...good.headers, authorization: "Bearer t" } },
      ["pipelines.list: two credentials are sent"],
    ],
    [
      "a credential where none is due",
      { ...good, target: "/api/v4/templates/gitlab_ci_ymls" },
      ["ciTemplates.list: its credential is private-token, where none is due"],
    ],
    [
      "the wrong credential",
      { ...good, target: "/oauth/token/info" },
      ["oauth.tokenInfo: its credential is private-token, where bearer is due"],
    ],
    [
      "an undocumented header",
      { ...good, headers: { ...good.headers, "x-mine": "1" } },
      ["pipelines.list: the header x-mine is not documented"],
    ],
    [
      "a body where none is due",
      { ...good, headers: { ...good.headers, "content-type": "application/json" }, body: "{}" },
      ["pipelines.list: a body is sent where none is documented"],
    ],
    [
      "no body",
      { ...start, headers: { "private-token": "t" }, body: "" },
      ["pipelines.create: the body is absent, not application/json"],
    ],
    ["a required field left out", { ...start, body: "{}" }, ["pipelines.create: ref is missing"]],
    [
      "an undocumented field",
      { ...start, body: '{"ref":"main","inputs":1}' },
      ["pipelines.create: inputs is not documented"],
    ],
    ["a field of the wrong type", { ...start, body: '{"ref":7}' }, ["pipelines.create: ref is no string"]],
    [
      "an undocumented field in a list",
      { ...start, body: '{"ref":"main","variables":[{"name":"A"}]}' },
      ["pipelines.create: variables[0].name is not documented"],
    ],
    [
      "a value outside its enumeration in a list",
      { ...start, body: '{"ref":"main","variables":[{"variable_type":"x"}]}' },
      ["pipelines.create: variables[0].variable_type has the undocumented value x"],
    ],
    [
      "a body that is not JSON",
      { ...start, body: "{" },
      [`pipelines.create: the body is malformed: ${jsonError("{")}`],
    ],
    ["parts", { ...publish, body: parts(file, part("package_name", "ä")) }, []],
    [
      "text for a file",
      { ...publish, body: parts(part("package", "PK")) },
      ["packages.v3.publish: package is no file"],
    ],
    [
      "an undocumented part",
      { ...publish, body: parts(file, part("kind", "x")) },
      ["packages.v3.publish: kind is not documented"],
    ],
    [
      "parts without an end",
      { ...publish, body: parts(file).replace("--b--", "") },
      ["packages.v3.publish: the body is malformed: the body does not begin and end with its boundary"],
    ],
    [
      "a token where Basic is due",
      { ...publish, headers: { ...credential, "content-type": "multipart/form-data; boundary=b" } },
      [
        "packages.v3.publish: the header authorization is missing",
        "packages.v3.publish: its credential is private-token, where basic is due",
      ],
    ],
    [
      "Basic without a token",
      { ...publish, headers: { ...publish.headers, ...basic("alice") } },
      ["packages.v3.publish: its Basic credential is no user name with a token"],
    ],
    [
      "another accepted form",
      {
        method: "PUT",
        target: "/api/v4/users/1",
        headers: { ...credential, "content-type": "multipart/form-data; boundary=b" },
        body: parts(part("avatar", "png", '; filename="a.png"'), part("admin", "true")),
        given: false,
      },
      [],
    ],
    [
      "a field by the host's own name",
      {
        method: "PUT",
        target: "/api/v4/users/1",
        headers: { ...credential, "content-type": "application/json" },
        body: '{"skype":"a"}',
        given: false,
      },
      [],
    ],
    [
      "an empty date, which clears one",
      {
        method: "PUT",
        target: "/api/v4/projects/1/milestones/2",
        headers: { ...credential, "content-type": "application/json" },
        body: '{"due_date":""}',
        given: false,
      },
      [],
    ],
    [
      "an empty date of what is new",
      {
        method: "POST",
        target: "/api/v4/projects/1/milestones",
        headers: { ...credential, "content-type": "application/json" },
        body: '{"title":"a","due_date":""}',
        given: false,
      },
      ["milestones.project.create: due_date is no date"],
    ],
    [
      "a word for a number, where it is documented",
      { ...requests, target: `${requests.target}?assignee_id=None&not[labels]=a,b&approved_by_ids[]=1` },
      [],
    ],
    [
      "a word for a number, where it is not",
      { ...requests, target: `${requests.target}?author_id=None` },
      ["mergeRequests.list: author_id is no integer"],
    ],
    [
      "an undocumented key",
      { ...requests, target: `${requests.target}?not[state]=opened` },
      ["mergeRequests.list: not[state] is not documented"],
    ],
    ["a list twice nested", { ...requests, target: `${requests.target}?not[labels][]=a` }, []],
    ["a range and an encoded dot", blame, []],
    ["an OData text", feed, []],
    [
      "an OData text without its quotes",
      { ...feed, target: feed.target.replaceAll("%27", "") },
      ["packages.v2.findPackagesById: id is not made as '<package_name>'"],
    ],
    [
      "an OData text with a single quote in it",
      { ...feed, target: feed.target.replace("%27a", "%27a%27") },
      ["packages.v2.findPackagesById: id is not made as '<package_name>'"],
    ],
    [
      "a required header left out",
      { ...feed, target: "/api/v4/groups/1/-/packages/nuget/symbolfiles/a.pdb/s/a.pdb" },
      ["packages.symbols.download: the header symbolchecksum is missing"],
    ],
    [
      "half a grant",
      { ...token, body: refresh.replace("&refresh_token=r", "") },
      ["oauth.token: no documented grant has the fields grant_type, client_id, redirect_uri, code_verifier"],
    ],
  ];
  for (const [what, request, problems] of rows) it(what, () => assert.deepEqual(judge(request).problems, problems));

  it("remembers what was sent, whoever chose it", () => {
    assert.deepEqual([...judge(good).seen], ["scope", "page"]);
    assert.deepEqual([...judge({ ...good, given: true }).seen], ["scope", "page"]);
    assert.deepEqual([...judge(blame).seen], ["ref", "range", "range[start]", "range[end]"]);
    assert.deepEqual(
      [
        ...judge({
          ...good,
          target: "/api/v4/projects/1/jobs/2/trace",
          headers: { ...good.headers, range: "bytes=1-" },
        }).seen,
      ],
      ["range"],
    );
  });

  it("takes literal segments for what they are", () => {
    assert.equal(routeOf("GET", "/api/v4/projects/1/pipelines/latest")?.endpoint.id, "pipelines.latest");
    assert.deepEqual(routeOf("GET", "/api/v4/projects/1/packages/nuget/v2/Packages(Id='a''b',Version='1.0')")?.holes, {
      id: "1",
      package_name: "a''b",
      package_version: "1.0",
    });
    assert.deepEqual(
      ["users", "groups", "projects"].map((kind) => routeOf("GET", `/api/v4/${kind}/1/custom_attributes`)?.path),
      ["/users/:id/custom_attributes", "/groups/:id/custom_attributes", "/projects/:id/custom_attributes"],
    );
    assert.deepEqual(routeOf("GET", "/api/v4/projects/1/jobs/7/artifacts/a/b.txt")?.holes, {
      id: "1",
      job_id: "7",
      artifact_path: "a/b.txt",
    });
  });
});

/** The engine's own words. */
function jsonError(text: string): string {
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}
