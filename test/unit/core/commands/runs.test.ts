import assert from "node:assert/strict";
import { ApiError, type ApiErrorKind } from "../../../../src/api/errors.ts";
import { CancelledError, UserError } from "../../../../src/core/base/errors.ts";
import { Emitter } from "../../../../src/core/base/events.ts";
import type { Change } from "../../../../src/core/changes.ts";
import { foundFirst, foundInAll } from "../../../../src/core/commands/findWrite.ts";
import { applicable, runMany } from "../../../../src/core/commands/runMany.ts";
import { runWrite, sendWrite } from "../../../../src/core/commands/runWrite.ts";
import { UnansweredWrites } from "../../../../src/core/commands/unansweredWrites.ts";
import { holdAccounts } from "../../../../src/core/heldAccounts.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

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

type Find = NonNullable<Parameters<typeof sendWrite<string>>[1]["find"]>;

const instance = "https://git.example.com";
const request = { method: "POST", url: `${instance}/api/v4/x`, instance };
const failure = (kind: ApiErrorKind, outcomeUnknown = false): ApiError =>
  new ApiError({ kind, outcomeUnknown, message: "", request });
const lost = (): ApiError => failure("network", true);

describe("a write", () => {
  let unanswered: UnansweredWrites;
  let background: unknown[];
  let sent: number;
  const { signal } = new AbortController();
  const write = (request: () => Promise<string>, find?: Find): Promise<string> =>
    sendWrite(
      { unanswered, report: { background: (error: unknown) => void background.push(error) } as never },
      { key: "same", signal, hostTime: () => 100_000, find, request: () => (sent++, request()) },
    );
  const fails = (error: Error) => () => Promise.reject(error);

  beforeEach(() => {
    unanswered = new UnansweredWrites();
    [background, sent] = [[], 0];
  });

  const found: Find = () => Promise.resolve({ done: "found" });
  const missing: Find = () => Promise.resolve(undefined);
  const away = (): Find => fails(failure("network"));
  const never = (): never => assert.fail("called");
  const notMade = { name: "UserError", message: /The change was not made/ };

  it("is not searched for after an answer", async () => {
    assert.equal(await write(() => Promise.resolve("made"), never), "made");
    const refused = failure("forbidden");
    await assert.rejects(write(fails(refused), never), (error) => error === refused);
  });

  it("is done if it is found after its answer was lost, and not done if it is not", async () => {
    let since = 0;
    const it: Find = (_signal, from) => ((since = from), Promise.resolve({ done: "it" }));
    assert.equal(await write(fails(lost()), it), "it");
    assert.equal(since, 98_000, "a moment before it was sent, by the host's clock");
    assert.equal(background.length, 1, "the log has what happened");
    await assert.rejects(write(fails(lost()), missing), notMade);
  });

  it("stays unclear if only a part of the list can be searched", async () => {
    const of = (item: string, capped: boolean) => foundInAll({ items: [item], capped }, (one) => one === "mine");
    assert.deepEqual([of("mine", true), of("other", false)], [{ done: "mine" }, undefined]);
    const part: Find = () => Promise.resolve(of("other", true));
    const error = lost();
    await assert.rejects(write(fails(error), part), (thrown) => thrown === error);
    await assert.rejects(write(fails(failure("conflict")), part), /may have made the change already/);
    assert.equal(sent, 2, "a repetition is sent");
  });

  it("is searched for before it is sent again if that failed before", async () => {
    const error = lost();
    await assert.rejects(write(fails(error), away()), (thrown) => thrown === error);
    const still = failure("timeout");
    await assert.rejects(write(never, fails(still)), (thrown) => thrown === still);
    assert.deepEqual([await write(never, found), sent], ["found", 1]);
    assert.equal(await write(() => Promise.resolve("another"), away()), "another", "found once");
  });

  it("may have been done by the first attempt when a blind repetition is refused", async () => {
    await assert.rejects(write(fails(lost())));
    const message = /An earlier attempt got no response and may have made the change already/;
    await assert.rejects(write(fails(failure("forbidden"))), { name: "UserError", message });
  });

  it("is searched for when it is repeated after a cancel, not before", async () => {
    await assert.rejects(write(fails(failure("cancelled", true)), never));
    assert.equal(await write(never, found), "found");
    await assert.rejects(write(fails(new CancelledError())), CancelledError);
  });

  describe("of a kind that makes many", () => {
    type Thing = { readonly id: number; readonly name: string };
    let host: Thing[];
    let isAway = false;
    const make = (name = "x"): Thing => host[host.push({ id: host.length + 1, name }) - 1]!;
    const loses = (): Promise<Thing> => (make(), Promise.reject(lost()));
    /** Makes a thing as commands do; what is sent has its name and more. */
    const run = (what: { readonly name: string; readonly [more: string]: unknown }, send: () => Promise<Thing>) =>
      runWrite<Thing>(
        { unanswered, changes: new Emitter<Change>(), report: { background: () => undefined } as never },
        `Making ${what.name}`,
        { instance, project: "a/b", subject: "snippet" },
        send,
        {
          what,
          within: signal,
          find: (_signal, _since, isEarlier) =>
            isAway
              ? Promise.reject(failure("network"))
              : Promise.resolve(foundFirst(host, (one) => one.name === what.name && !isEarlier(one))),
        },
      );
    beforeEach(() => {
      [host, isAway] = [[], false];
    });

    it("is not taken for an earlier one, made or found, of the same name", async () => {
      await run({ name: "x", text: "1" }, () => Promise.resolve(make()));
      await assert.rejects(run({ name: "x", text: "2" }, fails(lost())), notMade);
      assert.deepEqual(await run({ name: "x", text: "1" }, loses), { id: 2, name: "x" });
      await assert.rejects(run({ name: "x", text: "1" }, fails(lost())), notMade);
    });

    it("is recognized with its fields in another order, but not with the items of a list", async () => {
      isAway = true;
      await assert.rejects(run({ name: "x", values: { a: 1, b: [2, { c: 3, d: 4 }] } }, loses));
      isAway = false;
      const again = { values: { b: [2, { d: 4, c: 3 }], a: 1 }, name: "x" };
      assert.deepEqual(await run(again, never), { id: 1, name: "x" });
      const other = { ...again, values: { a: 1, b: [{ c: 3, d: 4 }, 2] } };
      assert.deepEqual(await run(other, () => Promise.resolve(make())), { id: 2, name: "x" });
    });
  });
});
