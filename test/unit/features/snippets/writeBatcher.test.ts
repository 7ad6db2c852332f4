import assert from "node:assert/strict";
import { WriteBatcher } from "../../../../src/features/snippets/writeBatcher.ts";

/** The moment ends when the test says so. */
function stage(refuse?: Error) {
  const sent: string[] = [];
  const moments = new Set<() => void>();
  const together = new WriteBatcher<string>(
    (key, changes) => {
      sent.push(`${key}: ${changes.join(" ")}`);
      return refuse ? Promise.reject(refuse) : Promise.resolve();
    },
    (work) => {
      moments.add(work);
      return () => moments.delete(work);
    },
  );
  const pass = (): void => {
    for (const work of [...moments]) {
      moments.delete(work);
      work();
    }
  };
  const save = (key: string, member: string, before: Promise<unknown> = Promise.resolve()): Promise<void> =>
    together.during(key, member, async () => {
      await before;
      await together.join(key, member, member);
    });
  return { sent, pass, save, together, moments };
}
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("what is saved together", () => {
  it("is sent as one, each key by itself", async () => {
    const { sent, pass, save } = stage();
    const all = Promise.all([save("1", "a"), save("1", "b"), save("2", "c"), save("1", "d")]);
    await settled();
    assert.deepEqual(sent, []);
    pass();
    await all;
    assert.deepEqual(sent.sort(), ["1: a b d", "2: c"]);
  });

  it("waits for what is still being prepared, however long that takes", async () => {
    const { sent, pass, save } = stage();
    let read = (): void => undefined;
    const slow = save("1", "slow", new Promise<void>((resolve) => (read = resolve)));
    const quick = save("1", "quick");
    pass();
    await settled();
    assert.deepEqual(sent, []);
    read();
    await Promise.all([slow, quick]);
    assert.deepEqual(sent, ["1: quick slow"]);
  });

  it("does not wait for what turns out not to be sent", async () => {
    const { sent, pass, save, together } = stage();
    const conflict = together.during("1", "conflict", () => settled().then(() => Promise.reject(new Error("no"))));
    const other = save("1", "other");
    pass();
    await assert.rejects(conflict, /no/);
    await other;
    assert.deepEqual(sent, ["1: other"]);
  });

  it("begins anew after it was sent, leaves nothing behind, and sends what nobody announced alone", async () => {
    const { sent, pass, save, moments, together } = stage();
    for (const member of ["a", "b"]) {
      const saved = save("1", member);
      await settled();
      pass();
      await saved;
    }
    await together.during("1", "none", () => Promise.resolve());
    pass();
    assert.equal(moments.size, 0);
    await together.join("1", "a", "c");
    assert.deepEqual(sent, ["1: a", "1: b", "1: c"]);
  });
});
