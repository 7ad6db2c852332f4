import assert from "node:assert/strict";
import { CancelledError } from "../../../../../src/core/base/errors.ts";
import { Emitter } from "../../../../../src/core/base/events.ts";
import { PollScheduler } from "../../../../../src/core/tree/poll.ts";
import { PollTurns } from "../../../../../src/features/jobs/follow/pollTurns.ts";
import { fault } from "../../../core/tree/fakeHost.ts";
import { FakeTimers, settle } from "../../../core/tree/fakeTimers.ts";

const second = 1_000;
const instance = "https://git.example.com";

describe("the turns of a follower", () => {
  let timers: FakeTimers;
  let polling: PollScheduler;
  let turns: PollTurns;
  let news: Emitter<void>;
  let requests: number[];
  let answer: () => Promise<void>;

  beforeEach(() => {
    timers = new FakeTimers();
    polling = new PollScheduler({ timers });
    turns = new PollTurns(polling, "pipeline 7", instance);
    news = new Emitter();
    requests = [];
    answer = () => Promise.resolve();
  });
  afterEach(() => {
    turns.dispose();
    polling.dispose();
  });

  const start = new FakeTimers().now();
  const take = (): Promise<string> =>
    turns
      .take(async () => {
        requests.push((timers.now() - start) / second);
        await answer();
      }, news.event)
      .then(
        () => "done",
        (error: unknown) => (error as Error).name,
      );
  const isOpen = async (turn: Promise<string>): Promise<boolean> => {
    await settle();
    return (await Promise.race([turn, Promise.resolve("open")])) === "open";
  };

  it("come soon at first, then once a minute", async () => {
    for (let at = 0; at < 4; at++) {
      const turn = take();
      await timers.advance(60 * second);
      assert.equal(await turn, "done");
    }
    assert.deepEqual(requests, [5, 60, 120, 180]);
    await timers.advance(600 * second);
    assert.equal(requests.length, 4);
  });

  it("end without a request when other answers have news", async () => {
    const turn = take();
    news.fire();
    assert.equal(await turn, "done");
    await timers.advance(300 * second);
    assert.deepEqual(requests, []);
  });

  it("are tried again after temporary errors, but not during a rate limit", async () => {
    answer = () => Promise.reject(fault("network"));
    const turn = take();
    await timers.advance(120 * second);
    assert.equal(await isOpen(turn), true);
    assert.ok(requests.length >= 2 && requests.length <= 5, requests.join());
    polling.silence(instance, timers.now() + 300 * second);
    const before = requests.length;
    await timers.advance(290 * second);
    assert.equal(requests.length, before);
    answer = () => Promise.resolve();
    await timers.advance(90 * second);
    assert.equal(await turn, "done");
  });

  it("end with other errors, and when the follower ends", async () => {
    answer = () => Promise.reject(fault("notFound"));
    const turn = take();
    await timers.advance(10 * second);
    assert.equal(await turn, "ApiError");
    const last = take();
    turns.dispose();
    assert.equal(await last, "CancelledError");
    const refused = turns.take(() => Promise.resolve(), news.event);
    await assert.rejects(refused, CancelledError);
  });

  it("are brought forward by an event such as a retry", async () => {
    const turn = take();
    polling.refreshAll();
    await timers.advance(second);
    assert.deepEqual([await turn, requests], ["done", [0.3]]);
  });
});
