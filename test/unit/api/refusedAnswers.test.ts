/** Answers that are not what is documented, in nested fields; `test/contract/everyFault.test.ts` covers each operation's own. */
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Client } from "../../../src/api/client.ts";
import { testServer } from "./sentRequests.ts";
import { json } from "./server.ts";

const bob = { id: 4, username: "bob" };
const job = { id: 9, name: "a" };
const pipeline = { id: 7, status: "success", ref: "main", sha: "a1" };
const hook = { id: 1, url: "https://example.com/" };
const entry = { "@id": "x", id: "123", version: "1.0.0", packageContent: "x" };
const vulnerability = { id: 7, title: "SQL", state: "closed" };
const metadata = (client: Client): Promise<unknown> => client.packages.v3.metadata({ project: 1 }, "p");
const versionMetadata = (client: Client): Promise<unknown> =>
  client.packages.v3.versionMetadata({ project: 1 }, "p", "1");
const query = (client: Client): Promise<unknown> => client.packages.v3.query({ project: 1 });
const cancelAutoMerge = (client: Client): Promise<unknown> => client.mergeRequests.cancelAutoMerge(1, 3);
const getHook = (client: Client): Promise<unknown> => client.systemHooks.get(1);
const confirm = (client: Client): Promise<unknown> => client.vulnerabilities.confirm(7);

/** An operation, a call of it, an answer that it refuses, and the field that is named, where one is. */
type Refused = readonly [operation: string, run: (client: Client) => Promise<unknown>, answer: unknown, field?: string];

const inTitle = { id: "a1", title: "T", message: "T" };
const rows: readonly Refused[] = [
  [
    "pipelines.list",
    ({ pipelines }) => pipelines.list(1).page(),
    [pipeline, { ...pipeline, user: "alice" }],
    "[1].user",
  ],
  [
    "jobs.listForPipeline",
    ({ jobs }) => jobs.listForPipeline(1, 7).page(),
    [{ ...job, artifacts: {} }],
    "[0].artifacts",
  ],
  ["extras.playJob", ({ extras }) => extras.playJob(1, 9), { id: 9, stage: [] }, "stage"],
  ["users.list", ({ users }) => users.list().page(), [bob, "bob"], "[1]"],
  [
    "mergeRequests.list",
    ({ mergeRequests }) => mergeRequests.list().page(),
    [{ id: 9, iid: 3, title: "T", labels: "a,b" }],
    "[0].labels",
  ],
  ["mergeRequests.cancelAutoMerge", cancelAutoMerge, {}, "status"],
  ["mergeRequests.cancelAutoMerge", cancelAutoMerge, { iid: 3 }, "id"],
  ["mergeRequests.cancelAutoMerge", cancelAutoMerge, { status: 7 }, "status"],
  ["mergeRequests.cancelAutoMerge", cancelAutoMerge, [{ iid: 3 }]],
  ["commits.list", ({ commits }) => commits.list(1).page(), [inTitle, { ...inTitle, id: null }], "[1].id"],
  ["snippets.list", ({ snippets }) => snippets.list().page(), [{ id: 7, title: "T", files: "a.md" }], "[0].files"],
  [
    "protectedBranches.get",
    ({ protectedBranches }) => protectedBranches.get(1, "main"),
    { name: "main", push_access_levels: {} },
    "push_access_levels",
  ],
  [
    "milestones.project.burndownEvents",
    ({ milestones }) => milestones.project.burndownEvents(1, 5),
    [{ created_at: "x", action: null }],
    "[0].action",
  ],
  ["milestones.group.get", ({ milestones }) => milestones.group.get(1, 5), { id: 5, title: 7 }, "title"],
  ["systemHooks.get", getHook, []],
  ["systemHooks.get", getHook, [hook, hook]],
  ["systemHooks.get", getHook, [{ url: "https://a/" }], "[0].id"],
  ["systemHooks.get", getHook, "hook"],
  ["vulnerabilities.confirm", confirm, { id: 7, title: "T" }],
  ["vulnerabilities.confirm", confirm, [vulnerability]],
  ["packages.v3.metadata", metadata, { count: 1, items: [{}] }, "items[0].items"],
  [
    "packages.v3.metadata",
    metadata,
    { items: [{ items: [{ catalogEntry: entry }, {}] }] },
    "items[0].items[1].catalogEntry",
  ],
  [
    "packages.v3.metadata",
    metadata,
    { items: [{ items: [{ catalogEntry: { ...entry, dependencyGroups: [null] } }] }] },
    "items[0].items[0].catalogEntry.dependencyGroups[0]",
  ],
  ["packages.v3.versionMetadata", versionMetadata, { catalogEntry: { version: "1" } }, "catalogEntry.id"],
  [
    "packages.v3.versionMetadata",
    versionMetadata,
    { catalogEntry: { ...entry, dependencyGroups: [{}, { dependencies: "a" }] } },
    "catalogEntry.dependencyGroups[1].dependencies",
  ],
  ["packages.v3.query", query, { data: [] }, "totalHits"],
  ["packages.v3.query", query, { totalHits: 1, data: [{ id: "p", version: "1" }] }, "data[0].versions"],
];

