import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { UserError } from "../../../../src/core/base/errors.ts";
import type { CommandArgs, CommandId } from "../../../../src/core/ids.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

const { handlers } = await import("../../../../src/core/commands/registry.ts");
const { registerCommands } = await import("../../../../src/core/commands/register.ts");

type App = Parameters<typeof registerCommands>[0];
const pipeline = {
  instance: "https://h",
  project: 1,
  pipeline: { id: 7, status: "failed", ref: "main", sha: "a", web_url: "https://h/p/7" },
};
const job = {
  instance: "https://h",
  project: "a/b",
  job: { id: 8, name: "lint", status: "failed", web_url: "https://h/j/8" },
  pipeline: { id: 7 },
};
const file = (name: string) => ({ scheme: "file", path: `/${name}`, query: "" });

describe("the table of commands", () => {
  it("has a handler that loads for every command", async () => {
    for (const { load } of Object.values(handlers)) assert.equal(typeof (await load()), "function");
  });

  it("does not compile without one of them", () => {
    const { "forgeline.refresh": _left, ...others } = handlers;
    // @ts-expect-error forgeline.refresh has no handler
    const incomplete: typeof handlers = others;
    assert.equal(Object.keys(incomplete).length, Object.keys(handlers).length - 1);
  });

  const cases: readonly { id: CommandId; given: readonly unknown[]; taken: readonly unknown[] }[] = [
    { id: "forgeline.pipeline.retry", given: [pipeline, [pipeline]], taken: [pipeline] },
    { id: "forgeline.pipeline.retry", given: [], taken: [] },
    { id: "forgeline.pipeline.retry", given: [{ kind: "loadMore" }], taken: [] },
    { id: "forgeline.pipeline.retry", given: [{ ...pipeline, project: undefined }], taken: [] },
    { id: "forgeline.pipeline.retry", given: [null], taken: [] },
    { id: "forgeline.job.retry", given: [job], taken: [job] },
    { id: "forgeline.job.retry", given: [pipeline], taken: [] },
    { id: "forgeline.openInBrowser", given: [job], taken: [job] },
    { id: "forgeline.openInBrowser", given: [{ webUrl: "https://h" }], taken: [{ webUrl: "https://h" }] },
    { id: "forgeline.signOut", given: [pipeline], taken: [] },
    { id: "forgeline.signOut", given: ["id"], taken: ["id"] },
    { id: "forgeline.refresh", given: [pipeline, [pipeline]], taken: [] },
    { id: "forgeline.commitThisFile", given: [file("a"), [file("a"), file("b")]], taken: [[file("a"), file("b")]] },
    {
      id: "forgeline.commitThisFile",
      given: [{ resourceUri: file("a") }, { resourceUri: file("b") }],
      taken: [[file("a"), file("b")]],
    },
    { id: "forgeline.commitThisFile", given: [file("a")], taken: [[file("a")]] },
    { id: "forgeline.commitThisFile", given: [{ groupId: 1 }, "x"], taken: [] },
  ];
  for (const { id, given, taken } of cases) {
    it(`${id} takes ${JSON.stringify(taken).slice(0, 40)} from ${JSON.stringify(given).slice(0, 60)}`, () =>
      assert.deepEqual(handlers[id].take(given), taken));
  }
});

describe("registerCommands", () => {
  const manifest = {
    contributes: {
      commands: [
        { command: "forgeline.pipeline.run", title: { value: "Pipeline starten…" } },
        { command: "forgeline.refresh", title: "Refresh" },
      ],
    },
  };
  let registered: Map<string, (...given: unknown[]) => Promise<void>>;
  beforeEach(() => {
    registered = new Map();
    vscodeFakes.commands["registerCommand"] = (id: string, run: (...given: unknown[]) => Promise<void>) => {
      registered.set(id, run);
      return { dispose: () => registered.delete(id) };
    };
  });
  afterEach(() => vscodeFakes.reset());

  it("registers each command once and takes all back", () => {
    const registration = registerCommands({} as App, manifest);
    assert.deepEqual([...registered.keys()], ["forgeline.pipeline.run", "forgeline.refresh"]);
    registration.dispose();
    assert.equal(registered.size, 0);
  });

  it("reports what a handler throws, and does not wait for the answer to the message", async () => {
    const reported: [unknown, string][] = [];
    const error = new UserError("No project is chosen.");
    const app = {
      current: {
        require: () => {
          throw error;
        },
      },
      report: {
        error: (thrown: unknown, doing: string) => {
          reported.push([thrown, doing]);
          return new Promise<void>(() => undefined);
        },
      },
    } as unknown as App;
    registerCommands(app, manifest);
    const id: keyof CommandArgs = "forgeline.pipeline.run";
    await registered.get(id)?.();
    assert.deepEqual(reported, [[error, "Pipeline starten"]]);
  });
});
