import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { Client } from "../../../../../src/api/client.ts";
import { Emitter } from "../../../../../src/core/base/events.ts";
import type { Change } from "../../../../../src/core/changes.ts";
import type { JobRef } from "../../../../../src/core/pipelines/refs.ts";
import { FakeConfig } from "../../../../support/fakes/fakeConfig.ts";
import { RecordingLog } from "../../../../support/fakes/recordingLog.ts";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";
import { apiError, FakeClock, FakeHost } from "./fakeHost.ts";
import { FakeWindow } from "./logsStub.ts";

const { JobChannels } = await import("../../../../../src/features/jobs/log/jobChannels.ts");

const instance = "https://git.example.com";
const refOf = (id: number, name = "lint"): JobRef => ({
  instance,
  project: 1,
  job: { id, name, status: "running", web_url: `${instance}/x/-/jobs/${id}` },
});

/** Lets what is under way go on until the condition holds. */
async function until(condition: () => boolean, what: () => string): Promise<void> {
  const end = Date.now() + 5000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`Never happened: ${what()}`);
    await turn();
  }
}

describe("the channels of job logs", () => {
  let window: FakeWindow;
  let clock: FakeClock;
  let host: FakeHost;
  let reported: unknown[];
  let changes: Emitter<Change>;
  let log: RecordingLog;
  let config: FakeConfig;
  let logs: InstanceType<typeof JobChannels>;
  let client: Client;
  let account: string;
  let silentUntil: () => number | undefined;

  beforeEach(() => {
    window = new FakeWindow();
    clock = new FakeClock();
    host = new FakeHost();
    reported = [];
    changes = new Emitter();
    log = new RecordingLog();
    config = new FakeConfig({ "forgeline.log.finishedChannels": 2 });
    account = "alice";
    silentUntil = () => undefined;
    const jobs = {
      get: () => host.getJob(),
      trace: (_: unknown, _id: number, request: Parameters<FakeHost["trace"]>[0]) => host.trace(request),
    };
    client = { jobs, extras: { available: () => false } } as unknown as Client;
    logs = new JobChannels({
      clientFor: () => client,
      silentUntil: () => silentUntil(),
      accountFor: () => account,
      config,
      log,
      report: { error: (error) => Promise.resolve(void reported.push(error)) },
      changes: changes.event,
      storage: "",
      clock,
    });
  });
  afterEach(() => {
    logs.dispose();
    vscodeFakes.reset();
  });

  const textOf = (at = 0): string => window.channels[at]?.text ?? "";
  const finish = (): void => void (host.job = { ...host.job, status: "success" });
  /** Shows a log, of which each step happens in a pause, until it is no longer followed. */
  async function shown(ref: JobRef, ...steps: readonly (() => unknown)[]): Promise<void> {
    let step = 0;
    clock.onWait = () => steps[step++]?.();
    await logs.show(ref);
    await until(() => logs.following.length === 0, textOf);
  }

  it("send nothing during the host's rate limit, and say so", async () => {
    const end = clock.time + 60_000;
    silentUntil = () => (host.requests.length > 0 ? end : undefined);
    host.append("x\n");
    await shown(refOf(1), () => host.append("y\n"), finish);
    assert.match(textOf(), /\nx\nRate limit reached.*\ny\nReconnected\.\n/);
    assert.ok(clock.time > end);
  });

  it("reveal a log that is open already", async () => {
    await Promise.all([shown(refOf(1), finish), logs.show(refOf(1))]);
    await shown(refOf(1));
    assert.deepEqual([window.channels.length, window.channels[0]?.shown, host.requests.length > 0], [1, 3, true]);
  });

  it("report an error at once, and only log one that comes after output", async () => {
    host.jobFaults.push(apiError("forbidden"));
    await shown(refOf(1));
    assert.match(textOf(), /^Stopped following/m);
    assert.equal(reported.length, 1);
    await shown(refOf(2), () => host.faults.push(apiError("unauthorized")));
    assert.match(textOf(1), /^Stopped following/m);
    assert.equal(reported.length, 1);
    assert.match(log.text, /ended early/);
  });

  it("continue with a new client of the same account, and end when the account changes", async () => {
    await shown(
      refOf(1),
      () => {
        client = { ...client };
        host.append("more\n");
      },
      () => {
        account = "bob";
        host.append("secret\n");
      },
    );
    assert.match(textOf(), /\nmore\nStopped following: The account on git\.example\.com changed, or you signed out/);
    assert.doesNotMatch(textOf(), /secret/);
    assert.deepEqual(reported, []);
    await shown(refOf(1), finish);
    assert.match(textOf(1), /\nsecret\n/);
    assert.equal(window.channels[0]?.disposed, true);
  });

  it("poll at once after a write and when the window gets focus", async () => {
    const began = clock.time;
    let asked = 0;
    const note = (): void => {
      if (clock.time === began) asked = host.requests.length;
    };
    await shown(
      refOf(1),
      () => changes.fire({ instance, project: 1, subject: "job", id: 1 }),
      () => window.focus.fire({ focused: true }),
      note,
      finish,
    );
    assert.equal(asked, 3);
  });

  it("have distinct names of limited length, without control characters", async () => {
    await shown(refOf(1), finish);
    await shown({ ...refOf(1), instance: "https://other.example.com/sub" });
    await shown(refOf(2, `a\nb\u202e${"x".repeat(300)}`));
    const [one, other, odd = ""] = window.channels.map(({ name }) => name);
    assert.deepEqual([one, other], ["Job lint #1", "Job lint #1 (other.example.com)"]);
    assert.match(odd, /^Job a b x+… #2$/);
    assert.ok(odd.length < 80);
  });

  it("write nothing after dispose", async () => {
    let text = "";
    await shown(refOf(1), () => {
      text = textOf();
      logs.dispose();
      host.append("late\n");
    });
    await turn();
    assert.deepEqual([window.channels[0]?.disposed, textOf()], [true, text]);
    await logs.show(refOf(2));
    assert.equal(window.channels.length, 1);
  });

  it("color visible lines unless the setting is off", async () => {
    host.append("\u001b[32mgreen\u001b[0m plain\n\u001b[1;38;5;196mbold\u001b[0m\n");
    await shown(refOf(1), finish);
    const editor = window.editorOf(window.channels[0] ?? assert.fail());
    window.editors.fire([]);
    await until(() => editor.decorations.size === 2, textOf);
    const painted: unknown = JSON.parse(
      JSON.stringify([...editor.decorations].map(([type, ranges]) => [(type as { options: unknown }).options, ranges])),
    );
    const line = (at: number, end: number) => [[0, end].map((character) => ({ line: at, character }))];
    assert.deepEqual(painted, [
      [{ color: { id: "terminal.ansiGreen" } }, line(1, 5)],
      [{ color: "#ff0000", fontWeight: "bold" }, line(2, 4)],
    ]);
    config.values["forgeline.log.colors"] = false;
    config.changed.fire(() => true);
    await until(() => [...editor.decorations.values()].every((ranges) => ranges.length === 0), textOf);
    logs.dispose();
    assert.ok(window.types.every(({ disposed }) => disposed));
  });
});
