import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
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

describe("the channels of job logs", () => {
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
  const open = (): InstanceType<typeof JobLogs> =>
    new JobLogs(
      {
        clientFor: () => client,
        silentUntil: () => silentUntil,
        accountFor: () => account,
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

  it("send nothing during the host's rate limit, and say so", async () => {
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

  it("reveal a log that is open already", async () => {
    await Promise.all([logs.show(refOf(1)), logs.show(refOf(1))]);
    await logs.show(refOf(1));
    assert.deepEqual([window.channels.length, channel().shown, logs.following.length], [1, 3, 1]);
    await end(1);
    await logs.show(refOf(1));
    assert.deepEqual([window.channels.length, channel().shown, logs.following.length], [1, 4, 0]);
  });

  it("report an error at once, and only log one that comes after output", async () => {
    host(1).jobFaults.push(apiError("forbidden"));
    await logs.show(refOf(1));
    await says("Stopped following");
    assert.deepEqual([reported.length, logs.following], [1, []]);
    await logs.show(refOf(2));
    await says("git.example.com", 1);
    host(2).faults.push(apiError("unauthorized"));
    await until(() => (clock.pass(), channel(1).text.includes("Stopped following")), "the end");
    assert.equal(reported.length, 1);
    assert.match(log.text, /ended early/);
  });

  it("continue with a new client of the same account, and end when the account changes", async () => {
    await logs.show(refOf(1));
    await says("git.example.com");
    client = { ...client };
    host(1).append("more\n");
    await until(() => (clock.pass(), channel().text.includes("more")), "more");
    account = "bob";
    host(1).append("secret\n");
    await until(() => (clock.pass(), logs.following.length === 0), "the end");
    assert.match(channel().text, /Stopped following: The account on git\.example\.com changed, or you signed out/);
    assert.doesNotMatch(channel().text, /secret/);
    assert.deepEqual(reported, []);
    account = "alice";
    await logs.show(refOf(1));
    await says("secret", 1);
    assert.ok(channel(0).disposed);
  });

  it("poll at once after a write and when the window gets focus", async () => {
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

  it("distinguish equal jobs of two hosts by the host", async () => {
    await logs.show(refOf(1));
    await logs.show({ ...refOf(1), instance: "https://other.example.com/sub" });
    assert.deepEqual(
      window.channels.map(({ name }) => name),
      ["Job lint #1", "Job lint #1 (other.example.com)"],
    );
  });

  it("have names without control characters, of limited length", async () => {
    await logs.show(refOf(1, `a\nb\u202e${"x".repeat(300)}`));
    assert.match(channel().name, /^Job a b x+… #1$/);
    assert.ok(channel().name.length < 80);
  });

  it("write nothing after dispose", async () => {
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

  it("color visible lines unless the setting is off", async () => {
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

  it("offer to save a raw log that is too large to be kept", async () => {
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
