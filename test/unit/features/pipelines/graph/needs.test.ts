import assert from "node:assert/strict";
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
  for (const [what, text, names, expected] of [
    [
      "names and maps",
      "build: {script: x}\nunit: {script: x, needs: [build]}\ndeploy: {script: x, needs: [{job: unit, artifacts: true}, build]}\n",
      ["build", "unit", "deploy"],
      { unit: ["build"], deploy: ["unit", "build"] },
    ],
    ["an empty list, unlike none", "a: {script: x, needs: []}\nb: {script: x}\n", ["a", "b"], { a: [] }],
    [
      "extends, anchors and !reference",
      ".base: {needs: [build]}\n.list: &list [lint]\nbuild: {script: x}\nlint: {script: x}\na: {extends: .base}\nb: {script: x, needs: *list}\nc: {script: x, needs: [!reference [.base, needs], lint]}\n",
      ["build", "lint", "a", "b", "c"],
      { a: ["build"], b: ["lint"], c: ["build", "lint"] },
    ],
    ["no dependencies", "a: {script: x}\nb: {script: x, dependencies: [a]}\n", ["a", "b"], {}],
    [
      "no jobs of other pipelines and projects, left out jobs, or the job itself",
      "a: {script: x, needs: [{pipeline: $UP, job: a}, {project: g/p, job: b, ref: main}, {job: gone, optional: true}, a]}\n",
      ["a"],
      { a: [] },
    ],
    [
      "all parts of a parallel job",
      "test: {script: x, parallel: 3}\ndeploy: {script: x, needs: [test]}\n",
      ["test 1/3", "test 2/3", "test 3/3", "deploy"],
      { deploy: ["test 1/3", "test 2/3", "test 3/3"] },
    ],
    [
      "needs of each part of a parallel job",
      "build: {script: x, parallel: {matrix: [{OS: [linux, mac], ARCH: [arm]}]}}\ntest: {script: x, parallel: 2, needs: ['build: [linux, arm]']}\n",
      ["build: [linux, arm]", "build: [mac, arm]", "test 1/2", "test 2/2"],
      { "test 1/2": ["build: [linux, arm]"], "test 2/2": ["build: [linux, arm]"] },
    ],
    ["nothing of jobs that are not in the file", "a: {script: x, needs: []}\n", ["other", "toString"], {}],
  ] as const)
    it(`include ${what}`, async () => assert.deepEqual(await needs(text, ...names), expected));
});
