import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  type CommitDraft,
  commitDrafts,
  deleteDrafts,
  isComplete,
  moveDrafts,
  projectKey,
  submoduleDrafts,
} from "../../../../../src/features/repository/commitFiles/drafts.ts";
import { pathProblem } from "../../../../../src/features/repository/commitFiles/paths.ts";
import { isSame } from "../../../../../src/features/repository/commitFiles/sent.ts";
import { isBranchName } from "../../../../../src/git/branchName.ts";
import { InMemoryDrafts } from "../../../../support/fakes/inMemoryDrafts.ts";

describe("the draft of a commit", () => {
  const scope = { instance: "https://git.example.com", project: "Demo/Work" };
  const draft: CommitDraft = {
    files: ["a", "b"],
    message: "one\n\ntwo",
    author: { name: "A", email: "a@example.com" },
    target: { branch: "new", start: { kind: "commit", ref: "1".repeat(40), label: "v1", project: 7 }, force: true },
  };

  it("is kept for its project alone, by any case of its name, until it is forgotten", async () => {
    const drafts = new InMemoryDrafts();
    await drafts.keep(commitDrafts, projectKey(scope), draft);
    assert.deepEqual(drafts.get(commitDrafts, projectKey({ ...scope, project: "demo/work" })), draft);
    assert.equal(drafts.get(commitDrafts, projectKey({ ...scope, project: "demo/other" })), undefined);
    await drafts.keep(commitDrafts, projectKey(scope), undefined);
    assert.equal(drafts.get(commitDrafts, projectKey(scope)), undefined);
  });

  it("keeps what was sent without an answer, and a name that was typed for a new branch", () => {
    const whole: CommitDraft = {
      ...draft,
      newBranch: "half",
      sent: { branch: "new", message: "one", files: ["a"], tip: "2".repeat(40), before: "3".repeat(40) },
    };
    assert.deepEqual(commitDrafts.parse(whole), whole);
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
    it(`is read as far as it makes sense: ${what}`, () => assert.deepEqual(commitDrafts.parse(value), read));
  }

  it("is whole with files, a branch and a message", () => {
    assert.equal(isComplete(draft), true);
    for (const part of [{ files: [] }, { target: undefined }, { message: " \n" }])
      assert.equal(isComplete({ ...draft, ...part }), false);
  });
});

describe("the drafts of files on the host", () => {
  const scope = { instance: "https://git.example.com", project: 7 };

  it("are kept one for each file, those of moving and of deleting apart", async () => {
    const drafts = new InMemoryDrafts();
    const draft = { to: "again", message: "m", newBranch: "half" };
    await drafts.keep(moveDrafts, projectKey(scope, "5"), draft);
    assert.deepEqual(drafts.get(moveDrafts, projectKey(scope, "5")), draft);
    assert.equal(drafts.get(moveDrafts, projectKey(scope, "6")), undefined);
    assert.equal(drafts.get(deleteDrafts, projectKey(scope, "5")), undefined, "deleting has its own");
  });

  it("are read as far as they make sense", () => {
    assert.deepEqual(
      ["x", {}, { to: 1, message: "" }, { to: "", message: "m", target: 1, sent: {} }].map(deleteDrafts.parse),
      [undefined, undefined, undefined, { to: "", message: "m" }],
    );
    assert.deepEqual(
      [submoduleDrafts.parse({ commit: 1 }), submoduleDrafts.parse({ commit: "", message: "m", path: 1, sent: "yes" })],
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
