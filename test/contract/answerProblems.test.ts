import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { answerProblems } from "./answerProblems.ts";
import { endpointOf } from "./contract.ts";
import { openFilters } from "./differences.ts";

interface Given {
  readonly status?: number;
  readonly type?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly byAdmin?: boolean;
}

/** Problems of an answer: JSON, or a text as it is. */
const problemsOf = (
  id: string,
  body: unknown,
  { status = 200, type = "application/json", query = {}, byAdmin = false }: Given = {},
): string[] =>
  answerProblems(
    endpointOf(id),
    {
      status,
      headers: { "content-type": type },
      body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
    },
    { query: new Map(Object.entries(query)), byAdmin, openFilters: openFilters[id] },
  );

const person = { id: 1, name: "n", username: "u", state: "active", avatar_url: null, web_url: "w" };
const empty = ["the list is empty, so that it shows nothing"];
const entry = (version: string) =>
  `<entry xmlns="a" xmlns:d="d" xmlns:m="m"><id>https://h/x</id><category term="V2FeedPackage" scheme="s"/><title type="text">A &amp; B</title><content type="application/zip" src="https://h/y"/><m:properties><d:Version>${version}</d:Version></m:properties></entry>`;

describe("comparing answers with the contract", () => {
  for (const [what, id, body, problems, given] of [
    ["accepts a documented record", "ciTemplates.get", { name: "n", content: "c" }, []],
    ["finds an absent field", "ciTemplates.get", { name: "n" }, ["CiTemplate.content is absent"]],
    ["finds null", "ciTemplates.get", { name: "n", content: null }, ["CiTemplate.content is null"]],
    ["finds another type", "ciTemplates.get", { name: 1, content: "c" }, ["CiTemplate.name is no string"]],
    ["finds an empty list", "ciTemplates.list", [], empty],
    ["finds that there is no list", "ciTemplates.list", {}, ["the answer is no list"]],
    ["finds a wrong item", "ciTemplates.list", [{ key: "k" }], ["CiTemplateListEntry 0.name is absent"]],
    ["finds another status", "oauth.revoke", {}, ["the answer is 201, not 200"], { status: 201 }],
    ["finds a failure", "ciTemplates.get", {}, ["the answer is 404"], { status: 404 }],
    ["accepts a part of a log", "jobs.trace", "", [], { status: 206, type: "text/plain" }],
    ["finds a web page", "ciTemplates.get", "", ["the answer is text/html, not json"], { type: "text/html" }],
    [
      "finds a nested field of another type",
      "pipelines.testReportSummary",
      {
        total: { time: 1, count: "1", success: 1, failed: 0, skipped: 0, error: 0, suite_error: null },
        test_suites: [],
      },
      ["TestReportSummary.total.count is no integer"],
    ],
    ["accepts an empty list for an open filter", "commits.listStatuses", [], [], { query: { stage: "x" } }],
    ["finds an empty list for a closed filter", "commits.listStatuses", [], empty, { query: { name: "x" } }],
    ["accepts an empty list behind the last page", "commits.listStatuses", [], [], { query: { page: "2" } }],
    ["accepts the simple view", "mergeRequests.list", [{ iid: 1, title: "t" }], [], { query: { view: "simple" } }],
    ["accepts a user as others see them", "users.list", [person], []],
    ["accepts an XML entry", "packages.v2.package", entry("1.0"), [], { type: "application/atom+xml" }],
    ["finds an empty XML field", "packages.v2.package", entry(""), ["entry has no d:Version"], { type: "text/xml" }],
    [
      "finds an empty feed",
      "packages.v2.packages",
      "<feed/>",
      ["the feed is empty, so that it shows nothing"],
      { type: "text/xml" },
    ],
    [
      "finds half a document",
      "packages.v2.package",
      entry("1.0").slice(0, -20),
      ["the answer is not XML, or not all of it"],
      { type: "text/xml" },
    ],
  ] as readonly [string, string, unknown, readonly string[], Given?][])
    it(`${what} (${id})`, () => assert.deepEqual(problemsOf(id, body, given), problems));

  it("takes the form that was asked for", () => {
    const labels = { query: { view: "simple", with_labels_details: "true" } };
    assert.deepEqual(problemsOf("mergeRequests.list", [{ labels: ["a"] }], labels), [
      "MergeRequest 0.labels[0] is no object",
    ]);
    assert.ok(problemsOf("users.list", [person], { byAdmin: true }).includes("UserAdmin 0.email is absent"));
    assert.ok(problemsOf("systemHooks.get", {}).includes("SystemHook 0.id is absent"), "one record for a list of one");
  });

  it("accepts listed differences alone", () => {
    const of = (field: string, body: object): string[] =>
      problemsOf("jobs.get", body).filter((problem) => problem.startsWith(`Job.${field} `));
    assert.deepEqual([of("status", { status: "canceling" }), of("duration", { duration: null })], [[], []]);
    assert.deepEqual(of("artifacts_file", {}), []);
    assert.deepEqual(of("stage", { stage: null }), ["Job.stage is null"]);
    assert.deepEqual(of("status", { status: "resting" }), ["Job.status has the undocumented value resting"]);
    assert.deepEqual(of("created_at", { created_at: "today" }), ["Job.created_at is no timestamp"]);
  });

  it("reads headers by either name", () => {
    const fields = ["Blob-Id", "Commit-Id", "Content-Sha256", "Encoding", "File-Name", "File-Path", "Last-Commit-Id"];
    const names = [...fields, "Ref", "Size", "Execute-Filemode"];
    const problems = (prefix: string, sent = names): string[] =>
      answerProblems(endpointOf("repositoryFiles.head"), {
        status: 200,
        headers: Object.fromEntries(sent.map((name) => [`${prefix}${name}`.toLowerCase(), "x"])),
        body: Buffer.of(),
      });
    assert.deepEqual([problems("X-Service-"), problems("X-Gitlab-")], [[], []]);
    assert.deepEqual(problems("X-Gitlab-", names.slice(1)), ["the header X-Service-Blob-Id is absent"]);
  });
});
