import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { GitFailed, GitProcesses, GitStarter } from "../../service/git/command.ts";

describe("git that a small process starts", () => {
  let dir: string;
  let starter: GitStarter;
  let git: GitProcesses;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), "starter-"));
    starter = new GitStarter();
    git = new GitProcesses(starter);
    await git.run(["init", "--quiet", "--bare", dir]);
  });
  afterEach(async () => {
    await git.close();
    await starter.close();
    await rm(dir, { recursive: true });
  });

  it("gets its input and environment, and gives back its bytes", async () => {
    const bytes = Buffer.from([0, 255, 10, 13, 0]);
    const oid = await git.text(["hash-object", "-w", "--stdin"], { dir, input: bytes });
    assert.deepEqual(await git.run(["cat-file", "blob", oid], { dir }), bytes);
    assert.equal(
      await git.text(["var", "GIT_AUTHOR_IDENT"], {
        dir,
        env: { GIT_AUTHOR_NAME: "Ada", GIT_AUTHOR_EMAIL: "a@b.c", GIT_AUTHOR_DATE: "1700000000 +0000" },
      }),
      "Ada <a@b.c> 1700000000 +0000",
    );
  });

  it("tells how it failed, and that it could not be started", async () => {
    await assert.rejects(
      git.run(["cat-file", "blob", "nothing"], { dir }),
      (error) => error instanceof GitFailed && error.code === 128 && error.stderr.includes("nothing"),
    );
    await assert.rejects(git.run(["version"], { cwd: join(dir, "missing") }), /ENOENT/);
  });

  it("runs side by side, and is over with its starter", async () => {
    const waiting = git.run(["-c", "alias.wait=!sleep 600", "wait"], { dir });
    assert.match(await git.text(["version"]), /^git version/);
    const over = assert.rejects(waiting, /closed/);
    await starter.close();
    await over;
  });
});
