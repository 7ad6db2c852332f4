import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import { ApiError, type ApiErrorKind } from "../../../../src/api/errors.ts";
import { CancelledError } from "../../../../src/core/base/errors.ts";
import type { Change } from "../../../../src/core/changes.ts";
import { UnansweredWrites } from "../../../../src/core/commands/unansweredWrites.ts";
import "../../../support/vscodeStub.ts";

const { runWrite, sendWrite } = await import("../../../../src/core/commands/runWrite.ts");
const { Emitter } = await import("../../../../src/core/base/events.ts");
const { foundFirst, foundInAll } = await import("../../../../src/core/commands/findWrite.ts");
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
