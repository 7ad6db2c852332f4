import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, it } from "mocha";
import { openRepository } from "../../../src/git/repository.ts";
import { gitOnPath } from "../../support/gitOnPath.ts";
import { GitFolder } from "./gitFolder.ts";

describe("openRepository", () => {
  let repository: GitFolder;
  let folder = "";
  const git = (...args: string[]): string => repository.git(...args);
  const commit = (name: string): string => repository.commit({ [name]: name });
  const open = async () => (await openRepository(folder, gitOnPath))!;
  const state = async (): Promise<unknown> => (await open()).readState();

  beforeEach(() => {
    repository = new GitFolder();
    folder = repository.root;
  });

  it("returns undefined outside a repository, and throws for a broken one or without git", async () => {
    assert.equal(await openRepository(folder, gitOnPath), undefined);
    writeFileSync(path.join(folder, ".git"), "nonsense");
    await assert.rejects(openRepository(folder, gitOnPath), /invalid gitfile format/);
    await assert.rejects(openRepository(folder, () => path.join(folder, "no-git-here")));
  });

  it("reads a branch without commits, also beside one below its name", async () => {
    repository.init("trunk");
    assert.deepEqual(await state(), { remotes: [], branch: "trunk" });
    git("symbolic-ref", "HEAD", "refs/heads/main/sub");
    commit("one");
    git("symbolic-ref", "HEAD", "refs/heads/main");
    assert.deepEqual(await state(), { remotes: [], branch: "main" });
  });

  it("finds the root from a folder inside", async () => {
    repository.init();
    mkdirSync(path.join(folder, "deep/er"), { recursive: true });
    assert.equal((await openRepository(path.join(folder, "deep/er"), gitOnPath))?.root, folder);
  });

  it("reads remotes after insteadOf, the upstream and what was pushed", async () => {
    repository.init();
    const head = commit("one");
    git("config", "url.https://git.example.com/.insteadOf", "corp:");
    git("remote", "add", "origin", "corp:group/project.git");
    git("update-ref", "refs/remotes/origin/feature/x", head);
    git("config", "branch.main.remote", "origin");
    git("config", "branch.main.merge", "refs/heads/feature/x");
    assert.deepEqual(await state(), {
      remotes: [{ name: "origin", url: "https://git.example.com/group/project.git" }],
      branch: "main",
      upstream: { remote: "origin", branch: "feature/x", ref: "refs/remotes/origin/feature/x" },
      head,
      pushed: head,
    });
  });

  it("reads what was pushed to a branch of the same name", async () => {
    repository.init("team/main");
    const pushed = commit("one");
    for (const ref of ["refs/remotes/origin/team/main", "refs/remotes/other/team/main"]) git("update-ref", ref, pushed);
    git("config", "remote.other.url", "https://git.example.com/other.git");
    git("config", "remote.other.fetch", "+refs/heads/*:refs/remotes/other/*");
    git("config", "branch.team/main.remote", "other");
    git("config", "branch.team/main.merge", "refs/heads/team/main");
    const head = commit("two");
    git("update-ref", "refs/remotes/origin/team/main", head);
    const read = await (await open()).readState();
    assert.deepEqual(
      [read.head, read.pushed, read.upstream],
      [head, pushed, { remote: "other", branch: "team/main", ref: "refs/remotes/other/team/main" }],
    );
  });

  it("reads an unusual HEAD, and a detached one", async () => {
    repository.init();
    const head = commit("one");
    writeFileSync(path.join(folder, ".git/HEAD"), "ref:  refs/heads/main\n");
    assert.deepEqual(await state(), { remotes: [], branch: "main", head });
    git("checkout", "-q", "--detach");
    assert.deepEqual(await state(), { remotes: [], head });
  });

  it("reads the head of a worktree, with refs in the common folder", async () => {
    repository.init();
    commit("one");
    git("worktree", "add", "-q", "-b", "side", path.join(folder, "tree"));
    const tree = await openRepository(path.join(folder, "tree"), gitOnPath);
    assert.equal((await tree?.readState())?.branch, "side");
    assert.equal(tree?.commonDir, path.join(folder, ".git"));
    assert.notEqual(tree.gitDir, tree.commonDir);
  });

  it("lists local and remote branches once, and tags", async () => {
    repository.init();
    const head = commit("one");
    git("branch", "fix/a");
    git("update-ref", "refs/remotes/origin/main", head);
    git("update-ref", "refs/remotes/origin/topic/b", head);
    git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main");
    git("tag", "v1");
    const opened = await open();
    assert.deepEqual((await opened.branches()).sort(), ["fix/a", "main", "topic/b"]);
    assert.deepEqual(await opened.tags(), ["v1"]);
  });

  it("stops on cancel", async () => {
    repository.init();
    await assert.rejects((await open()).readState(AbortSignal.abort()));
  });
});

describe("the cost of a repository's state", () => {
  it("is one git after a commit or checkout, and more after a change of the configuration", async () => {
    const folder = new GitFolder();
    const [log, program] = ["started.txt", "git.sh"].map((name) => path.join(folder.root, name)) as [string, string];
    const git = (...args: string[]): string => folder.git(...args);
    writeFileSync(program, `#!/bin/sh\necho "$1" >> "${log}"\nexec git "$@"\n`, { mode: 0o755 });
    folder.init();
    git("commit", "-q", "--allow-empty", "-m", "first");
    git("remote", "add", "origin", "https://git.example.com/a/b.git");
    /** The commands that were started since the last call. */
    const started = (): string[] => {
      const text = readFileSync(log, "utf8");
      writeFileSync(log, "");
      return text.split("\n").filter((line) => line !== "");
    };
    const repository = await openRepository(folder.root, () => program);
    assert.ok(repository);
    assert.deepEqual(started(), ["rev-parse"]);
    const urls = async (): Promise<string[]> => (await repository.readState()).remotes.map(({ url }) => url);
    assert.deepEqual(await urls(), ["https://git.example.com/a/b.git"]);
    assert.deepEqual(started().sort(), ["for-each-ref", "remote"]);
    git("commit", "-q", "--allow-empty", "-m", "second");
    git("checkout", "-q", "-b", "other");
    assert.deepEqual(await urls(), ["https://git.example.com/a/b.git"]);
    assert.deepEqual(started(), ["for-each-ref"]);
    git("config", "branch.other.merge", "refs/heads/main");
    git("config", "branch.other.remote", "origin");
    await urls();
    assert.deepEqual(started(), ["for-each-ref", "rev-parse"]);
    git("remote", "set-url", "origin", "https://git.example.com/a/c.git");
    assert.deepEqual(await urls(), ["https://git.example.com/a/c.git"]);
    assert.deepEqual(started().sort(), ["for-each-ref", "remote", "rev-parse"]);
    git("config", "url.https://git.example.org/.insteadOf", "https://git.example.com/");
    assert.deepEqual(await urls(), ["https://git.example.org/a/c.git"]);
    git("config", "branch.main.remote", "origin");
    git("remote", "add", "upstream", "https://git.example.com/a/e.git");
    assert.deepEqual(await urls(), ["https://git.example.org/a/c.git", "https://git.example.org/a/e.git"]);
    git("remote", "remove", "upstream");
    git("config", "extensions.worktreeConfig", "true");
    await urls();
    git("config", "--worktree", "remote.own.url", "https://git.example.org/a/d.git");
    assert.deepEqual(await urls(), ["https://git.example.org/a/c.git", "https://git.example.org/a/d.git"]);
  });
});
