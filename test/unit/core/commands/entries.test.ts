import assert from "node:assert/strict";
import { UserError } from "../../../../src/core/base/errors.ts";
import { ownerOf, registerCommands, runEntry } from "../../../../src/core/commands/register.ts";
import { jobsArgs, pipelinesArgs } from "../../../../src/core/pipelines/refs.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

const tables = {
  ...(await import("../../../../src/features/account/commands.ts")).commands,
  ...(await import("../../../../src/features/jobs/commands.ts")).commands,
  ...(await import("../../../../src/features/pipelines/commands.ts")).commands,
  ...(await import("../../../../src/features/repository/commands.ts")).commands,
};

const seven = { id: 7, status: "failed", ref: "main", sha: "a", web_url: "https://h/p/7" };
const pipeline = { instance: "https://h", project: 1, pipeline: seven };
const lint = { id: 8, name: "lint", status: "failed", web_url: "https://h/j/8" };
const job = { instance: "https://h", project: "a/b", job: lint, pipeline: { id: 7 } };
const other = { ...job, job: { ...job.job, id: 9 } };
const file = (name: string) => ({ scheme: "file", path: `/${name}`, query: "" });

describe("the entry of a command", () => {
  const retry = "forgeline.pipeline.retry";
  const commit = "forgeline.commitThisFile";
  const cases: readonly [id: keyof typeof tables, given: readonly unknown[], taken: readonly unknown[]][] = [
    [retry, [pipeline, [pipeline]], [pipeline]],
    ...[[], [{ kind: "loadMore" }], [{ ...pipeline, project: undefined }], [null]].map(
      (given): [typeof retry, unknown[], []] => [retry, given, []],
    ),
    ["forgeline.job.retry", [job], [job]],
    ["forgeline.job.retry", [pipeline], []],
    ["forgeline.job.retry", [job, [job, other]], [job, [job, other]]],
    ["forgeline.job.retry", [job, [job, pipeline]], [job]],
    ["forgeline.job.showLog", [job, [job, other]], [job]],
    ["forgeline.openInBrowser", [{ webUrl: "https://h" }], [{ webUrl: "https://h" }]],
    ["forgeline.signOut", [pipeline], []],
    ["forgeline.signOut", ["id"], ["id"]],
    ["forgeline.refresh", [pipeline, [pipeline]], []],
    [commit, [file("a"), [file("a"), file("b")]], [[file("a"), file("b")]]],
    [commit, [{ resourceUri: file("a") }, { resourceUri: file("b") }], [[file("a"), file("b")]]],
    [commit, [{ groupId: 1 }, "x"], []],
  ];
  for (const [id, given, taken] of cases)
    it(`${id} takes ${JSON.stringify(taken).slice(0, 40)} from ${JSON.stringify(given).slice(0, 60)}`, async () => {
      const ran: unknown[] = [];
      const run = (...args: unknown[]): Promise<void> => Promise.resolve(void ran.push(args));
      await runEntry({ [id]: { ...tables[id], run } }, "self", id, given);
      assert.deepEqual(ran, [["self", ...taken]]);
    });
});

it("the feature that has a command is the one with the longest beginning of its ID, in whole words", () => {
  const owners = [
    { name: "people", commands: ["user", "users"] },
    { name: "administration", commands: ["user.create"] },
  ];
  const nameOf = (id: string): string => ownerOf(owners, `forgeline.${id}`).name;
  assert.deepEqual(["user.show", "users.filter", "user.create"].map(nameOf), ["people", "people", "administration"]);
  assert.throws(() => nameOf("userStatus.show"), /No feature/);
});

describe("registerCommands", () => {
  const manifest = { contributes: { commands: [{ command: "forgeline.pipeline.run", title: { value: "Starten…" } }] } };

  it("reports what a handler throws before it ends, and does not wait for an answer to the message", async () => {
    const registered = new Map<string, (...given: unknown[]) => Promise<void>>();
    vscodeFakes.commands["registerCommand"] = (id: string, run: (...given: unknown[]) => Promise<void>) => {
      registered.set(id, run);
      return { dispose: () => registered.delete(id) };
    };
    const reported: unknown[] = [];
    const error = new UserError("No project is chosen.");
    const registration = registerCommands([{ commands: ["pipeline"], run: () => Promise.reject(error) }], manifest, {
      acted: () => Promise.resolve(void reported.push("acted")),
      // The texts may have to be loaded first.
      prepare: () => new Promise<void>((resolve) => setImmediate(resolve)),
      error: (...given: unknown[]) => {
        reported.push(given);
        return new Promise<void>(() => undefined);
      },
    });
    await registered.get("forgeline.pipeline.run")?.();
    assert.deepEqual(reported, [[error, "Starten"], "acted"]);
    registration.dispose();
    assert.equal(registered.size, 0);
  });
});

describe("selectedArgs", () => {
  const instance = "https://git.example.org";
  const pipeline = (id: number, project: number | string = "group/app", at = instance) => ({
    instance: at,
    project,
    pipeline: { id },
  });

  it("reads what is selected twice once, also by another name of its project", () => {
    const rows = [pipeline(7), pipeline(8), pipeline(7, 3), pipeline(7, 3, "https://other.example.org")];
    assert.deepEqual(pipelinesArgs([rows[2], rows]), [rows[2], [rows[2], rows[1], rows[3]]]);
  });

  it("reads one row where all selected ones are of the same thing", () => {
    const job = { instance, project: 3, job: { id: 5 } };
    const artifacts = { ...job, kind: "artifacts" };
    assert.deepEqual(jobsArgs([artifacts, [job, artifacts]]), [artifacts]);
  });

  it("reads one row where others do not fit, or where it is not one of the selected", () => {
    assert.deepEqual(pipelinesArgs([pipeline(7), [pipeline(7), { kind: "group" }]]), [pipeline(7)]);
    assert.deepEqual(pipelinesArgs([pipeline(7), [pipeline(8), pipeline(9)]]), [pipeline(7)]);
  });
});
