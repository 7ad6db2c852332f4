import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { ApiError } from "../../../../src/api/errors.ts";
import { CancelledError, UserError } from "../../../../src/core/base/errors.ts";
import type { JobsContext } from "../../../../src/features/jobs/context.ts";
import type { PipelinesContext } from "../../../../src/features/pipelines/context.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";
import { fakeApp, jobRef, pipelineRef, project } from "../fakeApp.ts";
import { FakeInput, FakePick, stubBoxes, nextBox, rowsOf } from "../ui/stubBoxes.ts";

const pipelines = await import("../../../../src/features/pipelines/commands/change.ts");
const jobs = await import("../../../../src/features/jobs/commands/run.ts");
const { run } = await import("../../../../src/features/pipelines/commands/run.ts");

const refusal = new ApiError({
  kind: "invalidRequest",
  message: "",
  request: { method: "POST", url: "https://git.example.com/api/v4/x", instance: "https://git.example.com" },
  serviceMessage: "Reference not found",
});
const scope = { instance: project.instance, project: project.project };

let said: string[];
let ran: unknown[];
let answer: string | undefined;
function setMessages(): void {
  beforeEach(() => {
    stubBoxes();
    said = [];
    ran = [];
    answer = undefined;
    const message = (text: string, ...rest: unknown[]) => {
      said.push(
        [
          text,
          ...rest
            .map((part) => (typeof part === "object" && part !== null && "detail" in part ? String(part.detail) : ""))
            .filter(Boolean),
        ].join(" | "),
      );
      return Promise.resolve(answer);
    };
    vscodeFakes.window["setStatusBarMessage"] = message;
    vscodeFakes.window["showInformationMessage"] = message;
    vscodeFakes.window["showWarningMessage"] = message;
    vscodeFakes.commands["executeCommand"] = (...args: unknown[]) => Promise.resolve(ran.push(args));
  });
  afterEach(() => vscodeFakes.reset());
}

describe("Delete Pipeline", () => {
  setMessages();

  const deleting = () => {
    const deleted: unknown[] = [];
    return {
      deleted,
      ...fakeApp({ pipelines: { delete: (...args: unknown[]) => Promise.resolve(deleted.push(args.slice(0, 2))) } }),
    };
  };

  it("says what is lost and does nothing without a yes", async () => {
    const { app, deleted, changes } = deleting();
    await assert.rejects(pipelines.remove(app, pipelineRef), CancelledError);
    for (const word of ["#7", "Nightly", "main", "jobs", "logs", "artifacts", "triggers", "cannot be undone", "kept"])
      assert.ok(said[0]?.includes(word), word);
    assert.deepEqual([deleted, changes], [[], []]);
  });

  it("deletes after a yes and tells the views", async () => {
    const { app, deleted, changes } = deleting();
    answer = "Delete";
    await pipelines.remove(app, pipelineRef);
    assert.deepEqual(deleted, [["group/project", 7]]);
    assert.deepEqual(changes, [{ ...scope, subject: "pipeline", id: 7 }]);
  });
});

describe("Rename Pipeline", () => {
  setMessages();

  it("comes back with the typed name when the service refuses, and tells the views each time", async () => {
    const sent: unknown[] = [];
    const { app, changes, background } = fakeApp({
      pipelines: {
        updateMetadata: (...args: unknown[]) =>
          sent.push(args[2]) === 1 ? Promise.reject(refusal) : Promise.resolve({}),
      },
    });
    let shown = nextBox(FakeInput);
    const done = pipelines.rename(app, pipelineRef);
    const first = await shown;
    assert.equal(first.value, "Nightly");
    first.type(" Weekly ");
    shown = nextBox(FakeInput);
    first.accept();
    const second = await shown;
    assert.equal(second.value, " Weekly ");
    assert.deepEqual(background, [refusal]);
    second.accept();
    await done;
    assert.deepEqual(sent, [{ name: "Weekly" }, { name: "Weekly" }]);
    const change = { ...scope, subject: "pipeline", id: 7 };
    assert.deepEqual(changes, [change, change]);
  });
});

