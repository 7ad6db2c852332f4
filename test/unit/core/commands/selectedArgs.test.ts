import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { jobsArgs, pipelinesArgs } from "../../../../src/core/pipelines/refs.ts";

const instance = "https://git.example.org";
const pipeline = (id: number, project: number | string = "group/app", at = instance) => ({
  instance: at,
  project,
  pipeline: { id },
});

describe("selectedArgs", () => {
  it("reads what is selected twice once, also by another name of its project", () => {
    const rows = [pipeline(7), pipeline(8), pipeline(7, 3), pipeline(7, 3, "https://other.example.org")];
    assert.deepEqual(pipelinesArgs([rows[2], rows]), [rows[2], [rows[2], rows[1], rows[3]]]);
  });

  it("reads one row where all selected ones are of the same thing", () => {
    const job = { instance, project: 3, job: { id: 5 } };
    const artifacts = { ...job, kind: "artifacts" };
    assert.deepEqual(jobsArgs([artifacts, [job, artifacts]]), [artifacts]);
  });

  it("reads one row where others do not fit, or where it is not one of the selected", () => {
    assert.deepEqual(pipelinesArgs([pipeline(7), [pipeline(7), { kind: "group" }]]), [pipeline(7)]);
    assert.deepEqual(pipelinesArgs([pipeline(7), [pipeline(8), pipeline(9)]]), [pipeline(7)]);
  });
});
