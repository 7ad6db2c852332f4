import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "mocha";
import { Runner } from "../../service/ci/runner.ts";
import { Repositories } from "../../service/git/repositories.ts";
import { pipelineStatus } from "../../service/pipelines/status.ts";
import type { JobEnd } from "../../service/types.ts";
import { running, type Running } from "./calling.ts";

interface JobJson {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly failure_reason?: string;
  readonly coverage: number | null;
}

const api = "/api/v4/projects/1";
const jobsOf = async (at: Running, pipelineId: number, query = ""): Promise<JobJson[]> =>
  ((await at.call("GET", `${api}/pipelines/${pipelineId}/jobs${query}`)).json as JobJson[]).reverse();
const traceOf = async (at: Running, jobId: number): Promise<string> =>
  (await at.call("GET", `${api}/jobs/${jobId}/trace`)).text;
const statuses = (jobs: readonly JobJson[]): string[] => jobs.map((job) => `${job.name} ${job.status}`);

async function push(at: Running, ci: string, files: Record<string, string> = {}): Promise<number> {
  const { pipelineId } = await at.service.control.commit({ ".gitlab-ci.yml": ci, ...files });
  assert.ok(pipelineId !== undefined, "the commit made no pipeline");
  return pipelineId;
}

/** The jobs of a pushed CI file, once its pipeline has ended. */
async function ended(at: Running, ci: string, files: Record<string, string> = {}): Promise<JobJson[]> {
  const pipelineId = await push(at, ci, files);
  await at.service.control.waitFor({ pipelineId, status: ["success", "failed"] });
  return jobsOf(at, pipelineId);
}

/** A pushed job that prints "begun" and sleeps on, once it has. */
async function sleeping(at: Running, more = ""): Promise<{ pipelineId: number; jobId: number }> {
  const ci = `stages: [build, test]\nlong:\n  stage: build\n  script: ['echo "$((40 + 2)) begun"', 'sleep 600']\n${more}`;
  const pipelineId = await push(at, ci);
  const jobId = (await jobsOf(at, pipelineId))[0]!.id;
  while (!(await traceOf(at, jobId)).includes("42 begun")) await new Promise((resolve) => setImmediate(resolve));
  return { pipelineId, jobId };
}

