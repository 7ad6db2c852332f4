import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { isCancelled } from "../../../src/core/base/errors.ts";
import { LazyProjects } from "../../../src/core/lazyProjects.ts";
import type { ProjectTracker } from "../../../src/git/project.ts";
import { RecordingLog } from "../../support/fakes/recordingLog.ts";

describe("LazyProjects", () => {
  const opened = (create: (tracker: ProjectTracker) => Promise<ProjectTracker>) => {
    const done: string[] = [];
    const tracker = {
      state: { kind: "noFolder" },
      onDidChange: () => ({ dispose: () => undefined }),
      start: () => done.push("started"),
      rescan: () => Promise.resolve(),
      dispose: () => done.push("disposed"),
    } as unknown as ProjectTracker;
    const log = new RecordingLog();
    return { done, log, projects: new LazyProjects(() => create(tracker), log) };
  };
  const soon = (): Promise<void> => new Promise(setImmediate);

  it("starts the tracker once, after the call that asks for it", async () => {
    const { done, projects } = opened((tracker) => Promise.resolve(tracker));
    projects.start();
    assert.equal(projects.state.kind, "loading");
    await soon();
    await projects.rescan();
    assert.deepEqual(done, ["started"]);
    assert.equal(projects.state.kind, "noFolder");
  });

  it("starts nothing for a window that is closed before or while the code is loaded", async () => {
    const early = opened((tracker) => Promise.resolve(tracker));
    early.projects.start();
    early.projects.dispose();
    await soon();
    assert.deepEqual(early.done, []);
    const loaded = Promise.withResolvers<undefined>();
    const { done, log, projects } = opened((tracker) => loaded.promise.then(() => tracker));
    projects.start();
    await soon();
    const asked = projects.rescan();
    projects.dispose();
    loaded.resolve(undefined);
    await assert.rejects(asked, isCancelled);
    assert.deepEqual([done, log.text, early.log.text], [["disposed"], "", ""]);
  });
});
