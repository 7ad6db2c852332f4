import assert from "node:assert/strict";
import { isCancelled } from "../../../../../src/core/base/errors.ts";
import { ReadCache } from "../../../../../src/features/people/users/readCache.ts";

describe("answers that are kept for a while", () => {
  let now: number;
  let reads: ReadCache<string>;
  let asked: {
    readonly signal: AbortSignal;
    readonly resolve: (value: string) => void;
    readonly reject: (error: Error) => void;
  }[];
  const { signal } = new AbortController();
  const load = (own: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => {
      asked.push({ signal: own, resolve, reject });
    });
  const answer = async (value: string): Promise<void> => {
    asked.at(-1)?.resolve(value);
    await Promise.resolve();
  };

  beforeEach(() => {
    now = 1000;
    asked = [];
    reads = new ReadCache<string>({ maxAge: 100, maxSize: 2, now: () => now });
  });

  it("are read once for all who ask meanwhile and shortly after, with the time of the reading", async () => {
    const both = [reads.read("a", load, signal), reads.read("a", load, signal)];
    await answer("A");
    assert.deepEqual(await Promise.all(both), [
      { value: "A", at: 1000 },
      { value: "A", at: 1000 },
    ]);
    now += 99;
    assert.deepEqual(await reads.read("a", load, signal), { value: "A", at: 1000 });
    assert.equal(asked.length, 1);
    now += 1;
    assert.equal(reads.get("a"), undefined);
    const again = reads.read("a", load, signal);
    await answer("newer");
    assert.deepEqual([await again, asked.length], [{ value: "newer", at: 1100 }, 2]);
  });

  it("are called off once nobody waits for them any more, and asked for anew then", async () => {
    const [one, two] = [new AbortController(), new AbortController()];
    const waiting = [reads.read("a", load, one.signal), reads.read("a", load, two.signal)].map((read) =>
      read.then(
        () => "read",
        (error: unknown) => (isCancelled(error) ? "cancelled" : error),
      ),
    );
    one.abort();
    assert.equal(await waiting[0], "cancelled");
    assert.equal(asked[0]?.signal.aborted, false);
    two.abort();
    assert.equal(await waiting[1], "cancelled");
    assert.equal(asked[0].signal.aborted, true);
    const third = reads.read("a", load, signal);
    assert.equal(asked.length, 2);
    asked[0].reject(new Error("called off"));
    await answer("A");
    assert.equal((await third).value, "A");
    await assert.rejects(reads.read("b", load, one.signal), isCancelled);
    assert.equal(asked.length, 2);
  });

  it("are not kept when they fail or were cleared meanwhile", async () => {
    const failing = reads.read("a", load, signal);
    asked[0]?.reject(new Error("no"));
    await assert.rejects(failing, /no/);
    const read = reads.read("a", load, signal);
    reads.clear();
    await answer("old");
    assert.deepEqual([(await read).value, reads.get("a")], ["old", undefined]);
  });

  it("are kept as long as there is room, the newest ones", async () => {
    for (const key of ["a", "b", "c"]) {
      const read = reads.read(key, load, signal);
      await answer(key);
      await read;
    }
    const kept = () => ["a", "b", "c"].map((key) => reads.get(key)?.value);
    assert.deepEqual(kept(), [undefined, "b", "c"]);
    reads.clear();
    assert.deepEqual(kept(), [undefined, undefined, undefined]);
  });
});
