import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { Disposable } from "../../../src/core/base/disposable.ts";
import { readRef, watchRef } from "../../../src/git/refWatch.ts";

describe("watchRef", () => {
  const ref = "refs/remotes/origin/team/topic";
  let folder = "";
  let watch: Disposable | undefined;
  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], {
      cwd: folder,
      encoding: "utf8",
    }).trim();
  const commit = (): string => {
    git("commit", "--quiet", "--allow-empty", "-m", "x");
    return git("rev-parse", "HEAD");
  };
  const calls = new EventTarget();
  /** Resolves at the next call after `act`. */
  const told = async (act: () => unknown): Promise<void> => {
    const next = new Promise((resolve) => calls.addEventListener("call", resolve, { once: true }));
    act();
    await next;
  };
  const watching = (): unknown =>
    (watch = watchRef(path.join(folder, ".git"), ref, () => calls.dispatchEvent(new Event("call")), 20));

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "forgeline-ref-"));
    git("init", "--quiet");
  });
  afterEach(() => {
    watch?.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  it("tells of a ref that comes in folders that were not there, that moves, and that goes", async () => {
    const [first, second] = [commit(), commit()];
    await told(watching);
    await told(() => git("update-ref", ref, first));
    await told(() => git("update-ref", ref, second));
    await told(() => git("update-ref", "-d", ref));
  });

  it("tells of a ref that is packed away", async () => {
    await told(watching);
    await told(() => git("update-ref", ref, commit()));
    await told(() => git("pack-refs", "--all"));
  });

  it("can be told from the commit that git's files have, loose or packed", async () => {
    const read = (): Promise<string | undefined> => readRef(path.join(folder, ".git"), ref);
    const [first, second] = [commit(), commit()];
    assert.equal(await read(), undefined);
    git("update-ref", ref, first);
    assert.equal(await read(), first);
    git("pack-refs", "--all");
    assert.equal(await read(), first);
    git("update-ref", ref, second);
    assert.equal(await read(), second);
    git("update-ref", "-d", ref);
    assert.equal(await read(), undefined);
    git("symbolic-ref", ref, "refs/remotes/origin/other");
    assert.equal(await read(), undefined);
  });
});
