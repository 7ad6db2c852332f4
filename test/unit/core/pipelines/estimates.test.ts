import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { JobDurations } from "../../../../src/core/pipelines/durations.ts";
import { stagesOf } from "../../../../src/core/pipelines/stages.ts";
import { pipelineTimes } from "../../../../src/core/pipelines/timeLeft.ts";
import { SimulatedProject } from "./simulatedPipelines.ts";

const start = Date.parse("2026-01-31T12:00:00Z");
const moments = [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95];

/** Returns how far estimates are off, as parts of the time that was left, in ascending order. */
function errors(known: { readonly needs: boolean; readonly past: number }): number[] {
  const found: number[] = [];
  for (let seed = 1; seed <= 150; seed++) {
    const project = new SimulatedProject(seed);
    const durations = new JobDurations();
    for (let past = 0; past < known.past; past++)
      for (const job of project.run().at(Infinity, start)) durations.add(job);
    const pipeline = project.run();
    for (const moment of moments) {
      const time = moment * pipeline.seconds;
      const stages = stagesOf(pipeline.at(time, start));
      const needs = known.needs ? project.needs : undefined;
      const { left } = pipelineTimes(stages, (job) => durations.usual(job), needs, start + time * 1_000);
      const actual = pipeline.seconds - time;
      // Nothing is said of what is overdue: all of it is off.
      found.push(Math.abs((left ?? 0) - actual) / actual);
    }
  }
  return found.sort((a, b) => a - b);
}

const percent = (sorted: readonly number[], part: number): string =>
  `${((sorted[Math.floor(part * sorted.length)] ?? Infinity) * 100).toFixed(1)} %`;

describe("estimates of 150 simulated pipelines, at seven moments each", () => {
  for (const needs of [true, false])
    it(`are at most 20 % off in the median after five runs, ${needs ? "with" : "without"} the CI file's needs`, () => {
      const off = errors({ needs, past: 5 });
      console.log(`        median error ${percent(off, 0.5)}, nine in ten within ${percent(off, 0.9)}`);
      assert.ok((off[off.length >> 1] ?? 1) <= 0.2);
    });

  it("are rough after a single run already", () => {
    const off = errors({ needs: true, past: 1 });
    assert.ok((off[off.length >> 1] ?? 1) <= 0.3);
  });
});
