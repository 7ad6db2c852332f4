import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, describe, it } from "mocha";
import { temporaryCapabilities } from "../../../../src/api/capabilities.ts";
import { DisposableStore } from "../../../../src/core/base/disposable.ts";
import { Emitter } from "../../../../src/core/base/events.ts";
import type { Connection } from "../../../../src/core/connections.ts";
import type { Current } from "../../../../src/core/currentProject.ts";
import { RecordStore } from "../../../../src/core/records/recordStore.ts";
import { viewTitles } from "../../../../src/core/viewLooks.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

const { AbsentViews } = await import("../../../../src/features/account/views/absentViews.ts");
const { otherViews, possibleViews } = await import("../../../../src/features/account/views/otherViews.ts");

const instance = "https://git.example.com";
const record = { id: 7, path_with_namespace: "group/Project", wiki_access_level: "disabled", jobs_enabled: true };

describe("the views that a project has nothing for", () => {
  const owned = new DisposableStore();
  let store: RecordStore;
  let connection: Connection;
  let current: { value: Current; readonly onDidChange: Emitter<Current>["event"] };
  let moved: Emitter<Current>;
  let refreshed: Emitter<undefined>;
  let absent: InstanceType<typeof AbsentViews>;
  let keys: unknown[];
  const ready = (project: string): Current => ({
    kind: "ready",
    project: { instance, project, name: project },
    connection,
  });
  const go = (value: Current): void => {
    current.value = value;
    moved.fire(value);
  };
  const read = async (...records: readonly object[]): Promise<void> => {
    store.add("extras.project", records, 1);
    await turn();
  };

  beforeEach(() => {
    keys = [];
    vscodeFakes.commands["executeCommand"] = (_command: string, key: string, value: unknown) =>
      Promise.resolve(void keys.push([key, value]));
    store = new RecordStore();
    connection = { instance: { url: instance }, records: store } as unknown as Connection;
    moved = owned.add(new Emitter<Current>());
    refreshed = owned.add(new Emitter<undefined>());
    current = { value: ready("group/project"), onDidChange: moved.event };
    absent = owned.add(new AbsentViews({ current, views: { onDidRefresh: refreshed.event } }));
    store.onDidChange((changes) => absent.read({ connection, changes }));
  });
  afterEach(() => vscodeFakes.reset());

  it("are those that its record says are off, and no others", async () => {
    await read({
      ...record,
      packages_enabled: false,
      merge_requests_access_level: "private",
      repository_access_level: null,
    });
    assert.deepEqual(absent.value, ["packages", "wiki"]);
    assert.deepEqual(keys, [["forgeline.absentViews", "packages wiki"]]);
    await read({ ...record, wiki_access_level: "enabled" });
    assert.deepEqual([absent.value, keys.at(-1)], [[], ["forgeline.absentViews", ""]]);
  });

  it("are not told by the record of another project, or of another account", async () => {
    await read({ ...record, id: 8, path_with_namespace: "group/other" });
    assert.deepEqual(absent.value, []);
    absent.read({
      connection: { ...connection },
      changes: {
        pipeline: new Set(),
        job: new Set(),
        mergeRequest: new Set(),
        projects: [{ id: 7, path_with_namespace: "group/project", absent: ["wiki"] }],
      },
    });
    assert.deepEqual([absent.value, keys], [[], []]);
  });

  it("are forgotten with the project, the account, and on Refresh, and learned again from the same answer", async () => {
    for (const forget of [
      () => go(ready("group/other")),
      () => go({ kind: "signedOut", project: { instance, project: "group/project", name: "p" } }),
      () => refreshed.fire(undefined),
    ]) {
      go(ready("group/project"));
      await read(record);
      assert.deepEqual(absent.value, ["wiki"]);
      go(ready("group/project"));
      assert.deepEqual(absent.value, ["wiki"], "the same project with another commit");
      forget();
      assert.deepEqual([absent.value, keys.at(-1)], [[], ["forgeline.absentViews", ""]]);
    }
  });

  it("are not offered, and Administration only to administrators", async () => {
    const capabilities = temporaryCapabilities();
    const context = { capabilities: { of: () => capabilities }, current };
    const names = (): string[] => otherViews(context, absent).map(({ name }) => name);
    assert.deepEqual(names(), [
      "jobs",
      "packages",
      "wiki",
      "snippets",
      "milestones",
      "vulnerabilities",
      "people",
      "projectSettings",
    ]);
    await read(record);
    assert.ok(!names().includes("wiki"));
    assert.deepEqual(
      possibleViews(context, absent)
        .map(({ name }) => name)
        .slice(0, 3),
      ["pipelines", "mergeRequests", "commits"],
    );
  });

  it("have the titles of the side bar in every list", () => {
    const context = { capabilities: { of: temporaryCapabilities }, current };
    for (const { name, title } of possibleViews(context, { value: [] })) assert.equal(title, viewTitles[name]);
  });
});
