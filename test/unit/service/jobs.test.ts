/** Pipelines of the local service really run: whole-window suites follow their logs and states. */
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { running, type Running } from "./calling.ts";

interface JobJson {
  readonly id: number;
  readonly name: string;
  readonly status: string;
}

const api = "/api/v4/projects/1";
const jobsOf = async (at: Running, pipelineId: number): Promise<JobJson[]> =>
  ((await at.call("GET", `${api}/pipelines/${pipelineId}/jobs`)).json as JobJson[]).reverse();
const traceOf = async (at: Running, jobId: number): Promise<string> =>
  (await at.call("GET", `${api}/jobs/${jobId}/trace`)).text;
const statuses = (jobs: readonly JobJson[]): string[] => jobs.map((job) => `${job.name} ${job.status}`);

async function push(at: Running, ci: string): Promise<number> {
  const { pipelineId } = await at.service.control.commit({ ".gitlab-ci.yml": ci });
  assert.ok(pipelineId !== undefined, "the commit made no pipeline");
  return pipelineId;
}

describe("service: pipelines that really run", () => {
  it("runs jobs in order, hands artifacts on, and skips what follows a failure", async () => {
    await using at = await running();
    const pipelineId = await push(
      at,
      `stages: [build, test, deploy]
variables: { WHO: world }
build: { stage: build, script: ['echo built for $WHO > out.txt'], artifacts: { paths: [out.txt] } }
test: { stage: test, script: ['cat out.txt'] }
bad: { stage: test, script: ["false | cat"] }
later: { stage: deploy, script: [echo no] }
rescue: { stage: deploy, when: on_failure, script: [echo yes] }
`,
    );
    await at.service.control.waitFor({ pipelineId, status: ["failed"] });
    const jobs = await jobsOf(at, pipelineId);
    assert.deepEqual(statuses(jobs), [
      "build success",
      "test success",
      "bad failed",
      "later skipped",
      "rescue success",
    ]);
    const log = await traceOf(at, jobs[1]!.id);
    assert.match(log, /^built for world$/m);
    assert.match(log, /section_start:\d+:step_script\r/);
    const file = await at.call("GET", `${api}/jobs/${jobs[0]!.id}/artifacts/out.txt`);
    assert.equal(file.text, "built for world\n");
  });

  it("cancels a running pipeline, and never starts the rest", async () => {
    await using at = await running();
    const ci = `stages: [a, b]\nlong: { stage: a, script: ['echo "$((40 + 2)) begun"', 'sleep 600'] }\nnext: { stage: b, script: [echo no] }\n`;
    const pipelineId = await push(at, ci);
    const [{ id } = assert.fail()] = await jobsOf(at, pipelineId);
    while (!(await traceOf(at, id)).includes("42 begun")) await new Promise((resolve) => setImmediate(resolve));
    await at.call("POST", `${api}/pipelines/${pipelineId}/cancel`);
    await at.service.control.waitFor({ pipelineId, status: ["canceled"] });
    assert.deepEqual(statuses(await jobsOf(at, pipelineId)), ["long canceled", "next canceled"]);
  });
});
