import assert from "node:assert/strict";
import { type PollPriority, PollScheduler, type PollSource } from "../../../../src/core/tree/poll.ts";
import { mostOverdue, overdue, type RefreshTask } from "../../../../src/core/tree/refreshTask.ts";
import { FakeTimers } from "./fakeTimers.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

const host = "https://git.example.com";

/** The largest number of the given moments that fall into any window of this length, both ends included. */
const most = (moments: readonly number[], window: number): number =>
  Math.max(0, ...moments.map((start) => moments.filter((at) => at >= start && at <= start + window).length));

/** ms since then. */
const after = (moments: readonly number[], start: number): number[] => moments.map((at) => at - start);
const sorted = (sources: readonly { readonly polls: readonly number[] }[]): number[] =>
  sources.flatMap(({ polls }) => polls).sort((a, b) => a - b);

describe("polling", () => {
  let timers: FakeTimers;
  let polling: PollScheduler;
  /** Adds a source that notes when it was asked. */
  const add = (
    level: PollPriority,
    more: Partial<PollSource> & { at?: string; fail?: true; troubled?: number } = {},
  ) => {
    const source = {
      ...{
        name: "view",
        level,
        at: host,
        fail: false,
        troubled: undefined as number | undefined,
        byFocus: false,
        ...more,
      },
      polls: [] as number[],
      refreshes: [] as number[],
      instance: () => source.at,
      troubledSince: () => source.troubled,
      demand: () => source.level,
      poll: () => {
        source.polls.push(timers.now());
        return source.fail ? Promise.reject(new Error("no answer")) : Promise.resolve();
      },
      refresh: (byFocus: boolean) => {
        source.refreshes.push(timers.now());
        source.byFocus = byFocus;
      },
      become: (next: PollPriority) => {
        source.level = next;
        pollHandle.changed();
      },
    };
    const pollHandle = polling.add(source);
    return Object.assign(source, { pollHandle });
  };
  const silence = (ms: number): number => {
    polling.silence(host, timers.now() + ms);
    return timers.now() + ms;
  };
  const flutter = (): void => {
    polling.setFocused(false);
    polling.setFocused(true);
  };

  beforeEach(() => {
    timers = new FakeTimers();
    polling = new PollScheduler({ timers, focused: true });
  });

  it("sends at most 2 requests per 30 s while something runs, shared evenly, and one per 60 s while all are idle", async () => {
    const sources = (["running", "running", "idle", "none"] as const).map((level) => add(level));
    await timers.advance(3 * hour);
    const all = sorted(sources);
    assert.equal(most(all, 30 * second), 2);
    assert.ok(all.length > (3 * hour) / (16 * second), `uses what it may: ${all.length}`);
    const [a = 0, b = 0, c = 0, hidden] = sources.map(({ polls }) => polls.length);
    assert.ok(Math.abs(a - b) <= 2, `${a} and ${b}`);
    assert.ok(c > 60, `does not starve the idle one: ${c}`);
    assert.equal(hidden, 0);
    for (const source of sources.slice(0, 2)) source.become("idle");
    await timers.advance(minute);
    for (const { polls } of sources) polls.length = 0;
    await timers.advance(5 * hour);
    assert.equal(most(sorted(sources), minute), 1);
    for (const { polls } of sources.slice(0, 3)) assert.ok(polls.length > 90, `${polls.length}`);
  });

  it("keeps to the budget when demands, focus and wishes change at random", async () => {
    const sources = (["idle", "none", "running"] as const).map((level) => add(level));
    let seed = 42;
    const random = (below: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
    const levels: readonly PollPriority[] = ["none", "idle", "running"];
    for (let step = 0; step < 2_000; step++) {
      const source = sources[random(3)]!;
      const what = random(8);
      if (what < 2) source.pollHandle.soon(random(5_000));
      else if (what < 4) source.pollHandle.loaded();
      else source.become(levels[random(3)]!);
      polling.setFocused(random(5) > 0);
      await timers.advance(random(20) * second);
    }
    assert.ok(sorted(sources).length > 100);
    assert.ok(most(sorted(sources), 30 * second) <= 2);
  });

  it("polls only waiting sources without focus, at most once per 60 s", async () => {
    const waiting = [1, 2].map(() => add("running", { unfocused: true }));
    const view = add("running");
    const hidden = add("none", { onFocus: true });
    polling.setFocused(false);
    await timers.advance(5 * hour);
    assert.deepEqual([view.polls, most(sorted(waiting), minute)], [[], 1]);
    for (const { polls } of waiting) assert.ok(polls.length > 140, `${polls.length}`);
    for (const source of waiting) source.become("none");
    assert.equal(timers.pending, 0, "no timer runs for nobody");
    waiting[0]!.become("running");
    silence(10 * minute);
    const before = waiting[0]!.polls.length;
    await timers.advance(9 * minute);
    assert.equal(waiting[0]!.polls.length, before, "also in a silence");
    polling.setFocused(true);
    await timers.advance(hour);
    assert.ok(view.polls.length > 50, "with focus the others go on");
    assert.deepEqual([hidden.refreshes.length, hidden.byFocus], [1, true]);
  });

  it("refreshes visible sources once within two seconds when the focus returns, however it flutters", async () => {
    const [seen, hidden] = [add("idle"), add("none")];
    polling.setFocused(false);
    await timers.advance(10 * minute);
    const back = timers.now();
    for (let times = 0; times < 10; times++) {
      flutter();
      polling.setFocused(false);
      await timers.advance(100);
    }
    polling.setFocused(true);
    await timers.advance(3 * second);
    assert.deepEqual([seen.refreshes.length, hidden.refreshes.length], [1, 0]);
    assert.ok(seen.refreshes[0]! - back < 2 * second);
  });

  it("joins events of the same moment into one refresh, also of hidden sources and without focus", async () => {
    const sources = [add("running"), add("none")];
    polling.setFocused(false);
    const start = timers.now();
    polling.refreshAll();
    await timers.advance(100);
    polling.refreshAll();
    sources[0]!.pollHandle.refresh();
    await timers.advance(second);
    for (const { refreshes } of sources) assert.deepEqual(after(refreshes, start), [400]);
    sources[0]!.pollHandle.refresh();
    await timers.advance(second);
    const found = sources.map(({ refreshes }) => refreshes.length);
    assert.deepEqual(found, [2, 1]);
  });

  it("waits a full interval after a load, the shorter one as soon as something runs", async () => {
    const source = add("running");
    await timers.advance(10 * second);
    source.pollHandle.loaded();
    const start = timers.now();
    await timers.advance(16 * second);
    assert.deepEqual(after(source.polls, start), [15 * second]);
    source.become("idle");
    await timers.advance(minute);
    const before = source.polls.length;
    source.become("running");
    await timers.advance(15 * second);
    assert.equal(source.polls.length, before + 1);
  });

  it("polls sooner on request, within the budget", async () => {
    const source = add("running");
    const start = timers.now();
    for (const [soon, pass] of [
      [2, 3],
      [1, 2],
      [1, 60],
    ] as const) {
      source.pollHandle.soon(soon * second);
      await timers.advance(pass * second);
    }
    assert.deepEqual(after(source.polls, start).slice(0, 3), [2 * second, 4 * second, 32.5 * second]);
  });

  describe("of a host that limits requests", () => {
    it("sends nothing before the end, then refreshes once what waited and resumes", async () => {
      const source = add("running");
      const shown = add("none");
      polling.refreshAll();
      const fired: (number | undefined)[] = [];
      polling.onDidChangeSilence(() => fired.push(polling.silentUntil(host)));
      const until = silence(10 * minute);
      polling.silence(host, until - minute); // A shorter one does not cut a longer one.
      await timers.advance(minute);
      flutter();
      source.pollHandle.soon(0);
      source.pollHandle.refresh();
      for (const level of ["running", "none", "running"] as const) {
        shown.level = level;
        if (level === "none") shown.pollHandle.changed();
        else shown.pollHandle.shown();
      }
      await timers.advance(9 * minute - 1);
      assert.deepEqual([source.polls, source.refreshes, shown.refreshes], [[], [], []]);
      assert.equal(polling.silentUntil(host), until);
      await timers.advance(second);
      assert.deepEqual([source.refreshes.length, shown.refreshes.length, shown.polls.length], [1, 1, 0]);
      shown.become("none");
      shown.level = "running";
      shown.pollHandle.shown();
      assert.equal(shown.refreshes.length, 2, "at once when it is shown again");
      assert.deepEqual(fired, [until, undefined]);
      await timers.advance(minute);
      assert.ok(source.polls.length > 0);
    });

    it("waits a quarter of an hour at most, and for no other host", async () => {
      const [source, other] = [add("running"), add("running", { at: "https://other.example.com" })];
      polling.silence(host, 8.64e15);
      assert.equal(polling.silentUntil(host), timers.now() + 15 * minute);
      assert.equal(polling.silentUntil(other.at), undefined);
      await timers.advance(15 * minute - 1);
      assert.deepEqual(source.polls, []);
      assert.ok(other.polls.length > 50, String(other.polls.length));
      await timers.advance(minute);
      assert.ok(source.polls.length > 0);
    });

    it("resumes after the first answer to a request sent during the silence", async () => {
      const source = add("running");
      silence(10 * minute);
      polling.hostAnswered(host, timers.now());
      assert.notEqual(polling.silentUntil(host), undefined, "an answer that was under way says nothing");
      await timers.advance(minute);
      polling.hostAnswered("https://other.example.com", timers.now());
      assert.notEqual(polling.silentUntil(host), undefined);
      polling.hostAnswered(host, timers.now());
      assert.equal(polling.silentUntil(host), undefined);
      await timers.advance(16 * second);
      assert.ok(source.polls.length > 0);
    });

    it("refreshes what the host had refused at the end", async () => {
      const [refused, fine] = [add("none", { troubled: timers.now() }), add("none")];
      silence(minute);
      await timers.advance(minute - 1);
      assert.deepEqual(refused.refreshes, []);
      await timers.advance(second);
      assert.deepEqual([refused.refreshes.length, fine.refreshes.length], [1, 0]);
    });
  });

  it("polls a failing host once a minute, and at the usual pace after any answer", async () => {
    const source = add("running", { fail: true });
    await timers.advance(hour);
    const gaps = source.polls.slice(1).map((at, i) => (at - source.polls[i]!) / second);
    assert.deepEqual([...gaps.slice(0, 4), gaps.at(-1)], [30, 60, 60, 60, 60]);
    source.fail = false;
    source.pollHandle.answered();
    const before = source.polls.length;
    await timers.advance(minute);
    assert.ok(source.polls.length - before >= 2);
    await timers.advance(10 * minute);
    assert.ok(source.polls.at(-1)! - source.polls.at(-3)! <= 31 * second);
  });

  it("refreshes what failed as soon as its host answers anybody", async () => {
    const failed = add("running", { fail: true });
    const [fine, hidden] = [add("idle"), add("none")];
    const other = add("running", { fail: true, at: "https://other.example.com" });
    await timers.advance(20 * second);
    assert.ok(failed.polls.length > 0);
    hidden.troubled = timers.now();
    polling.hostAnswered(host, timers.now() - second);
    polling.hostAnswered(host, timers.now());
    await timers.advance(second);
    const listed = [failed, fine, hidden, other].map(({ refreshes }) => refreshes.length);
    assert.deepEqual(listed, [1, 0, 1, 0]);
  });

  it("retries a lasting failure ever less often although its host answers others, and a new one at once", async () => {
    const source = add("none", { troubled: timers.now() });
    for (let passed = 0; passed < hour; passed += second) {
      await timers.advance(second);
      polling.hostAnswered(host, timers.now());
    }
    const gaps = source.refreshes.slice(1).map((at, i) => Math.round((at - source.refreshes[i]!) / second));
    assert.deepEqual(gaps.slice(0, 6), [15, 30, 60, 120, 240, 240]);
    source.troubled = undefined;
    polling.hostAnswered(host, timers.now());
    source.troubled = timers.now();
    const before = source.refreshes.length;
    await timers.advance(second);
    polling.hostAnswered(host, timers.now());
    await timers.advance(second);
    assert.equal(source.refreshes.length, before + 1);
  });

  it("polls rare sources every five minutes, within the budget of idle ones", async () => {
    const [rare, idle] = [add("rare"), add("idle")];
    await timers.advance(hour);
    assert.ok(rare.polls.length >= 11 && rare.polls.length <= 12, String(rare.polls.length));
    assert.ok(idle.polls.length >= 45, String(idle.polls.length));
    assert.equal(most(sorted([rare, idle]), minute), 1);
  });

  it("leaves no timer behind", async () => {
    add("running");
    await timers.advance(minute);
    polling.refreshAll();
    polling.dispose();
    assert.equal(timers.pending, 0);
    polling.refreshAll();
    assert.equal(timers.pending, 0);
  });
});

const run = (): Promise<void> => Promise.resolve();
const task = (key: string, seenAt: number, every = 1): RefreshTask => ({ of: key, key, seenAt, every, run });

describe("the most overdue task", () => {
  it("is the one that was read longest ago, for how often it is read", () => {
    const tried = new Map<string, number>();
    assert.equal(mostOverdue([task("new", 90), task("old", 10), task("rare", 0, 2)], tried, 100)?.key, "old");
    assert.equal(overdue(task("rare", 0, 2), tried, 100), 50);
  });

  it("is not one that was tried just now", () => {
    const tried = new Map([["old", 95]]);
    assert.equal(mostOverdue([task("old", 10), task("new", 90)], tried, 100)?.key, "new");
    assert.equal(overdue(task("old", 10), tried, 100), 5);
  });

  it("is the first of equals, and none of none", () => {
    assert.equal(mostOverdue([task("a", 10), task("b", 10)], new Map(), 100)?.key, "a");
    assert.equal(mostOverdue<RefreshTask>([], new Map(), 100), undefined);
  });
});
