import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  actionValue,
  type GraphAction,
  graphDeeds,
  jobDeeds,
  readGraphMessage,
  readKeptGraph,
} from "../../../../../src/features/pipelines/graph/messages.ts";

describe("what the page of a graph sends", () => {
  const actions: readonly GraphAction[] = [
    ...graphDeeds.map((deed) => ({ do: deed })),
    ...jobDeeds.map((deed) => ({ do: deed, job: 12 })),
  ];
  for (const action of actions)
    it(`is read: ${actionValue(action)}`, () =>
      assert.deepEqual(readGraphMessage({ type: "act", value: actionValue(action) }), { type: "act", action }));

  for (const given of [
    undefined,
    null,
    1,
    "ready",
    {},
    { type: "act" },
    { type: "act", value: 3 },
    ...["", "retry", "retry x", "retry 0", "retry -1", "retry 1.5", "retry 1 2", "reload 1", "toString", "erase 3"].map(
      (value) => ({ type: "act", value }),
    ),
  ]) {
    it(`is nothing else: ${JSON.stringify(given)}`, () => assert.equal(readGraphMessage(given), undefined));
  }
});

describe("what a window keeps of a graph", () => {
  const kept = { instance: "https://git.example", project: "g/p", pipeline: 7 };
  it("is read, without what else is there", () => assert.deepEqual(readKeptGraph({ ...kept, scroll: [1, 2] }), kept));
  it("may name the project by its number", () =>
    assert.deepEqual(readKeptGraph({ ...kept, project: 4 }), { ...kept, project: 4 }));
  for (const change of [
    { instance: "file:///x" },
    { instance: 1 },
    { project: "" },
    { project: 1.5 },
    { project: null },
    { pipeline: "7" },
    { pipeline: 0 },
  ]) {
    it(`is not taken with ${JSON.stringify(change)}`, () =>
      assert.equal(readKeptGraph({ ...kept, ...change }), undefined));
  }
  it("may be nothing", () => assert.equal(readKeptGraph(null), undefined));
});
