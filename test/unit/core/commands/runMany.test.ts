import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { CancelledError, UserError } from "../../../../src/core/base/errors.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

const { runMany } = await import("../../../../src/core/commands/runMany.ts");

describe("runMany", () => {
  let asked: string[];
  let logged: string[];
  let notices: string[];
  let answer: string | undefined;
  const context = { report: { background: (_: unknown, doing: string) => void logged.push(doing) } } as never;
  beforeEach(() => {
    [asked, logged, notices, answer] = [[], [], [], "Do It"];
    vscodeFakes.window["setStatusBarMessage"] = (text: string) => void notices.push(text);
    vscodeFakes.window["showWarningMessage"] = (question: string, { detail }: { detail: string }) => {
      asked.push(question, detail);
      return Promise.resolve(answer);
    };
  });
  afterEach(() => vscodeFakes.reset());

  const options = (act: (item: number, within: AbortSignal) => Promise<unknown>) => ({
    title: "Do",
    confirm: { question: "Do all?", button: "Do It" },
    doing: "Doing",
    done: "All done.",
    name: (item: number) => `thing ${item}`,
    act,
  });

  it("does nothing without a yes", async () => {
    answer = undefined;
    const did: number[] = [];
    await assert.rejects(
      runMany(
        context,
        [1, 2],
        options((item) => Promise.resolve(did.push(item))),
      ),
      CancelledError,
    );
    assert.deepEqual([did, asked], [[], ["Do all?", "• thing 1\n• thing 2"]]);
  });

  it("lists twenty lines at most", async () => {
    const many = Array.from({ length: 25 }, (_, at) => at);
    await runMany(
      context,
      many,
      options(() => Promise.resolve()),
    );
    const lines = asked[1]?.split("\n") ?? [];
    assert.deepEqual([lines.length, lines.at(-1)], [20, "• and 6 more"]);
    assert.deepEqual(notices, ["All done."]);
  });

  it("goes on after a failure, logs each, and says at the end which failed and why", async () => {
    const did: number[] = [];
    const done = runMany(
      context,
      [1, 2, 3],
      options((item) => (item === 2 ? Promise.reject(new UserError("Not allowed.")) : Promise.resolve(did.push(item)))),
    );
    await assert.rejects(done, { message: "1 of 3 failed: thing 2. The first reason: Not allowed." });
    assert.deepEqual([did, logged, notices], [[1, 3], ["Do: thing 2"], []]);
  });

  it("ends with what is cancelled", async () => {
    const did: number[] = [];
    const done = runMany(
      context,
      [1, 2, 3],
      options((item) => (item === 2 ? Promise.reject(new CancelledError()) : Promise.resolve(did.push(item)))),
    );
    await assert.rejects(done, CancelledError);
    assert.deepEqual([did, logged], [[1], []]);
  });
});