describe("Retry Job", () => {
  setMessages();

  it("offers the log of the new attempt and tells the views, also after a failure", async () => {
    const attempt = { ...jobRef.job, id: 9 };
    const ok = fakeApp<JobsContext>({ jobs: { retry: () => Promise.resolve(attempt) } });
    answer = "Show Log";
    await jobs.retry(ok.app, jobRef);
    assert.deepEqual(ok.changes, [{ ...scope, subject: "job", id: 8 }]);
    assert.deepEqual(ran, [["forgeline.job.showLog", { ...jobRef, job: attempt }]]);

    const refused = fakeApp<JobsContext>({ jobs: { retry: () => Promise.reject(refusal) } });
    await assert.rejects(jobs.retry(refused.app, jobRef), refusal);
    assert.equal(refused.changes.length, 1);
  });

  it("asks from the palette for jobs that ended", async () => {
    const asked: unknown[] = [];
    const list = (...args: unknown[]) => {
      asked.push(args[1]);
      const items = [{ ...jobRef.job, name: "running", status: "running" }, jobRef.job];
      return { page: () => Promise.resolve({ items }) };
    };
    const { app } = fakeApp<JobsContext>({ jobs: { list, retry: () => Promise.resolve(jobRef.job) } });
    const shown = nextBox(FakePick);
    const done = jobs.retry(app);
    const box = await shown;
    await rowsOf(box, (labels) => labels.includes("lint"));
    assert.deepEqual(box.labels, ["Jobs of One Pipeline…", "lint"]);
    assert.deepEqual(asked, [{ scope: ["success", "failed", "canceled"] }]);
    box.choose("lint");
    await done;
  });
});

describe("Play Job", () => {
  setMessages();

  it("explains when the host has no route for it, with the page as the way out", async () => {
    const { app } = fakeApp<JobsContext>({
      extras: { available: () => false, playJob: () => Promise.reject(refusal) },
    });
    await assert.rejects(jobs.play(app, jobRef), (error) => {
      assert.ok(error instanceof UserError);
      assert.deepEqual(error.action, { title: "Open in Browser", command: "forgeline.openInBrowser", args: [jobRef] });
      return true;
    });
    await assert.rejects(jobs.play(app), UserError);
  });

  it("passes other refusals on", async () => {
    const { app } = fakeApp<JobsContext>({
      extras: { available: () => undefined, playJob: () => Promise.reject(refusal) },
    });
    await assert.rejects(jobs.play(app, jobRef), refusal);
  });
});

