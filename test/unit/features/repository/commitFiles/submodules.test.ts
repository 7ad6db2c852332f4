import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import {
  openRepositoryGit,
  type RepositoryGit,
} from "../../../../../src/features/repository/commitFiles/repositoryGit.ts";
import {
  listSubmodules,
  recordedCommit,
  resolveIn,
  submoduleGit,
  submoduleRefs,
} from "../../../../../src/features/repository/commitFiles/submodules.ts";
import { gitOnPath } from "../../../../support/gitOnPath.ts";

describe("submodules", () => {
  let root = "";
  let repository: RepositoryGit;
  const gitIn = (cwd: string, ...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  beforeEach(() => {
    root = realpathSync(mkdtempSync(path.join(tmpdir(), "forgeline-modules-")));
    gitIn(root, "init", "-q", "-b", "main");
    repository = openRepositoryGit(root, gitOnPath);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it("are those of .gitmodules, whatever their names hold", async () => {
    assert.deepEqual(await listSubmodules(repository), []);
    writeFileSync(
      path.join(root, ".gitmodules"),
      '[submodule "libs/a.path"]\n\tpath = libs/a b/\n\turl = ../a.git\n\tbranch = stable\n[submodule "no path"]\n\turl = x\n[submodule "plain"]\n\tPATH = plain\n',
    );
    assert.deepEqual(await listSubmodules(repository), [
      { name: "libs/a.path", path: "libs/a b", url: "../a.git", branch: "stable" },
      { name: "plain", path: "plain" },
    ]);
  });

  it("are not where a path leads out of the repository", async () => {
    writeFileSync(
      path.join(root, ".gitmodules"),
      ["../other", "a/../../b", "/etc", ".git/modules/x"]
        .map((place, at) => `[submodule "m${at}"]\n\tpath = ${place}\n`)
        .join(""),
    );
    assert.deepEqual(await listSubmodules(repository), []);
  });

  it("have a commit in each commit, and branches and tags in their own clone, when there is one", async () => {
    const lib = path.join(root, "lib");
    mkdirSync(lib);
    assert.equal(
      await submoduleGit(repository, "lib", gitOnPath),
      undefined,
      "the repository around it does not count",
    );
    gitIn(lib, "init", "-q", "-b", "main");
    gitIn(lib, "commit", "-qm", "One", "--allow-empty");
    const one = gitIn(lib, "rev-parse", "HEAD");
    gitIn(lib, "tag", "-a", "v1", "-m", "First");
    gitIn(lib, "update-ref", "refs/remotes/origin/main", one);
    gitIn(lib, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main");
    gitIn(lib, "commit", "-qm", "Two", "--allow-empty");
    const two = gitIn(lib, "rev-parse", "HEAD");
    gitIn(root, "update-index", "--add", "--cacheinfo", `160000,${one},lib`);
    gitIn(root, "commit", "-qm", "with lib");
    assert.equal(await recordedCommit(repository, "HEAD", "lib"), one);
    assert.equal(await recordedCommit(repository, "HEAD", "nothing"), undefined);
    const own = await submoduleGit(repository, "lib", gitOnPath);
    assert.ok(own);
    const refs = await submoduleRefs(own);
    assert.deepEqual(refs[0], { kind: "head", name: "HEAD", sha: two, subject: "Two" });
    assert.deepEqual(
      new Set(refs.slice(1).map(({ kind, name, sha }) => `${kind} ${name} ${sha}`)),
      new Set([`branch main ${two}`, `branch origin/main ${one}`, `tag v1 ${one}`]),
    );
    assert.equal(await resolveIn(own, one.slice(0, 8)), one);
    assert.equal(await resolveIn(own, "v1"), one);
    assert.equal(await resolveIn(own, "--all"), undefined);
    assert.equal(await resolveIn(own, "nowhere"), undefined);
  });

  it("are not opened where their folder is a link to another repository", async () => {
    const other = mkdtempSync(path.join(tmpdir(), "forgeline-other-"));
    try {
      gitIn(other, "init", "-q", "-b", "main");
      symlinkSync(other, path.join(root, "lib"));
      assert.equal(await submoduleGit(repository, "lib", gitOnPath), undefined);
    } finally {
      rmSync(other, { recursive: true });
    }
  });
});
