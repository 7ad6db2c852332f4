/** Reading a diagnosis from the local service: what it says, and how many requests it takes. */
import assert from "node:assert/strict";
import { before, beforeEach, describe, it } from "mocha";
import { PipelineDiagnosis } from "../../../../src/core/diagnosis/pipelineDiagnosis.ts";
import type { FabricatedJob } from "../../../service/fabricated.ts";
import { emptyService } from "../../../support/emptyService.ts";

const path = "demo/red";
const failing = (name: string, trace: string, more: Partial<FabricatedJob> = {}): FabricatedJob => ({
  name,
  stage: "test",
  status: "failed",
  failureReason: "script_failure",
  trace: `$ run\n${trace}\n`,
  ...more,
});

describe("reading why a pipeline is red", () => {
  const service = emptyService();
  const { signal } = new AbortController();
  const shas: string[] = [];
  let failures: string[];
  before(async () => {
    const { control } = service;
    await control.createProject({ path, members: ["alice"], files: { "a.txt": "0\n" } });
    for (const n of [1, 2, 3]) {
      const { sha } = await control.commit(
        { "a.txt": `${n}\n` },
        { project: path, branch: "main", message: `Change ${n}` },
      );
      shas.push(sha);
    }
  });
  beforeEach(() => {
    failures = [];
  });

  const add = (spec: Parameters<typeof service.control.addPipeline>[0]) =>
    service.control.addPipeline({ project: path, ...spec });
  const open = (id: number, source = service.connect()): PipelineDiagnosis =>
    new PipelineDiagnosis(
      { ...source, failed: (error, doing) => failures.push(`${doing}: ${String(error)}`) },
      path,
      id,
    );
  /** Returns the requests that work sends. */
  const requestsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    const since = await service.control.lastRequest();
    await work();
    const prefix = `/api/v4/projects/${encodeURIComponent(path)}`;
    return (await service.control.requests(since))
      .map((one) => one.path.replace(prefix, ""))
      .filter((one) => !one.includes("/-/"));
  };

  it("takes three requests and one per failed job, and each only once", async () => {
    const { id, jobs } = await add({
      ref: "main",
      sha: shas[0]!,
      status: "failed",
      jobs: [
        { name: "build", status: "success" },
        failing("unit", "src/a.c:3:1: error: no", {
          junit: ['<testsuite><testcase name="t"><failure>no</failure></testcase></testsuite>'],
        }),
        failing("lint", "Error: style", { allowFailure: true }),
      ],
    });
    const diagnosis = open(id);
    const asked = await requestsOf(() => Promise.all([diagnosis.readCauses(signal), diagnosis.readCauses(signal)]));
    assert.deepEqual(asked.map((one) => one.replace(/\?.*/, "")).sort(), [
      `/jobs/${jobs[1]}/trace`,
      `/jobs/${jobs[2]}/trace`,
      `/pipelines/${id}`,
      `/pipelines/${id}/jobs`,
      `/pipelines/${id}/test_report`,
    ]);
    const { failures: failed, allowed } = diagnosis.value;
    const [unit] = failed;
    assert.ok(unit?.log && !("unreadable" in unit.log));
    assert.equal(unit.log.firstError?.text, "src/a.c:3:1: error: no");
    assert.deepEqual(
      unit.suites.map(({ cases }) => cases.map(({ name }) => name)),
      [["t"]],
    );
    assert.deepEqual(
      allowed.map(({ job }) => job.name),
      ["lint"],
    );
    assert.deepEqual(await requestsOf(() => diagnosis.readCauses(signal)), []);
  });

  it("reads ten logs of a pipeline with many failed jobs, and others on request", async () => {
    const { id } = await add({
      ref: "main",
      status: "failed",
      jobs: Array.from({ length: 14 }, (_, at) => failing(`job ${at}a`, `Error: ${at}a`)),
    });
    const diagnosis = open(id);
    const asked = await requestsOf(() => diagnosis.readCauses(signal));
    assert.equal(asked.filter((one) => one.endsWith("/trace")).length, 10);
    assert.ok(asked.length <= 3 + 10, asked.join());
    const unread = diagnosis.value.failures.find(({ log }) => log === undefined);
    assert.ok(unread);
    await diagnosis.readLog(unread.job, signal);
    assert.equal(diagnosis.value.failures.filter(({ log }) => log === undefined).length, 3);
  });

  it("finds since when a branch is red, whose changes came in between, and flaky jobs, with eight requests", async () => {
    const green = await add({
      ref: "main",
      sha: shas[0]!,
      status: "success",
      jobs: [{ name: "spec", status: "success" }],
    });
    const first = await add({
      ref: "main",
      sha: shas[1]!,
      status: "failed",
      jobs: [failing("spec", "Error: x"), { name: "net", status: "success" }],
    });
    const { id } = await add({
      ref: "main",
      sha: shas[2]!,
      status: "failed",
      jobs: [failing("spec", "Error: x"), failing("net", "Error: y", { retried: true }), failing("net", "Error: y")],
    });
    await add({ ref: "other", sha: shas[2]!, status: "success", jobs: [{ name: "net", status: "success" }] });
    const diagnosis = open(id);
    await diagnosis.readCauses(signal);
    const asked = await requestsOf(() => diagnosis.readContext(signal));
    assert.ok(asked.length <= 8, asked.join("\n"));
    const { since, suspects, failures: failed, target } = diagnosis.value;
    assert.deepEqual([since?.lastGreen?.id, since?.firstRed.id, since?.redCount], [green.id, first.id, 2]);
    assert.deepEqual(
      suspects?.commits.map(({ title, author_name }) => [title, author_name]),
      [["Change 2", "Alice Ahlgren"]],
    );
    assert.deepEqual(
      failed.map(({ job, flips }) => [job.name, flips?.length]),
      [
        ["spec", 0],
        ["net", 1],
      ],
    );
    assert.equal(target, null, "main has no branch that it goes to");
    assert.deepEqual(await requestsOf(() => diagnosis.readContext(signal)), []);
    assert.deepEqual(failures, []);
  });

  it("compares a branch with its target, and lists its commits where none of its pipelines passed", async () => {
    const { sha } = await service.control.commit(
      { "b.txt": "1\n" },
      { project: path, branch: "topic", startBranch: "main", message: "Try", by: "bob" },
    );
    await service.control.addMergeRequest({ project: path, sourceBranch: "topic", targetBranch: "main", title: "Try" });
    await add({ ref: "main", sha: shas[2]!, status: "failed", jobs: [failing("unit", "Error: x")] });
    const { id } = await add({
      ref: "topic",
      sha,
      status: "failed",
      jobs: [failing("unit", "Error: x"), failing("docs", "Error: z")],
    });
    const diagnosis = open(id);
    await diagnosis.readCauses(signal);
    const asked = await requestsOf(() => diagnosis.readContext(signal));
    assert.ok(asked.length <= 8, asked.join("\n"));
    const { failures: failed, target, suspects } = diagnosis.value;
    assert.equal(target?.ref, "main");
    assert.deepEqual(
      failed.map(({ job, onTarget }) => [job.name, onTarget]),
      [
        ["docs", "passes"],
        ["unit", "fails"],
      ],
    );
    assert.equal(suspects?.since, "target");
    assert.deepEqual(
      suspects.commits.map(({ title }) => title),
      ["Try"],
    );
  });

  it("follows a running pipeline with a request each time, and one per job that fails meanwhile", async () => {
    const { control } = service;
    const { id, jobs } = await add({
      ref: "main",
      status: "running",
      jobs: [
        { name: "build", status: "success" },
        { name: "unit", stage: "test", status: "running", trace: "$ run\n" },
        { name: "docs", stage: "test", status: "running" },
      ],
    });
    const diagnosis = open(id);
    await diagnosis.readCauses(signal);
    assert.equal(diagnosis.value.state, "noFailure");
    await diagnosis.poll(signal);
    assert.equal((await requestsOf(() => diagnosis.poll(signal))).length, 1);
    await control.appendTrace(jobs[1]!, "Error: too late\n");
    await control.finishJob(jobs[1]!, "failed");
    const asked = await requestsOf(() => diagnosis.poll(signal));
    assert.deepEqual(asked.map((one) => one.replace(/\?.*/, "")).sort(), [
      `/jobs/${jobs[1]}/trace`,
      `/pipelines/${id}/jobs`,
    ]);
    const [unit] = diagnosis.value.failures;
    assert.ok(unit?.log && !("unreadable" in unit.log));
    assert.equal(unit.log.firstError?.text, "Error: too late");
    await control.finishJob(jobs[2]!, "success");
    await diagnosis.poll(signal);
    assert.equal(diagnosis.value.pipeline?.status, "failed");
  });

  it("names the downstream pipeline that failed", async () => {
    const child = await add({
      ref: "main",
      status: "failed",
      source: "parent_pipeline",
      jobs: [failing("unit", "Error: x")],
    });
    const { id } = await add({
      ref: "main",
      status: "failed",
      jobs: [
        { name: "build", status: "success" },
        { name: "child", status: "failed", downstream: child.id },
      ],
    });
    const diagnosis = open(id);
    await diagnosis.readCauses(signal);
    assert.deepEqual(
      diagnosis.value.downstream.map((one) => one.downstream_pipeline?.id),
      [child.id],
    );
    assert.equal(diagnosis.value.state, "failed");
  });

  it("says what could not be read, and goes on without it", async () => {
    const { id, jobs } = await add({
      ref: "main",
      status: "failed",
      jobs: [failing("unit", "Error: x"), failing("lint", "Error: y")],
    });
    await service.control.fault({ path: `/jobs/${jobs[0]}/trace`, status: 500, body: "{}" });
    await service.control.fault({ path: "/repository/commits", status: 500, body: "{}" });
    const diagnosis = open(id);
    await diagnosis.readCauses(signal);
    await diagnosis.readContext(signal);
    await service.control.clearFaults();
    const unit = diagnosis.value.failures.find(({ job }) => job.name === "unit");
    assert.ok(unit?.log && "unreadable" in unit.log);
    const lint = diagnosis.value.failures.find(({ job }) => job.name === "lint");
    assert.ok(lint?.log && !("unreadable" in lint.log));
    assert.ok(
      failures.some((one) => one.startsWith("Read the log")),
      failures.join(),
    );
    // Asked for again, it is read again.
    await diagnosis.readLog(unit.job, signal);
    assert.ok(diagnosis.value.failures.every(({ log }) => log && !("unreadable" in log)));
  });
});
