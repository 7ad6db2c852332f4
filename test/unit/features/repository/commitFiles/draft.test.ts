import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Memory } from "../../../../../src/core/base/memory.ts";
import {
  type CommitDraft,
  commitDrafts,
  Drafts,
  isWhole,
} from "../../../../../src/features/repository/commitFiles/draft.ts";
import {
  deleteDrafts,
  type FileDrafts,
  moveDrafts,
  submoduleDrafts,
  withDraft,
  withoutDraft,
} from "../../../../../src/features/repository/commitFiles/hostDrafts.ts";
import { pathProblem } from "../../../../../src/features/repository/commitFiles/paths.ts";
import { isSame } from "../../../../../src/features/repository/commitFiles/sent.ts";
import { isBranchName } from "../../../../../src/git/branchName.ts";

/** Keeps what a window's state would keep over a restart: JSON. */
class Kept implements Memory {
  readonly texts = new Map<string, string>();
  get(key: string): unknown {
    const text = this.texts.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  }
  update(key: string, value: unknown): Promise<void> {
    if (value === undefined) this.texts.delete(key);
    else this.texts.set(key, JSON.stringify(value));
    return Promise.resolve();
  }
}

describe("the draft of a commit", () => {
  const scope = { instance: "https://git.example.com", project: "Demo/Work" };
  const draft: CommitDraft = {
    files: ["a", "b"],
    message: "one\n\ntwo",
    author: { name: "A", email: "a@example.com" },
    target: { branch: "new", start: { kind: "commit", ref: "1".repeat(40), label: "v1", project: 7 }, force: true },
  };

  it("outlives a restart, for its project alone, until it is forgotten", async () => {
    const kept = new Kept();
    await new Drafts(kept, commitDrafts).keep(scope, draft);
    const later = new Drafts(kept, commitDrafts);
    assert.deepEqual(later.read({ ...scope, project: "demo/work" }), draft);
    assert.equal(later.read({ ...scope, project: "demo/other" }), undefined);
    await later.forget(scope);
    assert.equal(new Drafts(kept, commitDrafts).read(scope), undefined);
  });

  it("keeps what was sent without an answer, and a name that was typed for a new branch", async () => {
    const kept = new Kept();
    const whole: CommitDraft = {
      ...draft,
      newBranch: "half",
      sent: { branch: "new", message: "one", files: ["a"], tip: "2".repeat(40), before: "3".repeat(40) },
    };
    await new Drafts(kept, commitDrafts).keep(scope, whole);
    assert.deepEqual(new Drafts(kept, commitDrafts).read(scope), whole);
  });

  const odd: readonly [what: string, kept: unknown, read: CommitDraft | undefined][] = [
    ["nothing", "x", undefined],
    ["no files", { message: "m" }, undefined],
    ["files that are none", { files: ["a", 1], message: "m" }, { files: ["a"], message: "m" }],
    [
      "force without a start",
      { files: [], message: "", target: { branch: "b", force: true } },
      { files: [], message: "", target: { branch: "b" } },
    ],
    [
      "a start of no kind",
      { files: [], message: "", target: { branch: "b", start: { kind: "tag", ref: "x" } } },
      { files: [], message: "", target: { branch: "b" } },
    ],
  ];
  for (const [what, value, read] of odd) {
    it(`is read as far as it makes sense: ${what}`, () =>
      assert.deepEqual(
        new Drafts({ get: () => value, update: () => Promise.resolve() }, commitDrafts).read(scope),
        read,
      ));
  }

  it("is whole with files, a branch and a message", () => {
    assert.equal(isWhole(draft), true);
    for (const part of [{ files: [] }, { target: undefined }, { message: " \n" }])
      assert.equal(isWhole({ ...draft, ...part }), false);
  });
});

describe("the drafts of files on the host", () => {
  const scope = { instance: "https://git.example.com", project: 7 };

  it("are kept one for each file, the newest twenty", async () => {
    const kept = new Kept();
    const moves = new Drafts(kept, moveDrafts);
    let all: FileDrafts = [];
    for (let at = 0; at < 21; at++)
      all = withDraft(all, { path: `${at}`, to: `to/${at}`, message: "", target: { branch: "main" } });
    all = withDraft(all, { path: "5", to: "again", message: "m", newBranch: "half" });
    await moves.keep(scope, all);
    const read = new Drafts(kept, moveDrafts).read(scope) ?? [];
    assert.deepEqual(
      [read.length, read[0], read.some(({ path }) => path === "0")],
      [20, { path: "5", to: "again", message: "m", newBranch: "half" }, false],
    );
    assert.equal(new Drafts(kept, deleteDrafts).read(scope), undefined, "deleting has its own");
    assert.equal(withoutDraft(read, "5").length, 19);
  });

  it("are read as far as they make sense", () => {
    const read = (value: unknown): unknown => deleteDrafts.read(value);
    assert.deepEqual(
      [
        read("x"),
        read([1, {}, { path: "a", to: 1, message: "" }]),
        read([{ path: "a", to: "", message: "m", target: 1, sent: {} }]),
      ],
      [undefined, [], [{ path: "a", to: "", message: "m" }]],
    );
    assert.deepEqual(
      [submoduleDrafts.read({ commit: 1 }), submoduleDrafts.read({ commit: "", message: "m", path: 1, sent: "yes" })],
      [undefined, { commit: "", typed: "", message: "m" }],
    );
  });

  it("count as sent only with the same branch, message and files", () => {
    const sent = { branch: "b", message: "m\n", files: ["x", "y"] };
    assert.equal(isSame(sent, { branch: "b", message: "m", files: ["y", "x"] }), true);
    for (const other of [{ branch: "c" }, { message: "n" }, { files: ["x"] }, { files: ["x", "z"] }])
      assert.equal(isSame(sent, { ...sent, ...other }), false);
  });
});

describe("names that git takes", () => {
  const branches: readonly [name: string, good: boolean][] = [
    ["main", true],
    ["feature/é-1", true],
    ["a@b", true],
    ["", false],
    ["@", false],
    ["HEAD", false],
    ["-a", false],
    ["a b", false],
    ["a..b", false],
    ["a//b", false],
    ["/a", false],
    ["a/", false],
    [".a", false],
    ["a/.b", false],
    ["a.", false],
    ["a.lock", false],
    ["a.lock/b", false],
    ["a~1", false],
    ["a^", false],
    ["a:b", false],
    ["a?", false],
    ["a*", false],
    ["a[", false],
    ["a\\b", false],
    ["a@{1}", false],
    ["a\tb", false],
  ];
  for (const [name, good] of branches)
    it(`${JSON.stringify(name)} ${good ? "is" : "is not"} one of a branch`, () =>
      assert.equal(isBranchName(name), good));

  const paths: readonly [path: string, problem: ReturnType<typeof pathProblem>][] = [
    ["a/b c.txt", undefined],
    ["..a", undefined],
    ["a..b/c", undefined],
    [".gitignore", undefined],
    ["", "empty"],
    ["  ", "empty"],
    ["a/../b", "traversal"],
    ["..", "traversal"],
    ["/a", "part"],
    ["a/", "part"],
    ["a//b", "part"],
    ["./a", "part"],
    ["a\nb", "part"],
    [".git/x", "git"],
    ["a/.GIT", "git"],
  ];
  for (const [path, problem] of paths)
    it(`${JSON.stringify(path)} ${problem === undefined ? "is a path" : `is no path: ${problem}`}`, () =>
      assert.equal(pathProblem(path), problem));
});
