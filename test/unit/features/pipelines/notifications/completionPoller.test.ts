import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { FileLock } from "../../../../../src/core/base/fileLock.ts";
import { RecordStore } from "../../../../../src/core/records/recordStore.ts";
import type { SettingValues } from "../../../../../src/core/settings.ts";
import { PollScheduler } from "../../../../../src/core/tree/poll.ts";
import { type Ending, CompletionPoller } from "../../../../../src/features/pipelines/notifications/completionPoller.ts";
import { type Watch, WatchStore } from "../../../../../src/features/pipelines/notifications/watchStore.ts";
import { FakeConfig } from "../../../../support/fakes/fakeConfig.ts";
import { temporaryFolder } from "../../../../support/temporaryFolder.ts";
import { fakeConnection } from "../../../core/fakeConnection.ts";
import { fault, FakeHost, pipeline } from "../../../core/tree/fakeHost.ts";
import { FakeTimers } from "../../../core/tree/fakeTimers.ts";

const minute = 60_000;
const instance = "https://git.example.com";

/** One window: its own memory, budget and watcher, beside others on the same machine. */
class Window {
  readonly stored = new Map<string, unknown>();
  readonly told: string[] = [];
  readonly log: string[] = [];
  signedIn = true;
  private readonly config = new FakeConfig();
  watches!: WatchStore;
  watcher!: CompletionPoller;
  polling!: PollScheduler;
  private readonly timers: FakeTimers;
  private readonly host: FakeHost;
  private readonly directory: string;
  private readonly owned: { dispose(): void }[] = [];

  constructor(timers: FakeTimers, host: FakeHost, directory: string) {
    this.timers = timers;
    this.host = host;
    this.directory = directory;
    this.open();
  }

  /** Closes the window and opens it again. */
  open(): void {
    for (const one of this.owned.splice(0)) one.dispose();
    const { timers, host } = this;
    const now = (): number => timers.now();
    const memory = {
      get: (key: string) => structuredClone(this.stored.get(key)),
      update: (key: string, value: unknown) => Promise.resolve(void this.stored.set(key, structuredClone(value))),
    };
    this.watches = new WatchStore(memory);
    this.polling = new PollScheduler({ timers, focused: true });
    const quiet = (): void => undefined;
    const note = (text: string): void => void this.log.push(text);
    this.watcher = new CompletionPoller({
      watches: this.watches,
      polling: this.polling,
      clientFor: () => (this.signedIn ? host.client : undefined),
      own: () => ({ instance, project: "g/p", username: "alice", client: host.client }),
      config: this.config,
      lock: new FileLock({ directory: this.directory, now }),
      notify: (ending: Ending) => {
        const { id, status } = "job" in ending ? ending.job : ending.pipeline;
        this.told.push(`${id} ${status}`);
      },
      reason: (why) => (why === "signedOut" ? why : why.kind),
      memory,
      log: { error: note, warn: note, info: note, debug: quiet, trace: quiet },
      now,
    });
    this.owned.push(this.watcher, this.polling);
  }

  set ownPipelines(value: SettingValues["forgeline.notifications.ownPipelines"]) {
    this.config.values["forgeline.notifications.ownPipelines"] = value;
  }

  watch(id: number): Promise<void> {
    const watch: Watch = { instance, project: "g/p", kind: "pipeline", id, since: this.timers.now() };
    return this.watches.add(watch);
  }
}

describe("watching until the end", () => {
  let timers: FakeTimers;
  let host: FakeHost;
  let directory: string;
  let one: Window;
  let others: Window[];

  beforeEach(() => {
    timers = new FakeTimers();
    host = new FakeHost(() => timers.now());
    directory = temporaryFolder();
    one = new Window(timers, host, directory);
    others = [];
  });

  /** Files are written between the ticks of the clock, so it passes in steps. */
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 1000) {
      await timers.advance(1000);
      for (const { polling } of [one, ...others]) await polling.idle;
    }
  };

  it("continues after a reload, and notifies of what ended meanwhile", async () => {
    host.pipelines = [pipeline(1, "running"), pipeline(2, "running")];
    await one.watch(1);
    await one.watch(2);
    await pass(minute);
    host.pipelines = [pipeline(1, "success"), pipeline(2, "running")];
    one.open();
    await pass(2 * minute);
    assert.deepEqual(one.told, ["1 success"]);
    const ids = one.watches.all.map(({ id }) => id);
    assert.deepEqual(ids, [2]);
  });

  it("notifies in one of two windows, and again after a retry", async () => {
    const two = new Window(timers, host, directory);
    others = [two];
    host.pipelines = [pipeline(1, "running")];
    await one.watch(1);
    await two.watch(1);
    two.ownPipelines = "all";
    await pass(2 * minute);
    two.polling.setFocused(false);
    host.pipelines = [pipeline(1, "failed")];
    await pass(5 * minute);
    assert.deepEqual([...one.told, ...two.told], ["1 failed"]);
    host.pipelines = [pipeline(1, "running")];
    await two.watch(1);
    await pass(3 * minute);
    host.pipelines = [pipeline(1, "success")];
    await pass(5 * minute);
    assert.deepEqual([...one.told, ...two.told].sort(), ["1 failed", "1 success"]);
  });

  it("ends with one line in the log and a reason in the row after an error, and when signed out", async () => {
    const reason = (id: number): unknown => one.watches.endedEarly({ instance, kind: "pipeline", id });
    await one.watch(1);
    host.fails = () => fault("forbidden");
    await pass(5 * minute);
    assert.deepEqual([one.watches.all, one.told, reason(1), host.requests.length], [[], [], "forbidden", 1]);
    assert.equal(one.log.length, 1, one.log.join("\n"));
    await one.watch(2);
    one.signedIn = false;
    await pass(2 * minute);
    assert.deepEqual([reason(2), host.requests.length], ["signedOut", 1]);
  });

  it("requests at once what another answer shows to have ended", async () => {
    host.pipelines = [pipeline(1, "running"), pipeline(2, "running")];
    await one.watch(1);
    await one.watch(2);
    await pass(minute);
    host.pipelines = [pipeline(1, "running"), pipeline(2, "failed")];
    const asked = host.whats.length;
    const records = new RecordStore();
    records.onDidChange((changes) =>
      one.watcher.recordsChanged({ connection: fakeConnection(host.client, { records }), changes }),
    );
    records.add("pipelines.list", [pipeline(2, "failed"), pipeline(3, "failed")], timers.now());
    await turn();
    await pass(31 * 1000);
    assert.deepEqual(one.told, ["2 failed"]);
    assert.match(host.whats[asked] ?? "", /2/);
  });
});
