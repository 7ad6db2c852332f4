import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { assemblePipeline } from "../../../../../src/core/ciFile/assemble.ts";
import { parseCi } from "../../../../../src/core/ciFile/document.ts";
import { needsByJob } from "../../../../../src/features/pipelines/graph/needs.ts";

/** What the jobs of these names need in a pipeline of this file. */
async function needs(text: string, ...names: readonly string[]): Promise<Record<string, readonly string[]>> {
  const nothing = (): Promise<undefined> => Promise.resolve(undefined);
  const pipeline = await assemblePipeline(
    { id: "ci", document: parseCi(text), editable: false },
    { local: nothing, template: nothing },
  );
  return Object.fromEntries(
    needsByJob(
      pipeline,
      names.map((name) => ({ key: name, name })),
    ),
  );
}

describe("the needs of a pipeline's jobs", () => {
  it("are those of the CI file, as names and as maps", async () => {
    const text =
      "build: {script: x}\nunit: {script: x, needs: [build]}\ndeploy: {script: x, needs: [{job: unit, artifacts: true}, build]}\n";
    assert.deepEqual(await needs(text, "build", "unit", "deploy"), { unit: ["build"], deploy: ["unit", "build"] });
  });

  it("tell an empty list from none", async () =>
    assert.deepEqual(await needs("a: {script: x, needs: []}\nb: {script: x}\n", "a", "b"), { a: [] }));

  it("come by extends, anchors and !reference", async () => {
    const text =
      ".base: {needs: [build]}\n.list: &list [lint]\nbuild: {script: x}\nlint: {script: x}\na: {extends: .base}\nb: {script: x, needs: *list}\nc: {script: x, needs: [!reference [.base, needs], lint]}\n";
    assert.deepEqual(await needs(text, "build", "lint", "a", "b", "c"), {
      a: ["build"],
      b: ["lint"],
      c: ["build", "lint"],
    });
  });

  it("are not what only gives artifacts", async () =>
    assert.deepEqual(await needs("a: {script: x}\nb: {script: x, dependencies: [a]}\n", "a", "b"), {}));

  it("leave out jobs of other pipelines and projects, those that did not get in, and the job itself", async () => {
    const text =
      "a: {script: x, needs: [{pipeline: $UP, job: a}, {project: g/p, job: b, ref: main}, {job: gone, optional: true}, a]}\n";
    assert.deepEqual(await needs(text, "a"), { a: [] });
  });

  it("mean every part of a job that runs in parallel", async () => {
    const text = "test: {script: x, parallel: 3}\ndeploy: {script: x, needs: [test]}\n";
    assert.deepEqual(await needs(text, "test 1/3", "test 2/3", "test 3/3", "deploy"), {
      deploy: ["test 1/3", "test 2/3", "test 3/3"],
    });
  });

  it("are those of each part of a job that runs in parallel", async () => {
    const text =
      "build: {script: x, parallel: {matrix: [{OS: [linux, mac], ARCH: [arm]}]}}\ntest: {script: x, parallel: 2, needs: ['build: [linux, arm]']}\n";
    assert.deepEqual(await needs(text, "build: [linux, arm]", "build: [mac, arm]", "test 1/2", "test 2/2"), {
      "test 1/2": ["build: [linux, arm]"],
      "test 2/2": ["build: [linux, arm]"],
    });
  });

  it("are not told of jobs that the file does not have", async () =>
    assert.deepEqual(await needs("a: {script: x, needs: []}\n", "other", "toString"), {}));
});
