import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { openClone } from "../../../src/git/localClone.ts";
import { gitOnPath } from "../../support/gitOnPath.ts";

const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
const elsewhere = "1".repeat(40);

describe("openClone", () => {
  let folder = "";
  let root = "";
  const gitIn = (cwd: string, ...args: string[]): string =>
    execFileSync(
      "git",
      ["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "protocol.file.allow=always", ...args],
      { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
    ).trim();
  const git = (...args: string[]): string => gitIn(root, ...args);
  const write = (name: string, content: string | Buffer): void => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), content);
  };
  const commit = (message = "change"): string => {
    git("add", "-A");
    git("commit", "-qm", message);
    return git("rev-parse", "HEAD");
  };
  const clone = () => openClone({ root, program: gitOnPath });

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), "forgeline-clone-")));
    root = path.join(folder, "work tree");
    mkdirSync(root);
    git("init", "-q", "-b", "main");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("has the titles of the commits that are there, and runs nothing that the repository names", async () => {
    write("a", "1");
    const one = commit("Fix: the ünïcode\n\nWith a body");
    write("a", "2");
    const two = commit("Second");
    const marker = path.join(folder, "ran");
    git("config", "log.showSignature", "true");
    git("config", "gpg.program", `touch "${marker}"; true`);
    const titles = await clone().titles([two, elsewhere, one, "--all", "main"]);
    assert.deepEqual(
      [...titles].sort(),
      [
        [one, "Fix: the ünïcode"],
        [two, "Second"],
      ].sort(),
    );
    assert.deepEqual([...(await clone().titles([elsewhere]))], []);
    assert.deepEqual([...(await clone().titles([]))], []);
    assert.equal(existsSync(marker), false);
  });

  it("has the commits of a branch with their messages, the newest first", async () => {
    write("a", "1");
    const base = commit();
    write("a", "2");
    const one = commit("Fix: the ünïcode\n\nWith a body\n\ncommit 1234\nand more");
    write("a", "3");
    const two = commit("Second");
    assert.deepEqual(await clone().commits(base, two, 10), [
      { id: two, parent_ids: [one], title: "Second", message: "Second" },
      {
        id: one,
        parent_ids: [base],
        title: "Fix: the ünïcode",
        message: "Fix: the ünïcode\n\nWith a body\n\ncommit 1234\nand more",
      },
    ]);
    assert.deepEqual(
      (await clone().commits(base, two, 1)).map(({ id }) => id),
      [two],
    );
    assert.deepEqual(await clone().commits(two, base, 10), []);
    await assert.rejects(clone().commits("--all", two, 10));
  });

  it("asks no remote for the commits that a partial clone lacks", async () => {
    write("a", "1");
    const here = commit("Here");
    const marker = path.join(folder, "asked");
    git("remote", "add", "origin", `ext::touch ${marker}`);
    git("config", "protocol.ext.allow", "always");
    git("config", "remote.origin.promisor", "true");
    git("config", "core.repositoryFormatVersion", "1");
    git("config", "extensions.partialClone", "origin");
    assert.deepEqual([...(await clone().titles([here, elsewhere]))], [[here, "Here"]]);
    assert.equal(existsSync(marker), false);
  });

  it("tells every kind of change, under names that may hold anything", async () => {
    const odd = 'new\nline "quoted"\ttab é ∕';
    const lines = Array.from({ length: 50 }, (_, at) => `line ${at}`).join("\n") + "\n";
    write("same.txt", "same\n");
    write("run.sh", "echo\n");
    write(odd, "one\n");
    write(":(top)glob[a]*.ts", "gone\n");
    write("deep/before.txt", lines);
    write("picture.bin", Buffer.from([0, 1, 2, 0]));
    symlinkSync("same.txt", path.join(root, "link"));
    git("add", ".");
    git("update-index", "--add", "--cacheinfo", `160000,${"a".repeat(40)},lib`);
    git("commit", "-qm", "one");
    const base = git("rev-parse", "HEAD");

    chmodSync(path.join(root, "run.sh"), 0o755);
    write(odd, "one\ntwo\n");
    unlinkSync(path.join(root, ":(top)glob[a]*.ts"));
    git("mv", "deep/before.txt", "deep/after wards.txt");
    write("deep/after wards.txt", lines + "more\n");
    write("picture.bin", Buffer.from([0, 1, 2, 3]));
    unlinkSync(path.join(root, "link"));
    write("link", "real\n");
    write("-added", "new\n");
    git("add", ".");
    git("update-index", "--add", "--cacheinfo", `160000,${"b".repeat(40)},lib`);
    git("commit", "-qm", "two");
    const head = git("rev-parse", "HEAD");

    assert.deepEqual(await clone().changes(base, head), [
      { status: "added", path: "-added", oldPath: "-added", newMode: "100644", additions: 1, deletions: 0 },
      {
        status: "deleted",
        path: ":(top)glob[a]*.ts",
        oldPath: ":(top)glob[a]*.ts",
        oldMode: "100644",
        additions: 0,
        deletions: 1,
      },
      {
        status: "renamed",
        path: "deep/after wards.txt",
        oldPath: "deep/before.txt",
        oldMode: "100644",
        newMode: "100644",
        additions: 1,
        deletions: 0,
      },
      {
        status: "modified",
        path: "lib",
        oldPath: "lib",
        oldMode: "160000",
        newMode: "160000",
        submodule: true,
        oldSubmodule: "a".repeat(40),
        newSubmodule: "b".repeat(40),
        additions: 1,
        deletions: 1,
      },
      {
        status: "typeChanged",
        path: "link",
        oldPath: "link",
        oldMode: "120000",
        newMode: "100644",
        additions: 1,
        deletions: 1,
      },
      { status: "modified", path: odd, oldPath: odd, oldMode: "100644", newMode: "100644", additions: 1, deletions: 0 },
      {
        status: "modified",
        path: "picture.bin",
        oldPath: "picture.bin",
        oldMode: "100644",
        newMode: "100644",
        binary: true,
      },
      {
        status: "modified",
        path: "run.sh",
        oldPath: "run.sh",
        oldMode: "100644",
        newMode: "100755",
        additions: 0,
        deletions: 0,
      },
    ]);
    assert.deepEqual(
      (await clone().changes(EMPTY_TREE, base)).map(({ status }) => status),
      Array.from({ length: 8 }, () => "added"),
    );
  });

  it("ignores what the repository's configuration and attributes say of diffs", async () => {
    write("a.txt", "one\n");
    write(".gitattributes", "*.txt diff=evil\n");
    const base = commit();
    write("a.txt", "two\n");
    const head = commit();
    const trace = path.join(folder, "ran");
    git("config", "diff.evil.command", `touch '${trace}'`);
    git("config", "diff.evil.textconv", `touch '${trace}'; cat`);
    git("config", "diff.external", `touch '${trace}'`);
    assert.equal((await clone().changes(base, head)).length, 1);
    assert.throws(() => execFileSync("test", ["-e", trace]));
  });

  it("reads files as git keeps them, by any name", async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, at) => at));
    write("all.bin", bytes);
    write(":(top)glob[a]*.ts", "magic");
    write("-n", "dash");
    write("empty", "");
    write("dir/in", "x");
    write("crlf.txt", "a\r\nb\r\n");
    symlinkSync("all.bin", path.join(root, "link"));
    const sha = commit();
    const text = async (name: string) => (await clone().file(sha, name))?.toString();
    assert.deepEqual(await clone().file(sha, "all.bin"), bytes);
    assert.deepEqual(await clone().entry(sha, "all.bin"), {
      mode: "100644",
      type: "blob",
      sha: git("rev-parse", `${sha}:all.bin`),
      size: 256,
    });
    assert.equal(await text(":(top)glob[a]*.ts"), "magic");
    assert.equal(await text("-n"), "dash");
    assert.equal(await text("empty"), "");
    assert.equal(await text("crlf.txt"), "a\r\nb\r\n");
    assert.equal(await text("link"), "all.bin", "a link is where it leads to");
    assert.equal(await text("dir"), undefined);
    assert.equal((await clone().entry(sha, "dir"))?.type, "tree");
    assert.equal(await text("*.bin"), undefined, "no pattern");
    assert.equal(await text("missing"), undefined);
    assert.equal(await clone().file(elsewhere, "all.bin"), undefined);
  });

  it("knows which commits are here and how they hang together", async () => {
    write("a", "1");
    const first = commit();
    git("checkout", "-qb", "topic/x");
    write("b", "2");
    const side = commit();
    git("checkout", "-q", "main");
    write("c", "3");
    const main = commit();
    git("merge", "-q", "--no-edit", "topic/x");
    const merge = git("rev-parse", "HEAD");
    git("tag", "-am", "release", "v1", side);
    git("update-ref", "refs/remotes/origin/only-there", first);
    git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/only-there");
    const repository = openClone({ root, remote: "origin", program: gitOnPath });
    assert.deepEqual(
      await Promise.all(["HEAD", "refs/remotes/origin/HEAD", "@{upstream}"].map((ref) => repository.resolve(ref))),
      [merge, first, undefined],
    );
    assert.deepEqual(await Promise.all([first, merge, elsewhere, "main", "--help"].map((sha) => repository.has(sha))), [
      true,
      true,
      false,
      false,
      false,
    ]);
    assert.equal(await repository.has(git("rev-parse", `${first}^{tree}`)), false, "a tree is no commit");
    assert.deepEqual(await repository.parents(merge), [main, side]);
    assert.deepEqual(await repository.parents(first), []);
    assert.equal(await repository.parents(elsewhere), undefined);
    assert.equal(await repository.mergeBase(main, side), first);
    assert.equal(await repository.mergeBase(main, elsewhere), undefined);
    assert.deepEqual(
      await Promise.all(
        ["topic/x", "v1", "only-there", first.slice(0, 10), "nothing", "--all", ""].map((ref) =>
          repository.resolve(ref),
        ),
      ),
      [side, side, first, first, undefined, undefined, undefined],
    );
  });

  it("fetches named refs of the remote, tells how far it is, and moves no branch", async () => {
    write("a", "1");
    commit();
    const server = path.join(folder, "server.git");
    gitIn(folder, "clone", "-q", "--bare", root, server);
    const ours = path.join(folder, "ours");
    gitIn(folder, "clone", "-q", server, ours);
    write("b", "2");
    const head = commit();
    git("push", "-q", server, "HEAD:refs/merge-requests/7/head");
    const refs = gitIn(ours, "for-each-ref");
    const repository = openClone({ root: ours, remote: "origin", program: gitOnPath });
    assert.equal(await repository.has(head), false);
    const stages = new Set<string>();
    await repository.fetch(["refs/merge-requests/7/head"], {
      onProgress: (stage, percent) => stages.add(`${stage} ${percent > 0}`),
    });
    assert.deepEqual(
      [...stages].some((stage) => /^[A-Z][a-z]+ [a-z]+ true$/.test(stage)),
      true,
      [...stages].join(),
    );
    assert.equal(await repository.has(head), true);
    assert.equal(gitIn(ours, "for-each-ref"), refs);
    await assert.rejects(repository.fetch(["refs/merge-requests/8/head"]), /couldn't find remote ref/);
    await assert.rejects(repository.fetch(["--upload-pack=touch x"]), /whole names/);
    await assert.rejects(openClone({ root: ours, program: gitOnPath }).fetch(["refs/heads/main"]), /No remote/);
  });

  it("fetches with an environment of the person's own, whatever editor it names", async () => {
    const server = path.join(folder, "server.git");
    write("a", "1");
    commit();
    gitIn(folder, "clone", "-q", "--bare", root, server);
    git("remote", "add", "origin", server);
    const kept = { ...process.env };
    Object.assign(process.env, { EDITOR: "vi", PAGER: "less", GIT_ASKPASS: "/bin/true", GIT_SSH_COMMAND: "ssh -x" });
    try {
      await openClone({ root, remote: "origin", program: gitOnPath }).fetch(["refs/heads/main"]);
    } finally {
      for (const name of ["EDITOR", "PAGER", "GIT_ASKPASS", "GIT_SSH_COMMAND"]) {
        if (kept[name] === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = kept[name];
      }
    }
  });

  for (const ref of [
    "refs/heads/x:refs/heads/main",
    "refs/heads/*",
    "refs/heads/a..b",
    "refs/heads/-x y",
    "main",
    "--upload-pack=x",
  ]) {
    it(`does not fetch “${ref}”, which a host may have named a branch`, async () => {
      write("a", "1");
      commit();
      git("remote", "add", "origin", root);
      await assert.rejects(openClone({ root, remote: "origin", program: gitOnPath }).fetch([ref]), /Only whole names/);
    });
  }

  it("stops when told to, and says so as everybody does", async () => {
    write("a", "1");
    const sha = commit();
    const aborted = AbortSignal.abort();
    for (const work of [
      clone().has(sha, aborted),
      clone().file(sha, "a", aborted),
      clone().changes(sha, sha, aborted),
    ]) {
      await assert.rejects(work, { name: "AbortError" });
    }
  });

  it("throws for a comparison with a commit that is not here", async () => {
    write("a", "1");
    await assert.rejects(clone().changes(elsewhere, commit()), /bad object|fatal/);
  });
});
