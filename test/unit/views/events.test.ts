import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Change } from "../../../src/changes.ts";
import { Emitter } from "../../../src/events.ts";
import { refreshOnEvents } from "../../../src/views/refreshEvents.ts";
import { FakeCurrent } from "./fakeCurrent.ts";
import { FakeHost } from "./fakeHost.ts";

describe("events that refresh what is visible", () => {
  it("are pushes, commits, branch switches and writes; not what leaves everything as it was", () => {
    const current = new FakeCurrent();
    const changes = new Emitter<Change>();
    const { client } = new FakeHost();
    let refreshes = 0;
    const listening = refreshOnEvents({ current, changes: changes.event, budget: { refreshAll: () => refreshes++ } });
    const steps: readonly (readonly [what: string, act: () => void, expected: number])[] = [
      ["the project appears: the views load by themselves", () => current.ready(client), 0],
      ["nothing moved", () => current.ready(client), 0],
      ["a commit", () => current.ready(client, { head: "bbbb" }), 1],
      ["its push", () => current.ready(client, { head: "bbbb", pushed: "bbbb" }), 1],
      ["a branch switch", () => current.ready(client, { branch: "x", head: "bbbb", pushed: "bbbb" }), 1],
      ["a write", () => changes.fire({ instance: "https://git.example.com", project: 1, kind: "job", id: 3 }), 1],
      ["another project: the views begin anew by themselves", () => current.ready(client, { project: 2, branch: "x", head: "cccc" }), 0],
      ["the project goes", () => current.move({ kind: "noFolder" }), 0],
    ];
    for (const [what, act, expected] of steps) {
      const before = refreshes;
      act();
      assert.equal(refreshes - before, expected, what);
    }
    listening.dispose();
    changes.fire({ instance: "https://git.example.com", project: 1, kind: "job", id: 3 });
    assert.equal(refreshes, 4);
  });
});
