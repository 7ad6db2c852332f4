import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type { Page, Pages } from "../../../src/api/pages.ts";
import { isCancelled } from "../../../src/errors.ts";
import { PagedList } from "../../../src/tree/pagedList.ts";

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
    }) as Pages<Row>);
  });

  it("reads twenty at a time", async () => {
    assert.equal(list.items, undefined);
    await list.load(signal);
    await list.more(signal);
    assert.deepEqual(ids(), range(100, 61));
    assert.equal(list.hasMore, true);
    assert.deepEqual(requests, ["20/1", "20/2"]);
  });

  it("joins the first page with what is known, in one request", async () => {
    await list.load(signal);
    await list.more(signal);
    host = [{ id: 102 }, { id: 101 }, ...host.filter(({ id }) => id !== 95)].map((row) => (row.id === 90 ? { id: 90, text: "changed" } : row));
    await list.refresh(signal);
    assert.deepEqual(ids(), [102, 101, ...range(100, 96), ...range(94, 61)]);
    assert.equal(list.items?.find(({ id }) => id === 90)?.text, "changed");
    await list.more(signal);
    assert.deepEqual(ids(), [102, 101, ...range(100, 96), ...range(94, 42)], "what moved to the next page comes once");
    assert.deepEqual(requests, ["20/1", "20/2", "20/1", "20/3"]);
  });

  it("begins anew when nothing of what is known is on the first page", async () => {
    await list.load(signal);
    await list.more(signal);
    host = range(150, 1).map((id) => ({ id }));
    await list.refresh(signal);
    assert.deepEqual(ids(), range(150, 131));
    await list.more(signal);
    assert.deepEqual(ids(), range(150, 111));
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

  it("takes over what became known elsewhere", async () => {
    await list.load(signal);
    list.patch(100, { text: "new" });
    list.remove(99);
    assert.deepEqual(list.items?.slice(0, 2), [{ id: 100, text: "new" }, { id: 98 }]);
  });
});
