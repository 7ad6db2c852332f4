import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { refreshOnEvents } from "../../../../src/core/tree/refreshEvents.ts";
import { FakeCurrent } from "../fakeCurrent.ts";
import { FakeHost } from "./fakeHost.ts";

describe("events that refresh what is visible", () => {
  it("are pushes, commits and branch switches; not what leaves everything as it was", () => {
    const current = new FakeCurrent();
    const { client } = new FakeHost();
    let refreshes = 0;
    const listening = refreshOnEvents({ current, polling: { refreshAll: () => refreshes++ } });
    const steps: readonly (readonly [what: string, act: () => void, expected: number])[] = [
      ["the project appears: the views load by themselves", () => current.ready(client), 0],
      ["nothing moved", () => current.ready(client), 0],
      ["a commit", () => current.ready(client, { head: "bbbb" }), 1],
      ["its push", () => current.ready(client, { head: "bbbb", pushed: "bbbb" }), 1],
      ["a branch switch", () => current.ready(client, { branch: "x", head: "bbbb", pushed: "bbbb" }), 1],
      [
        "another project: the views begin anew by themselves",
        () => current.ready(client, { project: 2, branch: "x", head: "cccc" }),
        0,
      ],
      ["the project goes", () => current.move({ kind: "noFolder" }), 0],
    ];
    for (const [what, act, expected] of steps) {
      const before = refreshes;
      act();
      assert.equal(refreshes - before, expected, what);
    }
    listening.dispose();
    current.ready(client, { branch: "y", head: "dddd" });
    current.ready(client, { branch: "y", head: "eeee" });
    assert.equal(refreshes, 3);
  });
});