describe("service: pipelines that really run", () => {
  it("runs jobs in order with their variables, hands artifacts on and keeps logs and files", async () => {
    await using at = await running();
    const [build, test] = await ended(
      at,
      `stages: [build, test]
variables: { WHO: world }
build:
  stage: build
  script: ['echo built for $WHO by $GITLAB_USER_LOGIN in $CI_JOB_STAGE of $CI_COMMIT_REF_NAME > out.txt; touch no.map']
  artifacts: { paths: [out.txt, no.map], exclude: ["*.map"] }
test: { stage: test, coverage: '/lines (\\d+)%/', script: ['cat out.txt; ls', 'echo lines 10%; echo lines 93%'] }
`,
    );
    assert.deepEqual(statuses([build!, test!]), ["build success", "test success"]);
    const log = await traceOf(at, test!.id);
    assert.match(log, /^built for world by alice in build of main\nout\.txt$/m);
    assert.match(log, /section_start:\d+:step_script\r/);
    assert.ok(log.includes("\x1b[32;1m$ cat out.txt; ls\x1b[0;m\n"));
    assert.equal(test!.coverage, 93);
    for (const path of [`${build!.id}/artifacts/out.txt`, "artifacts/main/raw/out.txt?job=build"])
      assert.match((await at.call("GET", `${api}/jobs/${path}`)).text, /^built for world/);
    assert.equal((await at.call("GET", `${api}/jobs/${build!.id}/artifacts/a%2F..%2Fx`)).status, 400);
  });

  it("skips what follows a failure, runs what waits for one, and lets a job fail that may", async () => {
    await using at = await running();
    const jobs = await ended(
      at,
      `stages: [a, b, c]
may: { stage: a, allow_failure: true, script: [exit 3] }
bad: { stage: b, script: ["false | cat"] }
later: { stage: c, script: [echo no] }
rescue: { stage: c, when: on_failure, script: [echo yes] }
always: { stage: c, when: always, script: [echo yes] }
`,
    );
    assert.deepEqual(statuses(jobs), ["may failed", "bad failed", "later skipped", "rescue success", "always success"]);
    assert.deepEqual([jobs[1]!.failure_reason, jobs[3]!.failure_reason], ["script_failure", undefined]);
    assert.match(await traceOf(at, jobs[0]!.id), /exit code 3/);
  });

  it("starts a job with needs before its stage", async () => {
    await using at = await running();
    const dir = await mkdtemp(join(tmpdir(), "needs-"));
    const pipe = `mkfifo -m 600 ${dir}/pipe 2>/dev/null || true`;
    // `slow` ends only once `early`, of the later stage, has run: by stages alone this would never end.
    const jobs = await ended(
      at,
      `stages: [a, b]
slow: { stage: a, script: ['${pipe}', 'cat ${dir}/pipe'] }
fast: { stage: a, script: [echo fast] }
early: { stage: b, needs: [fast], script: ['${pipe}', 'echo go > ${dir}/pipe'] }
`,
    );
    assert.deepEqual(statuses(jobs), ["slow success", "fast success", "early success"]);
    await rm(dir, { recursive: true });
  });

  it("waits at a manual job, and plays it once, with variables", async () => {
    await using at = await running();
    const id = await push(at, "deploy: { when: manual, allow_failure: false, script: ['echo to $TARGET'] }\n");
    await at.service.control.waitFor({ pipelineId: id, status: ["manual"] });
    const [job] = await jobsOf(at, id);
    const play = () =>
      at.call("POST", `${api}/jobs/${job!.id}/play`, {
        body: { job_variables_attributes: [{ key: "TARGET", value: "the moon" }] },
      });
    const played = await play();
    assert.deepEqual([played.status, (played.json as JobJson).id], [200, job!.id]);
    await at.service.control.waitFor({ pipelineId: id, status: ["success"] });
    assert.match(await traceOf(at, job!.id), /^to the moon$/m);
    const again = await play();
    assert.deepEqual([again.status, again.json], [400, { message: "400 Bad request - Unplayable Job" }]);
  });

  it("cancels a pipeline, answering the old status, and never starts the rest", async () => {
    await using at = await running();
    const { pipelineId } = await sleeping(at, "next: { stage: test, script: [echo no] }\n");
    const answer = await at.call("POST", `${api}/pipelines/${pipelineId}/cancel`);
    assert.deepEqual([answer.status, (answer.json as JobJson).status], [200, "running"]);
    await at.service.control.waitFor({ pipelineId, status: ["canceled"] });
    assert.deepEqual(statuses(await jobsOf(at, pipelineId)), ["long canceled", "next canceled"]);
  });

  it("answers `canceled` at once in the documents' dialect", async () => {
    await using at = await running({ dialect: "neutral" });
    const { jobId } = await sleeping(at);
    const answer = await at.call("POST", `${api}/jobs/${jobId}/cancel`);
    assert.deepEqual([answer.status, (answer.json as JobJson).status], [201, "canceled"]);
  });

  it("retries under a new ID, lists the old attempt only on request, and lets followers run", async () => {
    await using at = await running();
    const dir = await mkdtemp(join(tmpdir(), "retry-"));
    const id = await push(
      at,
      `stages: [a, b]
flaky: { stage: a, script: ['test -e ${dir}/seen || { touch ${dir}/seen; exit 1; }'] }
next: { stage: b, script: [echo next] }
`,
    );
    await at.service.control.waitFor({ pipelineId: id, status: ["failed"] });
    const [flaky] = await jobsOf(at, id);
    const retry = () => at.call("POST", `${api}/jobs/${flaky!.id}/retry`);
    const attempt = await retry();
    assert.equal(attempt.status, 201);
    assert.ok((attempt.json as JobJson).id > flaky!.id);
    await at.service.control.waitFor({ pipelineId: id, status: ["success"] });
    assert.deepEqual(statuses(await jobsOf(at, id)).sort(), ["flaky success", "next success"]);
    assert.deepEqual(statuses(await jobsOf(at, id, "?include_retried=true")).sort(), [
      "flaky failed",
      "flaky success",
      "next success",
    ]);
    const twice = await retry();
    assert.deepEqual([twice.status, twice.json], [403, { message: "403 Forbidden - Job is not retryable" }]);
    await rm(dir, { recursive: true });
  });

  it("runs at most as many jobs at once as it is told to", async () => {
    await using at = await running({ concurrent: 1 });
    const { jobId, pipelineId } = await sleeping(at, "more: { stage: build, script: [echo more] }\n");
    assert.deepEqual(statuses(await jobsOf(at, pipelineId)), ["long running", "more pending"]);
    await at.call("POST", `${api}/jobs/${jobId}/cancel`);
    await at.service.control.waitFor({ jobId: (await jobsOf(at, pipelineId))[1]!.id, status: ["success"] });
  });

  it("fails a push with an invalid file, and refuses the same by the API", async () => {
    await using at = await running();
    const id = await push(at, "job: { stage: nowhere, script: [echo] }\n");
    const made = (await at.call("GET", `${api}/pipelines/${id}`)).json as { status: string; yaml_errors: string };
    assert.deepEqual([made.status, /nowhere/.test(made.yaml_errors)], ["failed", true]);
    const refused = await at.call("POST", `${api}/pipeline?ref=main`);
    assert.equal(refused.status, 400);
    assert.match((refused.json as { message: { base: string[] } }).message.base[0]!, /nowhere/);
  });

  it("ends running jobs when the service closes", async () => {
    const at = await running();
    await sleeping(at);
    await at.service.close();
  });
});

