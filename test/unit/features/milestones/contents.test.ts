import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Client } from "../../../../src/api/client.ts";
import { ApiError, type ApiErrorKind } from "../../../../src/api/errors.ts";
import { MilestoneWorks } from "../../../../src/features/milestones/contents.ts";

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
      if (typeof answer === "string")
        return Promise.reject(new ApiError({ kind: answer, message: answer, request: { method: "GET", url: "" } }));
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
  it("is asked of the owner, one request at a time, and makes progress once all of it is read", async () => {
    const { client, asked } = host({
      mergeRequests: [...many(120, "merged"), ...many(30, "opened", 500)],
      issues: many(50, "closed"),
    });
    const works = new MilestoneWorks(client, () => 5);
    const work = works.unknown([ref(1, 9)]);
    assert.ok(work);
    await work.step(never);
    assert.deepEqual([asked, work.progress, work.isOpenEnded], [["group 9 1 mergeRequests 0"], undefined, true]);
    await work.step(never);
    await work.step(never);
    assert.deepEqual(asked.slice(1), ["group 9 1 mergeRequests 100", "group 9 1 issues 0"]);
    assert.deepEqual(work.progress, { mergeRequests: { closed: 120, total: 150 }, issues: { closed: 50, total: 50 } });
    assert.deepEqual([work.seenAt, works.unknown([ref(1, 9)]), works.progress(ref(1))], [5, undefined, work.progress]);
  });

  it("leaves out what the host does not show, and is nothing where it shows neither", async () => {
    const half = host({ mergeRequests: "forbidden", issues: many(2, "closed") });
    const one = new MilestoneWorks(half.client).of(ref(1));
    await one.finish(never);
    assert.deepEqual([one.progress, one.refused], [{ issues: { closed: 2, total: 2 } }, false]);
    const none = host({ mergeRequests: "notFound", issues: "notFound" });
    const works = new MilestoneWorks(none.client);
    for (const id of [1, 2]) {
      const work = works.unknown([ref(1), ref(2), ref(3)]);
      assert.equal(work, works.of(ref(id)));
      await works.of(ref(id)).finish(never);
      works.noted(works.of(ref(id)));
      assert.deepEqual([works.progress(ref(id)), works.of(ref(id)).refused], [undefined, true]);
    }
    assert.deepEqual([works.declined, works.unknown([ref(3)]), none.asked.length], [true, undefined, 4]);
  });

  it("stays unknown through failures that pass", async () => {
    const { client, lists } = host({ mergeRequests: "network", issues: [] });
    const works = new MilestoneWorks(client);
    const work = works.of(ref(1));
    await assert.rejects(work.finish(never), { kind: "network" });
    assert.deepEqual([work.isOpenEnded, work.refused, works.declined], [true, false, false]);
    (lists as Record<string, Answer>)["mergeRequests"] = [];
    await work.finish(never);
    assert.deepEqual(work.progress, { mergeRequests: { closed: 0, total: 0 }, issues: { closed: 0, total: 0 } });
  });

  it("is not counted where it is endless, and is looked at again when it is oldest or something was written", async () => {
    const endless = host({ mergeRequests: many(5000, "opened"), issues: [] });
    const work = new MilestoneWorks(endless.client).of(ref(1));
    await work.finish(never);
    assert.deepEqual([endless.asked.length, work.progress, work.isOpenEnded], [2, undefined, false]);

    const time = { now: 10 };
    const { client } = host({ mergeRequests: [], issues: many(1, "opened") });
    const works = new MilestoneWorks(client, () => time.now);
    for (const id of [1, 2]) {
      await works.of(ref(id)).finish(never);
      time.now += 10;
    }
    assert.equal(works.oldest([ref(2), ref(1)]), works.of(ref(1)));
    works.touch(2);
    assert.equal(works.oldest([ref(1), ref(2)]), works.of(ref(2)));
  });
});
