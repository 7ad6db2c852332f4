/** Reading a diagnosis from the local service: what it says, and how many requests it takes. */
import assert from "node:assert/strict";
import type { Client } from "../../../../src/api/client.ts";
import { isCancelled } from "../../../../src/core/base/errors.ts";
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
    for (const n of [1, 2, 3])
      shas.push(
        (await control.commit({ "a.txt": `${n}` }, { project: path, branch: "main", message: `No. ${n}` })).sha,
      );
  });
  beforeEach(() => {
    failures = [];
  });

  const add = (spec: Parameters<typeof service.control.addPipeline>[0]) =>
    service.control.addPipeline({ project: path, ...spec });
  const failed = (error: unknown, doing: string) => failures.push(`${doing}: ${String(error)}`);
  const open = (id: number, source = service.connect()): PipelineDiagnosis =>
    new PipelineDiagnosis({ ...source, failed }, path, id);
  /** Reads causes and context. @returns the diagnosis, and the requests for its context */
  const readAll = async (id: number) => {
    const diagnosis = open(id);
    await diagnosis.readCauses(signal);
    return { diagnosis, asked: await requestsOf(() => diagnosis.readContext(signal)) };
  };
  /** Returns the requests that work sends. */
  const requestsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    const since = await service.control.lastRequest();
    await work();
    const prefix = `/api/v4/projects/${encodeURIComponent(path)}`;
    return (await service.control.requests(since))
      .map((one) => one.path.replace(prefix, ""))
      .filter((one) => !one.includes("/-/"));
  };

  const paths = (asked: readonly string[]): string[] => asked.map((one) => one.replace(/\?.*/, "")).sort();
  const namesOf = (of: readonly { readonly job: { readonly name?: string | null } }[]) => of.map(({ job }) => job.name);
  /** Adds a pipeline of `main` that failed. */
  const addRed = (jobs: FabricatedJob[], more: Parameters<typeof add>[0] = {}) =>
    add({ ref: "main", status: "failed", jobs, ...more });
  const addGreen = (ref: string, name: string, more: Parameters<typeof add>[0] = {}) =>
    add({ ref, status: "success", jobs: [{ name, status: "success" }], ...more });
  const many = (count: number): FabricatedJob[] =>
    Array.from({ length: count }, (_, at) => failing(`job ${at}a`, `Error: ${at}a`));
  const unit = failing("unit", "Error: x");
  const junit = ['<testsuite><testcase name="t"><failure>no</failure></testcase></testsuite>'];

  it("takes three requests and one per failed job, once", async () => {
    const { id, jobs } = await addRed([
      { name: "build", status: "success" },
      failing("unit", "src/a.c:3:1: error: no", { junit }),
      failing("lint", "Error: style", { allowFailure: true }),
    ]);
    const diagnosis = open(id);
    const asked = await requestsOf(() => Promise.all([diagnosis.readCauses(signal), diagnosis.readCauses(signal)]));
    assert.deepEqual(paths(asked), [
      `/jobs/${jobs[1]}/trace`,
      `/jobs/${jobs[2]}/trace`,
      ...["", "/jobs", "/test_report"].map((rest) => `/pipelines/${id}${rest}`),
    ]);
    const [found] = diagnosis.value.failures;
    assert.ok(found?.log && !("unreadable" in found.log));
    assert.equal(found.log.firstError?.text, "src/a.c:3:1: error: no");
    assert.equal(found.suites[0]?.cases[0]?.name, "t");
    assert.deepEqual(namesOf(diagnosis.value.allowed), ["lint"]);
    assert.deepEqual(await requestsOf(() => diagnosis.readCauses(signal)), []);
    // Logs do not change.
    assert.ok(!(await requestsOf(() => diagnosis.readCauses(signal, true))).some((one) => one.endsWith("/trace")));
  });

  it("reads ten logs, three at a time, and others on request", async () => {
    const { id } = await addRed(many(14));
    const source = service.connect();
    let [now, most] = [0, 0];
    const trace: typeof source.client.jobs.trace = async (...given) => {
      most = Math.max(most, ++now);
      try {
        return await source.client.jobs.trace(...given);
      } finally {
        now--;
      }
    };
    const client = Object.create(source.client, { jobs: { value: { ...source.client.jobs, trace } } }) as Client;
    const diagnosis = open(id, { ...source, client });
    const asked = await requestsOf(() => diagnosis.readCauses(signal));
    assert.equal(asked.filter((one) => one.endsWith("/trace")).length, 10);
    assert.ok(asked.length <= 3 + 10, asked.join());
    assert.deepEqual([most, diagnosis.value.areJobsCut], [3, false]);
    const unread = diagnosis.value.failures.find(({ log }) => log === undefined);
    assert.ok(unread);
    const once = await requestsOf(() => Promise.all([1, 2].map(() => diagnosis.readLog(unread.job, signal))));
    assert.deepEqual(once, [`/jobs/${unread.job.id}/trace`]);
    assert.deepEqual(await requestsOf(() => diagnosis.readLog(unread.job, signal)), []);
    assert.equal(diagnosis.value.failures.filter(({ log }) => log === undefined).length, 3);
  });

  it("finds a failed job among a hundred canceled ones, and reports that more failed than were read", async () => {
    const canceled = Array.from({ length: 101 }, (_, at) => ({ name: `later ${at}a`, status: "canceled" }));
    for (const [jobs, names, isCut, requests] of [
      [[unit, ...canceled], ["unit"], false, 5],
      [many(101), undefined, true, 13],
    ] as const) {
      const diagnosis = open((await addRed([...jobs])).id);
      const asked = await requestsOf(() => diagnosis.readCauses(signal));
      if (names) assert.deepEqual(namesOf(diagnosis.value.failures), names);
      assert.deepEqual([diagnosis.value.areJobsCut, asked.length], [isCut, requests], asked.join());
    }
  });

  it("finds the first red pipeline, suspects and flaky jobs with eight requests", async () => {
    const green = await addGreen("main", "spec", { sha: shas[0]! });
    const first = await addRed([failing("spec", "Error: x"), { name: "net", status: "success" }], { sha: shas[1]! });
    const net = failing("net", "Error: y");
    const { id } = await addRed([failing("spec", "Error: x"), { ...net, retried: true }, net], { sha: shas[2]! });
    await addGreen("other", "net", { sha: shas[2]! });
    const diagnosis = open(id);
    await diagnosis.readCauses(signal);
    const asked = await requestsOf(() => Promise.all([1, 2].map(() => diagnosis.readContext(signal))));
    assert.ok(asked.length <= 8, asked.join("\n"));
    const { since, suspects, failures: failed, target } = diagnosis.value;
    assert.deepEqual([since?.lastGreen?.id, since?.firstRed.id, since?.redCount], [green.id, first.id, 2]);
    const listed = suspects?.commits.map(({ title, author_name }) => `${title} ${author_name}`).join();
    assert.equal(listed, "No. 2 Alice Ahlgren");
    assert.equal(failed.map(({ job, flips }) => `${job.name} ${flips?.length}`).join(), "spec 0,net 1");
    assert.equal(target, null, "main has no branch that it goes to");
    assert.deepEqual(await requestsOf(() => diagnosis.readContext(signal)), []);
    diagnosis.renew();
    assert.equal(diagnosis.value.since?.redCount, 2, "known until it is read again");
    assert.deepEqual((await requestsOf(() => diagnosis.readContext(signal))).sort(), asked.toSorted());
    assert.deepEqual(failures, []);
  });

  it("names merge requests since the last green pipeline, with authors", async () => {
    const { control, client } = service;
    const head = async (): Promise<string> => (await client.commits.get(path, "main")).id;
    await addGreen("main", "spec", { sha: await head() });
    const branch = { project: path, branch: "feature", message: "Feature" };
    await control.commit({ "c.txt": "0\n" }, branch);
    const made = {
      project: path,
      sourceBranch: "feature",
      targetBranch: "main",
      title: "Merge the feature",
      by: "bob" as const,
    };
    const { iid } = await control.addMergeRequest(made);
    // The host checks it when it is asked for.
    const recheck = { iids: [iid], scope: "all", with_merge_status_recheck: true } as const;
    await client.mergeRequests.listForProject(path, recheck).page();
    await control.waitForMergeRequest({ project: path, iid, mergeStatus: ["mergeable"] });
    await client.mergeRequests.merge(path, iid);
    const { id } = await addRed([failing("spec", "Error: x")], { sha: await head() });
    const { diagnosis, asked } = await readAll(id);
    const [found] = diagnosis.value.suspects?.mergeRequests ?? [];
    assert.deepEqual([found?.title, found?.author?.username], ["Merge the feature", "bob"]);
    const query = asked.find((one) => one.includes("target_branch="));
    assert.match(query ?? "", /^\/merge_requests\?.*target_branch=main/);
    assert.match(query ?? "", /updated_after=20/);
  });

  it("compares with the latest finished pipeline of a known target", async () => {
    const passed = await addGreen("release", "unit");
    await add({ ref: "release", status: "canceled", jobs: [{ name: "unit", status: "canceled" }] });
    const { id } = await addRed([unit], { ref: "patch" });
    const diagnosis = open(id);
    diagnosis.learn({ target: "release" });
    await diagnosis.readCauses(signal);
    const asked = await requestsOf(() => diagnosis.readContext(signal));
    assert.deepEqual([diagnosis.value.target?.ref, diagnosis.value.target?.pipeline?.id], ["release", passed.id]);
    // The branch is known, and a pipeline that passed has no failed jobs.
    assert.doesNotMatch(asked.join("\n"), /source_branch|\/pipelines\/\d+\/jobs/);
  });

  it("compares a branch with its target, and lists its commits", async () => {
    const branch = { project: path, branch: "topic", message: "Try", by: "bob" as const };
    const { sha } = await service.control.commit({ "b.txt": "1\n" }, branch);
    await service.control.addMergeRequest({ project: path, sourceBranch: "topic", targetBranch: "main", title: "Try" });
    await addRed([unit], { sha: shas[2]! });
    const { id } = await addRed([unit, failing("docs", "Error: z")], { ref: "topic", sha });
    const { diagnosis, asked } = await readAll(id);
    assert.ok(asked.length <= 8, asked.join("\n"));
    const { failures: failed, target, suspects } = diagnosis.value;
    assert.equal(target?.ref, "main");
    assert.equal(failed.map(({ job, onTarget }) => `${job.name} ${onTarget}`).join(), "docs passes,unit fails");
    assert.deepEqual([suspects?.since, suspects?.commits.map(({ title }) => title)], ["target", ["Try"]]);
  });

  it("polls a running pipeline with one request, and one per newly failed job", async () => {
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
    for (const _ of [1, 2]) {
      const asked = await requestsOf(() => diagnosis.poll(signal));
      assert.equal(asked.length, 1, asked.join());
    }
    await control.appendTrace(jobs[1]!, "Error: too late\n");
    await control.finishJob(jobs[1]!, "failed");
    const asked = await requestsOf(() => diagnosis.poll(signal));
    assert.deepEqual(paths(asked), [`/jobs/${jobs[1]}/trace`, `/pipelines/${id}/jobs`]);
    const [failed] = diagnosis.value.failures;
    assert.ok(failed?.log && !("unreadable" in failed.log));
    assert.equal(failed.log.firstError?.text, "Error: too late");
    await control.finishJob(jobs[2]!, "success");
    const ended = await requestsOf(() => diagnosis.poll(signal));
    assert.ok(ended.includes(`/pipelines/${id}`), ended.join());
    assert.equal(diagnosis.value.pipeline?.status, "failed");
  });

  it("forgets the failed tests of a retried job", async () => {
    const { control, client } = service;
    const red = [
      { ...unit, junit },
      { name: "docs", status: "success", junit },
    ];
    const { id, jobs } = await addRed(red, { sha: shas[0]! });
    const source = service.connect();
    const diagnosis = open(id, source);
    await diagnosis.readCauses(signal);
    const seen = () => [
      diagnosis.value.state,
      diagnosis.value.failures.map(({ suites }) => suites.length),
      diagnosis.value.otherSuites.map(({ name }) => name),
    ];
    assert.deepEqual(seen(), ["failed", [1], ["docs"]]);
    const retried = await client.jobs.retry(path, jobs[0]!);
    await source.client.pipelines.get(path, id);
    assert.equal(diagnosis.hasCauses, false, "it runs again");
    await diagnosis.poll(signal);
    assert.deepEqual(seen(), ["noFailure", [], ["docs"]]);
    await control.finishJob(retried.id, "success");
    await diagnosis.poll(signal);
    assert.deepEqual(seen(), ["noFailure", [], []]);
    assert.equal(diagnosis.value.pipeline?.status, "success");
  });

  it("reports unreadable logs, and reads them again on request", async () => {
    const { id, jobs } = await addRed([unit, failing("lint", "Error: y")]);
    await service.control.fault({ path: `/jobs/${jobs[0]}/trace`, status: 500, body: "{}" });
    await service.control.fault({ path: "/repository/commits", status: 500, body: "{}" });
    const { diagnosis } = await readAll(id);
    await service.control.clearFaults();
    const isRead = ({ log }: (typeof diagnosis.value.failures)[number]) => log !== undefined && !("unreadable" in log);
    const read = diagnosis.value.failures.filter(isRead);
    assert.deepEqual([namesOf(read), diagnosis.value.failures.length], [["lint"], 2]);
    assert.match(failures.join(), /Read the log/);
    // Asked for again, it is read again.
    diagnosis.renew();
    const again = await requestsOf(() => diagnosis.readCauses(signal, true));
    const shown = again.filter((one) => one.endsWith("/trace"));
    assert.deepEqual(shown, [`/jobs/${jobs[0]}/trace`]);
    assert.ok(diagnosis.value.failures.every(isRead));
  });

  it("stops on cancel, and reads the next time", async () => {
    const { id, jobs } = await addRed([unit]);
    const diagnosis = open(id);
    const log = new AbortController();
    const job = { id: jobs[0]!, name: "unit", status: "failed" };
    const waiting = diagnosis.readLog(job, log.signal);
    log.abort();
    await assert.rejects(waiting, isCancelled);
    const causes = new AbortController();
    diagnosis.onChange(() => diagnosis.value.pipeline && causes.abort());
    await assert.rejects(diagnosis.readCauses(causes.signal), isCancelled);
    await diagnosis.readCauses(signal);
    const context = new AbortController();
    diagnosis.onChange(() => context.abort());
    const reading = diagnosis.readContext(context.signal);
    await assert.rejects(reading, isCancelled);
    await diagnosis.readContext(signal);
    assert.ok(diagnosis.value.suspects);
    const read = diagnosis.value.failures[0]?.log;
    assert.ok(read && !("unreadable" in read));
    assert.deepEqual(failures, []);
  });
});
