import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { Client } from "../../../../../src/api/client.ts";
import { CancelledError, UserError } from "../../../../../src/core/base/errors.ts";
import { Emitter } from "../../../../../src/core/base/events.ts";
import type { Change } from "../../../../../src/core/changes.ts";
import type { JobRef } from "../../../../../src/core/pipelines/refs.ts";
import type { Clock } from "../../../../../src/features/jobs/log/clock.ts";
import type { FollowedJob } from "../../../../../src/features/jobs/log/follow.ts";
import { FakeConfig } from "../../../../support/fakes/fakeConfig.ts";
import { RecordingLog } from "../../../../support/fakes/recordingLog.ts";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";
import { apiError, FakeHost } from "./fakeHost.ts";
import { type FakeChannel, FakeWindow } from "./logsStub.ts";

const { JobLogs } = await import("../../../../../src/features/jobs/log/jobLogs.ts");

/** Time stands still until the test lets it go on. */
class HeldClock implements Clock {
  time = 1_800_000_000_000;
  private readonly waiting = new Set<() => void>();

  now(): number {
    return this.time;
  }

  wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const pass = (): void => {
        this.waiting.delete(pass);
        this.time += ms;
        resolve();
      };
      this.waiting.add(pass);
      signal.addEventListener("abort", () => {
        this.waiting.delete(pass);
        reject(new CancelledError());
      });
    });
  }

  pass(): void {
    for (const pass of [...this.waiting]) pass();
  }
}

