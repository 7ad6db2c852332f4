import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { openRepository } from "../../../src/git/repository.ts";
import { gitOnPath } from "../../support/gitOnPath.ts";
import { GitFolder } from "./gitFolder.ts";

const remote = (name: string, url: string): string =>
  `[remote "${name}"]\n\turl = ${url}\n\tfetch = +refs/heads/*:refs/remotes/${name}/*\n`;
const upstream = (branch: string, name: string, merge: string): string =>
  `[branch "${branch}"]\n\tremote = ${name}\n\tmerge = ${merge}\n`;

describe("openRepository", () => {
  let repository: GitFolder;
  let folder = "";
  const commit = (name: string): string => repository.store({ [name]: name });
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
    repository.setRef("HEAD", "refs/heads/main/sub");
    commit("one");
    repository.setRef("HEAD", "refs/heads/main");
    assert.deepEqual(await state(), { remotes: [], branch: "main" });
  });

  it("reads the upstream of a branch whose first commit comes later, as in a clone of an empty project", async () => {
    repository.init();
    repository.configure(
      remote("origin", "https://git.example.com/a/b.git") + upstream("main", "origin", "refs/heads/main"),
    );
    const opened = await open();
    assert.equal((await opened.readState()).head, undefined);
    repository.setRef("refs/heads/main", commit("one"));
    assert.equal((await opened.readState()).upstream?.branch, "main");
  });

  it("finds the root from a folder inside", async () => {
    repository.init();
    mkdirSync(path.join(folder, "deep/er"), { recursive: true });
    assert.equal((await openRepository(path.join(folder, "deep/er"), gitOnPath))?.root, folder);
  });

  it("reads remotes after insteadOf, the upstream and what was pushed", async () => {
    repository.init();
    const head = commit("one");
    repository.configure(
      `[url "https://git.example.com/"]\n\tinsteadOf = corp:\n${remote("origin", "corp:group/project.git")}` +
        upstream("main", "origin", "refs/heads/feature/x"),
    );
    repository.setRef("refs/remotes/origin/feature/x", head);
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
    repository.configure(
      remote("other", "https://git.example.com/other.git") + upstream("team/main", "other", "refs/heads/team/main"),
    );
    const head = commit("two");
    repository.setRef("refs/remotes/other/team/main", pushed);
    repository.setRef("refs/remotes/origin/team/main", head);
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
    writeFileSync(path.join(folder, ".git/HEAD"), `${head}\n`);
    assert.deepEqual(await state(), { remotes: [], head });
  });

  it("reads the head of a worktree, with refs in the common folder", async () => {
    repository.init();
    commit("one");
    repository.git("worktree", "add", "-q", "-b", "side", path.join(folder, "tree"));
    const tree = await openRepository(path.join(folder, "tree"), gitOnPath);
    assert.equal((await tree?.readState())?.branch, "side");
    assert.equal(tree?.commonDir, path.join(folder, ".git"));
    assert.notEqual(tree.gitDir, tree.commonDir);
  });

  it("lists local and remote branches once, and tags", async () => {
    repository.init();
    const head = commit("one");
    for (const name of ["heads/fix/a", "remotes/origin/main", "remotes/origin/topic/b", "tags/v1"])
      repository.setRef(`refs/${name}`, head);
    repository.setRef("refs/remotes/origin/HEAD", "refs/remotes/origin/main");
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
  it("is no git after a commit or push, one after a checkout, and more after a change of the configuration", async () => {
    const folder = new GitFolder();
    const [log, program] = ["started.txt", "git.sh"].map((name) => path.join(folder.root, name)) as [string, string];
    writeFileSync(program, `#!/bin/sh\necho "$1" >> "${log}"\nexec git "$@"\n`, { mode: 0o755 });
    folder.init();
    folder.store();
    const [one, other] = ["b", "d"].map((name) => `https://git.example.com/a/${name}.git`) as [string, string];
    folder.configure(remote("origin", one));
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
    assert.deepEqual(await urls(), [one]);
    assert.deepEqual(started().sort(), ["for-each-ref", "remote"]);
    folder.setRef("refs/heads/other", folder.store());
    folder.setRef("HEAD", "refs/heads/other");
    assert.deepEqual(await urls(), [one]);
    assert.deepEqual(started(), ["for-each-ref"]);
    folder.configure(upstream("other", "origin", "refs/heads/main"));
    await urls();
    assert.deepEqual(started(), ["for-each-ref", "rev-parse"]);
    const pushed = folder.store();
    folder.setRef("refs/remotes/origin/main", pushed);
    const head = folder.store({ next: "next" });
    folder.setRef("refs/heads/other", head);
    const { upstream: tracked, ...commits } = await repository.readState();
    assert.deepEqual([tracked?.branch, commits.head, commits.pushed], ["main", head, pushed]);
    assert.deepEqual(started(), []);
    folder.configure(`[url "https://git.example.org/"]\n\tinsteadOf = https://git.example.com/\n`);
    assert.deepEqual(await urls(), ["https://git.example.org/a/b.git"]);
    assert.deepEqual(started().sort(), ["for-each-ref", "remote", "rev-parse"]);
    // A section after that of a branch, and the configuration of the worktree alone.
    folder.configure(remote("upstream", other));
    assert.deepEqual(await urls(), ["https://git.example.org/a/b.git", "https://git.example.org/a/d.git"]);
    folder.configure("[core]\n\trepositoryFormatVersion = 1\n[extensions]\n\tworktreeConfig = true\n");
    await urls();
    folder.write(".git/config.worktree", `[remote "own"]\n\turl = ${one}\n`);
    assert.equal((await urls()).length, 3);
  });
});
