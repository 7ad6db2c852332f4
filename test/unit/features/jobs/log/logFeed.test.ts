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

describe("logs/logFeed", () => {
  it("reads the log of a job that ended long ago with one request for the job and one for the log", async () => {
    const host = new FakeHost();
    host.job = { id: 7, name: "lint", status: "failed", finished_at: "2026-09-25T07:00:00Z" };
    host.append("one\ntwo\n");
    const { feed, over, clock } = feedOf(host);
    await feed.loaded;
    assert.equal(await textOf(feed), "one\ntwo\n");
    await over;
    assert.deepEqual([host.requests.length, host.jobRequests, clock.waits, host.open], [1, 1, [], 0]);
  });

  it("is loaded with what a running job has written, goes on with what comes, and ends with the job", async () => {
    const host = new FakeHost();
    host.append("one\n");
    const { feed, clock, told, over } = feedOf(host);
    clock.onWait = () => {
      if (clock.waits.length === 1) host.append("two\n");
      if (clock.waits.length === 3) host.job = { ...host.job, status: "success" };
    };
    await feed.loaded;
    assert.equal(await textOf(feed), "one\n");
    await over;
    assert.equal(await textOf(feed), "one\ntwo\n");
    assert.deepEqual([told.ended, feed.over, feed.job?.status], [{ error: undefined }, true, "success"]);
    assert.ok(told.grown >= 1);
  });

  it("is loaded though a running job has written nothing", async () => {
    const { feed } = feedOf(new FakeHost());
    await feed.loaded;
    assert.equal(feed.text.read, 0);
    feed.dispose();
  });

  it("begins anew when the log does", async () => {
    const host = new FakeHost();
    host.append("old and long\n".repeat(10));
    const { feed, clock, told, over } = feedOf(host);
    clock.onWait = () => {
      if (clock.waits.length === 1) host.log = Buffer.from("new\n");
      if (clock.waits.length === 5) host.job = { ...host.job, status: "failed" };
    };
    await over;
    assert.deepEqual([await textOf(feed), told.resets], ["new\n", 1]);
  });

  it("fails to load without a connection, and asks no more", async () => {
    const host = new FakeHost();
    host.jobFaults.push(apiError("network"));
    const { feed, told } = feedOf(host);
    await assert.rejects(feed.loaded, { kind: "network" });
    assert.deepEqual([host.jobRequests, told.ended], [1, undefined]);
  });

  it("waits for the rest of a log that broke off while it was loaded, or fails", async () => {
    const host = new FakeHost();
    host.append("x".repeat(100));
    host.faults.push({ after: 50 });
    await assert.rejects(feedOf(host).feed.loaded, { kind: "network" });
  });

  it("goes on after a lost connection once it is loaded, and tells what does not pass", async () => {
    const host = new FakeHost();
    host.append("one\n");
    const { feed, clock, told, over } = feedOf(host);
    clock.onWait = () => {
      if (clock.waits.length === 1) host.faults.push(apiError("network"));
      if (clock.waits.length === 2) host.append("two\n");
      if (clock.waits.length === 4) host.faults.push(apiError("forbidden"));
    };
    await feed.loaded;
    await over;
    assert.equal(await textOf(feed), "one\ntwo\n");
    assert.equal((told.ended!.error as { kind: string }).kind, "forbidden");
  });

  it("asks no more once it is disposed", async () => {
    const host = new FakeHost();
    const { feed, told } = feedOf(host);
    feed.dispose();
    await assert.rejects(feed.loaded, CancelledError);
    assert.equal(told.ended, undefined);
  });
});
