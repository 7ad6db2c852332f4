import assert from "node:assert/strict";
import type { Page } from "../../../../src/api/pages.ts";
import { isCancelled } from "../../../../src/core/base/errors.ts";
import { PagedList } from "../../../../src/core/tree/pagedList.ts";

type Row = { readonly id: number; readonly text?: string };

type Source = ConstructorParameters<typeof PagedList<Row>>[0];
const signal = new AbortController().signal;

/** The list of a host in numbered pages. @param most rows of a page at most, whatever is asked for */
const numbered =
  (host: () => readonly Row[], requests: string[] = [], most = Infinity): Source =>
  ({ perPage }) => ({
    page: (cursor) => {
      const [at, size] = [Number(cursor?.path ?? 1), Math.min(perPage, most)];
      requests.push(`${perPage}/${at}`);
      const next = host().length > at * size ? { next: { path: String(at + 1) } } : {};
      return Promise.resolve<Page<Row>>({ items: host().slice((at - 1) * size, at * size), ...next });
    },
  });

describe("a list in pages", () => {
  let host: Row[];
  let requests: string[];
  let list: PagedList<Row>;
  const ids = (): number[] | undefined => list.items?.map(({ id }) => id);
  const range = (from: number, to: number): number[] => Array.from({ length: from - to + 1 }, (_, at) => from - at);
  const rows = (from: number, to: number): Row[] => range(from, to).map((id) => ({ id }));
  const without = (all: readonly number[], ...gone: readonly number[]) => all.filter((id) => !gone.includes(id));
  /** Loads so many rows. */
  const load = async (count: number): Promise<void> => {
    await list.load(signal);
    while ((ids()?.length ?? 0) < count) await list.more(signal);
  };
  const loadAll = async (): Promise<void> => {
    while (list.hasMore) await list.more(signal);
  };

  beforeEach(() => {
    host = rows(100, 1);
    requests = [];
    list = new PagedList<Row>(numbered(() => host, requests));
  });

  it("reads twenty at a time, and as many as were there in one request, up to a hundred, when it reloads", async () => {
    assert.equal(list.items, undefined);
    await load(40);
    assert.deepEqual([ids(), list.hasMore, requests], [range(100, 61), true, ["20/1", "20/2"]]);
    await list.load(signal);
    assert.deepEqual([requests.at(-1), ids()?.length], ["40/1", 40]);
    await loadAll();
    assert.deepEqual([requests.at(-1), ids()?.length], ["40/3", 100]);
  });

  it("reports a list that the host caps, with its total", async () => {
    const pages: Page<Row>[] = [
      { items: rows(20, 1), total: 90, next: { path: "2" } },
      { items: [], total: 90, capped: true },
      { items: rows(20, 1), total: 90, next: { path: "2" } },
      { items: [], total: 90 },
    ];
    const part = new PagedList<Row>(() => ({ page: () => Promise.resolve<Page<Row>>(pages.shift()!) }));
    const seen: unknown[] = [];
    for (const act of ["load", "more", "refresh", "more"] as const) {
      await part[act](signal);
      seen.push([part.capped, part.hasMore, part.total]);
    }
    // After news, the next page may be there.
    assert.deepEqual(seen, [
      [undefined, true, 90],
      [20, false, 90],
      [undefined, true, 90],
      [undefined, false, 20],
    ]);
  });

  it("refreshes all known rows with one request", async () => {
    await load(40);
    host = [...rows(102, 101), ...rows(100, 96), ...rows(94, 71), { id: 70, text: "changed" }, ...rows(69, 1)];
    await list.refresh(signal);
    assert.deepEqual(ids(), without(range(102, 62), 95));
    assert.equal(list.items?.find(({ id }) => id === 70)?.text, "changed");
    await list.more(signal);
    assert.deepEqual(ids(), without(range(102, 22), 95));
    assert.deepEqual(requests, ["20/1", "20/2", "40/1", "40/2"]);
  });

  it("keeps rows that newer ones push out of the page, and none if all were", async () => {
    await load(20);
    host = rows(102, 1);
    await list.refresh(signal);
    assert.deepEqual(ids(), range(102, 81));
    await list.more(signal);
    assert.deepEqual(ids(), range(102, 63), "what moved to the next page comes once");
    host = rows(150, 1);
    await list.refresh(signal);
    assert.deepEqual(ids(), range(150, 111));
    await list.more(signal);
    assert.deepEqual(ids(), range(150, 71));
  });

  it("follows a row that moves to the front, as in a list ordered by its last change", async () => {
    await load(40);
    host = [{ id: 66 }, ...host.filter(({ id }) => id !== 66)];
    await list.refresh(signal);
    assert.deepEqual(ids(), [66, ...without(range(100, 61), 66)]);
  });
  describe("longer than what one request brings", () => {
    beforeEach(async () => {
      host = rows(300, 1);
      await load(200);
      requests.length = 0;
    });

    it("still reads news in one request, and joins it with the known rest", async () => {
      host = [{ id: 150 }, { id: 301 }, ...host.filter(({ id }) => id !== 150)];
      await list.refresh(signal);
      assert.deepEqual(requests, ["100/1"]);
      assert.deepEqual(ids(), [150, 301, ...without(range(300, 101), 150)]);
      const found = list.outOfReach.map(({ id }) => id);
      assert.deepEqual(found, without(range(202, 101), 150));
    });

    for (const gone of [300, 250, 201])
      it(`keeps only what is certain when row ${gone} is gone`, async () => {
        host = host.filter(({ id }) => id !== gone);
        await list.refresh(signal);
        assert.deepEqual([ids(), list.hasMore], [without(range(300, 200), gone), true]);
        await list.more(signal);
        assert.deepEqual(ids(), without(range(300, 100), gone));
      });

    for (const gone of [[180], [155], [170, 169, 141], range(190, 181), range(199, 170)])
      it(`leaves no gap when ${gone.length} rows from ${gone[0]} on went unseen`, async () => {
        host = host.filter(({ id }) => !gone.includes(id));
        await list.more(signal);
        assert.equal(ids()?.includes(155), !gone.includes(155));
        await loadAll();
        const listed = new Set(ids());
        assert.ok(host.every(({ id }) => listed.has(id)));
        assert.equal(listed.size, ids()?.length);
      });
  });

  const byRow: Source = ({ perPage }) => ({
    page: (cursor) => {
      const behind = host.filter(({ id }) => id < Number(cursor?.path ?? Infinity));
      const items = behind.slice(0, perPage);
      const next = behind.length > perPage ? { next: { path: String(items.at(-1)?.id) } } : {};
      return Promise.resolve<Page<Row>>({ items, ...next });
    },
  });
  for (const [loaded, step, pages, most] of [
    [20, 1, "numbered", 120],
    [200, 1, "numbered", 300],
    [20, 50, "cursor", 320],
    [200, 50, "cursor", 320],
  ] as const)
    it(`keeps ${loaded} loaded rows without gaps while newer ones come, ${step} at a time, in ${pages} pages`, async () => {
      if (pages === "cursor") list = new PagedList<Row>(byRow);
      host = rows(400, 1);
      await load(loaded);
      for (let newest = 400 + step; newest <= 900; newest += step) {
        host = [...rows(newest, newest - step + 1), ...host];
        await list.refresh(signal);
        const all = ids() ?? [];
        assert.ok(all.length >= loaded && all.length <= most, `${all.length} rows`);
        assert.deepEqual(all, range(newest, newest - all.length + 1));
        if (step === 1 && newest <= 500) assert.equal(all.at(-1), 401 - loaded);
      }
      const before = ids()?.length ?? 0;
      await list.more(signal);
      if (pages === "numbered") assert.ok((ids()?.length ?? 0) > before, "the next page has rows");
      await loadAll();
      assert.deepEqual(ids(), range(900, 1));
    });

  for (const gone of [100, 96, 81])
    it(`drops row ${gone} when it is gone, without a gap at the end of the page`, async () => {
      await load(20);
      host = host.filter(({ id }) => id !== gone);
      await list.refresh(signal);
      assert.deepEqual(ids(), without(range(100, 80), gone));
      host = [{ id: 4 }];
      await list.refresh(signal);
      assert.deepEqual([ids(), list.hasMore], [[4], false]);
    });

  it("drops answers to canceled requests and to those from before a reload", async () => {
    await list.load(signal);
    const late = list.more(signal);
    list.clear();
    await assert.rejects(late, isCancelled);
    await assert.rejects(list.load(AbortSignal.abort()), isCancelled);
    assert.equal(list.items, undefined);
  });

  it("reads larger pages from the hundredth row on, if the host has them", async () => {
    host = rows(1_000, 1);
    await load(20);
    await loadAll();
    assert.deepEqual(ids(), range(1_000, 1));
    const small = ["20/1", "20/2", "20/3", "20/4", "20/5"];
    // Each with the page before: rows that were removed may have moved up into it.
    const large = range(10, 3).reverse();
    assert.deepEqual(requests, [...small, "100/1", "100/2", ...large.flatMap((at) => [`100/${at - 1}`, `100/${at}`])]);

    list = new PagedList<Row>(numbered(() => host, [], 20));
    await list.load(signal);
    for (let count = 40; list.hasMore; count += 20) {
      await list.more(signal);
      assert.equal(ids()?.length, count);
    }
    assert.equal(ids()?.length, 1_000);
  });

  it("applies changes that became known elsewhere", async () => {
    await list.load(signal);
    list.patch(100, { text: "new" });
    list.remove(99);
    assert.deepEqual(list.items?.slice(0, 2), [{ id: 100, text: "new" }, { id: 98 }]);
    list.merge([{ id: 98, text: "newer" }, { id: 7 }, { id: 100 }]);
    assert.deepEqual(list.items.slice(0, 3), [{ id: 100, text: "new" }, { id: 98, text: "newer" }, { id: 97 }]);
  });
});
