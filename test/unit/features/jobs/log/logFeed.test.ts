import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { CancelledError } from "../../../../../src/core/base/errors.ts";
import { LogFeed, type LogFeedOptions } from "../../../../../src/features/jobs/log/logFeed.ts";
import { apiError, FakeClock, FakeHost } from "./fakeHost.ts";

interface Told {
  grown: number;
  resets: number;
  ended?: { error: unknown };
}

function feedOf(
  host: FakeHost,
  options: Partial<LogFeedOptions> = {},
): { feed: LogFeed; clock: FakeClock; told: Told; over: Promise<void> } {
  const clock = new FakeClock();
  const told: Told = { grown: 0, resets: 0 };
  let end: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (end = resolve));
  const feed = new LogFeed({
    trace: host.trace,
    job: host.getJob,
    focused: () => true,
    clock,
    onRead: () => (told.grown += 1),
    onReset: () => (told.resets += 1),
    onEnded: (error) => {
      told.ended = { error };
      end();
    },
    ...options,
  });
  return { feed, clock, told, over };
}

const textOf = async (feed: LogFeed): Promise<string> => (await feed.text.snapshot().text(Buffer.alloc(0))).toString();

describe("the text of a log", () => {
  it("is loaded with the output so far, starts over when the log was rewritten, and ends with the job", async () => {
    const host = new FakeHost();
    host.append("old and long\n".repeat(10));
    const { feed, clock, told, over } = feedOf(host);
    clock.onWait = () => {
      if (clock.waits.length === 1) host.log = Buffer.from("new\n");
      if (clock.waits.length === 5) host.job = { ...host.job, status: "success" };
    };
    await feed.loaded;
    assert.equal(await textOf(feed), "old and long\n".repeat(10));
    await over;
    assert.equal(await textOf(feed), "new\n");
    assert.deepEqual(
      [told.resets, told.ended, feed.over, feed.job?.status],
      [1, { error: undefined }, true, "success"],
    );
    assert.ok(told.grown >= 1);
  });

  it("is loaded though there is no output yet, and not requested after dispose", async () => {
    const { feed } = feedOf(new FakeHost());
    await feed.loaded;
    assert.equal(feed.text.read, 0);
    feed.dispose();
    const { feed: late, told } = feedOf(new FakeHost());
    late.dispose();
    await assert.rejects(late.loaded, CancelledError);
    assert.equal(told.ended, undefined);
  });

  it("fails to load without a connection, and when the log breaks off", async () => {
    const [away, broken] = [new FakeHost(), new FakeHost()];
    away.jobFaults.push(apiError("network"));
    const { feed, told } = feedOf(away);
    await assert.rejects(feed.loaded, { kind: "network" });
    assert.deepEqual([away.jobRequests, told.ended], [1, undefined]);
    broken.append("x".repeat(100));
    broken.faults.push({ after: 50 });
    await assert.rejects(feedOf(broken).feed.loaded, { kind: "network" });
  });

  it("continues after a lost connection, and reports errors that do not pass", async () => {
    const host = new FakeHost();
    host.append("one\n");
    const { feed, clock, told, over } = feedOf(host);
    clock.onWait = () => {
      if (clock.waits.length === 1) host.faults.push(apiError("network"));
      if (clock.waits.length === 2) host.append("two\n");
      if (clock.waits.length === 4) host.faults.push(apiError("forbidden"));
    };
    await over;
    assert.equal(await textOf(feed), "one\ntwo\n");
    assert.equal((told.ended!.error as { kind: string }).kind, "forbidden");
  });
});
