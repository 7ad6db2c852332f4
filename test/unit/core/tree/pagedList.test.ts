import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type { Page } from "../../../../src/api/pages.ts";
import { isCancelled } from "../../../../src/core/base/errors.ts";
import { PagedList } from "../../../../src/core/tree/pagedList.ts";

interface Row {
  readonly id: number;
  readonly text?: string;
}

const signal = new AbortController().signal;

describe("a list in pages", () => {
  let host: Row[];
  let requests: string[];
  let list: PagedList<Row>;
  const ids = (): number[] | undefined => list.items?.map(({ id }) => id);
  const range = (from: number, to: number): number[] => Array.from({ length: from - to + 1 }, (_, at) => from - at);

  beforeEach(() => {
    host = range(100, 1).map((id) => ({ id }));
    requests = [];
    list = new PagedList<Row>(({ perPage }) => ({
      page: (cursor) => {
        const at = Number(cursor?.path ?? 1);
        requests.push(`${perPage}/${at}`);
        const next = host.length > at * perPage ? { next: { path: String(at + 1) } } : {};
        return Promise.resolve<Page<Row>>({ items: host.slice((at - 1) * perPage, at * perPage), ...next });
      },
    }));
  });

  it("reads twenty at a time", async () => {
    assert.equal(list.items, undefined);
    await list.load(signal);
    await list.more(signal);
    assert.deepEqual(ids(), range(100, 61));
    assert.equal(list.hasMore, true);
    assert.deepEqual(requests, ["20/1", "20/2"]);
  });

  it("says that the host does not return the rest, and counts by its total", async () => {
    let isCapped = true;
    const part = new PagedList<Row>(() => ({
      page: (cursor) =>
        Promise.resolve<Page<Row>>(
          cursor
            ? { items: [], total: 90, ...(isCapped && { capped: true }) }
            : { items: range(20, 1).map((id) => ({ id })), total: 90, next: { path: "2" } },
        ),
    }));
    await part.load(signal);
    assert.deepEqual([part.capped, part.hasMore], [undefined, true]);
    await part.more(signal);
    assert.deepEqual([part.capped, part.hasMore, part.total], [20, false, 90]);
    await part.refresh(signal);
    assert.equal(part.capped, undefined, "the next page may be there now");
    isCapped = false;
    await part.more(signal);
    assert.deepEqual([part.capped, part.total], [undefined, 20]);
    part.clear();
    assert.equal(part.capped, undefined);
  });

  it("looks for news in one request for as much as is known", async () => {
    await list.load(signal);
    await list.more(signal);
    host = [{ id: 102 }, { id: 101 }, ...host.filter(({ id }) => id !== 95)].map((row) =>
      row.id === 70 ? { id: 70, text: "changed" } : row,
    );
    await list.refresh(signal);
    assert.deepEqual(ids(), [102, 101, ...range(100, 96), ...range(94, 62)]);
    assert.equal(list.items?.find(({ id }) => id === 70)?.text, "changed");
    await list.more(signal);
    assert.deepEqual(ids(), [102, 101, ...range(100, 96), ...range(94, 22)]);
    assert.deepEqual(requests, ["20/1", "20/2", "40/1", "40/2"]);
  });

  it("keeps the rows that new ones pushed out of the page, and finds the next ones behind them", async () => {
    await list.load(signal);
    host = [{ id: 102 }, { id: 101 }, ...host];
    await list.refresh(signal);
    assert.deepEqual(ids(), range(102, 81));
    await list.more(signal);
    assert.deepEqual(ids(), range(102, 63), "what moved to the next page comes once");
  });

  it("begins anew when nothing of what is known is left where it was", async () => {
    await list.load(signal);
    await list.more(signal);
    host = range(150, 1).map((id) => ({ id }));
    await list.refresh(signal);
    assert.deepEqual(ids(), range(150, 111));
    await list.more(signal);
    assert.deepEqual(ids(), range(150, 71));
  });

  it("follows a row that moves to the front, as in a list ordered by its last change", async () => {
    await list.load(signal);
    await list.more(signal);
    const moved = 66;
    host = [{ id: moved }, ...host.filter(({ id }) => id !== moved)];
    await list.refresh(signal);
    assert.deepEqual(ids(), [moved, ...range(100, 67), ...range(65, 61)]);
    await list.more(signal);
    assert.deepEqual(ids(), [moved, ...range(100, 67), ...range(65, 21)], "no row is left out");
  });

  for (const gone of [100, 96, 81]) {
    it(`drops row ${gone} when it is gone, and leaves no gap at the end of the page`, async () => {
      await list.load(signal);
      host = host.filter(({ id }) => id !== gone);
      await list.refresh(signal);
      assert.deepEqual(
        ids(),
        range(100, 80).filter((id) => id !== gone),
      );
      await list.more(signal);
      assert.deepEqual(
        ids(),
        range(100, 60).filter((id) => id !== gone),
      );
    });
  }

  describe("longer than what one request brings", () => {
    beforeEach(async () => {
      host = range(300, 1).map((id) => ({ id }));
      for (let read = 0; (list.items?.length ?? 0) < 200; read++)
        await (read === 0 ? list.load(signal) : list.more(signal));
      requests.length = 0;
    });

    it("still looks for news in one request, and joins it with what is known behind", async () => {
      host = [{ id: 150 }, { id: 301 }, ...host.filter(({ id }) => id !== 150)];
      await list.refresh(signal);
      assert.deepEqual(requests, ["100/1"]);
      assert.deepEqual(ids(), [150, 301, ...range(300, 151), ...range(149, 101)]);
      assert.deepEqual(
        list.outOfReach.map(({ id }) => id),
        [...range(202, 151), ...range(149, 101)],
      );
    });

    for (const gone of [300, 250, 201]) {
      it(`keeps only what is certain when row ${gone} is gone`, async () => {
        host = host.filter(({ id }) => id !== gone);
        await list.refresh(signal);
        assert.deepEqual([ids(), list.hasMore], [range(300, 200).filter((id) => id !== gone), true]);
        await list.more(signal);
        assert.deepEqual(
          ids(),
          range(300, 100).filter((id) => id !== gone),
        );
      });
    }

    it("keeps only what is certain when a row moved behind it", async () => {
      host = [...host.filter(({ id }) => id !== 250), { id: 250 }];
      await list.refresh(signal);
      assert.deepEqual(ids(), [...range(300, 251), ...range(249, 200)]);
    });

    for (const gone of [[180], [155], [170, 169, 141], range(190, 181), range(199, 170)]) {
      it(`leaves no gap when ${gone.length} row(s) from ${gone[0]} on went unseen`, async () => {
        host = host.filter(({ id }) => !gone.includes(id));
        while (list.hasMore) await list.more(signal);
        const listed = new Set(ids());
        assert.deepEqual(
          host.filter(({ id }) => !listed.has(id)),
          [],
        );
        assert.equal(listed.size, ids()?.length);
      });
    }

    it("drops a row of its last page that is gone", async () => {
      host = host.filter(({ id }) => id !== 155);
      await list.more(signal);
      assert.equal(ids()?.includes(155), false);
    });
  });

  it("keeps what was loaded until a hundred newer rows have come, and grows no further", async () => {
    await list.load(signal);
    for (let newest = 101; newest <= 1_000; newest++) {
      host = [{ id: newest }, ...host];
      await list.refresh(signal);
      const all = ids() ?? [];
      assert.ok(all.length <= 120, `${all.length} rows`);
      assert.deepEqual(all, range(newest, newest - all.length + 1));
      if (newest <= 200) assert.equal(all.at(-1), 81);
    }
    const length = ids()?.length ?? 0;
    assert.ok(length >= 20);
    await list.more(signal);
    assert.ok((ids()?.length ?? 0) > length, "the next page has rows");
    while (list.hasMore) await list.more(signal);
    assert.deepEqual(ids(), range(1_000, 1));
  });

  it("keeps as many rows as were loaded where that is more than one request brings", async () => {
    host = range(400, 1).map((id) => ({ id }));
    await list.load(signal);
    while ((ids()?.length ?? 0) < 200) await list.more(signal);
    for (let newest = 401; newest <= 800; newest++) {
      host = [{ id: newest }, ...host];
      await list.refresh(signal);
      const all = ids() ?? [];
      assert.ok(all.length >= 200 && all.length <= 300, `${all.length} rows`);
      assert.deepEqual(all, range(newest, newest - all.length + 1));
    }
    while (list.hasMore) await list.more(signal);
    assert.deepEqual(ids(), range(800, 1));
  });

  for (const loaded of [20, 200])
    it(`leaves no gap behind ${loaded} rows where pages begin at a row instead of a number`, async () => {
      list = new PagedList<Row>(({ perPage }) => ({
        page: (cursor) => {
          const behind = host.filter(({ id }) => id < Number(cursor?.path ?? Infinity));
          const items = behind.slice(0, perPage);
          const next = behind.length > perPage ? { next: { path: String(items.at(-1)?.id) } } : {};
          return Promise.resolve<Page<Row>>({ items, ...next });
        },
      }));
      host = range(400, 1).map((id) => ({ id }));
      await list.load(signal);
      while ((ids()?.length ?? 0) < loaded) await list.more(signal);
      for (let newest = 401; newest <= 900; newest += 50) {
        host = [...range(newest + 49, newest).map((id) => ({ id })), ...host];
        await list.refresh(signal);
        const all = ids() ?? [];
        assert.deepEqual(all, range(newest + 49, newest + 50 - all.length));
      }
      while (list.hasMore) await list.more(signal);
      assert.deepEqual(ids(), range(900, 1));
    });

  it("drops what is gone when one page is all there is", async () => {
    host = range(5, 1).map((id) => ({ id }));
    await list.load(signal);
    host = [{ id: 4 }];
    await list.refresh(signal);
    assert.deepEqual([ids(), list.hasMore], [[4], false]);
    host = [];
    await list.refresh(signal);
    assert.deepEqual(ids(), []);
  });

  it("reads as much as was there in one request, up to a hundred", async () => {
    await list.load(signal);
    await list.more(signal);
    await list.load(signal);
    assert.deepEqual([requests.at(-1), ids()?.length], ["40/1", 40]);
    await list.more(signal);
    await list.more(signal);
    assert.deepEqual([requests.at(-1), ids()?.length, list.hasMore], ["40/3", 100, false]);
  });

  it("drops what was asked before it began anew", async () => {
    await list.load(signal);
    const late = list.more(signal);
    list.clear();
    await assert.rejects(late, isCancelled);
    assert.equal(list.items, undefined);
    const aborted = AbortSignal.abort();
    await assert.rejects(list.load(aborted), isCancelled);
    assert.equal(list.items, undefined);
  });

  it("reads larger pages from the hundredth row on, which the host may not have", async () => {
    host = range(1_000, 1).map((id) => ({ id }));
    await list.load(signal);
    while (list.hasMore) {
      const before = ids()?.length ?? 0;
      await list.more(signal);
      assert.ok((ids()?.length ?? 0) > before);
    }
    assert.deepEqual(ids(), range(1_000, 1));
    const small = ["20/1", "20/2", "20/3", "20/4", "20/5"];
    // Each with the page before: rows that were removed may have moved up into it.
    const large = range(10, 3).reverse();
    assert.deepEqual(requests, [...small, "100/1", "100/2", ...large.flatMap((at) => [`100/${at - 1}`, `100/${at}`])]);

    const few = new PagedList<Row>(() => ({
      page: (cursor) => {
        const at = Number(cursor?.path ?? 1);
        const next = host.length > at * 20 ? { next: { path: String(at + 1) } } : {};
        return Promise.resolve<Page<Row>>({ items: host.slice((at - 1) * 20, at * 20), ...next });
      },
    }));
    await few.load(signal);
    while (few.hasMore) {
      const before = few.items?.length ?? 0;
      await few.more(signal);
      assert.equal(few.items?.length, before + 20);
    }
    assert.equal(few.items?.length, 1_000);
  });

  it("takes over what became known elsewhere", async () => {
    await list.load(signal);
    list.patch(100, { text: "new" });
    list.remove(99);
    assert.deepEqual(list.items?.slice(0, 2), [{ id: 100, text: "new" }, { id: 98 }]);
    list.merge([{ id: 98, text: "newer" }, { id: 7 }, { id: 100 }]);
    assert.deepEqual(list.items.slice(0, 3), [{ id: 100, text: "new" }, { id: 98, text: "newer" }, { id: 97 }]);
  });
});
