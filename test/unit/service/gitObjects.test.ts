import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { ahead, contains, mergeBase, walk } from "../../service/git/ancestry.ts";
import { changedFiles } from "../../service/git/changedFiles.ts";
import { GitFailed, GitProcesses } from "../../service/git/command.ts";
import { EMPTY_TREE, type ObjectStore, signature } from "../../service/git/objects.ts";
import { isBranchName, listRefs, NO_COMMIT, readRef, writeRef } from "../../service/git/refFiles.ts";
import { Repositories } from "../../service/git/repositories.ts";
import type { CommitAction } from "../../service/types.ts";

const project = "demo/objects";
const alice = { name: "Alice Ångström", email: "alice@example.com" };
const at = 1_700_000_000_000;

describe("service: git objects beside git", function () {
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
  const fsck = (): Promise<string> => text("fsck", "--strict", "--no-dangling");
  const create = (file_path: string, content: string | Buffer = file_path): CommitAction => ({
    action: "create",
    file_path,
    content: Buffer.from(content),
  });
  const commit = async (
    branch: string,
    actions: readonly CommitAction[],
    options: { startBranch?: string; seconds?: number } = {},
  ): Promise<string> => {
    const { startBranch, seconds = 0 } = options;
    return (
      await repositories.commit(project, {
        branch,
        message: "change",
        author: alice,
        actions,
        at: at + 1000 * seconds,
        ...(startBranch === undefined ? {} : { startBranch }),
      })
    ).sha;
  };
  /** Two branches that merged each other, so that each has two newest commits of the other; what came before and after; a history of its own. */
  const crossing = async (): Promise<string[]> => {
    const first = readRef(dir, "refs/heads/main")!;
    const tree = await objects.treeOf(first);
    const made = (seconds: number, ...parents: string[]): string => {
      const author = signature(alice, at + 1000 * seconds);
      return objects.writeCommit({ tree, parents, author, committer: author, message: `at ${seconds}\n` });
    };
    const [left, right] = [made(10, first), made(20, first)];
    const [one, other] = [made(30, left, right), made(30, right, left)];
    // A clock that was slow: older by its date than what it comes after.
    const slow = made(5, other);
    return [left, made(45, one, other), made(40, one), slow, made(70, other, slow), made(80, slow), made(60)];
  };

  it("gives every object the name git gives it", async () => {
    const blobs = [Buffer.alloc(0), Buffer.from([0, 255, 10, 13, 0, 128]), Buffer.alloc(300_000, "long ")];
    for (const content of blobs)
      assert.equal(objects.write("blob", content), await git.text(["hash-object", "--stdin"], { dir, input: content }));

    // Folders sort as if they ended in a slash: after "a-b" and "a.b", before "a0".
    const oid = objects.write("blob", Buffer.from("x"));
    const modes: readonly (readonly [string, string, string])[] = [
      ["a/x", "100644", oid],
      ["a-b", "100755", oid],
      ["a.b", "120000", oid],
      ["a0", "160000", "1".repeat(40)],
      ["ä/ö/ü", "100644", oid],
    ];
    const env = { GIT_INDEX_FILE: join(dir, "test-index") };
    await git.run(["update-index", "-z", "--index-info"], {
      dir,
      env,
      input: modes.map(([path, mode, id]) => `${mode} ${id}\t${path}\0`).join(""),
    });
    const files = new Map(modes.map(([path, mode, id]) => [path, { mode, oid: id }] as const));
    const tree = objects.writeTree(files);
    assert.equal(tree, await git.text(["write-tree"], { dir, env }));
    assert.deepEqual(new Map([...(await objects.files(tree))].sort()), new Map([...files].sort()));
    assert.equal(objects.writeTree(new Map()), EMPTY_TREE);

    const parents = [readRef(dir, "refs/heads/main")!, await commit("main", [create("b")])];
    const names = [
      ["Alice Ångström", "alice@example.com"],
      [" <O'Hara>,\n", " o@example.com>\n"],
    ] as const;
    for (const [name, email] of names) {
      for (const message of ["", "one line", "Subject\n\nBody\n# kept\n\n"]) {
        const variables = {
          GIT_AUTHOR_NAME: name,
          GIT_AUTHOR_EMAIL: email,
          GIT_AUTHOR_DATE: "1600000000 +0230",
          GIT_COMMITTER_NAME: name,
          GIT_COMMITTER_EMAIL: email,
          GIT_COMMITTER_DATE: `${at / 1000} +0000`,
        };
        const made = await git.text(["commit-tree", tree, ...parents.flatMap((parent) => ["-p", parent])], {
          dir,
          env: variables,
          input: message,
        });
        const person = { name, email };
        assert.equal(
          objects.writeCommit({
            tree,
            parents,
            author: signature(person, 1_600_000_000_000, "+0230"),
            committer: signature(person, at),
            message,
          }),
          made,
        );
      }
    }
    assert.equal(await fsck(), "");
  });

  it("writes modes, links and submodules that git checks strictly and reads back", async () => {
    const link = objects.write("blob", Buffer.from("README.md"));
    const tree = objects.writeTree(
      new Map([...(await objects.files(readRef(dir, "refs/heads/main")!)), ["link", { mode: "120000", oid: link }]]),
    );
    const author = signature(alice, at);
    await repositories.moveRef(project, "refs/heads/main", {
      after: objects.writeCommit({
        tree,
        parents: [readRef(dir, "refs/heads/main")!],
        author,
        committer: author,
        message: "link\n",
      }),
    });
    const module = "2".repeat(40);
    const sha = await commit("main", [
      { ...create("bin/run.sh"), execute_filemode: true },
      { action: "create", file_path: "lib/module", submodule: module },
    ]);
    assert.equal(await text("show", "--numstat", "--format=", sha), "1\t0\tbin/run.sh\n1\t0\tlib/module");
    assert.deepEqual((await repositories.show(project, sha))?.stats, { additions: 2, deletions: 0, total: 2 });
    assert.deepEqual((await text("ls-tree", "-r", "--format=%(objectmode) %(path)", "main")).split("\n"), [
      "100644 README.md",
      "100755 bin/run.sh",
      "160000 lib/module",
      "120000 link",
      "100644 src/a.txt",
    ]);
    assert.equal((await repositories.file(project, "main", "link"))?.content.toString(), "README.md");
    assert.deepEqual(
      { ...(await repositories.file(project, "main", "lib/module")), lastCommitId: "" },
      { content: Buffer.alloc(0), mode: "160000", blobId: module, lastCommitId: "" },
    );
    await assert.rejects(commit("main", [{ action: "chmod", file_path: "lib/module", execute_filemode: true }]), {
      name: "CommitRefused",
    });
    assert.equal(await fsck(), "");
  });

  it("reads what git has packed, refs included", async () => {
    await commit("feature/x", [create("x")], { startBranch: "main", seconds: 1 });
    await repositories.tag(project, "v1", "main", "Version 1\n\nwith lines");
    const before = {
      branches: await repositories.branches(project),
      tags: await repositories.tags(project),
      log: await repositories.log(project, "feature/x"),
      file: await repositories.file(project, "v1", "src/a.txt"),
    };
    await text("repack", "-a", "-d", "-q");
    await text("pack-refs", "--all", "--prune");
    await text("prune-packed");
    // Another service, which remembers nothing.
    const again = new Repositories(root);
    assert.deepEqual(
      {
        branches: await again.branches(project),
        tags: await again.tags(project),
        log: await again.log(project, "feature/x"),
        file: await again.file(project, "v1", "src/a.txt"),
      },
      before,
    );
    assert.equal(
      (await again.commit(project, { branch: "feature/x", message: "more", author: alice, actions: [create("y")] }))
        .sha,
      await text("rev-parse", "feature/x"),
    );
    await again.fork(project, "demo/forked");
    assert.deepEqual(await again.tags("demo/forked"), before.tags);
    await again.close();
    assert.equal(await git.text(["fsck", "--strict"], { dir: repositories.dir("demo/forked") }), "");
  });

  it("reads what a push brought while it had the repository open, as objects of their own", async () => {
    const clone = join(root, "clone");
    await git.run(["clone", "--quiet", dir, clone]);
    // More objects than git would leave unpacked by itself.
    const files = Array.from({ length: 150 }, (_, n) => `M 100644 inline f${n}\ndata <<E\n${n}\nE\n`);
    await git.run(["fast-import", "--quiet"], {
      cwd: clone,
      input: `commit refs/heads/many\ncommitter B <b@example.com> 1700000000 +0000\ndata 1\nx\nfrom refs/remotes/origin/main\n${files.join("")}\n`,
    });
    assert.deepEqual(
      (await repositories.branches(project)).map(({ name }) => name),
      ["main"],
    );
    await git.run(["push", "--quiet", "origin", "many", "many:main"], { cwd: clone });
    assert.equal((await repositories.log(project, "main")).length, 2);
    assert.equal((await repositories.file(project, "many", "f149"))?.content.toString(), "149\n");
    assert.equal(/^packs: (\d+)/m.exec(await text("count-objects", "-v"))?.[1], "0");
  });

  it("lets exactly one of many move a branch from where they all saw it", async () => {
    const before = readRef(dir, "refs/heads/main")!;
    const author = signature(alice, at);
    const tree = await objects.treeOf(before);
    const made = Array.from({ length: 8 }, (_, n) =>
      objects.writeCommit({ tree, parents: [before], author, committer: author, message: `${n}` }),
    );
    const moved = await Promise.allSettled(
      made.map((after) => repositories.moveRef(project, "refs/heads/main", { before, after })),
    );
    assert.deepEqual(moved.map(({ status }) => status).sort(), [
      "fulfilled",
      ...Array.from({ length: 7 }, () => "rejected"),
    ]);
    for (const one of moved) if (one.status === "rejected") assert.ok(one.reason instanceof GitFailed);
    assert.equal(readRef(dir, "refs/heads/main"), made[moved.findIndex(({ status }) => status === "fulfilled")]);
  });

  it("writes a ref only where nothing is in the way, and says what git says otherwise", async () => {
    const [main, next] = [readRef(dir, "refs/heads/main")!, await commit("main", [create("n")])];
    assert.equal(writeRef(dir, "refs/heads/a/b", main, NO_COMMIT), true);
    assert.equal(writeRef(dir, "refs/heads/a/b", next, NO_COMMIT), false, "it is there");
    assert.equal(writeRef(dir, "refs/heads/a/b/c", main, NO_COMMIT), false, "below a branch");
    assert.equal(writeRef(dir, "refs/heads/a", main, NO_COMMIT), false, "over a folder");
    await text("pack-refs", "--all", "--prune");
    assert.equal(writeRef(dir, "refs/heads/a/b/c", main, NO_COMMIT), false, "below a packed branch");
    assert.equal(writeRef(dir, "refs/heads/a", main, NO_COMMIT), false, "over a folder of packed branches");
    assert.equal(writeRef(dir, "refs/heads/a/b", next, main), true, "a packed branch moves");
    assert.deepEqual(listRefs(dir, "refs/heads/"), [
      ["refs/heads/a/b", next],
      ["refs/heads/main", next],
    ]);
    assert.equal(
      await text("for-each-ref", "--format=%(refname) %(objectname)"),
      `refs/heads/a/b ${next}\nrefs/heads/main ${next}`,
    );
    await assert.rejects(repositories.moveRef(project, "refs/heads/a", { after: main }), GitFailed);
    await assert.rejects(
      repositories.moveRef(project, "refs/heads/z", { after: "3".repeat(40) }),
      GitFailed,
      "no such commit",
    );
    await repositories.moveRef(project, "refs/heads/a/b", { before: next });
    await repositories.moveRef(project, "refs/heads/a", { after: main });
    assert.equal(readRef(dir, "refs/heads/a"), main, "git clears the empty folder away");
  });

  it("takes the same names for branches as git does", async () => {
    const names = [
      "main",
      "feature/x",
      "a.b",
      "ä",
      "a@b",
      "{a}",
      "-x",
      "@",
      "HEAD",
      "a/HEAD",
      "a..b",
      "a b",
      "a~",
      "a^",
      "a:b",
      "a?",
      "a*",
      "a[",
      "a\\b",
      "a\x7f",
      "a\tb",
      ".a",
      "a/.b",
      "a.lock",
      "a.lock/b",
      "a.",
      "a/",
      "/a",
      "a//b",
      "a@{b",
      "a.b/c.",
      "]",
    ];
    for (const name of names) {
      const taken = await git.run(["check-ref-format", "--branch", name]).then(
        () => true,
        () => false,
      );
      assert.equal(isBranchName(name), taken, JSON.stringify(name));
    }
  });

  it("walks, counts and finds common commits as git does, also where histories cross", async () => {
    const commits = await crossing();
    const ids = async (start: string): Promise<string[]> => {
      const walked: string[] = [];
      for await (const { id } of walk(objects, start)) walked.push(id);
      return walked;
    };
    const before = new Map<string, string[]>();
    for (const one of commits) before.set(one, (await text("rev-list", one)).split("\n"));
    for (const one of commits) {
      const all = before.get(one)!;
      assert.deepEqual(await ids(one), all);
      for (const other of commits) {
        const bases = one === other ? one : await text("merge-base", "--all", one, other).catch(() => "");
        const base = await mergeBase(objects, one, other);
        assert.ok(
          bases === "" ? base === undefined : bases.split("\n").includes(base ?? ""),
          `${bases}: ${String(base)}`,
        );
        assert.equal(await ahead(objects, one, other), before.get(other)!.filter((id) => !all.includes(id)).length);
        assert.equal(await contains(objects, one, other), all.includes(other));
      }
    }
  });

  it("finds the commit that changed a path last as git does, through merges, and counts lines as git does", async () => {
    await commit("main", [create("one.txt"), create("src/b.bin", Buffer.from([0, 10, 10]))], { seconds: 1 });
    await commit(
      "side",
      [{ action: "update", file_path: "src/a.txt", content: Buffer.from("side") }, create("two/three.txt")],
      { startBranch: "main", seconds: 2 },
    );
    const side = readRef(dir, "refs/heads/side")!;
    await commit("main", [{ action: "delete", file_path: "one.txt" }], { seconds: 3 });
    await commit("main", [create("one.txt"), { action: "move", previous_path: "README.md", file_path: "READ.md" }], {
      seconds: 4,
    });
    const main = readRef(dir, "refs/heads/main")!;
    const files = new Map([
      ...(await objects.files(main)),
      ...[...(await objects.files(side))].filter(([path]) => path.startsWith("two/") || path === "src/a.txt"),
    ]);
    const author = signature(alice, at + 9000);
    const merge = objects.writeCommit({
      tree: objects.writeTree(files),
      parents: [main, side],
      author,
      committer: author,
      message: "merge\n",
    });
    await repositories.moveRef(project, "refs/heads/main", { after: merge });
    for (const path of ["README.md", "READ.md", "one.txt", "src", "src/a.txt", "src/b.bin", "two/three.txt", "none"]) {
      const { lastCommitId } = (await repositories.file(project, "main", path)) ?? {};
      if (lastCommitId !== undefined)
        assert.equal(lastCommitId, await text("log", "-1", "--format=%H", merge, "--", path), path);
    }
    for (const { id } of await repositories.log(project, merge)) {
      const numbers = (await text("show", "--numstat", "--format=", "--first-parent", "-m", id))
        .split("\n")
        .map((line) => line.split("\t").map((n) => Number.parseInt(n, 10) || 0));
      const sum = (column: number): number => numbers.reduce((total, line) => total + (line[column] ?? 0), 0);
      assert.deepEqual((await repositories.show(project, id))?.stats, {
        additions: sum(0),
        deletions: sum(1),
        total: sum(0) + sum(1),
      });
    }
    const changed = (await changedFiles(objects, side, merge)).map(({ path }) => path).sort();
    assert.deepEqual(changed, (await text("diff-tree", "-r", "--no-renames", "--name-only", side, merge)).split("\n"));
  });

  it("shows a commit that git made, with its own zone, encoding and signature, as git shows it", async () => {
    const tree = await objects.treeOf(readRef(dir, "refs/heads/main")!);
    const raw = Buffer.from(
      `tree ${tree}\nauthor Zo\xeb <zoe@example.com> 1600000000 -0330\ncommitter Zo\xeb <zoe@example.com> 1600000001 +0545\nencoding ISO-8859-1\ngpgsig -----BEGIN\n \n abc\n -----END\n\nCaf\xe9\nnext\n\nbody\n`,
      "latin1",
    );
    const id = await git.text(["hash-object", "-t", "commit", "-w", "--stdin"], { dir, input: raw });
    const shown = await repositories.commitOf(project, id);
    const fields = (await text("log", "-1", "--format=%an%x00%ae%x00%aI%x00%cI%x00%B", id)).split("\0");
    assert.deepEqual(
      [
        shown?.author_name,
        shown?.author_email,
        shown?.authored_date.replace(".000", ""),
        shown?.committed_date.replace(".000", ""),
        shown?.message,
      ],
      [...fields.slice(0, 4), "Café\nnext\n\nbody\n"],
    );
    assert.equal(fields[4]?.trimEnd(), shown?.message.trimEnd());
    await repositories.moveRef(project, "refs/heads/zoe", { after: id });
    const [branch] = (await repositories.branches(project)).filter(({ name }) => name === "zoe");
    assert.equal(branch?.title, await text("log", "-1", "--format=%s", id));
  });

  it("forgets a repository that is removed or moved", async () => {
    const sha = readRef(dir, "refs/heads/main")!;
    assert.ok(await objects.commit(sha));
    await repositories.move(project, "demo/moved");
    assert.equal(await repositories.objects(project).commit(sha), undefined);
    assert.ok(await repositories.objects("demo/moved").commit(sha));
    await repositories.remove("demo/moved");
    await repositories.create("demo/moved", { other: "" }, { author: alice, at });
    assert.equal(await repositories.objects("demo/moved").commit(sha), undefined);
  });

  it("copies no more than what is asked for into another repository", async () => {
    await repositories.create("demo/other", { z: "z" }, { author: alice, at });
    const feature = await commit(
      "feature",
      [create("f"), { action: "create", file_path: "module", submodule: "5".repeat(40) }],
      { startBranch: "main" },
    );
    const later = await commit("feature", [create("g")]);
    await repositories.objects("demo/other").copy(objects, feature);
    assert.equal(await repositories.resolve("demo/other", feature), feature);
    assert.equal(await repositories.resolve("demo/other", later), undefined);
    assert.equal(
      await git.text(["rev-list", "--objects", feature], { dir: repositories.dir("demo/other") }),
      await text("rev-list", "--objects", feature),
    );
    await assert.rejects(repositories.objects("demo/other").copy(objects, "4".repeat(40)), /There is no object/);
  });
});
