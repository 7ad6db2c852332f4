import assert from "node:assert/strict";
import { cpSync, existsSync } from "node:fs";
import path from "node:path";
import { openClone } from "../../../src/git/localClone.ts";
import { gitOnPath } from "../../support/gitOnPath.ts";
import { type Entries, GitFolder } from "./gitFolder.ts";

const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
const elsewhere = "1".repeat(40);

describe("openClone", () => {
  let repository: GitFolder;
  let folder = "";
  let root = "";
  const gitIn = (cwd: string, ...args: string[]): string => repository.gitIn(cwd, ...args);
  const git = (...args: string[]): string => repository.git(...args);
  const commit = (a: string, message?: string): string => repository.store({ a }, message);
  const clone = (remote?: string, at = root) =>
    openClone({ root: at, program: gitOnPath, ...(remote !== undefined && { remote }) });

  beforeEach(() => {
    repository = new GitFolder("work tree");
    ({ folder, root } = repository);
    repository.init();
  });

  it("reads titles of known commits without running the repository's programs", async () => {
    const one = commit("1", "Fix: the ünïcode\n\nWith a body");
    const two = commit("2", "Second");
    const marker = path.join(folder, "ran");
    repository.configure(`[log]\n\tshowSignature = true\n[gpg]\n\tprogram = "touch '${marker}'; true"\n`);
    const titles = await clone().titles([two, elsewhere, one, "--all", "main"]);
    assert.deepEqual(Object.fromEntries(titles), { [one]: "Fix: the ünïcode", [two]: "Second" });
    assert.deepEqual([...(await clone().titles([elsewhere]))], []);
    assert.deepEqual([...(await clone().titles([]))], []);
    assert.equal(existsSync(marker), false);
  });

  it("lists the commits of a branch, newest first", async () => {
    const base = commit("1");
    const message = "Fix: the ünïcode\n\nWith a body\n\ncommit 1234\nand more";
    const one = commit("2", message);
    const two = commit("3", "Second");
    const second = { id: two, parent_ids: [one], title: "Second", message: "Second" };
    const first = { id: one, parent_ids: [base], title: "Fix: the ünïcode", message };
    assert.deepEqual(await clone().commits(base, two, 10), [second, first]);
    assert.deepEqual(await clone().commits(base, two, 1), [second]);
    assert.deepEqual(await clone().commits(two, base, 10), []);
    await assert.rejects(clone().commits("--all", two, 10));
  });

  it("sends no request for commits that a partial clone lacks", async () => {
    const here = commit("1", "Here");
    const marker = path.join(folder, "asked");
    repository.configure(
      `[core]\n\trepositoryFormatVersion = 1\n[extensions]\n\tpartialClone = origin\n[protocol "ext"]\n\tallow = always\n` +
        `[remote "origin"]\n\turl = "ext::touch ${marker}"\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n\tpromisor = true\n`,
    );
    assert.deepEqual([...(await clone().titles([here, elsewhere]))], [[here, "Here"]]);
    assert.equal(existsSync(marker), false);
  });

  it("lists every kind of change under any names", async () => {
    const odd = 'new\nline "quoted"\ttab é ∕';
    const lines = Array.from({ length: 50 }, (_, at) => `line ${at}`).join("\n") + "\n";
    const same = { "same.txt": "same\n" };
    const base = repository.store({
      ...same,
      "run.sh": "echo\n",
      [odd]: "one\n",
      ":(top)glob[a]*.ts": "gone\n",
      "deep/before.txt": lines,
      "picture.bin": Buffer.from([0, 1, 2, 0]),
      link: { mode: "120000", content: "same.txt" },
      lib: { mode: "160000", content: "a".repeat(40) },
    });
    const head = repository.store({
      ...same,
      "run.sh": { mode: "100755", content: "echo\n" },
      [odd]: "one\ntwo\n",
      "deep/after wards.txt": `${lines}more\n`,
      "picture.bin": Buffer.from([0, 1, 2, 3]),
      link: "real\n",
      lib: { mode: "160000", content: "b".repeat(40) },
      "-added": "new\n",
    });

    const change = (status: string, name: string, modes: string, lines: readonly number[], more: object = {}) => {
      const [oldMode = "", newMode = ""] = modes.split(" ");
      return {
        ...{ status, path: name, oldPath: name },
        ...(oldMode !== "" && { oldMode }),
        ...(newMode !== "" && { newMode }),
        ...(lines.length > 0 && { additions: lines[0], deletions: lines[1] }),
        ...more,
      };
    };
    const submodule = { submodule: true, oldSubmodule: "a".repeat(40), newSubmodule: "b".repeat(40) };
    assert.deepEqual(await clone().changes(base, head), [
      change("added", "-added", " 100644", [1, 0]),
      change("deleted", ":(top)glob[a]*.ts", "100644 ", [0, 1]),
      change("renamed", "deep/after wards.txt", "100644 100644", [1, 0], { oldPath: "deep/before.txt" }),
      change("modified", "lib", "160000 160000", [1, 1], submodule),
      change("typeChanged", "link", "120000 100644", [1, 1]),
      change("modified", odd, "100644 100644", [1, 0]),
      change("modified", "picture.bin", "100644 100644", [], { binary: true }),
      change("modified", "run.sh", "100644 100755", [0, 0]),
    ]);
    const statuses = (await clone().changes(EMPTY_TREE, base)).map(({ status }) => status);
    const expected = Array.from({ length: 8 }, () => "added");
    assert.deepEqual(statuses, expected);
  });

  it("ignores diff programs of the repository", async () => {
    const attributes = "* diff=evil\n";
    const [base = "", head = ""] = ["one\n", "two\n"].map((a) => repository.store({ a, ".gitattributes": attributes }));
    repository.write(".gitattributes", attributes);
    const touch = `touch '${path.join(folder, "ran")}'`;
    repository.configure(
      `[diff]\n\texternal = ${touch}\n[diff "evil"]\n\tcommand = ${touch}\n\ttextconv = "${touch}; cat"\n`,
    );
    assert.equal((await clone().changes(base, head)).length, 1);
    assert.equal(existsSync(path.join(folder, "ran")), false);
  });

  it("reads files as stored, by any name", async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, at) => at));
    const files: Entries = {
      "all.bin": bytes,
      ":(top)glob[a]*.ts": "magic",
      "-n": "dash",
      empty: "",
      "dir/in": "x",
      "crlf.txt": "a\r\nb\r\n",
      link: { mode: "120000", content: "all.bin" },
    };
    const sha = repository.store(files);
    const text = async (name: string) => (await clone().file(sha, name))?.toString();
    assert.deepEqual(await clone().file(sha, "all.bin"), bytes);
    const known = { mode: "100644", type: "blob", sha: repository.storeObject("blob", bytes), size: 256 };
    assert.deepEqual(await clone().entry(sha, "all.bin"), known);
    for (const [name, content] of [
      [":(top)glob[a]*.ts", "magic"],
      ["-n", "dash"],
      ["empty", ""],
      ["crlf.txt", "a\r\nb\r\n"],
      // A link is where it leads to, and a name is no pattern.
      ["link", "all.bin"],
      ["dir", undefined],
      ["*.bin", undefined],
      ["missing", undefined],
    ] as const)
      assert.equal(await text(name), content, name);
    assert.equal((await clone().entry(sha, "dir"))?.type, "tree");
    assert.equal(await clone().file(elsewhere, "all.bin"), undefined);
  });

  it("resolves refs, and knows commits with their parents and merge bases", async () => {
    const first = commit("1");
    const side = repository.store({ b: "2" }, "side", [first]);
    repository.setRef("refs/heads/topic/x", side);
    const main = repository.store({ c: "3" }, "main", [first]);
    const merge = repository.store({ b: "2", c: "3" }, "merge", [main, side]);
    const tag = repository.storeObject(
      "tag",
      `object ${side}\ntype commit\ntag v1\ntagger A <a@b> 1 +0000\n\nrelease\n`,
    );
    repository.setRef("refs/tags/v1", tag);
    repository.setRef("refs/remotes/origin/only-there", first);
    repository.setRef("refs/remotes/origin/HEAD", "refs/remotes/origin/only-there");
    const opened = clone("origin");
    for (const [ref, sha] of [
      ["HEAD", merge],
      ["refs/remotes/origin/HEAD", first],
      ["topic/x", side],
      ["v1", side],
      ["only-there", first],
      [first.slice(0, 10), first],
      ...["@{upstream}", "nothing", "--all", ""].map((none) => [none, undefined] as const),
    ] as const)
      assert.equal(await opened.resolve(ref), sha, ref);
    for (const sha of [first, merge]) assert.equal(await opened.has(sha), true);
    // A tree is no commit.
    for (const other of [elsewhere, "main", "--help", git("rev-parse", `${first}^{tree}`)])
      assert.equal(await opened.has(other), false, other);
    assert.deepEqual(await opened.parents(merge), [main, side]);
    assert.deepEqual(await opened.parents(first), []);
    assert.equal(await opened.parents(elsewhere), undefined);
    assert.equal(await opened.mergeBase(main, side), first);
    assert.equal(await opened.mergeBase(main, elsewhere), undefined);
  });

  it("fetches whole refs with progress, and moves no branch", async () => {
    commit("1");
    const server = path.join(folder, "server.git");
    cpSync(path.join(root, ".git"), server, { recursive: true });
    const ours = path.join(folder, "ours");
    gitIn(folder, "clone", "-q", server, ours);
    const head = commit("2");
    git("push", "-q", server, "HEAD:refs/merge-requests/7/head");
    const refs = gitIn(ours, "for-each-ref");
    const opened = clone("origin", ours);
    assert.equal(await opened.has(head), false);
    const stages = new Set<string>();
    await opened.fetch(["refs/merge-requests/7/head"], {
      onProgress: (stage, percent) => stages.add(`${stage} ${percent > 0}`),
    });
    assert.ok(
      [...stages].some((stage) => /^[A-Z][a-z]+ [a-z]+ true$/.test(stage)),
      [...stages].join(),
    );
    assert.equal(await opened.has(head), true);
    assert.equal(gitIn(ours, "for-each-ref"), refs);
    await assert.rejects(opened.fetch(["refs/merge-requests/8/head"]), /couldn't find remote ref/);
    await assert.rejects(clone(undefined, ours).fetch(["refs/heads/main"]), /No remote/);
    const refused = "x:refs/heads/main|*|a..b|-x y".split("|").map((name) => `refs/heads/${name}`);
    for (const ref of [...refused, "main", "--upload-pack=touch x"])
      await assert.rejects(opened.fetch([ref]), /Only whole names/, ref);
  });

  it("fetches whatever editor the environment names", async () => {
    const server = path.join(folder, "server.git");
    commit("1");
    cpSync(path.join(root, ".git"), server, { recursive: true });
    repository.configure(`[remote "origin"]\n\turl = ${server}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`);
    const names = { EDITOR: "vi", PAGER: "less", GIT_ASKPASS: "/bin/true", GIT_SSH_COMMAND: "ssh -x" };
    const kept = Object.keys(names).map((name) => [name, process.env[name]] as const);
    Object.assign(process.env, names);
    try {
      await clone("origin").fetch(["refs/heads/main"]);
    } finally {
      for (const [name, value] of kept)
        if (value === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = value;
    }
  });

  it("stops on cancel with an AbortError", async () => {
    const sha = commit("1");
    const aborted = AbortSignal.abort();
    const opened = clone();
    for (const work of [opened.has(sha, aborted), opened.file(sha, "a", aborted), opened.changes(sha, sha, aborted)])
      await assert.rejects(work, { name: "AbortError" });
  });

  it("throws for a comparison with an unknown commit", async () => {
    await assert.rejects(clone().changes(elsewhere, commit("1")), /bad object|fatal/);
  });
});
