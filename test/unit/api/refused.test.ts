/** Arguments that break a documented rule, and answers that are not what is documented; `test/contract/everyFault.test.ts` covers each operation's own. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { uploadBytes } from "../../../src/api/upload.ts";
import { call, testServer } from "./sentRequests.ts";
import { json } from "./server.ts";

const linesOf = (name: string): string[] =>
  readFileSync(new URL(name, import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
const valueOf = (text: string): unknown => JSON.parse(text);

/** An operation, arguments that it refuses, the rule that they break, and the fields to correct. */
type Refused = readonly [operation: string, given: readonly unknown[], code: string, ...fields: string[]];

const tooLong = "ä".repeat(1_048_577);
const request = { source_branch: "a", target_branch: "b", title: "T" };
/** Arguments that JSON cannot hold. */
const others: readonly Refused[] = [
  ["jobs.retry", [1, NaN], "invalidAddress"],
  ["users.update", [4, { bio: undefined }], "nothingToChange"],
  ["mergeRequests.update", [1, 3, { title: undefined }], "nothingToChange"],
  ["mergeRequests.update", [1, 3, { description: tooLong }], "length", "description"],
  ["extras.createMergeRequest", [1, { ...request, description: tooLong }], "length", "description"],
  ["protectedBranches.update", [1, "main", { allow_force_push: undefined }], "nothingToChange"],
  ["packages.symbols.publish", [1, { package: uploadBytes("a.nupkg", Buffer.from("PK")) }], "value", "package"],
];
const told = linesOf("refusedArguments.txt").map((line): Refused => {
  const [, operation = "", given = "", code = "", fields = ""] = /^([\w.]+)\((.*)\) → (\w+) ?(.*)$/.exec(line) ?? [];
  return [operation, valueOf(`[${given}]`) as unknown[], code, ...fields.split(" ").filter(Boolean)];
});

describe("arguments against the rules", () => {
  const on = testServer();

  for (const [operation, given, code, ...fields] of [...told, ...others])
    it(`are refused before anything is sent: ${operation} ${JSON.stringify(given).slice(0, 200)}`, async () => {
      await assert.rejects(
        call(on.client(), operation, given),
        (error: { kind: string; code: string; fields?: object }) => {
          const found = [error.kind, error.code, ...Object.keys(error.fields ?? {})];
          assert.deepEqual(found, ["invalidArgument", code, ...fields]);
          return true;
        },
      );
      assert.deepEqual(on.server.asked, []);
    });
});

describe("answers of the wrong form", () => {
  const on = testServer();

  for (const line of linesOf("refusedAnswers.txt"))
    it(`are refused: ${line}`, async () => {
      const [, operation = "", given = "", answer = "", field] =
        /^([\w.]+)\((.*)\) ⇐ (.*?)(?: → (.*))?$/.exec(line) ?? [];
      on.server.handler = (_request, response) => json(response, valueOf(answer));
      const work = call(on.client(), operation, valueOf(`[${given}]`) as unknown[]);
      await assert.rejects(work, { kind: "invalidResponse", operation, ...(field !== undefined && { field }) });
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
