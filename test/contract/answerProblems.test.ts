import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { answerProblems } from "./answerProblems.ts";
import { endpointOf } from "./contract.ts";
import { openFilters } from "./differences.ts";

const answer = (body: string, type: string, more: Readonly<Record<string, string>> = {}) => ({
  status: 200,
  headers: { "content-type": type, ...more },
  body: Buffer.from(body),
});
const fileHeaders = [
  "Blob-Id",
  "Commit-Id",
  "Content-Sha256",
  "Encoding",
  "File-Name",
  "File-Path",
  "Last-Commit-Id",
  "Ref",
  "Size",
  "Execute-Filemode",
];
const entry = (version: string) =>
  `<entry xmlns="a" xmlns:d="d" xmlns:m="m"><id>https://h/x</id><category term="V2FeedPackage" scheme="s"/><title type="text">A &amp; B</title><content type="application/zip" src="https://h/y"/><m:properties><d:Version>${version}</d:Version></m:properties></entry>`;

describe("comparing answers with the contract", () => {
  const whole = { id: 1, name: "n", username: "u", state: "active", avatar_url: null, web_url: "w" };
  const job = { name: "a", filename: "f", size: 1 };
  const rows: [
    what: string,
    id: string,
    answer: { status?: number; type?: string; body: unknown },
    problems: readonly string[],
  ][] = [
    ["a good one", "ciTemplates.get", { body: { name: "n", content: "c" } }, []],
    ["an absent field", "ciTemplates.get", { body: { name: "n" } }, ["CiTemplate.content is absent"]],
    ["null", "ciTemplates.get", { body: { name: "n", content: null } }, ["CiTemplate.content is null"]],
    ["another type", "ciTemplates.get", { body: { name: 1, content: "c" } }, ["CiTemplate.name is no string"]],
    ["an empty list", "ciTemplates.list", { body: [] }, ["the list is empty, so that it shows nothing"]],
    ["no list", "ciTemplates.list", { body: {} }, ["the answer is no list"]],
    [
      "a wrong item",
      "ciTemplates.list",
      { body: [{ key: "k", name: "n" }, { key: "k" }] },
      ["CiTemplateListEntry 1.name is absent"],
    ],
    ["another status", "oauth.revoke", { status: 201, body: {} }, ["the answer is 201, not 200"]],
    ["a failure", "ciTemplates.get", { status: 404, body: {} }, ["the answer is 404"]],
    ["a part of a log", "jobs.trace", { status: 206, type: "text/plain", body: "" }, []],
    ["a page", "ciTemplates.get", { type: "text/html", body: "" }, ["the answer is text/html, not json"]],
    [
      "a field deep inside",
      "pipelines.testReportSummary",
      {
        body: {
          total: { time: 1, count: "1", success: 1, failed: 0, skipped: 0, error: 0, suite_error: null },
          test_suites: [],
        },
      },
      ["TestReportSummary.total.count is no integer"],
    ],
  ];
  for (const [what, id, { status = 200, type = "application/json", body }, problems] of rows) {
    it(what, () =>
      assert.deepEqual(
        answerProblems(endpointOf(id), {
          status,
          headers: { "content-type": type },
          body: Buffer.from(JSON.stringify(body)),
        }),
        problems,
      ),
    );
  }

  it("accepts the differences that are listed, and only those", () => {
    const body = {
      id: 1,
      name: "n",
      stage: "s",
      status: "canceling",
      ref: "r",
      web_url: "w",
      tag: false,
      allow_failure: false,
      coverage: null,
      created_at: "2026-01-02T03:04:05.678Z",
      started_at: null,
      finished_at: null,
      artifacts_expire_at: null,
      duration: null,
      commit: null,
      pipeline: { id: 1, ref: "r", sha: "s", status: "x" },
      runner: null,
      user: whole,
      artifacts: [{ file_type: "trace", size: 1, filename: "job.log", file_format: null }],
    };
    const problems = (changed: object): string[] =>
      answerProblems(endpointOf("jobs.get"), {
        status: 200,
        headers: { "content-type": "application/json" },
        body: Buffer.from(JSON.stringify({ ...body, ...changed })),
      });
    assert.deepEqual(problems({}), []);
    assert.deepEqual(problems({ status: "resting", stage: null, created_at: "today" }), [
      "Job.stage is null",
      "Job.status has the undocumented value resting",
      "Job.created_at is no timestamp",
    ]);
    assert.deepEqual(problems({ artifacts_file: job.filename, artifacts: [job] }), [
      "Job.artifacts[0].file_type is absent",
      "Job.artifacts[0].file_format is absent",
      "Job.artifacts_file is no object",
    ]);
  });

  it("accepts null where real hosts have nothing to say", () => {
    const problems = answerProblems(endpointOf("snippets.get"), answer('{"description":null}', "application/json"));
    assert.deepEqual(
      problems.filter((problem) => problem.includes("description")),
      [],
    );
  });

  it("accepts an empty list where the documents leave the values of a filter open", () => {
    const problems = (name: string, value = "x"): string[] =>
      answerProblems(endpointOf("commits.listStatuses"), answer("[]", "application/json"), {
        query: new Map([[name, value]]),
        byAdmin: false,
        openFilters: openFilters["commits.listStatuses"],
      });
    const empty = ["the list is empty, so that it shows nothing"];
    assert.deepEqual([problems("stage"), problems("name")], [[], empty]);
    // Behind the last page as well.
    assert.deepEqual([problems("page", "1"), problems("page", "2")], [empty, []]);
  });

  it("takes the form that the request asked for", () => {
    const list = (query: Readonly<Record<string, string>>, body: object): string[] =>
      answerProblems(endpointOf("mergeRequests.list"), answer(JSON.stringify([body]), "application/json"), {
        query: new Map(Object.entries(query)),
        byAdmin: false,
      });
    assert.deepEqual(list({ view: "simple" }, { iid: 1, title: "t" }), []);
    assert.deepEqual(list({ view: "simple" }, { iid: "1" }), ["MergeRequest 0.iid is no integer"]);
    assert.deepEqual(list({ view: "simple", with_labels_details: "true" }, { labels: ["a"] }), [
      "MergeRequest 0.labels[0] is no object",
    ]);
    assert.ok(list({}, { iid: 1, title: "t" }).includes("MergeRequest 0.state is absent"));
    const user = JSON.stringify([whole]);
    assert.deepEqual(
      answerProblems(endpointOf("users.list"), answer(user, "application/json"), { query: new Map(), byAdmin: false }),
      [],
    );
    assert.ok(
      answerProblems(endpointOf("users.list"), answer(user, "application/json"), {
        query: new Map(),
        byAdmin: true,
      }).includes("UserAdmin 0.email is absent"),
    );
  });

  it("takes one record for a list of one, where hosts do that", () => {
    const problems = (id: string): string[] => answerProblems(endpointOf(id), answer("{}", "application/json"));
    assert.ok(problems("systemHooks.get").includes("SystemHook 0.id is absent"));
    assert.deepEqual(problems("systemHooks.list"), ["the answer is no list"]);
  });

  it("reads headers by either name", () => {
    const problems = (prefix: string, names: readonly string[]): string[] =>
      answerProblems(
        endpointOf("repositoryFiles.head"),
        answer("", "", Object.fromEntries(names.map((name) => [`${prefix}${name}`.toLowerCase(), "x"]))),
      );
    assert.deepEqual([problems("X-Service-", fileHeaders), problems("X-Gitlab-", fileHeaders)], [[], []]);
    assert.deepEqual(problems("X-Gitlab-", fileHeaders.slice(1)), ["the header X-Service-Blob-Id is absent"]);
  });

  it("reads XML", () => {
    const problems = (id: string, body: string, type = "application/xml"): string[] =>
      answerProblems(endpointOf(id), answer(body, type));
    assert.deepEqual(problems("packages.v2.package", entry("1.0"), "application/atom+xml"), []);
    assert.deepEqual(problems("packages.v2.package", entry("")), ["entry has no d:Version"]);
    assert.deepEqual(problems("packages.v2.packages", `<feed>${entry("")}</feed>`), []);
    assert.deepEqual(problems("packages.v2.packages", "<feed/>"), ["the feed is empty, so that it shows nothing"]);
    for (const broken of ["<entry>", entry("1.0").slice(0, -20), `${entry("1.0")}<entry/>`, "{}"])
      assert.deepEqual(problems("packages.v2.package", broken), ["the answer is not XML, or not all of it"], broken);
    assert.deepEqual(problems("packages.v2.package", entry("1.0"), "application/json"), [
      "the answer is application/json, not xml",
    ]);
    const service = `<service xml:base="https://h"><workspace><atom:title>Default</atom:title><collection href="Packages"><atom:title>Packages</atom:title></collection></workspace></service>`;
    assert.deepEqual(problems("packages.v2.serviceIndex", service), []);
    assert.deepEqual(problems("packages.v2.serviceIndex", service.replace(' href="Packages"', "")), [
      "collection has no href Packages",
    ]);
    const metadata = `<edmx:Edmx xmlns:edmx="e"><Schema><EntityType Name="V2FeedPackage"><Property Name="Id" Type="Edm.Int32"/></EntityType><EntityContainer><EntitySet Name="Packages"/></EntityContainer></Schema></edmx:Edmx>`;
    const lacks = problems("packages.v2.metadataDocument", metadata);
    assert.deepEqual(
      [lacks[0], lacks[1], lacks.at(-1)],
      [
        "V2FeedPackage.Id is no Edm.String",
        "V2FeedPackage.Version is absent",
        "the function FindPackagesById is absent",
      ],
    );
  });
});
