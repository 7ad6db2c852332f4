import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { UserError } from "../../../../../src/core/base/errors.ts";
import { Emitter } from "../../../../../src/core/base/events.ts";
import type { PipelineRef } from "../../../../../src/core/pipelines/refs.ts";
import type { WatchingOptions } from "../../../../../src/features/pipelines/notifications/options.ts";
import { FakeConfig } from "../../../../support/fakes/fakeConfig.ts";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";

const { addWatch } = await import("../../../../../src/features/pipelines/notifications/addWatch.ts");
const { Watching } = await import("../../../../../src/features/pipelines/notifications/watching.ts");
const ref: PipelineRef = {
  instance: "https://git.example.com",
  project: "g/p",
  pipeline: { id: 7, status: "running", ref: "main", sha: "abc", web_url: "" },
};

describe("watching, when what watches cannot be loaded", () => {
  let logged: string[];
  let stored: Map<string, unknown>;
  /** Whether the poller is registered with the scheduler. */
  let isThere: boolean;
  let watching: InstanceType<typeof Watching>;

  beforeEach(() => {
    vscodeFakes.commands["executeCommand"] = () => Promise.resolve();
    logged = [];
    stored = new Map();
    isThere = false;
    const pollHandle = {
      changed: () => undefined,
      soon: () => undefined,
      refresh: () => undefined,
      loaded: () => undefined,
      dispose: () => undefined,
    };
    const quiet = { onDidChange: new Emitter<never>().event };
    watching = new Watching(
      {
        ...{
          connections: { ...quiet, onDidChangeRecords: new Emitter<never>().event },
          current: quiet,
          changes: new Emitter<never>().event,
          config: new FakeConfig(),
        },
        polling: {
          add: () => {
            if (!isThere) throw new Error("a part is missing");
            return pollHandle;
          },
        },
        memory: {
          get: (key: string) => stored.get(key),
          update: (key: string, value: unknown) => Promise.resolve(void stored.set(key, value)),
        },
        directory: "/nowhere",
        ready: Promise.resolve(),
        log: {
          error: (text: string) => void logged.push(text),
          warn: () => undefined,
          info: () => undefined,
          debug: () => undefined,
          trace: () => undefined,
        },
        report: {},
      } as unknown as WatchingOptions,
      () => import("../../../../../src/features/pipelines/notifications/openPoller.ts"),
    );
  });
  afterEach(() => {
    watching.dispose();
    vscodeFakes.reset();
  });

  it("promises nothing: who asked is told, nothing is watched, and the log says why", async () => {
    await assert.rejects(
      addWatch(watching, ref),
      (error: unknown) =>
        error instanceof UserError &&
        /Notifications could not be loaded/.test(error.message) &&
        (error.cause as Error).message === "a part is missing",
    );
    assert.deepEqual(watching.all, []);
    assert.ok(logged.length > 0 && logged.every((text) => text === "Watching could not be loaded"));
  });

  it("tries again with the next that is to be watched", async () => {
    await assert.rejects(addWatch(watching, ref));
    isThere = true;
    await addWatch(watching, ref);
    assert.deepEqual(
      watching.all.map(({ id }) => id),
      [7],
    );
  });
});
