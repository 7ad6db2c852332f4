import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { CancelledError, UserError } from "../../../../src/core/base/errors.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

const { applicable, runMany } = await import("../../../../src/core/commands/runMany.ts");
const { holdAccounts } = await import("../../../../src/core/heldAccounts.ts");

type Thing = { readonly instance: string; readonly id: number };

describe("runMany", () => {
  let asked: string[];
  let logged: string[];
  let notices: string[];
  let answer: string | undefined;
  let account: string;
  const instance = "https://git.example.org";
  const context = {
    report: { background: (_: unknown, doing: string) => void logged.push(doing) },
    connections: { instances: [{ url: instance }], get: () => ({ session: { id: account } }) },
  } as never;
  const things = (...ids: number[]) => ids.map((id) => ({ instance, id }));
  beforeEach(() => {
    [asked, logged, notices, answer, account] = [[], [], [], "Do It", "alice"];
    vscodeFakes.window["setStatusBarMessage"] = (text: string) => void notices.push(text);
    vscodeFakes.window["showWarningMessage"] = (question: string, { detail }: { detail: string }) => {
      asked.push(question, detail);
      return Promise.resolve(answer);
    };
  });
  afterEach(() => vscodeFakes.reset());

  const counted = (before: string, after: string) => (shown: string) => ({
    one: `${before} ${shown} thing${after}`,
    other: `${before} ${shown} things${after}`,
  });
  const options = (act: (item: number, within: AbortSignal) => Promise<unknown>) => ({
    title: "Do",
    confirm: { question: counted("Do", "?"), button: "Do It" },
    doing: counted("Doing", ""),
    done: counted("Did", "."),
    name: ({ id }: Thing) => `thing ${id}`,
    act: (item: Thing, within: AbortSignal) => act(item.id, within),
  });

  const fine = options(() => Promise.resolve());

  it("asks first, naming each item, and does nothing without confirmation", async () => {
    answer = undefined;
    const never = options(() => assert.fail("done"));
    await assert.rejects(runMany(context, things(1, 2), never), CancelledError);
    assert.deepEqual(asked, ["Do 2 things?", "• thing 1\n• thing 2"]);
  });

  it("lists at most twenty lines", async () => {
    await runMany(context, things(...Array.from({ length: 25 }, (_, at) => at)), fine);
    const lines = asked[1]?.split("\n") ?? [];
    assert.deepEqual([lines.length, lines.at(-1)], [20, "• and 6 more"]);
    asked = [];
    await runMany(context, things(1), fine);
    assert.deepEqual([asked[0], notices], ["Do 1 thing?", ["Did 25 things.", "Did 1 thing."]]);
  });

  it("goes on after a failure, logs each, and reports at the end which failed and why", async () => {
    const did: number[] = [];
    const act = (item: number) =>
      item === 2 ? Promise.reject(new UserError("Not allowed.")) : Promise.resolve(did.push(item));
    const message = "1 of 3 failed: thing 2. First error: Not allowed.";
    await assert.rejects(runMany(context, things(1, 2, 3), options(act)), { message });
    assert.deepEqual([did, logged, notices], [[1, 3], ["Do: thing 2"], []]);
  });

  const failsThenCancels = (item: number): Promise<unknown> => {
    if (item === 1) return Promise.resolve();
    return Promise.reject(item === 2 ? new UserError("Not allowed.") : new CancelledError());
  };

  it("stops when it is canceled, and reports what was done, in doubt only if it writes", async () => {
    await assert.rejects(runMany(context, things(1, 2, 3, 4), options(failsThenCancels)), CancelledError);
    const some = { ...options(failsThenCancels), writes: false };
    await assert.rejects(runMany(context, things(1, 3), some), CancelledError);
    assert.deepEqual(notices, [
      "Canceled. 1 of 4 done. 1 of 4 failed: thing 2. The host may have made one more change already.",
      "Canceled. 1 of 2 done.",
    ]);
  });

  it("stops once another account is used, during the question or later", async () => {
    const did: number[] = [];
    const act = (item: number): Promise<unknown> => ((account = "bob"), Promise.resolve(did.push(item)));
    const run = (items: Thing[], more = {}) =>
      runMany(holdAccounts<never>(context).held, items, { ...options(act), ...more });
    const message = "Stopped: the account on git.example.org has changed. 1 of 2 done.";
    await assert.rejects(run(things(1, 2)), { message });
    const confirm = (): Promise<void> => Promise.resolve(void (account = "carol"));
    await assert.rejects(run(things(3, 4), { confirm }), UserError);
    assert.deepEqual(did, [1]);
  });

  it("applies to the matching items of a selection, or to the clicked one", () => {
    const isOdd = (item: number): boolean => item % 2 === 1;
    assert.deepEqual(applicable(1, [1, 2, 3], isOdd), [1, 3]);
    assert.equal(applicable(1, [1, 2, 4], isOdd), undefined);
    assert.equal(applicable(1, undefined, isOdd), undefined);
  });
});
