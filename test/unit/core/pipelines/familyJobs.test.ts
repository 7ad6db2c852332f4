import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Pipeline } from "../../../../src/api/resources/pipelines.ts";
import { familyJobs, type FamilySource } from "../../../../src/core/pipelines/familyJobs.ts";

/** The IDs of the jobs of pipeline 1, whose job has its number, and what was asked. */
async function family(children: Readonly<Record<number, readonly Partial<Pipeline>[] | Error>>, available = true) {
  const [asked, failed]: [string[], unknown[]] = [[], []];
  const source = {
    client: {
      extras: {
        available: () => available,
        bridges: (_project: unknown, id: number) => ({
          page: () => {
            asked.push(`bridges ${id}`);
            const found = children[id] ?? [];
            if (found instanceof Error) return Promise.reject(found);
            return Promise.resolve({ items: found.map((one) => ({ id: 0, downstream_pipeline: one })) });
          },
        }),
      },
    },
    pipelineJobs: {
      of: (_: unknown, id: number) => ({
        ensure: () => Promise.resolve(void asked.push(`jobs ${id}`)),
        latest: [{ id }],
      }),
    },
    records: { changedAt: () => 0 },
    failed: (error: unknown) => void failed.push(error),
  } as unknown as FamilySource;
  const jobs = await familyJobs(source, "acme/app", 1, new AbortController().signal);
  return { jobs: jobs.map(({ id }) => id), asked, failed: failed.length };
}
const child = (id: number): Partial<Pipeline> => ({ id, source: "parent_pipeline" });

describe("the jobs of a pipeline and its child pipelines", () => {
  it("include those of children at any depth, but not of other projects", async () => {
    const { jobs } = await family({ 1: [child(2), { id: 3, source: "pipeline" }], 2: [child(4)], 4: [child(5)] });
    assert.deepEqual(jobs, [1, 2, 4]);
  });

  it("are the pipeline's own without a route for children or an answer", async () => {
    assert.deepEqual(await family({ 1: [child(2)] }, false), { jobs: [1], asked: ["jobs 1"], failed: 0 });
    const { jobs, failed } = await family({ 1: new Error("no") });
    assert.deepEqual([jobs, failed], [[1], 1]);
  });
});
