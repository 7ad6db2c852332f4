import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { UserError } from "../../../../src/core/base/errors.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

const { ownerOf, registerCommands, runEntry } = await import("../../../../src/core/commands/register.ts");
const { defineCommands } = await import("../../../../src/core/commands/entries.ts");
const { uriArgs } = await import("../../../../src/core/commands/arguments.ts");
const tables = {
  ...(await import("../../../../src/features/account/commands.ts")).commands,
  ...(await import("../../../../src/features/jobs/commands.ts")).commands,
  ...(await import("../../../../src/features/pipelines/commands.ts")).commands,
  ...(await import("../../../../src/features/repository/commands.ts")).commands,
};

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
const other = { ...job, job: { ...job.job, id: 9 } };
const file = (name: string) => ({ scheme: "file", path: `/${name}`, query: "" });

describe("the entry of a command", () => {
  it("does not compile when its handler takes something else than its arguments are read as", () => {
    const run = (_self: unknown, _name: string): Promise<void> => Promise.resolve();
    // @ts-expect-error the handler takes a name, the arguments are read as a file
    const wrong = defineCommands<unknown>()({ "forgeline.wrong": { title: "Wrong", args: uriArgs, run } });
    assert.deepEqual(Object.keys(wrong), ["forgeline.wrong"]);
  });

  const cases: readonly { id: keyof typeof tables; given: readonly unknown[]; taken: readonly unknown[] }[] = [
    { id: "forgeline.pipeline.retry", given: [pipeline, [pipeline]], taken: [pipeline] },
    { id: "forgeline.pipeline.retry", given: [], taken: [] },
    { id: "forgeline.pipeline.retry", given: [{ kind: "loadMore" }], taken: [] },
    { id: "forgeline.pipeline.retry", given: [{ ...pipeline, project: undefined }], taken: [] },
    { id: "forgeline.pipeline.retry", given: [null], taken: [] },
    { id: "forgeline.job.retry", given: [job], taken: [job] },
    { id: "forgeline.job.retry", given: [pipeline], taken: [] },
    { id: "forgeline.job.retry", given: [job, [job, other]], taken: [job, [job, other]] },
    { id: "forgeline.job.retry", given: [job, [job, pipeline]], taken: [job] },
    { id: "forgeline.job.showLog", given: [job, [job, other]], taken: [job] },
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
    it(`${id} takes ${JSON.stringify(taken).slice(0, 40)} from ${JSON.stringify(given).slice(0, 60)}`, async () => {
      const ran: unknown[] = [];
      const run = (...args: unknown[]): Promise<void> => Promise.resolve(void ran.push(args));
      await runEntry({ [id]: { ...tables[id], run } }, "self", id, given);
      assert.deepEqual(ran, [["self", ...taken]]);
    });
  }
});

describe("the feature that has a command", () => {
  const owners = [
    { name: "people", commands: ["user", "users"] },
    { name: "administration", commands: ["user.create"] },
  ];
  const nameOf = (id: string): string => ownerOf(owners, id).name;

  it("is the one whose beginning of ids it has, the longest where two have one", () =>
    assert.deepEqual(["forgeline.user.show", "forgeline.users.filter", "forgeline.user.create"].map(nameOf), [
      "people",
      "people",
      "administration",
    ]));

  it("is nobody where only letters agree", () =>
    assert.throws(() => nameOf("forgeline.userStatus.show"), /No feature/));
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
  const report = { prepare: () => Promise.resolve(), error: () => Promise.resolve(), acted: () => Promise.resolve() };
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
    const registration = registerCommands([], manifest, report);
    assert.deepEqual([...registered.keys()], ["forgeline.pipeline.run", "forgeline.refresh"]);
    registration.dispose();
    assert.equal(registered.size, 0);
  });

  it("reports what a handler throws before it ends, and does not wait for the answer to the message", async () => {
    const reported: [unknown, string][] = [];
    const error = new UserError("No project is chosen.");
    const acts: string[] = [];
    const told = {
      acted: () => Promise.resolve(void acts.push("acted")),
      // The texts may have to be loaded first.
      prepare: () => new Promise<void>((resolve) => setImmediate(resolve)),
      error: (thrown: unknown, doing: string) => {
        reported.push([thrown, doing]);
        return new Promise<void>(() => undefined);
      },
    };
    registerCommands([{ commands: ["pipeline"], run: () => Promise.reject(error) }], manifest, told);
    await registered.get("forgeline.pipeline.run")?.();
    assert.deepEqual(reported, [[error, "Pipeline starten"]]);
    assert.deepEqual(acts, ["acted"]);
  });
});
