import assert from "node:assert/strict";
import { readFileSync, rmSync, unwatchFile, watchFile, writeFileSync } from "node:fs";
import path from "node:path";
import { mock } from "node:test";
import type { Disposable } from "../../../src/core/base/disposable.ts";
import { readRef, watchRef } from "../../../src/git/refWatch.ts";
import type { Repository } from "../../../src/git/repository.ts";
import { watchRepository, type RepositoryWatch } from "../../../src/git/watch.ts";
import { vscodeFakes } from "../../support/vscodeStub.ts";
import { GitFolder } from "./gitFolder.ts";

describe("the watch of a repository", () => {
  const ref = "refs/remotes/origin/main";
  let repository: GitFolder;
  let commonDir = "";
  let watch: RepositoryWatch;
  let changes = 0;
  /** What hears of files that VS Code's watcher saw change. */
  let hear: (uri: { readonly path: string; readonly fsPath: string }) => void;
  const commit = (): string => repository.store();

  beforeEach(() => {
    repository = new GitFolder();
    repository.init();
    commonDir = path.join(repository.root, ".git");
    changes = 0;
    const silent = () => ({ dispose: () => undefined });
    vscodeFakes.workspace = {
      createFileSystemWatcher: () => ({
        onDidChange: (listener: typeof hear) => {
          hear = listener;
          return silent();
        },
        onDidCreate: silent,
        onDidDelete: silent,
        dispose: () => undefined,
      }),
    };
    mock.timers.enable({ apis: ["setTimeout"] });
    watch = watchRepository({ gitDir: commonDir, commonDir } as Repository, () => changes++);
  });
  afterEach(() => {
    mock.timers.reset();
    watch.dispose();
  });

  /** Lets files be read, and the time pass for which changes are collected. */
  const settle = async (): Promise<void> => {
    for (let at = 0; at < 10; at++) await readRef(commonDir, ref);
    mock.timers.tick(1_000);
  };
  /** Has Node look at the file of the ref, as it does each second. */
  const poll = (): void => {
    const file = path.join(commonDir, ref);
    const listener = (): void => undefined;
    watchFile(file, { persistent: false }, listener).emit("change");
    unwatchFile(file, listener);
  };
  const changed = async (): Promise<void> => {
    const before = changes;
    while (changes === before) await settle();
  };

  it("notices configuration, except notes of VS Code's git extension", async () => {
    const file = path.join(commonDir, "config");
    const text = readFileSync(file, "utf8");
    const configure = (line: string): void => {
      writeFileSync(file, `${text}[branch "other"]\n\t${line}\n`);
      hear({ path: file, fsPath: file });
    };
    configure("remote = origin");
    await changed();
    const said = changes;
    configure("remote = origin\n\tvscode-merge-base = origin/main");
    await settle();
    assert.equal(changes, said);
    configure("remote = upstream");
    await changed();
    hear({ path: path.join(commonDir, "HEAD"), fsPath: path.join(commonDir, "HEAD") });
    await changed();
    const last = changes;
    configure("remote = origin");
    // While the file is being read.
    watch.dispose();
    await settle();
    assert.equal(changes, last);
  });

  it("ignores a remote branch that did not move", async () => {
    watch.follow(ref, undefined);
    await settle();
    repository.setRef(ref, commit());
    poll();
    await changed();
    watch.follow(ref, await readRef(commonDir, ref));
    const said = changes;
    repository.git("pack-refs", "--all");
    poll();
    await settle();
    watch.follow(undefined, undefined);
    watch.follow(ref, await readRef(commonDir, ref));
    await settle();
    assert.equal(changes, said);
  });

  it("notices a remote branch that moved since it was read", async () => {
    const [first, second, third] = [commit(), commit(), commit()];
    repository.setRef(ref, second);
    watch.follow(ref, first);
    await changed();
    watch.follow(ref, second);
    repository.setRef(ref, third);
    poll();
    await changed();
    watch.follow(ref, third);
    rmSync(path.join(commonDir, ref));
    poll();
    await changed();
  });
});

describe("watchRef", () => {
  const ref = "refs/remotes/origin/team/topic";
  let repository: GitFolder;
  let watch: Disposable | undefined;
  const git = (...args: string[]): string => repository.git(...args);
  const commit = (): string => repository.store();
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
  afterEach(() => watch?.dispose());

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
    for (const [act, sha] of [
      [() => undefined, undefined],
      [() => repository.setRef(ref, first), first],
      [() => git("pack-refs", "--all"), first],
      [() => repository.setRef(ref, second), second],
      [() => git("update-ref", "-d", ref), undefined],
      [() => repository.setRef(ref, "refs/remotes/origin/other"), undefined],
    ] as const) {
      act();
      assert.equal(await read(), sha, String(act));
    }
  });
});