describe("Run Pipeline", () => {
  setMessages();

  it("keeps ref and variables when the service refuses, shows why, and reveals what was started", async () => {
    const sent: unknown[] = [];
    const created = { ...pipelineRef.pipeline, id: 12, ref: "topic" };
    const { app, changes, revealed, background } = fakeApp<PipelinesContext>({
      pipelines: {
        create: (...args: unknown[]) => (sent.push(args[1]) === 1 ? Promise.reject(refusal) : Promise.resolve(created)),
      },
    });
    const pick = () => nextBox(FakePick);
    const input = () => nextBox(FakeInput);

    let next: ReturnType<typeof pick> = pick();
    const done = run(app);
    const refs = await next;
    await rowsOf(refs, (labels) => labels.includes("topic"));
    assert.deepEqual(refs.labels, ["Branches", "main", "topic", "Tags", "v1"]);
    assert.deepEqual(refs.activeItems, [refs.row("main")]);
    next = pick();
    refs.choose("topic");
    const empty = await next;
    assert.deepEqual(empty.labels, ["Run Pipeline on “topic”", "Add Variable…"]);

    const key = input();
    empty.choose("Add Variable…");
    (await key).type("STAGE");
    next = pick();
    (await key).accept();
    const kinds = await next;
    const value = input();
    kinds.choose("Environment variable");
    (await value).type("prod");
    next = pick();
    (await value).accept();
    const full = await next;
    assert.deepEqual(full.labels, ["Run Pipeline on “topic”", "Add Variable…", "STAGE"]);

    next = pick();
    full.choose("Run Pipeline on “topic”");
    const again = await next;
    assert.deepEqual(again.labels.slice(1), ["Run Pipeline on “topic”", "Add Variable…", "STAGE"]);
    assert.match(again.labels[0] ?? "", /Reference not found/);
    assert.deepEqual(background, [refusal]);
    again.choose("Run Pipeline on “topic”");
    await done;

    const request = { ref: "topic", variables: [{ key: "STAGE", value: "prod", variable_type: "env_var" }] };
    assert.deepEqual(sent, [request, request]);
    assert.deepEqual(changes.at(-1), { ...scope, subject: "pipeline", id: 12 });
    assert.deepEqual(revealed, [{ ...scope, pipeline: created }]);
  });

  it("warns before a second try when nobody knows what became of the first", async () => {
    const silent = new ApiError({
      kind: "timeout",
      outcomeUnknown: true,
      message: "",
      request: { method: "POST", url: "https://git.example.com/api/v4/x", instance: "https://git.example.com" },
    });
    const { app } = fakeApp<PipelinesContext>({ pipelines: { create: () => Promise.reject(silent) } });
    let next = nextBox(FakePick);
    const done = run(app);
    const refs = await next;
    await rowsOf(refs, (labels) => labels.includes("main"));
    next = nextBox(FakePick);
    refs.choose("main");
    const first = await next;
    next = nextBox(FakePick);
    first.choose("Run Pipeline on “main”");
    const again = await next;
    assert.match(again.labels[0] ?? "", /timed out.*may have started anyway/);
    again.hide();
    await assert.rejects(done, CancelledError);
  });

  it("does not come back when only a view failed after the pipeline was started", async () => {
    const { app, background } = fakeApp<PipelinesContext>(
      { pipelines: { create: () => Promise.resolve(pipelineRef.pipeline) } },
      { view: { load: () => Promise.resolve({ reveal: () => Promise.reject(refusal) }) } },
    );
    app.changes.event(() => {
      throw new TypeError("a view broke");
    });
    let next = nextBox(FakePick);
    const done = run(app);
    const refs = await next;
    await rowsOf(refs, (labels) => labels.includes("main"));
    next = nextBox(FakePick);
    refs.choose("main");
    (await next).choose("Run Pipeline on “main”");
    await done;
    assert.equal(background.length, 3);
  });

  it("says where the CI file includes others, whose variables are not looked for, and sends what it offers", async () => {
    const sent: unknown[] = [];
    const text =
      "include: other.yml\nvariables:\n  TARGET: {value: a, options: [a, b], description: Where to}\n  RAW: {value: $x, description: As it is, expand: false}\n";
    const raw = () => Promise.resolve({ body: [Buffer.from(text)], close: () => Promise.resolve() });
    const { app } = fakeApp<PipelinesContext>({
      repositoryFiles: { raw },
      pipelines: { create: (...args: unknown[]) => Promise.resolve((sent.push(args[1]), pipelineRef.pipeline)) },
    });
    Object.assign(app, { loadCiFile: () => import("../../../../src/features/pipelines/ciFileCode.ts") });
    let next = nextBox(FakePick);
    const done = run(app);
    const refs = await next;
    await rowsOf(refs, (labels) => labels.includes("main"));
    next = nextBox(FakePick);
    refs.choose("main");
    const note = "Files included by .gitlab-ci.yml may define more variables, which are not listed.";
    let form = await next;
    assert.deepEqual(form.labels, ["Run Pipeline on “main”", "Add Variable…", "TARGET", "RAW", note]);
    next = nextBox(FakePick);
    form.choose(note);
    form = await next;
    assert.deepEqual(form.labels.at(-1), note, "choosing it changes nothing");
    form.choose("Run Pipeline on “main”");
    await done;
    assert.deepEqual(sent, [{ ref: "main", variables: [{ key: "TARGET", value: "a", variable_type: "env_var" }] }]);
  });

  it("removes a variable, and keeps the others when stepping back to the ref", async () => {
    const { app } = fakeApp<PipelinesContext>({ pipelines: {} });
    const pick = () => nextBox(FakePick);
    let next = pick();
    const done = run(app);
    const refs = await next;
    await rowsOf(refs, (labels) => labels.includes("main"));
    next = pick();
    refs.choose("main");
    const list = await next;
    for (const name of ["A", "B"]) {
      const editor: FakePick = name === "A" ? list : await next;
      const key = nextBox(FakeInput);
      editor.choose("Add Variable…");
      (await key).type(name);
      next = pick();
      (await key).accept();
      const kinds = await next;
      const value = nextBox(FakeInput);
      kinds.choose("Environment variable");
      const box = await value;
      next = pick();
      box.accept();
    }
    const both = await next;
    next = pick();
    both.pressOn("A", "Remove");
    const one = await next;
    assert.deepEqual(one.labels.slice(2), ["B"]);
    next = pick();
    one.press("Back");
    const back = await next;
    await rowsOf(back, (labels) => labels.includes("topic"));
    next = pick();
    back.choose("topic");
    const kept = await next;
    assert.deepEqual(kept.labels, ["Run Pipeline on “topic”", "Add Variable…", "B"]);
    kept.hide();
    await assert.rejects(done, CancelledError);
  });
});
