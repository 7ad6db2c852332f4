import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { Emitter } from "../../../../src/core/base/events.ts";
import type { Connection } from "../../../../src/core/connections.ts";
import type { Current } from "../../../../src/core/currentProject.ts";
import { RecordStore } from "../../../../src/core/records/recordStore.ts";
import { AbsentViews } from "../../../../src/features/account/views/absentViews.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

const instance = "https://git.example.com";
const record = { id: 7, path_with_namespace: "group/Project", wiki_access_level: "disabled", jobs_enabled: true };

describe("views of features that a project has turned off", () => {
  let store: RecordStore;
  let connection: Connection;
  let current: { value: Current; readonly onDidChange: Emitter<Current>["event"] };
  let moved: Emitter<Current>;
  let refreshed: Emitter<undefined>;
  let absent: InstanceType<typeof AbsentViews>;
  const ready = (project: string, as = connection): Current => ({
    kind: "ready",
    project: { instance, project, name: project },
    connection: as,
  });
  const go = (value: Current): void => {
    current.value = value;
    moved.fire(value);
  };
  const read = async (...records: readonly object[]): Promise<readonly string[]> => {
    store.add("extras.project", records, 1);
    await turn();
    return absent.value;
  };

  beforeEach(() => {
    vscodeFakes.commands["executeCommand"] = () => Promise.resolve();
    store = new RecordStore();
    connection = { instance: { url: instance }, records: store } as unknown as Connection;
    moved = new Emitter();
    refreshed = new Emitter();
    current = { value: ready("group/project"), onDidChange: moved.event };
    absent = new AbsentViews({ current, views: { onDidRefresh: refreshed.event } });
    store.onDidChange((changes) => absent.read({ connection, changes }));
  });
  afterEach(() => {
    absent.dispose();
  });

  it("are those that the project's own record names", async () => {
    assert.deepEqual(await read({ ...record, id: 8, path_with_namespace: "group/other" }), []);
    const more = { packages_enabled: false, merge_requests_access_level: "private", repository_access_level: null };
    assert.deepEqual(await read({ ...record, ...more }), ["packages", "wiki"]);
    assert.deepEqual(await read({ ...record, wiki_access_level: "enabled" }), []);
  });

  it("are forgotten with the project, the account, and on Refresh", async () => {
    for (const forget of [
      () => go(ready("group/other")),
      () => go(ready("group/project", { ...connection })),
      () => go({ kind: "signedOut", project: { instance, project: "group/project", name: "p" } }),
      () => refreshed.fire(undefined),
    ]) {
      go(ready("group/project"));
      assert.deepEqual(await read(record), ["wiki"]);
      go(ready("group/project"));
      assert.deepEqual(absent.value, ["wiki"], "the same project with another commit");
      forget();
      assert.deepEqual(absent.value, []);
    }
  });
});
