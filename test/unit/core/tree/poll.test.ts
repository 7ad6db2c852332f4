import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import {
  type PollPriority,
  PollScheduler,
  type PollSource,
  type PollHandle,
  systemTimers,
} from "../../../../src/core/tree/poll.ts";
import { FakeTimers } from "./fakeTimers.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

const host = "https://git.example.com";

/** A source that notes when it was asked. */
class Source implements PollSource {
  readonly polls: number[] = [];
  readonly refreshes: number[] = [];
  fail = false;
  at = host;
  onFocus = false;
  byFocus = false;
  troubled: number | undefined;
  pollHandle!: PollHandle;
  readonly name: string;
  private readonly timers: FakeTimers;
  level: PollPriority;

  constructor(name: string, timers: FakeTimers, level: PollPriority) {
    this.name = name;
    this.timers = timers;
    this.level = level;
  }

  instance(): string {
    return this.at;
  }

  troubledSince(): number | undefined {
    return this.troubled;
  }

  demand(): PollPriority {
    return this.level;
  }

  poll(): Promise<void> {
    this.polls.push(this.timers.now());
    return this.fail ? Promise.reject(new Error("no answer")) : Promise.resolve();
  }

  refresh(byFocus: boolean): void {
    this.refreshes.push(this.timers.now());
    this.byFocus = byFocus;
  }

  become(level: PollPriority): void {
    this.level = level;
    this.pollHandle.changed();
  }
}

/** The largest number of the given moments that fall into any window of this length, both ends included. */
const most = (moments: readonly number[], window: number): number =>
  Math.max(0, ...moments.map((start) => moments.filter((at) => at >= start && at <= start + window).length));

