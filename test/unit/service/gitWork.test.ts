import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { diff, diffOfCommit } from "../../service/git/diff.ts";
import { readHistory } from "../../service/git/history.ts";
import { mergeTrees } from "../../service/git/mergeTrees.ts";
import { Repositories } from "../../service/git/repositories.ts";
import type { CommitAction } from "../../service/types.ts";

const project = "demo/work";
const author = { name: "Alice", email: "alice@example.com" };
const lines = (...numbers: readonly number[]): string => numbers.map((n) => `line ${n}\n`).join("");
const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

describe("service: git work", function () {
  let root: string;
  let repositories: Repositories;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "forgeline-test-"));
    repositories = new Repositories(root);
    await repositories.create(project, {
      "a.txt": lines(...ten),
      "run.sh": "#!/bin/sh\n",
      "old name.txt": `${lines(...ten)}old\n`,
      gone: "gone\n",
    });
  });
  afterEach(async () => {
    await repositories.close();
    await rm(root, { recursive: true, force: true });
  });
  const commit = async (branch: string, actions: readonly CommitAction[], startBranch?: string): Promise<string> =>
    (
      await repositories.commit(project, {
        branch,
        message: "change",
        author,
        actions,
        ...(startBranch === undefined ? {} : { startBranch }),
      })
    ).sha;
  const update = (file_path: string, content: string): CommitAction => ({
    action: "update",
    file_path,
    content: Buffer.from(content),
  });

  it("tells new, deleted, renamed, changed files and modes, in the API's shape", async () => {
    const sha = await commit("main", [
      update("a.txt", lines(1, 2, 3, 4, 5, 6, 7, 8, 9, 11)),
      { action: "chmod", file_path: "run.sh", execute_filemode: true },
      { action: "move", previous_path: "old name.txt", file_path: "new/näme.txt" },
      { action: "delete", file_path: "gone" },
      { action: "create", file_path: "made", content: Buffer.from("diff --git a/x b/x\n@@ not a hunk\n") },
      { action: "create", file_path: "z.bin", content: Buffer.from([0, 1, 2, 255]) },
    ]);
    const entries = await diffOfCommit(repositories, project, sha);
    const none = { new_file: false, renamed_file: false, deleted_file: false, too_large: false };
    assert.deepEqual(entries, [
      {
        ...none,
        diff: "@@ -7,4 +7,4 @@ line 6\n line 7\n line 8\n line 9\n-line 10\n+line 11\n",
        old_path: "a.txt",
        new_path: "a.txt",
        a_mode: "100644",
        b_mode: "100644",
      },
      {
        ...none,
        diff: "@@ -1 +0,0 @@\n-gone\n",
        old_path: "gone",
        new_path: "gone",
        a_mode: "100644",
        b_mode: "0",
        deleted_file: true,
      },
      {
        ...none,
        diff: "@@ -0,0 +1,2 @@\n+diff --git a/x b/x\n+@@ not a hunk\n",
        old_path: "made",
        new_path: "made",
        a_mode: "0",
        b_mode: "100644",
        new_file: true,
      },
      {
        ...none,
        diff: "",
        old_path: "old name.txt",
        new_path: "new/näme.txt",
        a_mode: "100644",
        b_mode: "100644",
        renamed_file: true,
      },
      { ...none, diff: "", old_path: "run.sh", new_path: "run.sh", a_mode: "100644", b_mode: "100755" },
      {
        ...none,
        diff: "Binary files /dev/null and b/z.bin differ\n",
        old_path: "z.bin",
        new_path: "z.bin",
        a_mode: "0",
        b_mode: "100644",
        new_file: true,
      },
    ]);
  });

  it("compares the first commit with nothing, and sends no diff that is too large", async () => {
    const first = await repositories.resolve(project, "main");
    assert.deepEqual(
      (await diffOfCommit(repositories, project, first!))!.map((entry) => [entry.new_path, entry.new_file]),
      [
        ["a.txt", true],
        ["gone", true],
        ["old name.txt", true],
        ["run.sh", true],
      ],
    );
    const large = await commit("main", [
      { action: "create", file_path: "large", content: Buffer.from("x".repeat(99).concat("\n").repeat(3000)) },
    ]);
    const [entry] = await diff(repositories, project, first, large);
    assert.deepEqual([entry!.too_large, entry!.diff, entry!.new_file], [true, "", true]);
  });

  it("merges changes of both sides, through a rename", async () => {
    const base = (await repositories.resolve(project, "main"))!;
    const ours = await commit("main", [{ action: "move", previous_path: "a.txt", file_path: "moved.txt" }]);
    const theirs = await commit("topic", [update("a.txt", lines(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10))], base);
    const merged = await mergeTrees(repositories, project, { base, ours, theirs });
    assert.ok("tree" in merged);
    assert.equal(
      (await repositories.git(project, ["cat-file", "blob", `${merged.tree}:moved.txt`])).toString(),
      lines(0, ...ten),
    );
    assert.equal(
      (await repositories.git(project, ["ls-tree", "--name-only", merged.tree])).toString(),
      "gone\nmoved.txt\nold name.txt\nrun.sh\n",
    );
  });

  it("merges changes to different files, new folders and modes included", async () => {
    const base = (await repositories.resolve(project, "main"))!;
    const ours = await commit("main", [
      update("a.txt", "ours\n"),
      { action: "create", file_path: "b/c", content: Buffer.from("c") },
    ]);
    const theirs = await commit(
      "topic",
      [
        { action: "chmod", file_path: "run.sh", execute_filemode: true },
        { action: "create", file_path: "b/d", content: Buffer.from("d") },
      ],
      base,
    );
    const merged = await mergeTrees(repositories, project, { base, ours, theirs });
    assert.ok("tree" in merged);
    assert.equal(
      (await repositories.git(project, ["diff-tree", "-r", "--name-status", ours, merged.tree])).toString(),
      "A\tb/d\nM\trun.sh\n",
    );
    assert.equal(
      (await repositories.git(project, ["diff-tree", "-r", "--name-status", theirs, merged.tree])).toString(),
      "M\ta.txt\nA\tb/c\n",
    );
    const deleted = await commit("deleted", [{ action: "delete", file_path: "gone" }], base);
    assert.deepEqual(await mergeTrees(repositories, project, { base, ours: base, theirs: deleted }), {
      tree: (await repositories.git(project, ["rev-parse", `${deleted}^{tree}`])).toString().trim(),
    });
  });

  it("merges two changes of one file, and no two that meet", async () => {
    const base = (await repositories.resolve(project, "main"))!;
    const ours = await commit("main", [update("a.txt", lines(...ten, 11))]);
    const theirs = await commit("topic", [update("a.txt", lines(0, ...ten))], base);
    const merged = await mergeTrees(repositories, project, { base, ours, theirs });
    assert.ok("tree" in merged);
    assert.equal(
      (await repositories.git(project, ["cat-file", "blob", `${merged.tree}:a.txt`])).toString(),
      lines(0, ...ten, 11),
    );
    const other = await commit("other", [update("a.txt", lines(...ten, 12))], base);
    assert.deepEqual(await mergeTrees(repositories, project, { base, ours, theirs: other }), { conflicts: ["a.txt"] });
  });

  it("does not merge a file with a folder of the same name", async () => {
    const base = (await repositories.resolve(project, "main"))!;
    const ours = await commit("main", [{ action: "create", file_path: "same", content: Buffer.from("a file") }]);
    const theirs = await commit(
      "topic",
      [{ action: "create", file_path: "same/name", content: Buffer.from("in a folder") }],
      base,
    );
    const merged = await mergeTrees(repositories, project, { base, ours, theirs });
    assert.ok("conflicts" in merged);
  });

  it("names the paths at which two sides disagree", async () => {
    const base = (await repositories.resolve(project, "main"))!;
    const ours = await commit("main", [update("a.txt", "ours\n"), { action: "delete", file_path: "gone" }]);
    const theirs = await commit("topic", [update("a.txt", "theirs\n"), update("gone", "not gone\n")], base);
    assert.deepEqual(await mergeTrees(repositories, project, { base, ours, theirs }), { conflicts: ["a.txt", "gone"] });
  });

  it("follows first parents past a merge", async () => {
    const base = (await repositories.resolve(project, "main"))!;
    const ours = await commit("main", [update("gone", "2\n")]);
    const theirs = await commit("topic", [update("a.txt", "2\n")], base);
    const env = {
      GIT_AUTHOR_NAME: "A",
      GIT_AUTHOR_EMAIL: "a@example.com",
      GIT_COMMITTER_NAME: "A",
      GIT_COMMITTER_EMAIL: "a@example.com",
    };
    const merge = (
      await repositories.git(project, ["commit-tree", `${ours}^{tree}`, "-p", ours, "-p", theirs, "-m", "merge"], {
        env,
      })
    )
      .toString()
      .trim();
    const history = async (firstParent: boolean): Promise<string[]> =>
      (await readHistory(repositories, project, { ref: merge, limit: 10, firstParent }))!.map((one) => one.id);
    assert.deepEqual(await history(true), [merge, ours, base]);
    assert.deepEqual((await history(false)).sort(), [merge, ours, theirs, base].sort());
  });
});
