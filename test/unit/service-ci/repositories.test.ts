import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, beforeEach, afterEach } from "mocha";
import { GitProcesses } from "../../service/git/command.ts";
import { Repositories } from "../../service/git/repositories.ts";
import type { CommitAction, PushEvent } from "../../service/types.ts";

const alice = { name: "Alice Ångström", email: "alice@example.com" };
const project = "demo/weather-station";
const none = "0".repeat(40);

describe("service: repositories", function () {
  let root: string;
  let repositories: Repositories;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "forgeline-test-"));
    repositories = new Repositories(root);
    await repositories.create(
      project,
      { "README.md": "# Weather\n", "run.sh": { content: "#!/bin/sh\n", mode: "100755" }, "src/a.txt": "a\n" },
      { author: alice, message: "First\n\nBody\n", at: 1_700_000_000_000 },
    );
  });
  afterEach(async () => {
    await repositories.close();
    await rm(root, { recursive: true, force: true });
  });

  const commit = (...actions: CommitAction[]) =>
    repositories.commit(project, { branch: "main", message: "change", author: alice, actions });
  const text = async (path: string, ref = "main") => (await repositories.file(project, ref, path))?.content.toString();

  it("shows a commit in the API's shape, dates with milliseconds and offset, lines counted", async () => {
    const sha = await repositories.resolve(project, "main");
    assert.ok(sha);
    assert.deepEqual(await repositories.show(project, sha), {
      id: sha,
      short_id: sha.slice(0, 8),
      title: "First",
      message: "First\n\nBody\n",
      author_name: "Alice Ångström",
      author_email: "alice@example.com",
      authored_date: "2023-11-14T22:13:20.000+00:00",
      committer_name: "Alice Ångström",
      committer_email: "alice@example.com",
      committed_date: "2023-11-14T22:13:20.000+00:00",
      created_at: "2023-11-14T22:13:20.000+00:00",
      parent_ids: [],
      stats: { additions: 3, deletions: 0, total: 3 },
    });
    assert.equal(await repositories.show(project, "f".repeat(40)), undefined);
  });

  it("applies every kind of action in one commit", async () => {
    const { sha } = await commit(
      { action: "create", file_path: "new/deep.txt", content: Buffer.from("deep") },
      { action: "update", file_path: "README.md", content: Buffer.from("changed") },
      { action: "delete", file_path: "src/a.txt" },
      { action: "move", previous_path: "run.sh", file_path: "bin/run.sh" },
      { action: "chmod", file_path: "new/deep.txt", execute_filemode: true },
    );
    assert.equal(await repositories.resolve(project, "main"), sha);
    assert.equal(await text("README.md"), "changed");
    assert.equal(await text("src/a.txt"), undefined);
    assert.equal(await text("run.sh"), undefined);
    assert.equal((await repositories.file(project, "main", "bin/run.sh"))?.mode, "100755");
    assert.equal((await repositories.file(project, "main", "new/deep.txt"))?.mode, "100755");
    assert.equal((await repositories.show(project, sha))?.parent_ids.length, 1);
  });

  it("keeps binary content and odd names byte for byte", async () => {
    const content = Buffer.from([0, 255, 10, 13, 0, 128]);
    const name = "dätä/[a] *?.bin";
    await commit({ action: "create", file_path: name, content });
    assert.deepEqual((await repositories.file(project, "main", name))?.content, content);
    assert.equal(await repositories.file(project, "main", "dätä"), undefined, "a folder is no file");
    await new GitProcesses().run(["fsck", "--strict"], { dir: repositories.dir(project) });
  });

  it("names the last commit that changed a file", async () => {
    const first = await repositories.resolve(project, "main");
    const { sha } = await commit({ action: "update", file_path: "README.md", content: Buffer.from("2") });
    assert.equal((await repositories.file(project, "main", "README.md"))?.lastCommitId, sha);
    assert.equal((await repositories.file(project, "main", "run.sh"))?.lastCommitId, first);
    await assert.rejects(
      commit({ action: "update", file_path: "README.md", content: Buffer.from("3"), last_commit_id: first ?? "" }),
      /has changed since you started editing it/,
    );
  });

  const refused: [name: string, action: CommitAction, message: RegExp][] = [
    ["create over a file", { action: "create", file_path: "README.md" }, /^A file with this name already exists$/],
    ["create below a file", { action: "create", file_path: "README.md/x" }, /^A file with this name already exists$/],
    ["create over a folder", { action: "create", file_path: "src" }, /^A directory with this name already exists$/],
    ["update a missing file", { action: "update", file_path: "no" }, /^A file with this name doesn't exist$/],
    ["delete a missing file", { action: "delete", file_path: "no" }, /^A file with this name doesn't exist$/],
    [
      "move a missing file",
      { action: "move", previous_path: "no", file_path: "x" },
      /^A file with this name doesn't exist$/,
    ],
    ["traversal", { action: "create", file_path: "a/../../x" }, /^Path cannot include directory traversal$/],
    ["git's own folder", { action: "create", file_path: ".git/config" }, /^Invalid path/],
    ["an empty part", { action: "create", file_path: "a//b" }, /^Invalid path/],
  ];
  for (const [name, action, message] of refused) {
    it(`refuses and changes nothing: ${name}`, async () => {
      const before = await repositories.resolve(project, "main");
      await assert.rejects(
        commit(action),
        (error: Error) => error.name === "CommitRefused" && message.test(error.message),
      );
      assert.equal(await repositories.resolve(project, "main"), before);
    });
  }

  it("starts branches, overwrites by force and refuses the rest", async () => {
    const base = {
      message: "m",
      author: alice,
      actions: [{ action: "create", file_path: "x", content: Buffer.from("x") }] as const,
    };
    await assert.rejects(
      repositories.commit(project, { ...base, branch: "other" }),
      /You can only create or edit files when you are on a branch/,
    );
    await assert.rejects(repositories.commit(project, { ...base, branch: "bad..name" }), { name: "CommitRefused" });
    const first = await repositories.commit(project, { ...base, branch: "other", startBranch: "main" });
    await assert.rejects(
      repositories.commit(project, { ...base, branch: "other", startBranch: "main" }),
      /A branch called 'other' already exists/,
    );
    const forced = await repositories.commit(project, {
      ...base,
      branch: "other",
      startBranch: "main",
      message: "again",
      force: true,
    });
    assert.notEqual(forced.sha, first.sha);
    assert.deepEqual((await repositories.show(project, forced.sha))?.parent_ids, [
      await repositories.resolve(project, "main"),
    ]);
    assert.deepEqual(
      (await repositories.branches(project)).map((b) => [b.name, b.title]),
      [
        ["main", "First"],
        ["other", "again"],
      ],
    );
  });

  it("lets exactly one of two commits at the same time win, or both in a row", async () => {
    const results = await Promise.allSettled(
      ["a", "b", "c"].map((name) => commit({ action: "create", file_path: name, content: Buffer.from(name) })),
    );
    const won = results.filter((r) => r.status === "fulfilled").length;
    assert.ok(won >= 1);
    for (const r of results)
      if (r.status === "rejected") assert.match(String(r.reason), /Could not update refs\/heads\/main/);
    assert.equal((await repositories.log(project, "main")).length, 1 + won, "no commit is lost");
    assert.deepEqual(
      (await readdir(repositories.dir(project))).filter((name) => name.startsWith("forgeline-index")),
      [],
    );
  });

  it("raises a push event for a commit, not for create, until the listener is removed", async () => {
    const events: PushEvent[] = [];
    const stop = repositories.onPush((event) => events.push(event));
    const before = await repositories.resolve(project, "main");
    const { sha } = await commit();
    await repositories.create("demo/second", { a: "" });
    stop();
    await commit();
    assert.deepEqual(events, [{ project, ref: "refs/heads/main", before, after: sha, user: undefined }]);
  });

  it("accepts the first commit of an empty repository on any branch", async () => {
    await repositories.create("demo/empty", {}, { empty: true, defaultBranch: "trunk" });
    assert.deepEqual(await repositories.branches("demo/empty"), []);
    assert.equal(await repositories.resolve("demo/empty", "HEAD"), undefined);
    assert.deepEqual(await repositories.log("demo/empty", "trunk"), []);
    const events: PushEvent[] = [];
    repositories.onPush((event) => events.push(event));
    const { sha } = await repositories.commit("demo/empty", {
      branch: "trunk",
      message: "m",
      author: alice,
      actions: [],
    });
    assert.equal(await repositories.resolve("demo/empty", "HEAD"), sha);
    assert.equal(events[0]?.before, none);
  });

  it("reads tags of both kinds and resolves names to commits", async () => {
    const sha = await repositories.resolve(project, "main");
    assert.ok(sha);
    await repositories.tag(project, "light", "main");
    await repositories.tag(project, "v1", sha, "Version 1\n\nwith\nlines");
    const tags = await repositories.tags(project);
    assert.deepEqual(
      tags.map((t) => [t.name, t.sha, t.title, t.message]),
      [
        ["light", sha, "First", undefined],
        ["v1", sha, "First", "Version 1\n\nwith\nlines"],
      ],
    );
    for (const ref of ["v1", "refs/tags/v1", sha, sha.slice(0, 8), "HEAD", "refs/heads/main"])
      assert.equal(await repositories.resolve(project, ref), sha, ref);
    for (const ref of ["", "nope", "--all", "main~0", "main:README.md", "@{0}", "a b"])
      assert.equal(await repositories.resolve(project, ref), undefined, ref);
  });

  it("pages the log and filters it by path", async () => {
    for (const n of ["1", "2", "3"])
      await commit({ action: "update", file_path: "src/a.txt", content: Buffer.from(n) });
    assert.equal((await repositories.log(project, "main", { limit: 2, skip: 1 })).length, 2);
    assert.equal((await repositories.log(project, "main", { path: "README.md" })).length, 1);
  });

  for (const path of ["../x", "a/../b", "/a", "a//b", ".hidden/x", "-x/y", ""]) {
    it(`keeps out of the file system: ${JSON.stringify(path)}`, () => {
      assert.throws(() => repositories.dir(path), /Not a project path/);
    });
  }
});
