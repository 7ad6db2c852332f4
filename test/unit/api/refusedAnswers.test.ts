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
const v3 = (client: Client): Client["packages"]["v3"] => client.packages.v3;
const metadata = (client: Client): Promise<unknown> => v3(client).metadata({ project: 1 }, "p");
const versionMetadata = (client: Client): Promise<unknown> => v3(client).versionMetadata({ project: 1 }, "p", "1");
const query = (client: Client): Promise<unknown> => v3(client).query({ project: 1 });
const cancelAutoMerge = (client: Client): Promise<unknown> => client.mergeRequests.cancelAutoMerge(1, 3);
const getHook = (client: Client): Promise<unknown> => client.systemHooks.get(1);
const confirm = (client: Client): Promise<unknown> => client.vulnerabilities.confirm(7);

const rows: readonly [
  what: string,
  run: (client: Client) => Promise<unknown>,
  answer: unknown,
  operation: string,
  field?: string,
][] = [
  [
    "the user of a pipeline in a list",
    ({ pipelines }) => pipelines.list(1).page(),
    [pipeline, { ...pipeline, user: "alice" }],
    "pipelines.list",
    "[1].user",
  ],
  [
    "the artifacts of a job",
    ({ jobs }) => jobs.listForPipeline(1, 7).page(),
    [{ ...job, artifacts: {} }],
    "jobs.listForPipeline",
    "[0].artifacts",
  ],
  ["the stage of a job", ({ extras }) => extras.playJob(1, 9), { id: 9, stage: [] }, "extras.playJob", "stage"],
  ["a user in a list", ({ users }) => users.list().page(), [bob, "bob"], "users.list", "[1]"],
  [
    "labels of a merge request",
    ({ mergeRequests }) => mergeRequests.list().page(),
    [{ id: 9, iid: 3, title: "T", labels: "a,b" }],
    "mergeRequests.list",
    "[0].labels",
  ],
  ["an empty answer to canceled auto-merge", cancelAutoMerge, {}, "mergeRequests.cancelAutoMerge", "status"],
  ["a merge request without ID", cancelAutoMerge, { iid: 3 }, "mergeRequests.cancelAutoMerge", "id"],
  ["a status that is no text", cancelAutoMerge, { status: 7 }, "mergeRequests.cancelAutoMerge", "status"],
  ["a list of merge requests", cancelAutoMerge, [{ iid: 3 }], "mergeRequests.cancelAutoMerge"],
  [
    "the SHA of a commit in a list",
    ({ commits }) => commits.list(1).page(),
    [
      { id: "a1", title: "T", message: "T" },
      { id: null, title: "T", message: "T" },
    ],
    "commits.list",
    "[1].id",
  ],
  [
    "the files of a snippet",
    ({ snippets }) => snippets.list().page(),
    [{ id: 7, title: "T", files: "a.md" }],
    "snippets.list",
    "[0].files",
  ],
  [
    "the levels of a protected branch",
    ({ protectedBranches }) => protectedBranches.get(1, "main"),
    { name: "main", push_access_levels: {} },
    "protectedBranches.get",
    "push_access_levels",
  ],
  [
    "a burndown event of a project",
    ({ milestones }) => milestones.project.burndownEvents(1, 5),
    [{ created_at: "x", action: null }],
    "milestones.project.burndownEvents",
    "[0].action",
  ],
  [
    "a milestone of a group",
    ({ milestones }) => milestones.group.get(1, 5),
    { id: 5, title: 7 },
    "milestones.group.get",
    "title",
  ],
  ["an empty list for a hook", getHook, [], "systemHooks.get"],
  ["two hooks for one", getHook, [hook, hook], "systemHooks.get"],
  ["a hook without ID in a list", getHook, [{ url: "https://a/" }], "systemHooks.get", "[0].id"],
  ["a text for a hook", getHook, "hook", "systemHooks.get"],
  ["a vulnerability without a state", confirm, { id: 7, title: "T" }, "vulnerabilities.confirm"],
  ["a list of vulnerabilities", confirm, [vulnerability], "vulnerabilities.confirm"],
  ["a page of metadata without items", metadata, { count: 1, items: [{}] }, "packages.v3.metadata", "items[0].items"],
  [
    "metadata without an entry",
    metadata,
    { items: [{ items: [{ catalogEntry: entry }, {}] }] },
    "packages.v3.metadata",
    "items[0].items[1].catalogEntry",
  ],
  [
    "null for dependencies",
    metadata,
    { items: [{ items: [{ catalogEntry: { ...entry, dependencyGroups: [null] } }] }] },
    "packages.v3.metadata",
    "items[0].items[0].catalogEntry.dependencyGroups[0]",
  ],
  [
    "a version without the name of its package",
    versionMetadata,
    { catalogEntry: { version: "1" } },
    "packages.v3.versionMetadata",
    "catalogEntry.id",
  ],
  [
    "a text for dependencies",
    versionMetadata,
    { catalogEntry: { ...entry, dependencyGroups: [{}, { dependencies: "a" }] } },
    "packages.v3.versionMetadata",
    "catalogEntry.dependencyGroups[1].dependencies",
  ],
  ["a search without its count", query, { data: [] }, "packages.v3.query", "totalHits"],
  [
    "a found package without versions",
    query,
    { totalHits: 1, data: [{ id: "p", version: "1" }] },
    "packages.v3.query",
    "data[0].versions",
  ],
];

describe("answers of the wrong form", () => {
  const on = testServer();

  for (const [what, run, answer, operation, field] of rows) {
    it(`refuses ${what} (${operation})`, async () => {
      on.server.handler = (_request, response) => json(response, answer);
      await assert.rejects(run(on.client()), (error: { kind: string; operation?: string; field?: string }) => {
        assert.deepEqual([error.kind, error.operation], ["invalidResponse", operation]);
        if (field !== undefined) assert.equal(error.field, field);
        return true;
      });
    });
  }

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

  for (const answer of ["", "{}", "Deleted"])
    it(`deletes whatever the host answers: "${answer}"`, async () => {
      on.server.handler = (_request, response) => response.writeHead(answer === "" ? 204 : 200).end(answer);
      await on.client().pipelines.delete(1, 7);
    });

  it("reads SHAs of digits alone as text", async () => {
    const id = "1".repeat(40);
    on.server.handler = (_request, response) =>
      json(response, { id, title: "T", message: "T", last_pipeline: { id: "7", ref: "main", sha: id, status: "x" } });
    const read = await on.client().commits.get(1, "main");
    assert.deepEqual([read.id, read.last_pipeline?.id], [id, 7]);
  });
});
