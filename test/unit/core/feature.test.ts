import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Context } from "../../../src/core/context.ts";
import "../../support/vscodeStub.ts";

const { FeatureRegistry } = await import("../../../src/core/feature.ts");

describe("a command of a feature", () => {
  it("gets the focused rows for a key, and other arguments as they are", async () => {
    const asked: string[] = [];
    const views = {
      get: (id: string) =>
        id === "forgeline.jobs" ? { keyRows: () => Promise.resolve((asked.push(id), ["row", ["row"]])) } : undefined,
    };
    const context = { views, connections: { loadClient: () => Promise.resolve() }, drafts: {} } as unknown as Context;
    const registry = new FeatureRegistry(context);
    const ran: unknown[] = [];
    registry.add({ commands: ["job"], register: (given) => given }, () =>
      Promise.resolve({
        commands: {
          "forgeline.job.retry": {
            title: "Retry Job",
            args: (given: readonly unknown[]) => given,
            run: (_: unknown, ...args: unknown[]) => Promise.resolve(void ran.push(args)),
          },
        },
      }),
    );
    const run = (...given: unknown[]) => registry.owners[0]?.run("forgeline.job.retry", given);
    await run({ focusedView: "forgeline.jobs" });
    await run({ focusedView: "forgeline.gone" });
    await run({ job: 1 }, null);
    await run(null);
    await run();
    assert.deepEqual(ran, [["row", ["row"]], [], [{ job: 1 }, null], [null], []]);
    assert.deepEqual(asked, ["forgeline.jobs"]);
  });
});
