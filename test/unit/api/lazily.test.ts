import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { lazily } from "../../../src/api/lazily.ts";
import type { Pages } from "../../../src/api/pages.ts";

const pagesOf = (items: readonly number[]): Pages<number> => ({
  page: (cursor) =>
    Promise.resolve(cursor ? { items: items.slice(1) } : { items: items.slice(0, 1), next: { path: "2" } }),
  all: () => Promise.resolve({ items: [...items], capped: false }),
  async *[Symbol.asyncIterator]() {
    const first = await this.page();
    yield first;
    yield await this.page(first.next);
  },
});

describe("lazily", () => {
  const make = () => {
    let loads = 0;
    const calls: unknown[][] = [];
    const resource = {
      list: (...args: number[]): Pages<number> => (calls.push(args), pagesOf(args)),
      get: (id: number): Promise<number> => Promise.resolve(id + 1),
      refuses: (): Promise<never> => {
        throw new Error("not sent");
      },
    };
    const lazy = lazily<typeof resource>(
      () => {
        if (++loads === 1) return Promise.reject(new Error("the chunk is gone"));
        return Promise.resolve(resource);
      },
      { list: "pages", get: "once", refuses: "once" },
    );
    return { lazy, calls, loads: () => loads };
  };

  it("loads with the first use, and again after a failure, then never more", async () => {
    const { lazy, loads } = make();
    assert.equal(loads(), 0);
    await assert.rejects(lazy.get(1), /the chunk is gone/);
    assert.deepEqual([await lazy.get(1), await lazy.get(5), loads()], [2, 6, 2]);
  });

  it("gives the pages of a list as the resource does, asked for once", async () => {
    const { lazy, calls } = make();
    await lazy.get(1).catch(() => undefined);
    const list = lazy.list(7, 8);
    assert.deepEqual(calls, []);
    const first = await list.page();
    assert.deepEqual([first.items, (await list.page(first.next)).items, (await list.all()).items], [[7], [8], [7, 8]]);
    const seen: number[] = [];
    for await (const page of list) seen.push(...page.items);
    assert.deepEqual([seen, calls], [[7, 8], [[7, 8]]]);
  });

  it("gives a list that could not be loaded when it is asked for again", async () => {
    const { lazy } = make();
    const list = lazy.list(7);
    await assert.rejects(list.page(), /the chunk is gone/);
    assert.deepEqual((await list.page()).items, [7]);
  });

  it("rejects with what an operation throws at once", async () => {
    const { lazy } = make();
    await lazy.get(1).catch(() => undefined);
    await assert.rejects(lazy.refuses(), /not sent/);
  });
});