/** Lets what is under way go on until the condition holds. */
async function until(condition: () => boolean, what: string): Promise<void> {
  const end = Date.now() + 5000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`Never happened: ${what}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const instance = "https://git.example.com";
const refOf = (id: number, name = "lint"): JobRef => ({
  instance,
  project: 1,
  job: { id, name, status: "running", web_url: `${instance}/x/-/jobs/${id}` },
});

describe("logs/channel", () => {
  let window: FakeWindow;
  let clock: HeldClock;
  let hosts: Map<number, FakeHost>;
  let siblings: FollowedJob[];
  let reported: unknown[];
  let changes: Emitter<Change>;
  let log: RecordingLog;
  let config: FakeConfig;
  let logs: InstanceType<typeof JobLogs>;
  let client: Client;
  let account: string | undefined;
  let silentUntil: number | undefined;
  let storage: string;

  beforeEach(async () => {
    window = new FakeWindow();
    clock = new HeldClock();
    hosts = new Map();
    siblings = [];
    reported = [];
    changes = new Emitter();
    log = new RecordingLog();
    config = new FakeConfig({
      "forgeline.log.channelLimit": 10_000 / (1024 * 1024),
      "forgeline.log.finishedChannels": 2,
    });
    storage = await mkdtemp(`${tmpdir()}/forgeline-logs-`);
    const jobs = {
      get: (_: unknown, id: number) => host(id).getJob(),
      trace: (_: unknown, id: number, request: { start?: number; etag?: string }) => host(id).trace(request),
      listForPipeline: async function* () {
        await Promise.resolve();
        yield { items: siblings };
      },
    };
    client = { jobs, extras: { available: () => false } } as unknown as Client;
    account = "alice";
    silentUntil = undefined;
    logs = open();
  });
  const open = (tellsAccounts = true): InstanceType<typeof JobLogs> =>
    new JobLogs(
      {
        clientFor: () => client,
        silentUntil: () => silentUntil,
        ...(tellsAccounts ? { accountFor: () => account } : {}),
        config,
        log,
        report: {
          error: (error) => {
            reported.push(error);
            return Promise.resolve();
          },
        },
        changes: changes.event,
        storage,
        clock,
      },
      async () => ({
        ...(await import("../../../../../src/features/jobs/log/jobChannels.ts")),
        ...(await import("../../../../../src/features/jobs/log/rawFile.ts")),
      }),
    );
  afterEach(async () => {
    logs.dispose();
    vscodeFakes.reset();
    await rm(storage, { recursive: true });
  });

  /** The host of a job, made when first asked for. */
  function host(id: number): FakeHost {
    let known = hosts.get(id);
    if (!known) {
      known = new FakeHost();
      known.job = {
        id,
        name: "lint",
        status: "running",
        ref: "main",
        web_url: `${instance}/x/-/jobs/${id}`,
        pipeline: { id: 5, ref: "main", sha: "1a2b3c4d5e6f", status: "running" },
      };
      hosts.set(id, known);
    }
    return known;
  }
  const channel = (at = 0): FakeChannel => window.channels[at]!;
  const says = (text: string, at = 0): Promise<void> =>
    until(() => channel(at).text.includes(text), `"${text}" in ${channel(at).text}`);
  async function end(id: number, status = "success"): Promise<void> {
    host(id).job = { ...host(id).job, status, duration: 75.4 };
    await until(() => {
      clock.pass();
      return !logs.following.some(({ job }) => job.id === id);
    }, `the end of ${id}`);
  }

  it("follows a job to its end: header, log, status and duration", async () => {
    host(1).append("\u001b[32mhello\u001b[0m\nwor");
    await logs.show(refOf(1));
    assert.equal(channel().name, "Job lint #1");
    await says("hello");
    assert.equal(window.context.get("forgeline.followingLogs"), true);
    host(1).append("ld\n");
    await end(1, "failed");
    assert.equal(
      channel().text,
      `Job lint #1 · main · 1a2b3c4d\n${instance}/x/-/jobs/1\nhello\nworld\nJob lint #1: failed after 01:15\n`,
    );
    await until(() => window.context.get("forgeline.followingLogs") === false, "the context key");
  });

  it("is done with a job at its end, and writes below it what the host passes on late", async () => {
    host(1).append("hello\n");
    await logs.show(refOf(1));
    await says("hello");
    await end(1, "failed");
    assert.match(channel().text, /hello\nJob lint #1: failed after 01:15\n$/);
    assert.equal(window.context.get("forgeline.followingLogs"), false);
    await logs.show(refOf(1));
    assert.equal(window.channels.length, 1);
    host(1).append("THE ERROR\n");
    await until(() => (clock.pass(), channel().text.split("failed after").length === 3), "the end again");
    assert.match(
      channel().text,
      /01:15\nThe host returned more of the log later:\nTHE ERROR\nJob lint #1: failed after 01:15\n$/,
    );
  });

  it("shows all of a log that ends just behind the limit", async () => {
    const text = `${"x".repeat(99)}\n`.repeat(105);
    host(1).chunk = 4096;
    host(1).append(`${text}THE ERROR\n`);
    host(1).job = { ...host(1).job, status: "failed" };
    await logs.show(refOf(1));
    await end(1, "failed");
    assert.equal(
      channel()
        .text.split("\n")
        .filter((line) => line.startsWith("xxx")).length,
      105,
    );
    assert.match(channel().text, /\nTHE ERROR\n/);
    assert.ok(!channel().text.includes("not shown"));
  });

  it("keeps silent while the host limits requests", async () => {
    await logs.show(refOf(1));
    await says("git.example.com");
    const { trace } = host(1);
    const asked: number[] = [];
    Object.assign(host(1), { trace: (request: object) => (asked.push(clock.time), trace(request)) });
    const end = clock.time + 60_000;
    silentUntil = end;
    await until(() => (clock.pass(), asked.length > 0), "a request");
    assert.ok(asked.every((time) => time >= end));
    await says("Rate limit reached");
    await says("Reconnected");
  });

  it("reveals a log that is open already", async () => {
    await Promise.all([logs.show(refOf(1)), logs.show(refOf(1))]);
    await logs.show(refOf(1));
    assert.deepEqual([window.channels.length, channel().shown, logs.following.length], [1, 3, 1]);
    await end(1);
    await logs.show(refOf(1));
    assert.deepEqual([window.channels.length, channel().shown, logs.following.length], [1, 4, 0]);
  });

  it("follows several jobs at once, and stops one or all", async () => {
    config.values["forgeline.log.finishedChannels"] = 3;
    for (const id of [1, 2, 3]) await logs.show(refOf(id));
    for (const at of [0, 1, 2]) await says("git.example.com", at);
    logs.stop(refOf(2));
    assert.deepEqual(
      logs.following.map(({ job }) => job.id),
      [1, 3],
    );
    assert.match(channel(1).text, /Stopped following/);
    logs.stop();
    assert.deepEqual(logs.following, []);
    assert.equal(window.context.get("forgeline.followingLogs"), false);
    assert.ok(window.channels.every(({ disposed }) => !disposed));
  });

  it("starts anew when a stopped log is shown again", async () => {
    host(1).append("text\n");
    await logs.show(refOf(1));
    await says("text");
    logs.stop();
    await logs.show(refOf(1));
    assert.ok(channel(0).disposed);
    await says("text", 1);
    assert.equal(logs.following.length, 1);
  });

  it("keeps the newest finished channels only", async () => {
    for (const id of [1, 2, 3, 4]) {
      await logs.show(refOf(id));
      if (id !== 2) await end(id);
    }
    await until(() => channel(0).disposed, "the oldest goes");
    assert.deepEqual(
      window.channels.map(({ disposed }) => disposed),
      [true, false, false, false],
    );
  });

  it("reports what fails at once, in the channel and to the person", async () => {
    host(1).jobFaults.push(apiError("forbidden"));
    await logs.show(refOf(1));
    await says("Stopped following");
    assert.equal(reported.length, 1);
    assert.deepEqual(logs.following, []);
  });

  it("keeps what fails later out of the person's way", async () => {
    await logs.show(refOf(1));
    await says("git.example.com");
    host(1).faults.push(apiError("unauthorized"));
    await until(() => (clock.pass(), channel().text.includes("Stopped following")), "the end");
    assert.deepEqual(reported, []);
    assert.match(log.text, /ended early/);
  });

  it("starts anew when a job that was gone is shown again", async () => {
    host(1).append("text\n");
    await logs.show(refOf(1));
    await says("text");
    const { trace, getJob } = host(1);
    const refuse = (): Promise<never> => Promise.reject(apiError("notFound"));
    Object.assign(host(1), { trace: refuse, getJob: refuse });
    await until(
      () => (clock.pass(), channel().text.includes("The job was deleted, or you can no longer see it")),
      "the end",
    );
    await until(() => logs.following.length === 0, "the end");
    Object.assign(host(1), { trace, getJob });
    await logs.show(refOf(1));
    await says("text", 1);
    assert.ok(channel(0).disposed);
  });

  for (const [name, next] of [
    ["switched", "bob"],
    ["signed out", undefined],
  ] as const) {
    it(`ends when the account is ${name}, asks nothing in its name, and starts anew when shown again`, async () => {
      host(1).append("text\n");
      await logs.show(refOf(1));
      await says("text");
      const before = [host(1).requests.length, host(1).jobRequests];
      account = next;
      await until(() => (clock.pass(), logs.following.length === 0), "the end");
      assert.match(channel().text, /Stopped following: The account on git\.example\.com changed, or you signed out/);
      assert.deepEqual([host(1).requests.length, host(1).jobRequests], before);
      assert.deepEqual(reported, []);
      account = "alice";
      await logs.show(refOf(1));
      await says("text", 1);
      assert.ok(channel(0).disposed);
    });
  }

  for (const refusal of ["notFound", "forbidden", undefined]) {
    it(`takes no answer that came after a change of account: ${refusal ?? "a log"}`, async () => {
      await logs.show(refOf(1));
      await says("git.example.com");
      host(1).append("secret\n");
      const { trace } = host(1);
      Object.assign(host(1), {
        trace: async (request: object) => {
          const answer = await trace(request);
          account = "bob";
          if (refusal === undefined) return answer;
          await answer.close();
          throw apiError(refusal);
        },
      });
      await until(() => (clock.pass(), logs.following.length === 0), "the end");
      assert.match(channel().text, /The account on .* changed, or you signed out/);
      assert.doesNotMatch(channel().text, /secret|no longer has|forbidden/);
      assert.equal(host(1).open, 0);
    });
  }

  it("follows on with a new client of the same account", async () => {
    await logs.show(refOf(1));
    await says("git.example.com");
    client = { ...client };
    host(1).append("more\n");
    await until(() => (clock.pass(), channel().text.includes("more")), "more");
  });

  it("takes another client for another account where nothing tells accounts apart", async () => {
    logs.dispose();
    logs = open(false);
    await logs.show(refOf(1));
    await says("git.example.com");
    client = { ...client };
    await until(() => (clock.pass(), logs.following.length === 0), "the end");
    assert.match(channel().text, /The account on .* changed, or you signed out/);
  });

  it("says when an ended job is retried here, once", async () => {
    await logs.show(refOf(1));
    await end(1, "failed");
    siblings = [
      { id: 9, name: "lint", status: "pending", web_url: `${instance}/x/-/jobs/9` },
      { id: 8, name: "other", status: "failed" },
    ];
    const change: Change = { instance, project: "group/x", subject: "job", id: 1, pipelineId: 5 };
    changes.fire({ ...change, id: 77, pipelineId: 6 });
    changes.fire(change);
    await says("/jobs/9");
    changes.fire(change);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(channel().text.match(/was retried/g)?.length, 1);
  });

  it("asks at once when something changed here or focus came back", async () => {
    await logs.show(refOf(1));
    await says("git.example.com");
    for (const fire of [
      () => changes.fire({ instance, project: 1, subject: "job", id: 1 }),
      () => window.focus.fire({ focused: true }),
    ]) {
      const before = host(1).requests.length;
      fire();
      await until(() => host(1).requests.length > before, "a request");
    }
  });

  it("tells two jobs of the same name and number apart by their host", async () => {
    await logs.show(refOf(1));
    await logs.show({ ...refOf(1), instance: "https://other.example.com/sub" });
    assert.deepEqual(
      window.channels.map(({ name }) => name),
      ["Job lint #1", "Job lint #1 (other.example.com)"],
    );
  });

  it("keeps control characters and endless names out of the channel's name", async () => {
    await logs.show(refOf(1, `a\nb\u202e${"x".repeat(300)}`));
    assert.match(channel().name, /^Job a b x+… #1$/);
    assert.ok(channel().name.length < 80);
  });

  it("writes nothing and leaves nothing after its end", async () => {
    await logs.show(refOf(1));
    await says("git.example.com");
    const { text } = channel();
    logs.dispose();
    host(1).append("late\n");
    clock.pass();
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([channel().disposed, channel().text], [true, text]);
    await logs.show(refOf(2));
    assert.equal(window.channels.length, 1);
  });

  it("colours what is visible, and takes the colours away when the setting says so", async () => {
    host(1).append("\u001b[32mgreen\u001b[0m plain\n\u001b[1;38;5;196mbold\u001b[0m\n");
    await logs.show(refOf(1));
    await says("bold");
    const editor = window.editorOf(channel());
    window.editors.fire([]);
    await until(() => editor.decorations.size === 2, "decorations");
    const painted: unknown = JSON.parse(
      JSON.stringify([...editor.decorations].map(([type, ranges]) => [(type as { options: unknown }).options, ranges])),
    );
    const line = (at: number, end: number) => [
      { line: at, character: 0 },
      { line: at, character: end },
    ];
    assert.deepEqual(painted, [
      [{ color: { id: "terminal.ansiGreen" } }, [line(2, 5)]],
      [{ color: "#ff0000", fontWeight: "bold" }, [line(3, 4)]],
    ]);
    config.values["forgeline.log.colors"] = false;
    config.changed.fire(() => true);
    await until(() => [...editor.decorations.values()].every((ranges) => ranges.length === 0), "no colours");
    logs.dispose();
    assert.ok(window.types.every(({ disposed }) => disposed));
  });

  it("opens the raw log as a file", async () => {
    host(1).append("\u001b[32mraw\u001b[0m\r\n");
    await logs.openRaw(refOf(1));
    const [opened] = window.opened as { path: string }[];
    assert.equal(await readFile(opened?.path ?? "", "utf8"), "\u001b[32mraw\u001b[0m\r\n");
    assert.equal(opened?.path, join(storage, "git.example.com-1-job-1.log"));
  });

  it("says when there is no raw log", async () => {
    await assert.rejects(logs.openRaw(refOf(1)), UserError);
    host(2).faults.push(apiError("notFound"));
    await assert.rejects(logs.openRaw(refOf(2)), UserError);
    host(3).faults.push(apiError("forbidden"));
    await assert.rejects(logs.openRaw(refOf(3)), { kind: "forbidden" });
    assert.deepEqual(window.opened, []);
  });

  it("offers to save a raw log that is too large to be kept", async () => {
    const { trace } = host(1);
    host(1).append("x");
    Object.assign(host(1), {
      trace: async (request: Parameters<typeof trace>[0]) => ({ ...(await trace(request)), total: 600 * 1024 * 1024 }),
    });
    await assert.rejects(logs.openRaw(refOf(1)), (error) => {
      assert.ok(error instanceof UserError);
      assert.equal(error.message, "The log of lint #1 is larger than 500 MB. Save it to a file instead.");
      assert.deepEqual([error.action?.command, error.action?.args], ["forgeline.job.saveRawLog", [refOf(1)]]);
      return true;
    });
  });
});
