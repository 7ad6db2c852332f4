/** The page of why a pipeline failed, from the local service: what it shows while it reads, and what its buttons do. */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "mocha";
import { Diagnoses } from "../../../../src/core/diagnosis/diagnoses.ts";
import type { PipelineRef } from "../../../../src/core/pipelines/refs.ts";
import type { FabricatedJob } from "../../../service/fabricated.ts";
import { emptyService } from "../../../support/emptyService.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";
import { fakeApp } from "../../core/fakeApp.ts";
import { buttonsOf, elementsOf } from "../../core/webview/tree.ts";

const { isCancelled } = await import("../../../../src/core/base/errors.ts");
const { wordsOf } = await import("../../../../src/core/webview/element.ts");
const { DiagnosisPage } = await import("../../../../src/features/diagnosis/panel.ts");

const path = "demo/page";
const failing = (name: string, error = "Error: it broke"): FabricatedJob => ({
  name,
  stage: "test",
  status: "failed",
  failureReason: "script_failure",
  trace: `$ run\n${error}\n`,
});
type Account = ReturnType<ReturnType<typeof emptyService>["connect"]> & { readonly session: { readonly id: string } };

describe("the panel of why a pipeline failed", () => {
  const service = emptyService();
  const { signal } = new AbortController();
  let sha: string;
  let account: Account;
  let executed: unknown[][];
  before(async () => {
    await service.control.createProject({ path, members: ["alice"], files: { "a.txt": "0\n" } });
    ({ id: sha } = await service.client.commits.get(path, "main"));
  });
  const signIn = (id: string): void => void (account = { ...service.connect(), session: { id } });
  beforeEach(() => {
    signIn("alice");
    executed = [];
    vscodeFakes.commands = { executeCommand: (...call: unknown[]) => Promise.resolve(void executed.push(call)) };
  });
  after(() => vscodeFakes.reset());

  const open = async (jobs: readonly FabricatedJob[], status = "failed") => {
    const made = await service.control.addPipeline({ project: path, ref: "main", sha, status, jobs });
    const ref: PipelineRef = {
      instance: service.url,
      project: path,
      pipeline: await service.client.pipelines.get(path, made.id),
    };
    const connections = { get: () => account };
    const { app } = fakeApp({}, { connections, projects: { state: { kind: "none" }, candidates: [] } });
    const diagnoses = new Diagnoses(connections as never, () => undefined);
    const shown: { readonly words: string; readonly busy: string | undefined }[] = [];
    const page = new DiagnosisPage(app, diagnoses, ref, () => {
      const content = draw().page;
      shown.push({ words: wordsOf(content), busy: content[0]?.attributes?.["aria-busy"] });
    });
    const draw = () => page.draw({ now: Date.now(), language: "en" });
    const words = (): string => wordsOf(draw().page);
    /** The value of the first button with these words. */
    const valueOf = (label: string): string => {
      const found = elementsOf(draw().page).find((node) => node.tag === "button" && wordsOf(node) === label);
      assert.ok(found?.attributes?.value, `${label} is not among ${buttonsOf(draw().page).join()}`);
      return found.attributes.value;
    };
    return { page, ref, ...made, diagnoses, shown, draw, words, valueOf };
  };
  const requestsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    const since = await service.control.lastRequest();
    await work();
    return (await service.control.requests(since)).map((one) => one.path).filter((one) => !one.includes("/-/"));
  };

  it("shows the causes as they come, then since when, and says when it is done", async () => {
    await service.control.addPipeline({ project: path, ref: "main", sha, status: "success", jobs: [{ name: "old" }] });
    const { page, shown } = await open([failing("unit"), failing("lint", "Error: other")]);
    await page.reader.load(signal);
    const first = (pattern: RegExp): number => shown.findIndex(({ words }) => pattern.test(words));
    const order = [/Loading…/, /it broke/, /Comparing with earlier pipelines/, /Last passed/].map(first);
    assert.ok(!order.includes(-1), order.join());
    assert.deepEqual(
      order,
      order.toSorted((a, b) => a - b),
    );
    assert.ok(shown.slice(0, -1).some(({ busy }) => busy === "true"));
    assert.equal(shown.at(-1)?.busy, "false");
  });

  it("says once how many jobs failed, those with the same error included", async () => {
    const { page, draw, id } = await open([failing("unit 1/2"), failing("unit 2/2")]);
    assert.equal(draw().said, undefined);
    await page.reader.load(signal);
    page.forget();
    assert.equal(draw().said, `Pipeline #${id}: failed, 2 failed jobs`);
    assert.equal(draw().said, undefined);
    page.forget();
    assert.equal(draw().said, `Pipeline #${id}: failed, 2 failed jobs`);
    assert.deepEqual(draw().kept, { instance: service.url, project: path, pipeline: id });
  });

  it("follows changes of its pipeline and of jobs that may be its own", async () => {
    const { page, id } = await open([failing("unit")]);
    const scope = { instance: service.url, project: path };
    const concerns = (more: object): boolean => page.concerns({ ...scope, ...more } as never);
    assert.deepEqual(
      [
        { subject: "pipeline", id },
        { subject: "pipeline" },
        { subject: "job", pipelineId: id },
        { subject: "job" },
        { subject: "pipeline", id: id + 1 },
        { subject: "job", pipelineId: id + 1 },
        { subject: "mergeRequest" },
      ].map(concerns),
      [true, true, true, true, false, false, false],
    );
  });

  it("runs what its buttons say", async () => {
    const { page, valueOf, id, jobs } = await open([failing("unit")]);
    await page.reader.load(signal);
    for (const label of ["Retry Pipeline", "Show Pipeline", "Show Test Report", "Open in Browser", "Show Log"])
      await page.act(valueOf(label));
    assert.deepEqual(
      executed.map(([command, ref]) => [command, (ref as Partial<PipelineRef>).pipeline?.id]),
      [
        ["forgeline.pipeline.retry", id],
        ["forgeline.pipeline.reveal", id],
        ["forgeline.pipeline.showTestReport", id],
        ["forgeline.openInBrowser", id],
        ["forgeline.job.showLog", undefined],
      ],
    );
    const [[, log] = []] = executed.slice(-1);
    assert.equal((log as { readonly job: { readonly id: number } }).job.id, jobs[0]);
    await page.act("open log-999");
    await page.act("erase");
    assert.equal(executed.length, 5);
  });

  it("opens the CI file at its error", async () => {
    const made = await service.control.addPipeline({
      project: path,
      ref: "main",
      sha,
      status: "failed",
      yamlErrors: "jobs:a config is wrong",
      jobs: [],
    });
    const { page, ref } = await open([]);
    const { reader } = page;
    await reader.load(signal);
    assert.notEqual(ref.pipeline.id, made.id);
    const connections = { get: () => account };
    const { app } = fakeApp({}, { connections, projects: { state: { kind: "none" }, candidates: [] } });
    const invalid = { ...ref, pipeline: await service.client.pipelines.get(path, made.id) };
    const own = new DiagnosisPage(app, new Diagnoses(connections as never, () => undefined), invalid, () => undefined);
    await own.reader.load(signal);
    assert.match(wordsOf(own.draw({ now: 0, language: "en" }).page), /Invalid CI file.*jobs:a config is wrong/s);
    await own.act("showCiFile");
    assert.deepEqual(executed, [
      ["forgeline.ciFile.showError", { instance: service.url, project: path, sha, error: "jobs:a config is wrong" }],
    ]);
  });

  it("reads a log on request, unless the page is closed", async () => {
    const { page, valueOf, words } = await open(
      Array.from({ length: 12 }, (_, at) => failing(`job ${at}a`, `Error: ${at}a`)),
    );
    await page.reader.load(signal);
    const unread = () => words().match(/Read Log/g)?.length;
    assert.equal(unread(), 2);
    const asked = await requestsOf(() => page.act(valueOf("Read Log")));
    assert.equal(asked.length, 1);
    assert.equal(unread(), 1);
    const last = valueOf("Read Log");
    page.dispose();
    await assert.rejects(page.act(last), isCancelled);
  });

  it("keeps what it shows when the host fails, and says why until it answers", async () => {
    const { page, words } = await open([failing("unit")]);
    await page.reader.load(signal);
    await service.control.fault({ path: "/pipelines/\\d+$", status: 500, body: "{}" });
    await page.reader.load(signal);
    await service.control.clearFaults();
    assert.match(words(), /Showing data from the last update\..*it broke/s);
    await page.reader.load(signal);
    assert.doesNotMatch(words(), /last update/);
  });

  it("follows a running pipeline, compares it once it has ended, and stops then", async () => {
    const { control } = service;
    const { page, words, jobs, shown } = await open(
      [{ name: "unit", status: "running", trace: "Error: late\n" }],
      "running",
    );
    assert.equal(page.reader.busy, false, "nothing is read yet");
    await page.reader.load(signal);
    assert.match(words(), /This page updates while the pipeline runs\./);
    assert.equal(page.reader.busy, true);
    assert.equal((await requestsOf(() => page.reader.poll(signal))).length, 1);
    await service.control.fault({ path: "/pipelines/\\d+$", status: 500, body: "{}" });
    await page.reader.load(signal);
    await service.control.clearFaults();
    assert.match(words(), /last update/);
    await control.finishJob(jobs[0]!, "failed");
    await page.reader.poll(signal);
    assert.ok(
      shown.some((one) => /1 failed job/.test(one.words) && !/Error: late/.test(one.words)),
      "the job first, then what its log says",
    );
    assert.match(words(), /1 failed job.*late.*Since when/s);
    assert.doesNotMatch(words(), /last update/);
    assert.equal(page.reader.busy, false);
  });

  it("shows a job that is retried while the page is open as it is then", async () => {
    const { control, client } = service;
    const { page, words, jobs } = await open([failing("unit")]);
    await page.reader.load(signal);
    const { id } = await client.jobs.retry(path, jobs[0]!);
    await page.reader.load(signal);
    assert.match(words(), /No job has failed so far/);
    assert.equal(page.reader.busy, true);
    await control.appendTrace(id, "Error: again\n");
    await control.finishJob(id, "failed");
    await page.reader.poll(signal);
    await page.reader.poll(signal);
    assert.match(words(), /1 failed job.*Error: again/s);
  });

  it("compares again when it is refreshed, and shows what was known meanwhile", async () => {
    const { page, shown, words } = await open([failing("unit")]);
    await page.reader.load(signal);
    assert.doesNotMatch(words(), /flaky/);
    await service.control.addPipeline({ project: path, ref: "main", sha, status: "success", jobs: [{ name: "unit" }] });
    const since = shown.length;
    await page.reader.load(signal);
    assert.match(words(), /flaky: passed and failed on 1 commit/);
    assert.ok(shown.slice(since).every((one) => /Since when/.test(one.words)));
  });

  it("forgets what an account may see with that account", async () => {
    const { page, words } = await open([failing("unit")]);
    await page.reader.load(signal);
    assert.equal(page.reader.renew(), false);
    signIn("bob");
    assert.equal(page.reader.renew(), true);
    assert.doesNotMatch(words(), /it broke|unit/);
    assert.match(words(), /Loading…/);
    await page.reader.load(signal);
    assert.match(words(), /it broke/);
  });

  it("keeps what it shows while others read many pipelines", async () => {
    const { page, words, diagnoses, ref } = await open([failing("unit")]);
    await page.reader.load(signal);
    for (let at = 1; at <= 40; at++) diagnoses.of(ref, ref.pipeline.id + at);
    assert.match(words(), /it broke/);
  });
});