describe("answers of the wrong form", () => {
  const on = testServer();

  for (const [operation, run, answer, field] of rows)
    it(`are refused by ${operation}: ${JSON.stringify(answer)}`, async () => {
      on.server.handler = (_request, response) => json(response, answer);
      await assert.rejects(run(on.client()), {
        kind: "invalidResponse",
        operation,
        ...(field === undefined ? {} : { field }),
      });
    });

  it("accepts deleted projects and groups without a name in the allowlists", async () => {
    on.server.handler = (_request, response) =>
      json(response, [{ id: 3, name: null, path_with_namespace: null }, { id: 4 }]);
    for (const list of [on.client().jobTokenScope.allowlist, on.client().jobTokenScope.groupsAllowlist])
      assert.deepEqual(
        (await list.list(1).page()).items.map(({ id }) => id),
        [3, 4],
      );
  });

  it("takes 304 for a judged vulnerability as no change, and for no other answer", async () => {
    on.server.handler = (_request, response) => response.writeHead(304).end();
    for (const judge of ["confirm", "resolve", "dismiss", "revert"] as const)
      assert.equal(await on.client().vulnerabilities[judge](7), undefined);
    await assert.rejects(on.client().vulnerabilities.get(7), { kind: "invalidResponse" });
  });

  it("refuses a web page in place of an archive, and accepts it as a file out of one", async () => {
    on.server.handler = (_request, response) =>
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<title>Sign in</title>");
    const { jobs, packages, snippets } = on.client();
    const symbols = { file_name: "a.pdb", signature: "ab12FFFFFFFF", checksum: `SHA256:${"aB".repeat(32)}` };
    for (const run of [
      () => jobs.artifacts(1, 9),
      () => jobs.artifactsByRef(1, "main", { job: "a" }),
      () => packages.v3.download(1, "p", "1", "p.nupkg"),
      () => packages.symbols.download({ project: 1 }, symbols),
      () => snippets.raw(7),
    ])
      await assert.rejects(run(), { kind: "invalidResponse" });
    await (await jobs.artifactFile(1, 9, "coverage/index.html")).close();
  });

  it("is deleted whatever the host answers", async () => {
    for (const answer of ["", "{}", "Deleted"]) {
      on.server.handler = (_request, response) => response.writeHead(answer === "" ? 204 : 200).end(answer);
      await on.client().pipelines.delete(1, 7);
    }
  });

  it("reads SHAs of digits alone as text", async () => {
    const id = "1".repeat(40);
    on.server.handler = (_request, response) =>
      json(response, { id, title: "T", message: "T", last_pipeline: { id: "7", ref: "main", sha: id, status: "x" } });
    const read = await on.client().commits.get(1, "main");
    assert.deepEqual([read.id, read.last_pipeline?.id], [id, 7]);
  });
});
