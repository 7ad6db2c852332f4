import assert from "node:assert/strict";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { Disposable } from "../../../src/core/base/disposable.ts";
import { readRef, watchRef } from "../../../src/git/refWatch.ts";
import { GitFolder } from "./gitFolder.ts";

describe("watchRef", () => {
  const ref = "refs/remotes/origin/team/topic";
  let repository: GitFolder;
  let watch: Disposable | undefined;
  const git = (...args: string[]): string => repository.git(...args);
  const commit = (): string => repository.commit();
  const calls = new EventTarget();
  /** Resolves at the next call after `act`. */
  const told = async (act: () => unknown): Promise<void> => {
    const next = new Promise((resolve) => calls.addEventListener("call", resolve, { once: true }));
    act();
    await next;
  };
  const watching = (): unknown =>
    (watch = watchRef(path.join(repository.root, ".git"), ref, () => calls.dispatchEvent(new Event("call")), 20));

  beforeEach(() => {
    repository = new GitFolder();
    repository.init();
  });
  afterEach(() => {
    watch?.dispose();
    repository[Symbol.dispose]();
  });

  it("notices a ref that appears in new folders, moves and goes", async () => {
    const [first, second] = [commit(), commit()];
    await told(watching);
    await told(() => git("update-ref", ref, first));
    await told(() => git("update-ref", ref, second));
    await told(() => git("update-ref", "-d", ref));
  });

  it("notices a ref that is packed", async () => {
    await told(watching);
    await told(() => git("update-ref", ref, commit()));
    await told(() => git("pack-refs", "--all"));
  });

  it("reads the commit of a loose or packed ref", async () => {
    const read = (): Promise<string | undefined> => readRef(path.join(repository.root, ".git"), ref);
    const [first, second] = [commit(), commit()];
    for (const [args, sha] of [
      [["status"], undefined],
      [["update-ref", ref, first], first],
      [["pack-refs", "--all"], first],
      [["update-ref", ref, second], second],
      [["update-ref", "-d", ref], undefined],
      [["symbolic-ref", ref, "refs/remotes/origin/other"], undefined],
    ] as const) {
      git(...args);
      assert.equal(await read(), sha, args.join(" "));
    }
  });
});
