import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { openRepository } from "../../../src/git/repository.ts";
import { gitOnPath } from "../../support/gitOnPath.ts";

describe("openRepository", () => {
  let folder = "";
  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  const commit = (name: string): string => {
    writeFileSync(path.join(folder, name), name);
    git("add", ".");
    git("commit", "-qm", name);
    return git("rev-parse", "HEAD");
  };
  const open = async () => {
    const repository = await openRepository(folder, gitOnPath);
    assert.ok(repository);
    return repository;
  };

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), "forgeline-git-")));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("answers undefined outside a repository", async () =>
    assert.equal(await openRepository(folder, gitOnPath), undefined));

  it("tells of a repository that git cannot read, instead of calling it none", async () => {
    writeFileSync(path.join(folder, ".git"), "nonsense");
    await assert.rejects(openRepository(folder, gitOnPath), /invalid gitfile format/);
  });

  it("tells when there is no git", async () => {
    git("init", "-q", "-b", "main");
    await assert.rejects(openRepository(folder, () => path.join(folder, "no-git-here")));
  });

  it("reads a repository without commits", async () => {
    git("init", "-q", "-b", "trunk");
    assert.deepEqual(await (await open()).readState(), { remotes: [], branch: "trunk" });
  });

  it("finds the root from a folder inside", async () => {
    git("init", "-q", "-b", "main");
    mkdirSync(path.join(folder, "deep/er"), { recursive: true });
    assert.equal((await openRepository(path.join(folder, "deep/er"), gitOnPath))?.root, folder);
  });

  it("reads remotes after insteadOf, the branch's name on the host and what was pushed", async () => {
    git("init", "-q", "-b", "main");
    const head = commit("one");
    git("config", "url.https://git.example.com/.insteadOf", "corp:");
    git("remote", "add", "origin", "corp:group/project.git");
    git("update-ref", "refs/remotes/origin/feature/x", head);
    git("config", "branch.main.remote", "origin");
    git("config", "branch.main.merge", "refs/heads/feature/x");
    assert.deepEqual(await (await open()).readState(), {
      remotes: [{ name: "origin", url: "https://git.example.com/group/project.git" }],
      branch: "main",
      upstream: { remote: "origin", branch: "feature/x", ref: "refs/remotes/origin/feature/x" },
      head,
      pushed: head,
    });
  });

  it("reads what was pushed to a branch of the same name, which others begin with", async () => {
    git("init", "-q", "-b", "team/main");
    const pushed = commit("one");
    for (const ref of ["refs/remotes/origin/team/main", "refs/remotes/other/team/main"]) git("update-ref", ref, pushed);
    git("config", "remote.other.url", "https://git.example.com/other.git");
    git("config", "remote.other.fetch", "+refs/heads/*:refs/remotes/other/*");
    git("config", "branch.team/main.remote", "other");
    git("config", "branch.team/main.merge", "refs/heads/team/main");
    const head = commit("two");
    git("update-ref", "refs/remotes/origin/team/main", head);
    const state = await (await open()).readState();
    assert.deepEqual(
      [state.head, state.pushed, state.upstream],
      [head, pushed, { remote: "other", branch: "team/main", ref: "refs/remotes/other/team/main" }],
    );
  });

  it("reads a branch without commits beside one whose name begins with its name", async () => {
    git("init", "-q", "-b", "main/sub");
    commit("one");
    git("symbolic-ref", "HEAD", "refs/heads/main");
    assert.deepEqual(await (await open()).readState(), { remotes: [], branch: "main" });
  });

  it("asks git about a HEAD that is written in another way", async () => {
    git("init", "-q", "-b", "main");
    const head = commit("one");
    writeFileSync(path.join(folder, ".git/HEAD"), "ref:  refs/heads/main\n");
    assert.deepEqual(await (await open()).readState(), { remotes: [], branch: "main", head });
  });

  it("reads a detached head", async () => {
    git("init", "-q", "-b", "main");
    const head = commit("one");
    git("checkout", "-q", "--detach");
    assert.deepEqual(await (await open()).readState(), { remotes: [], head });
  });

  it("keeps to the worktree's own head, with refs in the common folder", async () => {
    git("init", "-q", "-b", "main");
    commit("one");
    git("worktree", "add", "-q", "-b", "side", path.join(folder, "tree"));
    const repository = await openRepository(path.join(folder, "tree"), gitOnPath);
    assert.equal((await repository?.readState())?.branch, "side");
    assert.equal(repository?.commonDir, path.join(folder, ".git"));
    assert.notEqual(repository.gitDir, repository.commonDir);
  });

  it("lists branches once, whether local or remote, and tags", async () => {
    git("init", "-q", "-b", "main");
    const head = commit("one");
    git("branch", "fix/a");
    git("update-ref", "refs/remotes/origin/main", head);
    git("update-ref", "refs/remotes/origin/topic/b", head);
    git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main");
    git("tag", "v1");
    const repository = await open();
    assert.deepEqual((await repository.branches()).sort(), ["fix/a", "main", "topic/b"]);
    assert.deepEqual(await repository.tags(), ["v1"]);
  });

  it("stops when told to", async () => {
    git("init", "-q", "-b", "main");
    const repository = await open();
    await assert.rejects(repository.readState(AbortSignal.abort()));
  });
});

describe("what a repository's state costs", () => {
  const log = "started.txt";
  let folder = "";
  let program = "";
  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], {
      cwd: folder,
      encoding: "utf8",
    }).trim();
  /** The commands that were started since the last call. */
  const started = (): string[] => {
    const text = readFileSync(path.join(folder, log), "utf8");
    writeFileSync(path.join(folder, log), "");
    return text.split("\n").filter((line) => line !== "");
  };
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), "forgeline-git-")));
    program = path.join(folder, "git.sh");
    writeFileSync(program, `#!/bin/sh\necho "$1" >> "${path.join(folder, log)}"\nexec git "$@"\n`, { mode: 0o755 });
    git("init", "-q", "-b", "main");
    git("commit", "-q", "--allow-empty", "-m", "first");
    git("remote", "add", "origin", "https://git.example.com/a/b.git");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("is one git after a commit or a checkout, and two where the configuration may have changed", async () => {
    const repository = await openRepository(folder, () => program);
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
    assert.deepEqual(started(), ["for-each-ref", "rev-parse"], "where a branch merges from is nothing of a remote");
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
