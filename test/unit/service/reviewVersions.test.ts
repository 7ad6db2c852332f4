import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { workshop } from "./mergeRequestsSetup.ts";

type Fields = Readonly<Record<string, unknown>>;

describe("service: versions of merge requests", () => {
  it("has one for each head of the source branch, newest first", async () => {
    await using at = await workshop();
    const { sha: first } = await at.open("one");
    const { sha: second } = await at.service.control.commit(
      { "a.txt": "changed\n" },
      { project: "demo/work", branch: "one", by: "bob" },
    );
    const versions = (await at.mr("GET", "/1/versions")).json as Fields[];
    const { diff_refs } = (await at.mr("GET", "/1")).json as { diff_refs: Fields };
    assert.deepEqual(
      versions.map((one) => [one["head_commit_sha"], one["real_size"], one["state"]]),
      [
        [second, "2", "collected"],
        [first, "1", "collected"],
      ],
    );
    assert.deepEqual(
      [versions[0]!["base_commit_sha"], versions[0]!["start_commit_sha"], versions[0]!["head_commit_sha"]],
      [diff_refs["base_sha"], diff_refs["start_sha"], diff_refs["head_sha"]],
    );
    const shown = (await at.mr("GET", `/1/versions/${String(versions[1]!["id"])}`)).json as { diffs: Fields[] };
    assert.deepEqual(
      shown.diffs.map((one) => one["new_path"]),
      ["one.txt"],
    );
  });

  it("lists the changed files in pages", async () => {
    await using at = await workshop();
    await at.open("one", { files: { "a.txt": "uno\n", "c.txt": "three\n" } });
    const page = await at.mr("GET", "/1/diffs?per_page=1&page=2");
    assert.equal(page.headers.get("x-total"), "2");
    assert.deepEqual(page.json, [
      {
        diff: "@@ -0,0 +1 @@\n+three\n",
        new_path: "c.txt",
        old_path: "c.txt",
        a_mode: "0",
        b_mode: "100644",
        new_file: true,
        renamed_file: false,
        deleted_file: false,
        generated_file: false,
        collapsed: false,
        too_large: false,
      },
    ]);
  });

  it("answers none of it without the routes of reviews", async () => {
    await using at = await workshop({ review: false });
    await at.open("one");
    const paths = ["versions", "diffs", "discussions", "notes", "draft_notes", "reviewers"];
    for (const path of paths) assert.equal((await at.mr("GET", `/1/${path}`)).status, 404);
    assert.equal((await at.mr("POST", "/1/discussions", { body: "Why?" })).status, 404);
    assert.equal((await at.call("GET", "/api/v4/projects/demo%2Fwork/labels")).status, 404);
    assert.equal((await at.mr("GET", "/1")).status, 200);
    await at.service.control.review({ served: true });
    for (const path of paths) assert.equal((await at.mr("GET", `/1/${path}`)).status, 200);
    await at.service.control.extras(false);
    for (const path of paths) assert.equal((await at.mr("GET", `/1/${path}`)).status, 404);
  });
});
