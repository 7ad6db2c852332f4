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

  it("starts nothing for a window that is closed before", async () => {
    const { done, log, projects } = opened((tracker) => Promise.resolve(tracker));
    projects.start();
    projects.dispose();
    await soon();
    assert.deepEqual(done, []);
    assert.equal(log.text, "");
  });

  it("starts nothing for a window that is closed while the code is loaded", async () => {
    let loaded: () => void = () => undefined;
    const { done, log, projects } = opened((tracker) => new Promise((resolve) => (loaded = () => resolve(tracker))));
    projects.start();
    await soon();
    const asked = projects.rescan();
    projects.dispose();
    loaded();
    await assert.rejects(asked, isCancelled);
    assert.deepEqual(done, ["disposed"]);
    assert.equal(log.text, "");
  });
});
