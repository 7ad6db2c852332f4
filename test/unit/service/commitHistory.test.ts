import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { running, type Running } from "./calling.ts";

const base = "/api/v4/projects/1/repository/commits";
interface Listed {
  readonly id: string;
  readonly title: string;
  readonly committed_date: string;
  readonly stats?: { additions: number; deletions: number; total: number };
}
const list = async (at: Running, query = ""): Promise<Listed[]> =>
  (await at.call("GET", `${base}${query}`)).json as Listed[];
const titles = async (at: Running, query = ""): Promise<string[]> => (await list(at, query)).map((one) => one.title);

/** main: one, two; topic from one: three. */
async function branched(at: Running): Promise<{ one: string; two: string; three: string }> {
  const { control } = at.service;
  const one = await control.commit({ "a.txt": "1\n" }, { branch: "main", message: "one" });
  await at.call("POST", base, {
    body: {
      branch: "topic",
      start_branch: "main",
      commit_message: "three",
      actions: [{ action: "create", file_path: "c.txt", content: "1\n2\n" }],
    },
  });
  const two = await control.commit({ "b.txt": "1\n", "a.txt": "2\n" }, { branch: "main", message: "two" });
  const [three] = await list(at, "?ref_name=topic");
  return { one: one.sha, two: two.sha, three: three!.id };
}

describe("service: lists of commits", () => {
  it("are of a branch, a range, a path, or all", async () => {
    await using at = await running();
    const { one } = await branched(at);
    assert.deepEqual(await titles(at), ["two", "one"]);
    assert.deepEqual(await titles(at, "?ref_name=topic"), ["three", "one"]);
    assert.deepEqual(await titles(at, "?ref_name=main..topic"), ["three"]);
    assert.deepEqual(await titles(at, "?ref_name=topic..main"), ["two"]);
    assert.deepEqual(await titles(at, `?ref_name=${one.slice(0, 10)}..topic`), ["three"]);
    assert.deepEqual((await titles(at, "?ref_name=main...topic")).sort(), ["three", "two"]);
    assert.deepEqual(await titles(at, "?path=b.txt"), ["two"]);
    assert.deepEqual((await titles(at, "?all=true")).sort(), ["one", "three", "two"]);
    for (const ref of ["none", "main..none", "none..main"]) {
      const answer = await at.call("GET", `${base}?ref_name=${ref}`);
      assert.deepEqual([answer.status, answer.json], [404, { message: "404 Commit Not Found" }], ref);
    }
  });

  it("are bounded by dates, both inclusive", async () => {
    await using at = await running();
    await at.service.control.commit({ a: "1" }, { branch: "main", message: "one" });
    const body = (name: string): object => ({
      branch: "main",
      commit_message: name,
      actions: [{ action: "create", file_path: name, content: "x" }],
    });
    await at.service.control.advanceClock(60_000);
    await at.call("POST", base, { body: body("two") });
    await at.service.control.advanceClock(60_000);
    await at.call("POST", base, { body: body("three") });
    const second = encodeURIComponent((await list(at))[1]!.committed_date);
    assert.deepEqual(await titles(at, `?since=${second}`), ["three", "two"]);
    assert.deepEqual(await titles(at, `?until=${second}`), ["two", "one"]);
    assert.deepEqual(await titles(at, `?since=${second}&until=${second}`), ["two"]);
    assert.equal((await at.call("GET", `${base}?since=yesterday`)).status, 400);
  });

  it("carry line counts when asked, and page without totals", async () => {
    await using at = await running();
    await branched(at);
    assert.equal((await list(at))[0]!.stats, undefined);
    assert.deepEqual(
      (await list(at, "?with_stats=true")).map((one) => one.stats),
      [
        { additions: 2, deletions: 1, total: 3 },
        { additions: 1, deletions: 0, total: 1 },
      ],
    );
    const page = await at.call("GET", `${base}?per_page=1`);
    assert.deepEqual(
      [page.headers.get("x-next-page"), page.headers.get("x-total"), (page.json as Listed[]).length],
      ["2", null, 1],
    );
    const last = await at.call("GET", `${base}?per_page=1&page=2`);
    assert.deepEqual([last.headers.get("x-next-page"), (last.json as Listed[])[0]!.title], ["", "one"]);
    assert.deepEqual((await at.call("GET", `${base}?page=0`)).json, { error: "page does not have a valid value" });
  });

  it("are empty for an empty repository", async () => {
    await using at = await running();
    assert.deepEqual(await list(at), []);
  });
});

