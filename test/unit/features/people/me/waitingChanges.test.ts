import assert from "node:assert/strict";
import { WaitingChanges } from "../../../../../src/features/people/me/waitingChanges.ts";

const me = { id: 1, username: "alice", name: "Alice" };
const other = { id: 2, username: "bob", name: "Bob" };

describe("merge requests that wait for the user", () => {
  const note = (waiting: WaitingChanges, fields: object): boolean => waiting.note({ id: 5, ...fields });

  it("are news once one begins or ceases to wait, and only then", () => {
    const waiting = new WaitingChanges(me.id);
    const steps: readonly (readonly [fields: object, news: boolean])[] = [
      [{ state: "opened", assignees: [other], reviewers: [] }, false],
      [{ state: "opened", assignees: [other], reviewers: [], title: "New title" }, false],
      [{ state: "opened", assignees: [other], reviewers: [me] }, true],
      [{ state: "opened", assignees: [me], reviewers: [] }, false],
      // Short answers do not tell.
      [{ title: "Merged?" }, false],
      [{ state: "merged" }, false],
      [{ state: "merged", assignees: [me] }, true],
      [{ state: "opened", assignee: me }, true],
    ];
    const found = steps.map(([fields]) => note(waiting, fields));
    const expected = steps.map(([, news]) => news);
    assert.deepEqual(found, expected);
  });
});
