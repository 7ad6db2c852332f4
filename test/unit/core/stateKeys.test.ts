import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import type { SessionStore } from "../../../src/auth/sessionStore.ts";
import { CapabilityStore } from "../../../src/core/capabilities.ts";
import type { CurrentProject } from "../../../src/core/currentProject.ts";
import { InMemoryMemento } from "../../support/fakes/inMemoryMemento.ts";
import { vscodeFakes } from "../../support/vscodeStub.ts";

const { keepStateKeys } = await import("../../../src/core/stateKeys.ts");

describe("the context keys of the window's state", () => {
  afterEach(() => vscodeFakes.reset());

  it("hide what the host turned out not to offer, at once and for the next window", async () => {
    const keys = new Map<string, unknown>();
    vscodeFakes.commands["executeCommand"] = (_command: string, key: string, value: unknown) =>
      Promise.resolve(void keys.set(key, value));
    const memory = new InMemoryMemento();
    const capabilities = new CapabilityStore(memory);
    const window = (known: CapabilityStore): void => {
      const current = {
        value: { kind: "ready", project: { instance: "https://h" } },
        onDidChange: () => ({ dispose: () => undefined }),
      };
      const sessions = { list: () => [], onDidChange: () => ({ dispose: () => undefined }) };
      keepStateKeys(current as unknown as CurrentProject, sessions as unknown as SessionStore, known);
    };
    window(capabilities);
    assert.deepEqual([keys.get("forgeline.cannotPlayJobs"), keys.get("forgeline.cannotApprove")], [false, false]);
    capabilities.of("https://h").set("extra.playJob", `no since ${Date.now()}`);
    assert.deepEqual([keys.get("forgeline.cannotPlayJobs"), keys.get("forgeline.cannotApprove")], [true, false]);
    for (const [name, extra] of [
      ["CreateMergeRequests", "createMergeRequest"],
      ["Approve", "approve"],
      ["Unapprove", "unapprove"],
      ["Rebase", "rebase"],
    ] as const) {
      assert.equal(keys.get(`forgeline.cannot${name}`), false);
      capabilities.of("https://h").set(`extra.${extra}`, `no since ${Date.now()}`);
      assert.equal(keys.get(`forgeline.cannot${name}`), true);
    }
    keys.clear();
    await memory.update("other", "written after the facts");
    window(new CapabilityStore(memory));
    assert.equal(keys.get("forgeline.cannotPlayJobs"), true);
  });
});
