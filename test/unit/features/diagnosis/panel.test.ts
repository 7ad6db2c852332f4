/** The page of why a pipeline failed, from the local service: what it shows while it reads, and what its buttons do. */
import assert from "node:assert/strict";
import { Diagnoses } from "../../../../src/core/diagnosis/diagnoses.ts";
import { wordsOf } from "../../../../src/core/webview/element.ts";
import { DiagnosisPage } from "../../../../src/features/diagnosis/panel.ts";
import type { FabricatedJob } from "../../../service/fabricated.ts";
import { emptyService } from "../../../support/emptyService.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";
import { fakeApp } from "../../core/fakeApp.ts";
import { buttonsOf, elementsOf } from "../../core/webview/tree.ts";

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

  const open = async (jobs: readonly FabricatedJob[], status = "failed") => {
    const made = await service.control.addPipeline({ project: path, ref: "main", sha, status, jobs });
    const pipeline = await service.client.pipelines.get(path, made.id);
    const connections = { get: () => account };
    const { app } = fakeApp({}, { connections, projects: { state: { kind: "none" }, candidates: [] } });
    const ref = { instance: service.url, project: path, pipeline };
    const shown: string[] = [];
    const page = new DiagnosisPage(app, new Diagnoses(connections as never, () => undefined), ref, () => {
      shown.push(words());
    });
    const draw = () => page.draw({ now: Date.now(), language: "en" });
    const words = (): string => wordsOf(draw().page);
    /** The value of the first button with these words. */
    const valueOf = (label: string): string => {
      const found = elementsOf(draw().page).find((node) => node.tag === "button" && wordsOf(node) === label);
      return found?.attributes?.value ?? assert.fail(`${label} is not among ${buttonsOf(draw().page).join()}`);
    };
    return { page, ...made, shown, draw, words, valueOf };
  };
  const requestsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    const since = await service.control.lastRequest();
    await work();
    return (await service.control.requests(since)).map((one) => one.path).filter((one) => !one.includes("/-/"));
  };

  it("says once how many jobs failed", async () => {
    const { page, draw, id } = await open([failing("unit 1/2"), failing("unit 2/2")]);
    assert.equal(draw().said, undefined);
    await page.reader.load(signal);
    for (const _ of [1, 2]) {
      page.forget();
      assert.equal(draw().said, `Pipeline #${id}: failed, 2 failed jobs`);
      assert.equal(draw().said, undefined);
    }
    assert.deepEqual(draw().kept, { instance: service.url, project: path, pipeline: id });
  });

  it("follows changes of its pipeline and of jobs that may be its own", async () => {
    const { page, id } = await open([failing("unit")]);
    for (const [change, concerns] of [
      [{ subject: "pipeline", id }, true],
      [{ subject: "pipeline" }, true],
      [{ subject: "pipeline", id: id + 1 }, false],
      [{ subject: "job", pipelineId: id }, true],
      [{ subject: "job" }, true],
      [{ subject: "job", pipelineId: id + 1 }, false],
      [{ subject: "mergeRequest" }, false],
    ] as const)
      assert.equal(page.concerns({ instance: service.url, project: path, ...change }), concerns);
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
      shown.some((one) => /1 failed job/.test(one) && !/Error: late/.test(one)),
      "the job first, then what its log says",
    );
    assert.match(words(), /1 failed job.*late.*Since when/s);
    assert.doesNotMatch(words(), /last update/);
    assert.equal(page.reader.busy, false);
  });
});
