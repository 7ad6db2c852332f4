import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { CancellationToken, TestItem, TestRun } from "vscode";
import type { Client } from "../../../../../src/api/client.ts";
import { Emitter } from "../../../../../src/core/base/events.ts";
import type { PollSource } from "../../../../../src/core/tree/poll.ts";
import type { OpenReport, OpenSuite } from "../../../../../src/features/pipelines/testReports/openReport.ts";
import "../../../../support/vscodeStub.ts";
import { waitPatience } from "../../../../../tools/patience.ts";

const { Reruns } = await import("../../../../../src/features/pipelines/testReports/reruns.ts");

const item = (id: string): TestItem => ({ id }) as TestItem;
const quiet = {
  isCancellationRequested: false,
  onCancellationRequested: new Emitter<unknown>().event,
} as CancellationToken;

/** A run that says what it is told, and can be stopped as by VS Code's button. */
class FakeRun {
  readonly said: string[] = [];
  readonly stopped = new Emitter<undefined>();
  readonly token = { onCancellationRequested: this.stopped.event };
  enqueued({ id }: TestItem): void {
    this.said.push(`enqueued ${id}`);
  }
  started({ id }: TestItem): void {
    this.said.push(`started ${id}`);
  }
  appendOutput(text: string): void {
    this.said.push(text.trimEnd());
  }
  end(): void {
    this.said.push("end");
  }
}

class FakeReport {
  readonly ref = { project: "demo/weather", pipeline: { id: 7 } };
  readonly runs: FakeRun[] = [];
  readonly filled: string[] = [];
  readonly suites: Map<string, OpenSuite>;
  private readonly closing = new AbortController();
  readonly signal = this.closing.signal;
  constructor(...keys: readonly string[]) {
    this.suites = new Map(keys.map((key) => [key, { key, item: item(key), jobIds: [1] } as unknown as OpenSuite]));
  }
  newRun(): FakeRun {
    const run = new FakeRun();
    this.runs.push(run);
    return run;
  }
  keep({ key, jobIds }: OpenSuite): OpenSuite {
    const kept = { key, item: item(key), jobIds } as unknown as OpenSuite;
    this.suites.set(key, kept);
    return kept;
  }
  reload = () => Promise.resolve({});
  fill = ({ key }: OpenSuite) => Promise.resolve(this.filled.push(key) > 0);
  close(): void {
    this.closing.abort();
  }
}

describe("jobs that run again", () => {
  const following = () => {
    let source: PollSource | undefined;
    const asked: number[] = [];
    const pollHandle = {
      loaded: () => undefined,
      changed: () => undefined,
      soon: () => undefined,
      dispose: () => undefined,
    };
    const polling = { add: (one: PollSource) => ((source = one), pollHandle) } as unknown as ConstructorParameters<
      typeof Reruns
    >[0];
    const client = {
      jobs: {
        get: (_: unknown, id: number) => Promise.resolve({ id: (asked.push(id), id), name: "unit", status: "success" }),
      },
    };
    const reruns = new Reruns(polling, () => client as unknown as Client);
    const report = new FakeReport("unit");
    const run = report.newRun();
    const own = report.suites.get("unit")!;
    own.jobIds = [9];
    reruns.follow({
      report: report as unknown as OpenReport,
      suites: [own],
      items: [item("a case")],
      run: run as unknown as TestRun,
      token: quiet,
      waiting: new Set([9]),
    });
    return {
      reruns,
      report,
      run,
      asked,
      demand: () => source?.demand(),
      poll: async () => source?.poll(AbortSignal.timeout(waitPatience)),
    };
  };

  it("are no longer waited for when their run is stopped, which is said once", () => {
    const { run, demand } = following();
    assert.equal(demand(), "running");
    run.stopped.fire(undefined);
    run.stopped.fire(undefined);
    assert.deepEqual(run.said, ["Stopped waiting. The job is still running on the host.", "end"]);
    assert.equal(demand(), "none");
  });

  it("are waited for by the report that takes the place of theirs", async () => {
    const { reruns, report, run, asked, demand, poll } = following();
    const next = new FakeReport();
    reruns.move(report as unknown as OpenReport, next as unknown as OpenReport);
    report.close();
    assert.deepEqual(run.said, ["end"]);
    assert.deepEqual(
      next.runs.map(({ said }) => said),
      [["enqueued unit"]],
    );
    assert.deepEqual(next.suites.get("unit")?.jobIds, [9]);
    await poll();
    await poll();
    assert.deepEqual([asked, next.filled, next.runs[0]?.said.at(-1), demand()], [[9], ["unit"], "end", "none"]);
  });
});
