import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Context } from "../../../src/core/context.ts";
import "../../support/vscodeStub.ts";

const { FeatureRegistry } = await import("../../../src/core/feature.ts");

describe("the code of a feature", () => {
  it("is told once that it is loaded, with the feature's own objects", async () => {
    const context = { connections: { loadClient: () => Promise.resolve() } } as unknown as Context;
    const told: unknown[] = [];
    const loads: (() => Promise<unknown>)[] = [];
    const self = new FeatureRegistry(context).add(
      {
        commands: [],
        register: (given, load) => {
          loads.push(load);
          return { ...given, own: true };
        },
      },
      () => Promise.resolve({ commands: {}, loaded: (given: unknown) => Promise.resolve(void told.push(given)) }),
    );
    const [load] = loads;
    assert.ok(load);
    assert.deepEqual(told, []);
    await Promise.all([load(), load()]);
    await load();
    assert.deepEqual(told, [self]);
  });
});