describe("service: status of a pipeline", () => {
  it("follows from its jobs", () => {
    // `~` before a status: the job may fail.
    for (const [jobs, status] of [
      ["", undefined],
      ["success ~failed", "success"],
      ["success failed skipped", "failed"],
      ["success canceled skipped", "canceled"],
      ["failed canceled", "failed"],
      ["skipped skipped", "skipped"],
      ["created created", "created"],
      ["pending created", "pending"],
      ["success pending", "running"],
      ["success created", "running"],
      ["success ~manual", "success"],
      ["success manual created", "manual"],
      ["running canceling", "canceling"],
    ] as const) {
      const words = jobs.split(" ").filter((word) => word !== "");
      const states = words.map((word) => ({ status: word.replace("~", ""), allowFailure: word.startsWith("~") }));
      assert.equal(pipelineStatus(states), status, jobs);
    }
  });
});

describe("service: runner", () => {
  async function run(
    script: string[],
    tuning: { timeoutSeconds?: number; grace?: number } = {},
    cancelAt?: string,
  ): Promise<[string, string, JobEnd]> {
    const root = await mkdtemp(join(tmpdir(), "runner-"));
    const repositories = new Repositories(join(root, "repositories"));
    await repositories.create("demo/run", { "a.txt": "a\n" });
    const sha = (await repositories.resolve("demo/run", "main")) ?? "";
    const runner = new Runner({ repositories, buildsDir: join(root, "builds"), ...tuning });
    let [log, status, end]: [string, string, JobEnd] = ["", "", {}];
    const ci = { name: "job", stage: "test", beforeScript: [], afterScript: [], variables: {}, allowFailure: false };
    const none = { variables: {}, files: {}, inputs: [] };
    const job = { id: 7, projectPath: "demo/run", ref: "main", tag: false, sha, ...none };
    const started = runner.start(
      { ...job, ci: { ...ci, script, when: "on_success" } },
      {
        log: (chunk) => {
          log += chunk.toString();
          if (cancelAt !== undefined && log.includes(cancelAt)) started.cancel();
        },
        status: (now, then) => {
          status = now;
          end = then ?? {};
        },
        artifacts: () => Promise.resolve(),
      },
    );
    await started.done;
    await runner.close();
    await repositories.close();
    await rm(root, { recursive: true });
    return [log, status, end];
  }

  it("ends a canceled job, also one that ignores SIGTERM", async () => {
    const [, status] = await run(["trap '' TERM", "echo ready; sleep 600"], { grace: 100 }, "\nready");
    assert.equal(status, "canceled");
  });

  it("lets a canceled job write its last words", async () => {
    const [log] = await run(["trap 'echo cleaning up; exit 1' TERM", "echo ready; sleep 600 & wait"], {}, "\nready");
    assert.match(log, /\nready\ncleaning up\n/);
  });

  it("ends a job that takes too long", async () => {
    const [, status, end] = await run(["sleep 600"], { timeoutSeconds: 0.5, grace: 100 });
    assert.deepEqual([status, end], ["failed", { failureReason: "job_execution_timeout" }]);
  });
});