describe("service: one commit", () => {
  it("comes by hash, short hash or name, with its last pipeline, line counts unless unwanted", async () => {
    await using at = await running();
    const { pipelineId, sha } = await at.service.control.commit(
      { ".gitlab-ci.yml": "job:\n  script: [exit 1]\n" },
      { branch: "main", message: "CI\n\nMore" },
    );
    await at.service.control.waitFor({ pipelineId: pipelineId!, status: ["failed"] });
    const commit = (await at.call("GET", `${base}/main`)).json as Record<string, unknown>;
    const { last_pipeline, stats, parent_ids, message, status } = commit;
    assert.deepEqual(
      { last_pipeline, stats, parent_ids, message, status },
      {
        last_pipeline: { id: pipelineId, iid: 1, project_id: 1, sha, ref: "main", status: "failed", source: "push" },
        stats: { additions: 2, deletions: 0, total: 2 },
        parent_ids: [],
        message: "CI\n\nMore",
        status: "failed",
      },
    );
    assert.deepEqual((await at.call("GET", `${base}/${sha.slice(0, 8)}`)).json, commit);
    assert.equal(((await at.call("GET", `${base}/${sha}?stats=false`)).json as Listed).stats, undefined);
    assert.deepEqual((await at.call("GET", `${base}/${"f".repeat(40)}`)).json, { message: "404 Commit Not Found" });
  });

  it("is in branches and tags", async () => {
    await using at = await running();
    const { one, three } = await branched(at);
    await at.call("POST", base, { body: { branch: "feature/x", start_sha: three, commit_message: "m", actions: [] } });
    const refs = async (sha: string, query = ""): Promise<unknown> =>
      (await at.call("GET", `${base}/${sha}/refs${query}`)).json;
    assert.deepEqual(
      await refs(one),
      ["feature/x", "main", "topic"].map((name) => ({ type: "branch", name })),
    );
    assert.deepEqual(await refs(three, "?type=branch"), [
      { type: "branch", name: "feature/x" },
      { type: "branch", name: "topic" },
    ]);
    assert.deepEqual(await refs(one, "?type=tag"), []);
    assert.deepEqual(await refs(one, "?type=both"), { error: "type does not have a valid value" });
  });

  it("lists tags that hold it", async () => {
    await using at = await running({ seed: "sample" });
    const refs = (await at.call("GET", `${base}/v1.0.0/refs?type=all`)).json as { type: string; name: string }[];
    assert.deepEqual(
      refs.filter((ref) => ref.type === "tag"),
      [{ type: "tag", name: "v1.0.0" }],
    );
    assert.ok(refs.some((ref) => ref.type === "branch" && ref.name === "main"));
  });

  it("shows what it changed, in pages; fields beyond the documents on real hosts only", async () => {
    for (const dialect of ["gitlab", "neutral"] as const) {
      await using at = await running({ dialect });
      const { two } = await branched(at);
      const entries = (await at.call("GET", `${base}/${two}/diff`)).json as Record<string, unknown>[];
      const documented = {
        new_path: "b.txt",
        old_path: "b.txt",
        a_mode: "0",
        b_mode: "100644",
        new_file: true,
        renamed_file: false,
        deleted_file: false,
        diff: "@@ -0,0 +1 @@\n+1\n",
      };
      assert.deepEqual(
        entries[1],
        dialect === "neutral"
          ? documented
          : { ...documented, collapsed: false, too_large: false, generated_file: false },
      );
      assert.equal(entries[0]!["diff"], "@@ -1 +1 @@\n-1\n+2\n");
      const page = await at.call("GET", `${base}/${two}/diff?per_page=1`);
      assert.deepEqual([page.headers.get("x-total"), (page.json as unknown[]).length], ["2", 1]);
    }
  });
});
