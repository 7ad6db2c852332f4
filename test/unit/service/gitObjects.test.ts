import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { ahead, contains, mergeBase, walk } from "../../service/git/ancestry.ts";
import { GitFailed, GitProcesses } from "../../service/git/command.ts";
import { type ObjectStore, signature } from "../../service/git/objects.ts";
import { listRefs, NO_COMMIT, readRef, writeRef } from "../../service/git/refFiles.ts";
import { Repositories } from "../../service/git/repositories.ts";
import type { CommitAction } from "../../service/types.ts";

const project = "demo/objects";
const alice = { name: "Alice Ångström", email: "alice@example.com" };
const at = 1_700_000_000_000;

describe("service: git objects written beside git", () => {
  let root: string;
  let repositories: Repositories;
  let git: GitProcesses;
  let objects: ObjectStore;
  let dir: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "forgeline-test-"));
    repositories = new Repositories(root);
    git = new GitProcesses();
    await repositories.create(project, { "README.md": "# Objects\n", "src/a.txt": "a\n" }, { author: alice, at });
    dir = repositories.dir(project);
    objects = repositories.objects(project);
  });
  afterEach(async () => {
    await repositories.close();
    await git.close();
    await rm(root, { recursive: true, force: true });
  });

  const text = (...args: string[]): Promise<string> => git.text(args, { dir });
  const head = (): string => readRef(dir, "refs/heads/main")!;
  const create = (file_path: string): CommitAction => ({ action: "create", file_path, content: Buffer.from("x\n") });
  const commit = async (branch: string, actions: readonly CommitAction[], startBranch?: string): Promise<string> => {
    const start = startBranch === undefined ? {} : { startBranch };
    return (await repositories.commit(project, { branch, message: "change", author: alice, actions, at, ...start }))
      .sha;
  };
  const writeCommit = async (seconds: number, ...parents: string[]): Promise<string> => {
    const author = signature(alice, at + 1000 * seconds);
    const tree = await objects.treeOf(head());
    return objects.writeCommit({ tree, parents, author, committer: author, message: `at ${seconds}\n` });
  };

  it("gives blobs, trees and commits the names that git gives them", async () => {
    for (const content of [Buffer.alloc(0), Buffer.from([0, 255, 10, 13, 0, 128]), Buffer.alloc(300_000, "long ")])
      assert.equal(objects.write("blob", content), await git.text(["hash-object", "--stdin"], { dir, input: content }));

    // Folders sort as if they ended in a slash: after "a-b" and "a.b", before "a0".
    const oid = objects.write("blob", Buffer.from("x"));
    const files = [
      ["a/x", "100644", oid],
      ["a-b", "100755", oid],
      ["a.b", "120000", oid],
      ["a0", "160000", "1".repeat(40)],
      ["ä/ö/ü", "100644", oid],
    ] as const;
    const index = { dir, env: { GIT_INDEX_FILE: join(dir, "test-index") } };
    const input = files.map(([path, mode, id]) => `${mode} ${id}\t${path}\0`).join("");
    await git.run(["update-index", "-z", "--index-info"], { ...index, input });
    const tree = objects.writeTree(new Map(files.map(([path, mode, id]) => [path, { mode, oid: id }])));
    assert.equal(tree, await git.text(["write-tree"], index));

    for (const [name, email] of [
      ["Alice Ångström", "alice@example.com"],
      [" <O'Hara>,\n", " o@example.com>\n"],
    ] as const) {
      for (const message of ["", "one line", "Subject\n\nBody\n# kept\n\n"]) {
        const env = {
          GIT_AUTHOR_NAME: name,
          GIT_AUTHOR_EMAIL: email,
          GIT_AUTHOR_DATE: "1600000000 +0230",
          GIT_COMMITTER_NAME: name,
          GIT_COMMITTER_EMAIL: email,
          GIT_COMMITTER_DATE: `${at / 1000} +0000`,
        };
        const author = signature({ name, email }, 1_600_000_000_000, "+0230");
        const committer = signature({ name, email }, at);
        assert.equal(
          objects.writeCommit({ tree, parents: [head()], author, committer, message }),
          await git.text(["commit-tree", tree, "-p", head()], { dir, env, input: message }),
        );
      }
    }
    assert.equal(await text("fsck", "--strict", "--no-dangling"), "");
  });

  it("reads packed objects and refs, and goes on from them", async () => {
    await commit("feature/x", [create("x")], "main");
    await repositories.tag(project, "v1", "main", "Version 1\n\nwith lines");
    const read = async (from: Repositories): Promise<unknown[]> => [
      await from.branches(project),
      await from.tags(project),
      await from.log(project, "feature/x"),
      await from.file(project, "v1", "src/a.txt"),
    ];
    const before = await read(repositories);
    await text("repack", "-a", "-d", "-q");
    await text("pack-refs", "--all", "--prune");
    // Another service, which remembers nothing.
    const again = new Repositories(root);
    assert.deepEqual(await read(again), before);
    await again.commit(project, { branch: "feature/x", message: "more", author: alice, actions: [create("y")] });
    assert.equal(await text("rev-list", "--count", "feature/x"), "3");
    await again.close();
  });

  it("lets exactly one of many move a branch from where they all saw it", async () => {
    const before = head();
    const made = await Promise.all(Array.from({ length: 8 }, (_, n) => writeCommit(n, before)));
    const moved = await Promise.allSettled(
      made.map((after) => repositories.moveRef(project, "refs/heads/main", { before, after })),
    );
    assert.equal(moved.filter(({ status }) => status === "fulfilled").length, 1);
    for (const one of moved) if (one.status === "rejected") assert.ok(one.reason instanceof GitFailed);
    assert.equal(head(), made[moved.findIndex(({ status }) => status === "fulfilled")]);
  });

  it("writes a ref only where nothing is in the way", async () => {
    const [main, next] = [head(), await commit("main", [create("n")])];
    assert.equal(writeRef(dir, "refs/heads/a/b", main, NO_COMMIT), true);
    for (const packed of [false, true]) {
      if (packed) await text("pack-refs", "--all", "--prune");
      assert.equal(writeRef(dir, "refs/heads/a/b", next, NO_COMMIT), false, "it exists");
      assert.equal(writeRef(dir, "refs/heads/a/b/c", main, NO_COMMIT), false, "below a branch");
      assert.equal(writeRef(dir, "refs/heads/a", main, NO_COMMIT), false, "over a folder");
    }
    assert.equal(writeRef(dir, "refs/heads/a/b", next, main), true, "a packed branch moves");
    const refs = listRefs(dir, "refs/heads/").map(([name, id]) => `${name} ${id}`);
    assert.deepEqual(refs, [`refs/heads/a/b ${next}`, `refs/heads/main ${next}`]);
    assert.equal(await text("for-each-ref", "--format=%(refname) %(objectname)"), refs.join("\n"));
  });

  it("walks, counts and finds common commits as git does, also where histories cross", async () => {
    const first = head();
    const [left, right] = [await writeCommit(10, first), await writeCommit(20, first)];
    const [one, other] = [await writeCommit(30, left, right), await writeCommit(30, right, left)];
    // Its clock was slow: older by date than its parent.
    const slow = await writeCommit(5, other);
    const merged = [await writeCommit(45, one, other), await writeCommit(70, other, slow), await writeCommit(80, slow)];
    const commits = [left, ...merged, slow, await writeCommit(60)];
    const before = new Map<string, string[]>();
    for (const id of commits) before.set(id, (await text("rev-list", id)).split("\n"));
    for (const a of commits) {
      const all = before.get(a)!;
      const walked: string[] = [];
      for await (const { id } of walk(objects, a)) walked.push(id);
      assert.deepEqual(walked, all);
      for (const b of commits) {
        const bases = a === b ? a : await text("merge-base", "--all", a, b).catch(() => "");
        const base = await mergeBase(objects, a, b);
        assert.ok(bases === "" ? base === undefined : bases.split("\n").includes(base ?? ""), `${bases}: ${base}`);
        assert.equal(await ahead(objects, a, b), before.get(b)!.filter((id) => !all.includes(id)).length);
        assert.equal(await contains(objects, a, b), all.includes(b));
      }
    }
  });
});
