import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Client } from "../../../../src/api/client.ts";
import type { ApiErrorKind } from "../../../../src/api/errors.ts";
import { MilestoneWorks } from "../../../../src/features/milestones/contents.ts";
import { fault } from "../../core/tree/fakeHost.ts";

const never = new AbortController().signal;
type Answer = readonly object[] | ApiErrorKind;

/** A host that pages in hundreds, and notes what it is asked. */
function host(lists: Readonly<Record<string, Answer>>) {
  const asked: string[] = [];
  const list = (level: string, what: string) => (owner: string | number, id: number) => ({
    page: (cursor?: { path: string }) => {
      const from = Number(cursor?.path ?? 0);
      asked.push(`${level} ${owner} ${id} ${what} ${from}`);
      const answer = lists[what] ?? [];
      if (typeof answer === "string") return Promise.reject(fault(answer));
      return Promise.resolve({
        items: answer.slice(from, from + 100),
        total: answer.length,
        ...(from + 100 < answer.length && { next: { path: String(from + 100) } }),
      });
    },
  });
  const level = (name: string) => ({ mergeRequests: list(name, "mergeRequests"), issues: list(name, "issues") });
  return {
    asked,
    lists,
    client: { milestones: { project: level("project"), group: level("group") } } as unknown as Client,
  };
}
const many = (count: number, state: string, from = 0) =>
  Array.from({ length: count }, (_, at) => ({ id: from + at + 1, iid: at + 1, state }));
const ref = (id: number, group?: number) => ({
  instance: "https://h",
  project: "g/p",
  milestone: { id, iid: 1, title: "t", state: "active" },
  ...(group !== undefined && { group }),
});

describe("what is planned for milestones", () => {
  it("leaves out what the host refuses, and is not asked for again once two show nothing", async () => {
    const half = host({ mergeRequests: "forbidden", issues: many(2, "closed") });
    const one = new MilestoneWorks(half.client).of(ref(1));
    await one.finish(never);
    assert.deepEqual([one.progress, one.refused], [{ issues: { closed: 2, total: 2 } }, false]);
    const none = host({ mergeRequests: "notFound", issues: "notFound" });
    const works = new MilestoneWorks(none.client);
    for (const id of [1, 2]) {
      const work = works.of(ref(id));
      assert.equal(works.unknown([ref(1), ref(2), ref(3)]), work);
      await work.finish(never);
      works.noted(work);
      assert.deepEqual([works.progress(ref(id)), work.refused], [undefined, true]);
    }
    assert.deepEqual([works.declined, works.unknown([ref(3)]), none.asked.length], [true, undefined, 4]);
  });

  it("stays unknown through failures that pass, and is not counted where it is endless", async () => {
    const { client } = host({ mergeRequests: "network", issues: [] });
    const work = new MilestoneWorks(client).of(ref(1));
    await assert.rejects(work.finish(never), { kind: "network" });
    assert.deepEqual([work.isOpenEnded, work.refused], [true, false]);
    const endless = host({ mergeRequests: many(5000, "opened"), issues: [] });
    const long = new MilestoneWorks(endless.client).of(ref(1));
    await long.finish(never);
    assert.deepEqual([endless.asked.length, long.progress, long.isOpenEnded], [2, undefined, false]);
  });
});