describe("the polling budget", () => {
  let timers: FakeTimers;
  let polling: PollScheduler;
  const add = (name: string, level: PollPriority): Source => {
    const source = new Source(name, timers, level);
    source.pollHandle = polling.add(source);
    return source;
  };

  beforeEach(() => {
    timers = new FakeTimers();
    polling = new PollScheduler({ timers, focused: true });
  });

  it("sends at most 2 requests per 30 s while something runs, whoever asks", async () => {
    const sources = [add("a", "running"), add("b", "running"), add("c", "idle"), add("hidden", "none")];
    await timers.advance(3 * hour);
    const all = sources.flatMap((source) => source.polls).sort((a, b) => a - b);
    assert.equal(most(all, 30 * second), 2);
    assert.ok(all.length > (3 * hour) / (16 * second), `uses what it may: ${all.length}`);
    assert.deepEqual(sources[3]!.polls, []);
    const [a, b, c] = sources.map((source) => source.polls.length);
    assert.ok(Math.abs(a! - b!) <= 2, `shares evenly: ${a} and ${b}`);
    assert.ok(c! > 60, `does not starve the idle one: ${c}`);
  });

  it("sends at most one request per 60 s while idle, all sources together", async () => {
    const sources = [add("a", "idle"), add("b", "idle"), add("c", "idle")];
    await timers.advance(5 * hour);
    const all = sources.flatMap((source) => source.polls).sort((a, b) => a - b);
    assert.equal(most(all, 60 * second), 1);
    assert.ok(all.length > 290);
    for (const source of sources) assert.ok(source.polls.length > 90, `${source.name}: ${source.polls.length}`);
  });

  it("keeps to the budget when demands, focus and wishes change at random", async () => {
    const sources = [add("a", "idle"), add("b", "none"), add("c", "running")];
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
    const all = sources.flatMap((source) => source.polls).sort((a, b) => a - b);
    assert.ok(all.length > 100);
    assert.ok(most(all, 30 * second) <= 2);
  });

  it("goes on without focus for a source that waits, at most once per 60 s with all others of its kind, and for no other", async () => {
    const waiting = ["a", "b"].map((name) => {
      const source = Object.assign(new Source(name, timers, "running"), { unfocused: true });
      source.pollHandle = polling.add(source);
      return source;
    });
    const view = add("view", "running");
    polling.setFocused(false);
    const since = timers.now();
    await timers.advance(5 * hour);
    const all = waiting.flatMap(({ polls }) => polls).sort((a, b) => a - b);
    assert.deepEqual(view.polls, []);
    assert.equal(most(all, minute), 1);
    assert.ok(all.length > 290, `uses what it may: ${all.length}`);
    for (const { name, polls } of waiting) assert.ok(polls.length > 140, `${name}: ${polls.length}`);
    for (const source of waiting) source.become("none");
    assert.equal(timers.pending, 0, "no timer runs for nobody");
    waiting[0]!.become("running");
    polling.silence(host, timers.now() + 10 * minute);
    const silent = timers.now();
    await timers.advance(9 * minute);
    assert.deepEqual(
      waiting[0]!.polls.filter((at) => at >= silent),
      [],
      "a host that wants silence gets it",
    );
    waiting[0]!.pollHandle.soon(0);
    polling.setFocused(true);
    await timers.advance(hour);
    assert.ok(view.polls.length > 50, "with focus the others go on");
    assert.equal(
      most(
        [...all, ...waiting.flatMap(({ polls }) => polls), ...view.polls].filter((at) => at > since),
        30 * second,
      ),
      2,
    );
  });

  it("is silent when nothing is visible and when the window is not focused", async () => {
    const source = add("a", "none");
    await timers.advance(hour);
    assert.equal(timers.pending, 0, "no timer runs for nobody");
    source.become("running");
    polling.setFocused(false);
    await timers.advance(hour);
    assert.deepEqual(source.polls, []);
    assert.deepEqual(source.refreshes, []);
    assert.equal(timers.pending, 0);
  });

  it("refreshes once when the focus returns, and not again while it flutters", async () => {
    const seen = add("seen", "idle");
    const hidden = add("hidden", "none");
    polling.setFocused(false);
    await timers.advance(10 * minute);
    const back = timers.now();
    for (let times = 0; times < 10; times++) {
      polling.setFocused(true);
      polling.setFocused(false);
      await timers.advance(100);
    }
    polling.setFocused(true);
    await timers.advance(3 * second);
    assert.equal(seen.refreshes.length, 1);
    assert.ok(seen.refreshes[0]! - back < 2 * second);
    assert.deepEqual(hidden.refreshes, []);
  });

  it("folds events that come together, tells hidden sources too, and needs no focus for them", async () => {
    const seen = add("seen", "running");
    const hidden = add("hidden", "none");
    polling.setFocused(false);
    const start = timers.now();
    polling.refreshAll();
    await timers.advance(100);
    polling.refreshAll();
    seen.pollHandle.refresh();
    await timers.advance(second);
    assert.deepEqual(
      seen.refreshes.map((at) => at - start),
      [400],
    );
    assert.deepEqual(
      hidden.refreshes.map((at) => at - start),
      [400],
    );
  });

  it("polls a full interval after a load or a refresh", async () => {
    const source = add("a", "running");
    await timers.advance(10 * second);
    source.pollHandle.loaded();
    const start = timers.now();
    await timers.advance(16 * second);
    assert.deepEqual(
      source.polls.map((at) => at - start),
      [15 * second],
    );
  });

  it("polls sooner when asked to, within the budget", async () => {
    const source = add("a", "running");
    const start = timers.now();
    source.pollHandle.soon(2 * second);
    await timers.advance(3 * second);
    source.pollHandle.soon(second);
    await timers.advance(2 * second);
    source.pollHandle.soon(second);
    await timers.advance(minute);
    const times = source.polls.map((at) => at - start);
    assert.deepEqual(times.slice(0, 3), [2 * second, 4 * second, 32.5 * second]);
  });

  it("starts at the faster pace as soon as something runs", async () => {
    const source = add("a", "idle");
    await timers.advance(61 * second);
    assert.equal(source.polls.length, 1);
    source.become("running");
    await timers.advance(15 * second);
    assert.equal(source.polls.length, 2);
  });

  it("sends nothing before the end of a silence, neither polls nor refreshes, then refreshes what waited", async () => {
    const source = add("a", "running");
    await timers.advance(20 * second);
    const before = source.polls.length;
    const until = timers.now() + 10 * minute;
    polling.silence(host, until);
    polling.silence(host, until - minute); // a shorter one does not cut a longer one
    polling.refreshAll();
    await timers.advance(minute);
    polling.setFocused(false);
    polling.setFocused(true);
    source.pollHandle.soon(0);
    await timers.advance(10 * minute - minute - 1);
    assert.equal(source.polls.length, before);
    assert.deepEqual(source.refreshes, []);
    assert.equal(polling.silentUntil(host), until);
    await timers.advance(second);
    assert.equal(source.refreshes.length, 1);
    assert.equal(polling.silentUntil(host), undefined);
  });

  it("tells when a silence begins, lasts longer and is over", async () => {
    const told: (number | undefined)[] = [];
    const listening = polling.onDidChangeSilence(() => told.push(polling.silentUntil(host)));
    const until = timers.now() + 2 * minute;
    polling.silence(host, until);
    polling.silence(host, until - minute);
    await timers.advance(minute);
    polling.silence(host, until + minute);
    await timers.advance(hour);
    assert.deepEqual(told, [until, until + minute, undefined]);
    listening.dispose();
  });

  it("refreshes what comes into sight at once, but not within a silence", async () => {
    const source = add("a", "none");
    const show = (level: PollPriority): void => {
      source.level = level;
      if (level === "none") source.pollHandle.changed();
      else source.pollHandle.shown();
    };
    await timers.advance(10 * minute);
    show("running");
    assert.equal(source.refreshes.length, 1);
    await timers.advance(14 * second);
    assert.deepEqual([source.polls.length, source.refreshes.length], [0, 1]);
    show("none");
    polling.silence(host, timers.now() + minute);
    for (const level of ["running", "none", "running"] as const) show(level);
    await timers.advance(minute - 1);
    assert.deepEqual([source.polls.length, source.refreshes.length], [0, 1]);
    await timers.advance(second);
    assert.deepEqual(
      [source.polls.length, source.refreshes.length],
      [0, 2],
      "refreshed once, without a poll beside it",
    );
    await timers.advance(30 * second);
    assert.ok(source.polls.length > 0);
  });

  it("does not poll what is about to be refreshed", async () => {
    const source = add("a", "running");
    polling.silence(host, timers.now() + minute);
    source.pollHandle.refresh();
    await timers.advance(minute + second);
    assert.deepEqual([source.polls.length, source.refreshes.length], [0, 1]);
    await timers.advance(minute);
    assert.ok(source.polls.length > 0);
  });

  it("delays a refresh that was already planned when the silence begins", async () => {
    const source = add("a", "idle");
    polling.refreshAll();
    polling.silence(host, timers.now() + minute);
    await timers.advance(minute - 1);
    assert.deepEqual(source.refreshes, []);
    await timers.advance(1);
    assert.equal(source.refreshes.length, 1);
  });

  it("asks a failing host less often, but once a minute, and normally again after an answer", async () => {
    const source = add("a", "running");
    source.fail = true;
    await timers.advance(hour);
    const gaps = source.polls.slice(1).map((at, i) => (at - source.polls[i]!) / second);
    assert.deepEqual(gaps.slice(0, 4), [30, 60, 60, 60]);
    assert.equal(gaps.at(-1), 60);
    source.fail = false;
    await timers.advance(10 * minute);
    const last = source.polls.slice(-3);
    assert.ok(last[2]! - last[0]! <= 31 * second, "back to the usual pace");
  });

  it("asks at the usual pace again once the host answered something else", async () => {
    const source = add("a", "running");
    source.fail = true;
    await timers.advance(hour);
    source.fail = false;
    source.pollHandle.answered();
    const before = source.polls.length;
    await timers.advance(minute);
    assert.ok(source.polls.length - before >= 2, "not after minutes");
  });

  it("waits a quarter of an hour at most, whatever the host asks for, and no other host's sources", async () => {
    const [source, other] = [add("a", "running"), add("b", "running")];
    other.at = "https://other.example.com";
    polling.silence(host, 8.64e15);
    const start = timers.now();
    assert.equal(polling.silentUntil(host), start + 15 * minute);
    assert.equal(polling.silentUntil(other.at), undefined);
    await timers.advance(15 * minute - 1);
    assert.deepEqual(source.polls, []);
    assert.ok(other.polls.length > 50, String(other.polls.length));
    await timers.advance(minute);
    assert.ok(source.polls.length > 0);
  });

  it("ends a silence with the first answer to a request that was sent during it", async () => {
    const source = add("a", "running");
    polling.silence(host, timers.now() + 10 * minute);
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

  it("refreshes at the end of a silence what the host had refused", async () => {
    const [refused, fine] = [add("a", "none"), add("b", "none")];
    refused.troubled = timers.now();
    polling.silence(host, timers.now() + minute);
    await timers.advance(minute - 1);
    assert.deepEqual(refused.refreshes, []);
    await timers.advance(second);
    assert.deepEqual([refused.refreshes.length, fine.refreshes.length], [1, 0]);
  });

  it("refreshes what failed as soon as its host answers anybody", async () => {
    const [failed, fine, hidden, other] = [
      add("a", "running"),
      add("b", "idle"),
      add("c", "none"),
      add("d", "running"),
    ];
    other.at = "https://other.example.com";
    failed.fail = other.fail = true;
    await timers.advance(20 * second);
    assert.ok(failed.polls.length > 0);
    hidden.troubled = timers.now();
    polling.hostAnswered(host, timers.now() - second);
    polling.hostAnswered(host, timers.now());
    await timers.advance(second);
    assert.deepEqual(
      [failed, fine, hidden, other].map(({ refreshes }) => refreshes.length),
      [1, 0, 1, 0],
    );
  });

  it("tries what goes on failing less and less often although its host answers others", async () => {
    const source = add("a", "none");
    source.troubled = timers.now();
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
    assert.equal(source.refreshes.length, before + 1, "a new failure is tried at once");
  });

  it("looks at what is shown at the edge every five minutes, and not for others' sake", async () => {
    const [rare, idle] = [add("a", "rare"), add("b", "idle")];
    await timers.advance(hour);
    assert.ok(rare.polls.length >= 11 && rare.polls.length <= 12, String(rare.polls.length));
    assert.ok(idle.polls.length >= 45, String(idle.polls.length));
    assert.equal(most([...rare.polls, ...idle.polls], minute), 1);
  });

  it("refreshes what wants it when the window regains the focus, also without polling it", async () => {
    const [source, other] = [add("a", "none"), add("b", "none")];
    source.onFocus = true;
    await timers.advance(minute);
    polling.setFocused(false);
    polling.setFocused(true);
    await timers.advance(second);
    assert.deepEqual([source.refreshes.length, source.byFocus, other.refreshes.length], [1, true, 0]);
    await timers.advance(minute);
    polling.setFocused(false);
    polling.setFocused(true);
    polling.refreshAll();
    await timers.advance(second);
    assert.deepEqual([source.refreshes.length, source.byFocus, other.refreshes.length], [2, false, 1]);
  });

  it("sends one request at a time", async () => {
    let open = 0;
    let answer = (): void => undefined;
    polling.add({
      name: "slow",
      demand: () => "running",
      poll: () => {
        open++;
        return new Promise((resolve) => (answer = resolve));
      },
      refresh: () => undefined,
    });
    await timers.advance(hour);
    assert.equal(open, 1);
    answer();
    await timers.advance(16 * second);
    assert.equal(open, 2);
  });

  it("waits, however long the host wants silence", async () => {
    let ran = false;
    const handle = systemTimers.set(
      () => {
        ran = true;
      },
      30 * 24 * hour,
    );
    // A timer that does not wait comes before one that was set later and waits.
    await new Promise((resolve) => setTimeout(resolve, 5));
    systemTimers.clear(handle);
    assert.equal(ran, false);
    assert.doesNotThrow(() => polling.silence(host, 8.64e15));
  });

  it("starts over on another clock: what was due, failed, sent or forbidden before is forgotten", async () => {
    const [source, other] = [add("a", "running"), add("b", "none")];
    source.fail = true;
    await timers.advance(10 * minute);
    polling.silence(host, timers.now() + hour);
    polling.refreshAll();
    let heard = 0;
    polling.onDidChangeSilence(() => (heard += 1));
    const [polls, next] = [source.polls.length, new FakeTimers(timers.now() - 5 * minute)];
    polling.restart(next);
    assert.deepEqual([timers.pending, polling.silentUntil(host), heard], [0, undefined, 1]);
    await timers.advance(hour);
    await next.advance(15 * second - 1);
    assert.equal(source.polls.length, polls);
    await next.advance(1);
    await polling.idle;
    assert.equal(source.polls.length, polls + 1);
    assert.deepEqual([source.refreshes, other.refreshes], [[], []]);
  });

  it("leaves no timer behind", async () => {
    add("a", "running");
    polling.refreshAll();
    await timers.advance(minute);
    polling.refreshAll();
    polling.dispose();
    assert.equal(timers.pending, 0);
    polling.refreshAll();
    assert.equal(timers.pending, 0);
  });
});
