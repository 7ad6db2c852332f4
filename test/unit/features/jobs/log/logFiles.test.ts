import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { Uri } from "vscode";
import type { Client } from "../../../../../src/api/client.ts";
import { UserError } from "../../../../../src/core/base/errors.ts";
import { Emitter } from "../../../../../src/core/base/events.ts";
import type { JobRef } from "../../../../../src/core/pipelines/refs.ts";
import type { JobChannels } from "../../../../../src/features/jobs/log/jobChannels.ts";
import type { LogFiles } from "../../../../../src/features/jobs/log/logFiles.ts";
import { waitPatience } from "../../../../../tools/patience.ts";
import { FakeConfig } from "../../../../support/fakes/fakeConfig.ts";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";
import { apiError, FakeClock, FakeHost } from "./fakeHost.ts";
import { FakeWindow } from "./logsStub.ts";

const { LogFiles: Files } = await import("../../../../../src/features/jobs/log/logFiles.ts");
const { LogPainter } = await import("../../../../../src/features/jobs/log/decorations.ts");

const ref: JobRef = {
  instance: "https://git.example.com",
  project: 7,
  job: { id: 7, name: "lint", status: "", web_url: "" },
};
const config = new FakeConfig();

describe("logs as documents", () => {
  let window: FakeWindow;
  let host: FakeHost;
  let files: LogFiles;
  let painter: InstanceType<typeof LogPainter>;
  let clock: FakeClock;
  let onChanged: () => void;

  beforeEach(() => {
    window = new FakeWindow();
    host = new FakeHost();
    clock = new FakeClock();
    onChanged = () => undefined;
    const client = {
      jobs: {
        trace: (_project: unknown, _id: unknown, options: object) => host.trace(options),
        get: () => host.getJob(),
      },
      extras: { available: () => false },
    } as unknown as Client;
    painter = new LogPainter(config);
    const channels = {
      options: { clientFor: () => client, config, clock },
      wake: new Emitter<void>(),
      painter,
    } as unknown as JobChannels;
    files = new Files(channels, () => onChanged());
  });

  afterEach(() => {
    files.dispose();
    painter.dispose();
    vscodeFakes.reset();
  });

  const load = (): Promise<Uri> => files.load(ref, AbortSignal.timeout(waitPatience));

  const ended = (): void => {
    host.job = { id: 7, name: "lint", status: "failed", finished_at: "2026-09-25T07:00:00Z" };
    host.append("one\n");
  };
  const linesOf = async (uri: Uri): Promise<number | undefined> => (await files.of({ uri }))?.snapshot.lines;

  it("report a deleted job instead of opening an empty document", async () => {
    host.jobFaults.push(apiError("notFound"));
    await assert.rejects(
      load(),
      (error) => error instanceof UserError && /^Job lint #7 was deleted/.test(error.message),
    );
  });

  it("stay loaded when their document only gets another language", async () => {
    ended();
    const uri = await load();
    for (const isClosed of [false, true]) {
      window.closedText.fire({ uri, isClosed });
      assert.equal(await linesOf(uri), isClosed ? undefined : 1);
    }
  });

  for (const [name, before, after, status] of [
    ["while its job runs", "one\n", "two\n", "running"],
    // The document of a hidden log waits for whole lines.
    ["when its job ends", "one", "two", "failed"],
  ] as const)
    it(`show a log that was rewritten with the same length: ${name}`, async () => {
      host.append(before);
      const refreshed = new Promise<void>((resolve) => {
        clock.onWait = () => {
          if (clock.waits.length === 2) host.log = Buffer.from(after);
          if (clock.waits.length === 4) host.job = { ...host.job, status };
        };
        onChanged = resolve;
      });
      const uri = await load();
      await refreshed;
      assert.equal(Buffer.from(await files.readFile(uri)).toString(), "two\n");
    });

  it("are read on for others when one caller cancels, and dropped when the last one does", async () => {
    ended();
    const first = new AbortController();
    const [called, other] = [files.load(ref, first.signal), load()];
    first.abort();
    await assert.rejects(called, { name: "AbortError" });
    const uri = await other;
    assert.equal(await linesOf(uri), 1);
    window.closedText.fire({ uri, isClosed: true });
    await assert.rejects(files.load(ref, AbortSignal.abort()), { name: "AbortError" });
    assert.equal(await linesOf(uri), undefined);
  });
});
