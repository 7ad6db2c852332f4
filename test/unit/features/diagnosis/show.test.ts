import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type { PipelineRef } from "../../../../src/core/pipelines/refs.ts";
import type { DiagnosisContext } from "../../../../src/features/diagnosis/context.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";
import { fakeApp, pipelineRef, project } from "../../core/fakeApp.ts";

const { UserError } = await import("../../../../src/core/base/errors.ts");
const { show } = await import("../../../../src/features/diagnosis/commands/show.ts");
const { subjectArgs } = await import("../../../../src/features/diagnosis/refs.ts");

const { instance, project: path } = project;
const mergeRequestOf = (more: object) => ({ instance, project: path, mergeRequest: { iid: 3, ...more } as never });

describe("which pipeline is explained", () => {
  let opened: PipelineRef[];
  let asked: unknown[];
  beforeEach(() => {
    [opened, asked] = [[], []];
  });
  const run = (given: Parameters<typeof show>[1], answer: object = {}): Promise<void> => {
    const note = (value: unknown) => {
      asked.push(value);
      return Promise.resolve(answer);
    };
    const { app } = fakeApp<DiagnosisContext>(
      {
        jobs: { get: (_project: unknown, id: number) => note(["job", id]) },
        extras: {
          available: () => true,
          mergeRequest: (_project: unknown, iid: number) => note(["mergeRequest", iid]),
        },
      },
      { pages: { open: (ref: PipelineRef) => Promise.resolve(void opened.push(ref)) } },
    );
    return show(app, given);
  };
  const shown = () => opened.map((ref) => [ref.project, ref.pipeline.id, ref.pipeline.status]);

  it("is the one given, without a request", async () => {
    await run(pipelineRef);
    assert.deepEqual([opened, asked], [[pipelineRef], []]);
  });

  it("is that of a job, which is read where the job does not name it", async () => {
    const job = { id: 8, name: "lint", pipeline: { id: 5, status: "failed" } };
    await run({ instance, project: path, job });
    assert.deepEqual([shown(), asked], [[[path, 5, "failed"]], []]);
    await run({ instance, project: path, job: { id: 8, name: "lint" } }, { ...job, pipeline: { id: 6 } });
    assert.deepEqual([opened.at(-1)?.pipeline.id, asked], [6, [["job", 8]]]);
    await assert.rejects(
      run({ instance, project: path, job: { id: 8, name: "lint" } }, { id: 8 }),
      (error) => error instanceof UserError && /which pipeline job #8 belongs to/.test(error.message),
    );
  });

  it("is the head pipeline of a merge request, in the fork that it ran in", async () => {
    await run(mergeRequestOf({ head_pipeline: { id: 5, status: "failed", project_id: 44 } }));
    await run(mergeRequestOf({ head_pipeline: { id: 6, status: "failed" } }));
    assert.deepEqual(shown(), [
      [44, 5, "failed"],
      [path, 6, "failed"],
    ]);
    assert.deepEqual(asked, []);
  });

  it("is that of the merge request as it is now, where the row knows none", async () => {
    await run(mergeRequestOf({ head_pipeline: null }), { iid: 3, head_pipeline: { id: 7, status: "failed" } });
    assert.deepEqual([shown(), asked], [[[path, 7, "failed"]], [["mergeRequest", 3]]]);
  });

  it("offers to run one where a merge request has none", async () => {
    await assert.rejects(
      run(mergeRequestOf({ head_pipeline: null }), { iid: 3, head_pipeline: null }),
      (error) => error instanceof UserError && error.action?.command === "forgeline.pipeline.run",
    );
  });

  it("is the latest of the branch if it failed, else a failed one that the user picks", async () => {
    const box: Record<string, unknown> = {
      items: [],
      value: "",
      buttons: [],
      show: () => undefined,
      hide: () => undefined,
      dispose: () => undefined,
    };
    const silent = () => ({ dispose: () => undefined });
    for (const name of [
      "Accept",
      "ChangeValue",
      "ChangeActive",
      "ChangeSelection",
      "TriggerButton",
      "TriggerItemButton",
    ])
      box[`onDid${name}`] = silent;
    let hide = (): void => undefined;
    box["onDidHide"] = (hear: () => void) => {
      hide = hear;
      return silent();
    };
    vscodeFakes.window = { createQuickPick: () => box };
    const items = [
      { id: 9, status: "success", ref: "main", sha: project.head },
      { id: 8, status: "failed", ref: "main", sha: project.head },
    ];
    const context = (latest: object) =>
      fakeApp<DiagnosisContext>(
        {
          pipelines: {
            latest: () => Promise.resolve(latest),
            list: () => ({ page: () => Promise.resolve({ items, next: undefined }) }),
          },
        },
        { pages: { open: (ref: PipelineRef) => Promise.resolve(void opened.push(ref)) } },
      ).app;
    await show(context({ ...items[0], status: "failed" }));
    assert.deepEqual(shown(), [[path, 9, "failed"]]);
    const asking = show(context(items[0] ?? {}));
    const rows = (): string[] => (box["items"] as readonly { readonly label: string }[]).map(({ label }) => label);
    while (rows().length === 0) await new Promise(setImmediate);
    assert.deepEqual(rows(), ["#8"]);
    hide();
    await assert.rejects(asking);
    vscodeFakes.reset();
    assert.equal(opened.length, 1);
  });

  it("is read from rows by what they are about first", () => {
    const job = { ...pipelineRef, job: { id: 8, name: "lint", status: "failed", web_url: "" } };
    const pipeline = { ...pipelineRef, mergeRequest: { iid: 3 } };
    const mergeRequest = mergeRequestOf({});
    for (const row of [job, pipeline, mergeRequest]) assert.deepEqual(subjectArgs([row]), [row]);
    for (const other of [undefined, {}, { ...pipelineRef, pipeline: 7 }]) assert.deepEqual(subjectArgs([other]), []);
  });
});
