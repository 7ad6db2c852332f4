import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, it } from "mocha";
import { Emitter } from "../../../../../src/core/base/events.ts";
import type { GitProviderOptions } from "../../../../../src/features/projectSettings/protectedBranches/gitProvider.ts";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";

const { provideBranchProtection } =
  await import("../../../../../src/features/projectSettings/protectedBranches/gitProvider.ts");

describe("the protected branches for VS Code's git", () => {
  const project = { instance: "https://git.example.com", project: "a/b", root: "/clone", branch: "main", head: "one" };
  let value: object;
  let rules: string[];
  let listed: number;
  let names: string[];
  let telling: { dispose(): void } | undefined;
  let provided: () => string[];
  const projectChanged = new Emitter<undefined>();
  const rulesChanged = new Emitter<undefined>();

  beforeEach(() => {
    value = { kind: "ready", project, connection: {} };
    listed = 0;
    names = ["main", "release/1"];
    provided = () => [];
    const silent = () => ({ dispose: () => undefined });
    const register = (
      _root: unknown,
      provider: { provideBranchProtection(): { rules: { include: string[] }[] }[] },
    ) => {
      provided = () => provider.provideBranchProtection().flatMap((one) => one.rules.flatMap(({ include }) => include));
      return silent();
    };
    const git = {
      enabled: true,
      onDidChangeEnablement: silent,
      getAPI: () => ({ getRepository: () => null, registerBranchProtectionProvider: register }),
    };
    vscodeFakes.extensions = { getExtension: () => ({ activate: () => Promise.resolve(git) }) };
  });
  afterEach(() => telling?.dispose());

  const start = (): Promise<void> => {
    telling = provideBranchProtection({
      protections: {
        known: () => ({
          kind: "rules",
          rules: rules.map((name) => ({ id: 1, name, push_access_levels: [{ access_level: 0 }] })),
        }),
        person: () => ({ id: 1, level: 30 }),
        onDidChange: rulesChanged.event,
      },
      current: {
        get value() {
          return value;
        },
        onDidChange: projectChanged.event,
      },
      projects: {
        branches: () => {
          listed++;
          return Promise.resolve(names);
        },
        candidates: [],
      },
      log: { debug: (text: string, error: unknown) => assert.fail(`${text}: ${String(error)}`) },
    } as unknown as GitProviderOptions);
    return settled();
  };
  const settled = async (): Promise<void> => {
    for (let at = 0; at < 5; at++) await setImmediate();
  };
  const change = (more: object): Promise<void> => {
    value = { kind: "ready", project: { ...project, ...more }, connection: {} };
    projectChanged.fire(undefined);
    return settled();
  };

  it("are those that the rules name, without git being started", async () => {
    rules = ["main", "stable"];
    await start();
    await change({ head: "two" });
    assert.deepEqual([provided(), listed], [["main", "stable"], 0]);
  });

  it("are those that fit patterns, for which branches are listed again after the repository or the rules change", async () => {
    rules = ["release/*"];
    await start();
    assert.deepEqual([provided(), listed], [["release/1"], 1]);
    await change({ projectId: 7 });
    assert.equal(listed, 1);
    names.push("release/2");
    await change({ head: "two" });
    assert.deepEqual([provided(), listed], [["release/1", "release/2"], 2]);
    names.push("release/3");
    rulesChanged.fire(undefined);
    await settled();
    assert.deepEqual([provided(), listed], [["release/1", "release/2", "release/3"], 3]);
  });
});
