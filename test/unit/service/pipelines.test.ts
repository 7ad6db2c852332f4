import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "mocha";
import { running, type Running } from "./calling.ts";

interface JobJson {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly failure_reason?: string;
  readonly artifacts_file?: { readonly filename: string };
}

const jobsOf = async (at: Running, pipelineId: number, query = ""): Promise<JobJson[]> =>
  ((await at.call("GET", `/api/v4/projects/1/pipelines/${pipelineId}/jobs${query}`)).json as JobJson[]).reverse();
const trace = async (at: Running, jobId: number): Promise<string> =>
  (await at.call("GET", `/api/v4/projects/1/jobs/${jobId}/trace`)).text;
const statuses = (jobs: readonly JobJson[]): string[] => jobs.map((job) => `${job.name} ${job.status}`);

async function push(at: Running, ci: string, files: Record<string, string> = {}): Promise<number> {
  const { pipelineId } = await at.service.control.commit({ ".gitlab-ci.yml": ci, ...files });
  assert.ok(pipelineId !== undefined, "the commit made no pipeline");
  return pipelineId;
}

describe("service: pipelines really run", () => {
  it("runs the jobs of a pushed commit in order, with artifacts handed on, and keeps their logs", async () => {
    await using at = await running();
    const id = await push(
      at,
      "stages: [build, test]\nvariables: {WHO: world}\nbuild:\n  stage: build\n  script: ['echo built for $WHO by $GITLAB_USER_LOGIN > out.txt']\n  artifacts: {paths: [out.txt]}\ntest:\n  stage: test\n  script: [cat out.txt]\n",
    );
    await at.service.control.waitFor({ pipelineId: id, status: ["success", "failed"] });
    const jobs = await jobsOf(at, id);
    assert.deepEqual(statuses(jobs), ["build success", "test success"]);
    assert.match(await trace(at, jobs[1]!.id), /built for world by alice/);
    assert.equal(jobs[0]!.artifacts_file?.filename, "artifacts.zip");
    assert.equal(
      (await at.call("GET", `/api/v4/projects/1/jobs/${jobs[0]!.id}/artifacts/out.txt`)).text,
      "built for world by alice\n",
    );
    assert.equal(
      (await at.call("GET", "/api/v4/projects/1/jobs/artifacts/main/raw/out.txt?job=build")).text,
      "built for world by alice\n",
    );
    assert.equal((await at.call("GET", `/api/v4/projects/1/jobs/${jobs[0]!.id}/artifacts/a%2F..%2Fx`)).status, 400);
    const pipeline = (await at.call("GET", "/api/v4/projects/1/pipelines/latest")).json as Record<string, unknown>;
    assert.deepEqual(
      [pipeline["id"], pipeline["status"], pipeline["source"], typeof pipeline["duration"]],
      [id, "success", "push", "number"],
    );
  });

  it("runs those alone that it is told to, where no jobs run at once", async () => {
    await using at = await running({ concurrent: 0 });
    const ci = "one:\n  script: [echo one]\ntwo:\n  needs: [one]\n  script: [echo two]\n";
    const [waits, runs] = [await push(at, ci), await push(at, ci)];
    await at.service.control.runPipeline(runs);
    await at.service.control.waitFor({ pipelineId: runs, status: ["success"] });
    assert.deepEqual(
      [statuses(await jobsOf(at, runs)), statuses(await jobsOf(at, waits))],
      [
        ["one success", "two success"],
        ["one pending", "two created"],
      ],
    );
  });

  it("skips what follows a failure, runs what waits for one, and lets a job fail that may", async () => {
    await using at = await running();
    const id = await push(
      at,
      "stages: [a, b, c]\nmay:\n  stage: a\n  allow_failure: true\n  script: [exit 3]\nbad:\n  stage: b\n  script: [exit 4]\nlater:\n  stage: c\n  script: [echo no]\nrescue:\n  stage: c\n  when: on_failure\n  script: [echo yes]\nalways:\n  stage: c\n  when: always\n  script: [echo yes]\n",
    );
    await at.service.control.waitFor({ pipelineId: id, status: ["success", "failed"] });
    const jobs = await jobsOf(at, id);
    assert.deepEqual(statuses(jobs), ["may failed", "bad failed", "later skipped", "rescue success", "always success"]);
    assert.equal(jobs[1]!.failure_reason, "script_failure");
    assert.ok(!("failure_reason" in jobs[3]!));
  });

  it("starts a job with needs before its stage", async () => {
    await using at = await running();
    const dir = await mkdtemp(join(tmpdir(), "needs-"));
    // `slow` ends only once `early`, of the later stage, has run: by stages alone this would never end.
    const id = await push(
      at,
      `stages: [a, b]\nslow:\n  stage: a\n  script: ['mkfifo -m 600 ${dir}/pipe 2>/dev/null || true', 'cat ${dir}/pipe']\nfast:\n  stage: a\n  script: [echo fast]\nearly:\n  stage: b\n  needs: [fast]\n  script: ['mkfifo -m 600 ${dir}/pipe 2>/dev/null || true', 'echo go > ${dir}/pipe']\n`,
    );
    await at.service.control.waitFor({ pipelineId: id, status: ["success", "failed"] });
    assert.deepEqual(statuses(await jobsOf(at, id)), ["slow success", "fast success", "early success"]);
    await rm(dir, { recursive: true });
  });

  it("waits for a person at a manual job, plays it once, with variables", async () => {
    await using at = await running();
    const id = await push(at, "deploy:\n  when: manual\n  allow_failure: false\n  script: ['echo to $TARGET']\n");
    await at.service.control.waitFor({ pipelineId: id, status: ["manual"] });
    const [job] = await jobsOf(at, id);
    const played = await at.call("POST", `/api/v4/projects/1/jobs/${job!.id}/play`, {
      body: { job_variables_attributes: [{ key: "TARGET", value: "the moon" }] },
    });
    assert.deepEqual([played.status, (played.json as JobJson).id], [200, job!.id]);
    await at.service.control.waitFor({ pipelineId: id, status: ["success"] });
    assert.match(await trace(at, job!.id), /to the moon/);
    const again = await at.call("POST", `/api/v4/projects/1/jobs/${job!.id}/play`);
    assert.deepEqual([again.status, again.json], [400, { message: "400 Bad request - Unplayable Job" }]);
  });

  it("runs with the variables given to a new pipeline, file ones as a path", async () => {
    await using at = await running();
    await push(at, "show:\n  script: ['echo $COLOR', 'cat $NOTES']\n");
    const answer = await at.call("POST", "/api/v4/projects/1/pipeline", {
      body: {
        ref: "main",
        variables: [
          { key: "COLOR", value: "teal" },
          { key: "NOTES", value: "from a file\n", variable_type: "file" },
        ],
      },
    });
    assert.equal(answer.status, 201);
    const { id, source } = answer.json as { id: number; source: string };
    assert.equal(source, "api");
    await at.service.control.waitFor({ pipelineId: id, status: ["success", "failed"] });
    const log = await trace(at, (await jobsOf(at, id))[0]!.id);
    assert.match(log, /^teal$/m);
    assert.match(log, /^from a file$/m);
    const variables = await at.call("GET", `/api/v4/projects/1/pipelines/${id}/variables`);
    assert.deepEqual(variables.json, [
      { key: "COLOR", value: "teal", variable_type: "env_var", raw: false },
      { key: "NOTES", value: "from a file\n", variable_type: "file", raw: false },
    ]);
  });

  it("cancels: the process is gone, the log stays, the rest never starts", async () => {
    await using at = await running();
    const dir = await mkdtemp(join(tmpdir(), "cancel-"));
    const id = await push(
      at,
      `stages: [a, b]\nlong:\n  stage: a\n  script: ['echo $$ > ${dir}/pid', 'echo begun', 'sleep 600']\nnext:\n  stage: b\n  script: [echo no]\n`,
    );
    const [long] = await jobsOf(at, id);
    await at.service.control.waitFor({ jobId: long!.id, status: ["running"] });
    while (!existsSync(`${dir}/pid`) || (await readFile(`${dir}/pid`, "utf8")) === "")
      await new Promise((resolve) => setImmediate(resolve));
    const answer = await at.call("POST", `/api/v4/projects/1/pipelines/${id}/cancel`);
    assert.deepEqual([answer.status, (answer.json as JobJson).status], [200, "running"]);
    await at.service.control.waitFor({ pipelineId: id, status: ["canceled"] });
    assert.deepEqual(statuses(await jobsOf(at, id)), ["long canceled", "next canceled"]);
    const pid = Number(await readFile(`${dir}/pid`, "utf8"));
    assert.throws(() => process.kill(pid, 0), /ESRCH/);
    await rm(dir, { recursive: true });
  });

  it("answers `canceled` at once in the documents' dialect", async () => {
    await using at = await running({ dialect: "neutral" });
    const id = await push(at, "long:\n  script: [sleep 600]\n");
    const [long] = await jobsOf(at, id);
    await at.service.control.waitFor({ jobId: long!.id, status: ["running"] });
    const answer = await at.call("POST", `/api/v4/projects/1/jobs/${long!.id}/cancel`);
    assert.deepEqual([answer.status, (answer.json as JobJson).status], [201, "canceled"]);
  });

  it("retries: a new attempt with a new id, the old one listed only on request, and followers get another chance", async () => {
    await using at = await running();
    const dir = await mkdtemp(join(tmpdir(), "retry-"));
    const id = await push(
      at,
      `stages: [a, b]\nflaky:\n  stage: a\n  script: ['test -e ${dir}/seen || { touch ${dir}/seen; exit 1; }']\nnext:\n  stage: b\n  script: [echo next]\n`,
    );
    await at.service.control.waitFor({ pipelineId: id, status: ["failed"] });
    const [flaky] = await jobsOf(at, id);
    const answer = await at.call("POST", `/api/v4/projects/1/jobs/${flaky!.id}/retry`);
    const attempt = answer.json as JobJson;
    assert.equal(answer.status, 201);
    assert.ok(attempt.id > flaky!.id);
    await at.service.control.waitFor({ pipelineId: id, status: ["success"] });
    assert.deepEqual(statuses(await jobsOf(at, id)).sort(), ["flaky success", "next success"]);
    assert.deepEqual(statuses(await jobsOf(at, id, "?include_retried=true")).sort(), [
      "flaky failed",
      "flaky success",
      "next success",
    ]);
    const twice = await at.call("POST", `/api/v4/projects/1/jobs/${flaky!.id}/retry`);
    assert.deepEqual([twice.status, twice.json], [403, { message: "403 Forbidden - Job is not retryable" }]);
    await rm(dir, { recursive: true });
  });

  it("retries a whole pipeline, leaving what succeeded", async () => {
    await using at = await running();
    const id = await push(at, "good:\n  script: [echo good]\nbad:\n  script: [exit 1]\n");
    await at.service.control.waitFor({ pipelineId: id, status: ["failed"] });
    const before = await jobsOf(at, id);
    const answer = await at.call("POST", `/api/v4/projects/1/pipelines/${id}/retry`);
    assert.equal(answer.status, 201);
    const after = await jobsOf(at, id);
    assert.equal(after.find((job) => job.name === "good")!.id, before.find((job) => job.name === "good")!.id);
    const bad = after.find((job) => job.name === "bad")!;
    assert.notEqual(bad.id, before.find((job) => job.name === "bad")!.id);
    await at.service.control.waitFor({ jobId: bad.id, status: ["failed"] });
  });

  it("runs at most two jobs at once", async () => {
    await using at = await running();
    const id = await push(at, [1, 2, 3].map((n) => `job${n}:\n  script: [sleep 600]\n`).join(""));
    const jobs = await jobsOf(at, id);
    await at.service.control.waitFor({ jobId: jobs[0]!.id, status: ["running"] });
    await at.service.control.waitFor({ jobId: jobs[1]!.id, status: ["running"] });
    assert.deepEqual(statuses(await jobsOf(at, id)), ["job1 running", "job2 running", "job3 pending"]);
    await at.call("POST", `/api/v4/projects/1/jobs/${jobs[0]!.id}/cancel`);
    await at.service.control.waitFor({ jobId: jobs[2]!.id, status: ["running"] });
  });

  it("fails a push with an invalid file, refuses the same by API, and deletes with 204", async () => {
    await using at = await running();
    const id = await push(at, "job:\n  stage: nowhere\n  script: [echo]\n");
    const pipeline = (await at.call("GET", `/api/v4/projects/1/pipelines/${id}`)).json as {
      status: string;
      yaml_errors: string;
    };
    assert.equal(pipeline.status, "failed");
    assert.match(pipeline.yaml_errors, /nowhere/);
    const refused = await at.call("POST", "/api/v4/projects/1/pipeline?ref=main");
    assert.equal(refused.status, 400);
    assert.match((refused.json as { message: { base: string[] } }).message.base[0]!, /nowhere/);
    const deleted = await at.call("DELETE", `/api/v4/projects/1/pipelines/${id}`);
    assert.deepEqual([deleted.status, deleted.text], [204, ""]);
    assert.equal((await at.call("GET", `/api/v4/projects/1/pipelines/${id}`)).status, 404);
  });

  it("renames a pipeline and reports the tests of its jobs", async () => {
    await using at = await running();
    const id = await push(
      at,
      "unit:\n  script: ['cp given.xml report.xml']\n  artifacts: {reports: {junit: report.xml}}\n",
      {
        "given.xml":
          '<testsuite><testcase name="adds" classname="sum" time="0.5"/><testcase name="fails" classname="sum"><failure message="1 &lt; 2">at line 3</failure></testcase><testcase name="later"><skipped/></testcase></testsuite>',
      },
    );
    await at.service.control.waitFor({ pipelineId: id, status: ["success", "failed"] });
    const report = (await at.call("GET", `/api/v4/projects/1/pipelines/${id}/test_report`)).json as {
      total_count: number;
      failed_count: number;
      skipped_count: number;
      total_time: number;
      test_suites: { name: string; test_cases: { status: string; system_output: string | null }[] }[];
    };
    assert.deepEqual(
      [report.total_count, report.failed_count, report.skipped_count, report.total_time],
      [3, 1, 1, 0.5],
    );
    assert.equal(report.test_suites[0]!.name, "unit");
    assert.equal(report.test_suites[0]!.test_cases[1]!.system_output, "1 < 2\nat line 3");
    const renamed = await at.call("PUT", `/api/v4/projects/1/pipelines/${id}/metadata`, {
      body: { name: "Release <1>" },
    });
    assert.deepEqual([renamed.status, (renamed.json as { name: string }).name], [200, "Release <1>"]);
  });

  it("ends running jobs when the service closes", async () => {
    const dir = await mkdtemp(join(tmpdir(), "close-"));
    let pid = 0;
    {
      await using at = await running();
      const id = await push(at, `long:\n  script: ['echo $$ > ${dir}/pid', 'sleep 600']\n`);
      const [long] = await jobsOf(at, id);
      await at.service.control.waitFor({ jobId: long!.id, status: ["running"] });
      while (!existsSync(`${dir}/pid`) || (await readFile(`${dir}/pid`, "utf8")) === "")
        await new Promise((resolve) => setImmediate(resolve));
      pid = Number(await readFile(`${dir}/pid`, "utf8"));
    }
    assert.throws(() => process.kill(pid, 0), /ESRCH/);
    await rm(dir, { recursive: true });
  });
});
