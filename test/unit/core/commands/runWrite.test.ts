import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import { ApiError, type ApiErrorKind } from "../../../../src/api/errors.ts";
import { CancelledError, UserError } from "../../../../src/core/base/errors.ts";
import type { Change } from "../../../../src/core/changes.ts";
import { UnansweredWrites } from "../../../../src/core/commands/unansweredWrites.ts";
import "../../../support/vscodeStub.ts";

const { runWrite, sendWrite } = await import("../../../../src/core/commands/runWrite.ts");
const { Emitter } = await import("../../../../src/core/base/events.ts");
const { foundFirst, foundInAll } = await import("../../../../src/core/commands/findWrite.ts");
type Find = NonNullable<Parameters<typeof sendWrite<string>>[1]["find"]>;

const failure = (kind: ApiErrorKind, outcomeUnknown = false): ApiError =>
  new ApiError({
    kind,
    outcomeUnknown,
    message: "",
    request: { method: "POST", url: "https://git.example.com/api/v4/x", instance: "https://git.example.com" },
  });
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

  it("that was answered is not looked for", async () => {
    const never: Find = () => assert.fail("looked");
    assert.equal(await write(() => Promise.resolve("made"), never), "made");
    const refused = failure("forbidden");
    await assert.rejects(write(fails(refused), never), (error) => error === refused);
  });

  it("whose answer was lost stays unclear if only a part of the list can be searched", async () => {
    const part: Find = () => Promise.resolve(foundInAll({ items: ["other"], capped: true }, (one) => one === "mine"));
    const error = lost();
    await assert.rejects(write(fails(error), part), (thrown) => thrown === error);
    await assert.rejects(
      write(fails(failure("conflict")), part),
      /may have made the change already/,
      "a repetition is sent",
    );
    assert.equal(sent, 2);
    assert.deepEqual(
      foundInAll({ items: ["mine"], capped: true }, (one) => one === "mine"),
      { done: "mine" },
    );
    assert.equal(
      foundInAll({ items: ["other"], capped: false }, (one) => one === "mine"),
      undefined,
    );
  });

  it("whose answer was lost is done if it is found", async () => {
    let since = 0;
    const found = await write(fails(lost()), (_signal, from) => ((since = from), Promise.resolve({ done: "found" })));
    assert.equal(found, "found");
    assert.equal(since, 98_000, "a moment before it was sent, by the host's clock");
    assert.equal(background.length, 1, "the log says what happened");
  });

  it("whose answer was lost is not taken for the same one that was made a moment before", async () => {
    const host: { id: number }[] = [];
    const make = (): { id: number } => {
      const made = { id: host.length + 1 };
      host.push(made);
      return made;
    };
    const send = (request: () => Promise<{ id: number }>): Promise<{ id: number }> =>
      sendWrite(
        { unanswered, report: { background: (error: unknown) => void background.push(error) } as never },
        {
          key: "run",
          signal,
          request,
          find: (_signal, _since, isEarlier) => Promise.resolve(foundFirst(host, (one) => !isEarlier(one))),
        },
      );
    await send(() => Promise.resolve(make()));
    await assert.rejects(send(fails(lost())), /The change was not made/);
    const second = await send(() => (make(), Promise.reject(lost())));
    assert.deepEqual(second, { id: 2 });
    await assert.rejects(send(fails(lost())), /The change was not made/, "what was found is known too");
  });

  describe("of a kind that makes many", () => {
    interface Thing {
      readonly id: number;
      readonly name: string;
    }
    const host: Thing[] = [];
    const make = (name: string): Thing => {
      const made = { id: host.length + 1, name };
      host.push(made);
      return made;
    };
    /** Makes a thing as commands do; what is sent has its name and more. */
    const run = (
      what: { readonly name: string; readonly text?: string; readonly values?: object },
      request: () => Promise<Thing>,
    ): Promise<Thing> =>
      runWrite<Thing>(
        { unanswered, changes: new Emitter<Change>(), report: { background: () => undefined } as never },
        `Making ${what.name}`,
        { instance: "https://git.example.com", project: "a/b", subject: "snippet" },
        request,
        {
          what,
          within: signal,
          find: (_signal, _since, isEarlier) =>
            isAway
              ? Promise.reject(failure("network"))
              : Promise.resolve(foundFirst(host, (one) => one.name === what.name && !isEarlier(one))),
        },
      );
    let isAway = false;

    beforeEach(() => {
      host.length = 0;
      isAway = false;
    });

    it("is not taken for another of its name that was made a moment before", async () => {
      await run({ name: "x", text: "1" }, () => Promise.resolve(make("x")));
      await assert.rejects(run({ name: "x", text: "2" }, fails(lost())), /The change was not made/);
    });

    it("is looked for when it is repeated with its fields in another order, as a draft that was kept has them", async () => {
      isAway = true;
      await assert.rejects(
        run({ name: "x", values: { a: 1, b: [2, { c: 3, d: 4 }] } }, () => (make("x"), Promise.reject(lost()))),
      );
      isAway = false;
      const again = { values: { b: [2, { d: 4, c: 3 }], a: 1 }, name: "x" };
      assert.deepEqual(await run(again, () => assert.fail("sent again")), { id: 1, name: "x" });
      assert.deepEqual(
        await run({ ...again, values: { a: 1, b: [{ c: 3, d: 4 }, 2] } }, () => Promise.resolve(make("x"))),
        { id: 2, name: "x" },
        "another order of a list is another write",
      );
    });
  });

  it("whose answer was lost is not done so far if it is not found", async () => {
    await assert.rejects(
      write(fails(lost()), () => Promise.resolve(undefined)),
      (error) => {
        assert.ok(error instanceof UserError);
        assert.match(error.message, /The change was not made/);
        return true;
      },
    );
  });

  it("may be done if it cannot be looked for, and is looked for before it is sent again", async () => {
    const error = lost();
    await assert.rejects(write(fails(error), fails(failure("network"))), (thrown) => thrown === error);
    assert.equal(
      await write(
        () => assert.fail("sent again"),
        () => Promise.resolve({ done: "found" }),
      ),
      "found",
    );
    assert.equal(sent, 1);
    assert.equal(await write(() => Promise.resolve("another"), fails(failure("network"))), "another", "found once");
  });

  it("is not sent again while the host cannot say whether it was done", async () => {
    await assert.rejects(write(fails(lost()), fails(failure("network"))));
    const away = failure("timeout");
    await assert.rejects(
      write(() => assert.fail("sent again"), fails(away)),
      (error) => error === away,
    );
  });

  it("that is refused when it is repeated blindly may have been done by the first attempt", async () => {
    await assert.rejects(write(fails(lost())));
    await assert.rejects(write(fails(failure("forbidden"))), (error) => {
      assert.ok(error instanceof UserError);
      assert.match(error.message, /An earlier attempt got no response and may have made the change already/);
      return true;
    });
  });

  it("that was cancelled on its way is looked for when it is repeated", async () => {
    await assert.rejects(write(fails(failure("cancelled", true)), () => assert.fail("looked after a cancel")));
    assert.equal(
      await write(
        () => assert.fail("sent again"),
        () => Promise.resolve({ done: "found" }),
      ),
      "found",
    );
    await assert.rejects(write(fails(new CancelledError())), CancelledError);
  });
});
