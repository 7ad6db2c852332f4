import assert from "node:assert/strict";
import type { Client } from "../../../../src/api/client.ts";
import { ApiError, type ApiErrorKind } from "../../../../src/api/errors.ts";
import type { Milestone } from "../../../../src/api/resources/milestoneTypes.ts";
import { UserError } from "../../../../src/core/base/errors.ts";
import { burndownTable } from "../../../../src/features/milestones/commands/burndown.ts";
import { MilestoneWorks } from "../../../../src/features/milestones/contents.ts";
import { milestoneError, rubyHash } from "../../../../src/features/milestones/errors.ts";
import { countOf, percentOf, sumOf } from "../../../../src/features/milestones/nodes.ts";
import { groupPathOf, projectPathOf, refOf } from "../../../../src/features/milestones/owner.ts";
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

const open = { instance: "https://host/sub", project: "g/s/p", projectId: 7 };
const milestone: Milestone = { id: 1, iid: 2, title: "1.0", state: "active" };

describe("whose milestones are", () => {
  it("shows in them, wherever they were listed", () => {
    const [inProject, inGroup] = [{ project: "g/s/p" }, { group: "g/s" }];
    for (const [fields, asked, ...owner] of [
      [{ group_id: 5 }, inProject, "g/s/p", 5],
      [{ project_id: 7 }, inProject, "g/s/p", undefined],
      [{ project_id: 7, group_id: null }, inGroup, "g/s/p", undefined],
      [{ project_id: 8 }, inGroup, 8, undefined],
      [{}, inGroup, "g/s/p", "g/s"],
      [{}, inProject, "g/s/p", undefined],
    ] as const) {
      const { project, group } = refOf({ ...milestone, ...fields }, open, asked);
      assert.deepEqual([project, group], owner);
    }
  });

  it("is told by the addresses of their pages, as far as those tell", () => {
    const of = (web_url: string | null) => [groupPathOf({ web_url }), projectPathOf({ web_url }, "https://host/sub")];
    assert.deepEqual(of("https://host/sub/groups/g/s/-/milestones/3"), ["g/s", undefined]);
    assert.deepEqual(of("https://host/sub/g/s/p/-/milestones/3"), [undefined, "g/s/p"]);
    assert.deepEqual(of("javascript:alert(1)"), [undefined, undefined]);
    assert.deepEqual(of(null), [undefined, undefined]);
  });
});

describe("progress of milestones", () => {
  it("counts what is closed or merged, and is never whole before everything is", () => {
    const found = countOf([{ state: "closed" }, { state: "merged" }, { state: "opened" }, { state: "locked" }, {}]);
    assert.deepEqual(found, { closed: 2, total: 5 });
    assert.deepEqual(sumOf({ mergeRequests: { closed: 2, total: 3 }, issues: { closed: 5, total: 7 } }), {
      closed: 7,
      total: 10,
    });
    assert.deepEqual([sumOf({}), sumOf({ issues: { closed: 0, total: 0 } })], [undefined, undefined]);
    for (const [closed, total, percent] of [
      [7, 10, 70],
      [999, 1000, 99],
      [3, 3, 100],
    ] as const)
      assert.equal(percentOf({ closed, total }), percent);
  });
});

const project = { instance: "https://host", project: "g/p" };
const refused = (kind: ApiErrorKind, serviceMessage?: string): ApiError =>
  new ApiError({ kind, message: "no", request: { method: "POST", url: "" }, serviceMessage });
const words = (...args: Parameters<typeof milestoneError>): string => {
  const error = milestoneError(...args);
  assert.ok(error instanceof UserError, "words were due");
  return error.message;
};

describe("refused milestones", () => {
  it("are read from Ruby's hashes in all their spellings", () => {
    for (const [text, hash] of [
      [
        `Failed {:title=>["can't be blank", "is \\"odd\\""], :due=>["a"]}`,
        { title: ["can't be blank", `is "odd"`], due: ["a"] },
      ],
      [`Failed {"title"=>["a"]}`, { title: ["a"] }],
      [`Failed {title: ["a, b", "c"], base: []}`, { title: ["a, b", "c"], base: [] }],
      ["no hash", {}],
      ["", {}],
      ["{", {}],
    ] as const)
      assert.deepEqual(rubyHash(text), hash);
  });

  it("say what is wrong, who may, and what is gone", () => {
    const group = { ...project, group: 5 };
    const hash = (text: string) => refused("invalidRequest", `Failed to update milestone {${text}}`);
    const loose = refused("invalidRequest", "Project does not belong to a group.");
    for (const [error, owner, act, expected] of [
      [hash(`:title=>["already being used for another group."]`), project, "change", /^A milestone with this title/],
      [hash(`:title=>["can't be blank"]`), project, "change", /^Enter a title\.$/],
      [hash(`:due_date=>["must be greater than start date"]`), project, "change", /^The due date cannot be before/],
      [
        hash(`:title=>["has already been taken"], :start_date=>["is odd."]`),
        project,
        "change",
        /already exists.* Enter another title\. Start Date: is odd\.$/,
      ],
      [refused("forbidden"), project, "delete", /Reporter role in the project on host to manage milestones/],
      [refused("forbidden"), group, "delete", /Developer role in the group.*Close the milestone instead/],
      [refused("forbidden"), group, "create", /Reporter role in the group on .* to manage group milestones/],
      [refused("forbidden"), project, "promote", /Reporter role in the group on .* to promote milestones/],
      [loose, project, "promote", /This project does not belong to a group/],
      [refused("notFound"), project, "change", /“1.0” was deleted/],
    ] as const)
      assert.match(words(error, owner, act, "1.0"), expected);
  });

  it("are the host's own errors otherwise", () => {
    for (const error of [refused("invalidRequest", "title is missing"), refused("network")])
      assert.equal(milestoneError(error, project, "create", "1.0"), error);
  });
});

describe("burndown events", () => {
  const ref = {
    ...project,
    milestone: { id: 1, iid: 1, title: "1|0 <b>", state: "active", start_date: "2026-11-01", due_date: null },
  };

  it("become a table with what was open after each", () => {
    const on = (day: number) => `2026-11-0${day}T10:00:00Z`;
    const events = [
      { created_at: on(3), action: "closed", weight: 3 },
      { created_at: on(1), action: "created", weight: 3 },
      { created_at: on(2), action: "created", weight: null },
      { created_at: on(4), action: "odd|thing" },
    ];
    const table = burndownTable(ref, events, "en");
    const rows = [...table.matchAll(/^\| .*? \| (.*)$/gm)].map(([, row]) => row);
    assert.deepEqual(rows, [
      "Event      | Weight | Open Issues | Open Weight |",
      "---------- | -----: | ----------: | ----------: |",
      "created    |      3 |           1 |           3 |",
      "created    |      – |           2 |           3 |",
      "closed     |      3 |           1 |           0 |",
      "odd\\|thing |      – |           1 |           0 |",
    ]);
    assert.match(table, /^# Burndown of 1\\\|0 \\<b\\>\n\nproject g\/p, Nov 1, 2026 to –\n/);
  });

  it("say when there are none", () => assert.match(burndownTable(ref, [], "en"), /No events yet/));
});
