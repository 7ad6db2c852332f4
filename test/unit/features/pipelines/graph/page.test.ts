import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Job } from "../../../../../src/api/resources/jobs.ts";
import { jobKey } from "../../../../../src/core/pipelines/jobKey.ts";
import { type PageElement, wordsOf } from "../../../../../src/core/webview/element.ts";
import type { PipelineGraph } from "../../../../../src/features/pipelines/graph/graph.ts";
import type { GraphState, KnownNeeds } from "../../../../../src/features/pipelines/graph/reader.ts";
import "../../../../support/vscodeStub.ts";
import { assertHarmless, buttonsOf, elementsOf } from "../../../core/webview/tree.ts";

const { pageOf, needsWords } = await import("../../../../../src/features/pipelines/graph/page.ts");
const { announcement } = await import("../../../../../src/features/pipelines/graph/announcement.ts");
const { graphOf } = await import("../../../../../src/features/pipelines/graph/graph.ts");
const { stagesOf } = await import("../../../../../src/core/pipelines/stages.ts");

const instance = "https://git.example";
const writing = { now: 0, language: "en" };
const job = (id: number, stage: string, name: string, status: string, more: Partial<Job> = {}): Job => ({
  id,
  stage,
  name,
  status,
  ref: "main",
  web_url: `${instance}/j/${id}`,
  created_at: null,
  duration: 10,
  ...more,
});
const some = [
  job(1, "build", "app", "success"),
  job(2, "build", "docs", "failed", { allow_failure: true }),
  job(3, "test", "unit", "running"),
  job(4, "deploy", "ship", "manual", { allow_failure: true, duration: null }),
];
const graph = (jobs: readonly Job[] = some, needs?: ReadonlyMap<string, readonly string[]>): PipelineGraph =>
  graphOf(stagesOf(jobs), needs, 0);
const state = (more: Partial<GraphState> = {}): GraphState => ({
  ref: {
    instance,
    project: "g/p",
    pipeline: { id: 9, status: "running", ref: "main", sha: "0123456789abcdef", web_url: `${instance}/p/9` },
  },
  loaded: true,
  seconds: 60,
  stages: stagesOf(some),
  needs: { kind: "missing" },
  canPlay: true,
  ...more,
});
const page = (more: Partial<GraphState> = {}, drawn: PipelineGraph | undefined = graph()) =>
  pageOf(state(more), drawn, writing);
const jobButtons = (nodes: ReturnType<typeof page>) =>
  elementsOf(nodes).filter(({ attributes }) => attributes?.class?.split(" ")[0] === "job");
/** What a screen reader says of a button. */
const spokenOf = ({ children = [] }: PageElement): string =>
  children
    .filter((part) => typeof part === "string" || part.attributes?.["aria-hidden"] !== "true")
    .map((part) => wordsOf(part))
    .join(" ");
const menuOf = (nodes: ReturnType<typeof page>, name: string): string[] =>
  buttonsOf(
    elementsOf(nodes).filter(
      ({ attributes }) => attributes?.role === "menu" && attributes["aria-label"] === `Actions of ${name}`,
    ),
  );

describe("the page of a pipeline's graph", () => {
  it("says how long the pipeline still takes, and that it is slower than usual", () => {
    const standing = (more: Partial<GraphState> = {}): string =>
      elementsOf(page(more))
        .filter(({ attributes }) => attributes?.class === "standing")
        .map((node) => wordsOf(node))
        .join();
    const times = { left: 250, path: [], slower: { seconds: 60, ratio: 1.5 } };
    assert.match(standing({ times }), /about 4m left.*slower than usual: \+1m, \+50%/);
    assert.doesNotMatch(standing(), /left|usual/);
  });

  it("has one title, one main part, and a grid with a heading for each stage", () => {
    const all = elementsOf(page());
    assert.deepEqual(
      ["main", "h1", "table"].map((tag) => all.filter((one) => one.tag === tag).length),
      [1, 1, 1],
    );
    assert.deepEqual(
      all.filter(({ attributes }) => attributes?.role === "columnheader").map((node) => wordsOf(node)),
      ["build 2 jobs, passed", "test 1 job, running", "deploy 1 job, manual"],
    );
    assert.equal(all.find(({ tag }) => tag === "table")?.attributes?.role, "grid");
  });

  it("has each job once, out of the way of Tab until the page's script says which is in it", () => {
    const jobs = jobButtons(page());
    assert.deepEqual(
      jobs.map(({ attributes }) => [attributes?.id, attributes?.tabindex]),
      [
        ["job-1", "-1"],
        ["job-3", "-1"],
        ["job-4", "-1"],
        ["job-2", "-1"],
      ],
    );
  });

  it("tells a job in words with all that is drawn of it", () => {
    const needs = new Map([[jobKey("test", "unit"), [jobKey("build", "app")]]]);
    const names = jobButtons(page({}, graph(some, needs))).map(spokenOf);
    assert.deepEqual(names, [
      "app, passed, 10 seconds, slowest job, on the critical path",
      "unit, running, 10 seconds, on the critical path, needs app",
      "ship, manual, allowed to fail",
      "docs, failed (allowed to fail), 10 seconds",
    ]);
  });

  it("names no more needs than can be listened to", () => {
    const many = Array.from({ length: 8 }, (_, at) => job(at + 1, "a", `n${at}`, "success"));
    const last = job(20, "b", "last", "created", { duration: null });
    const nodes = page(
      {},
      graph([...many, last], new Map([[jobKey("b", "last"), many.map(({ name }) => jobKey("a", name))]])),
    );
    assert.ok(
      jobButtons(nodes).some((button) => spokenOf(button) === "last, created, needs n0, n1, n2, n3, n4 and 3 more"),
    );
  });

  it("offers what can be done with each job, and no more", () => {
    const nodes = page();
    assert.deepEqual(menuOf(nodes, "app"), ["Show Log", "Retry", "Open in Browser"]);
    assert.deepEqual(menuOf(nodes, "unit"), ["Show Log", "Cancel", "Open in Browser"]);
    assert.deepEqual(menuOf(nodes, "ship"), ["Play", "Open in Browser"]);
    assert.deepEqual(menuOf(page({ canPlay: false }), "ship"), ["Open in Browser"]);
  });

  it("has one box for a matrix, which says how many failed, and shows its jobs when it is open", () => {
    const jobs = [
      job(1, "build", "app", "success"),
      ...Array.from({ length: 400 }, (_, at) =>
        job(at + 2, "test", `rspec ${at + 1}/400`, at % 150 === 149 ? "failed" : "success"),
      ),
      job(500, "deploy", "ship", "created", { duration: null }),
    ];
    const needs = new Map([
      [jobKey("test", "rspec 1/400"), [jobKey("build", "app")]],
      [jobKey("deploy", "ship"), jobs.slice(1, 401).map(({ name }) => jobKey("test", name))],
    ]);
    const drawn = graph(jobs, needs);
    const buttons = (open: readonly string[]) =>
      jobButtons(pageOf(state(), drawn, writing, new Set(open))).map((button) => ({
        ...button.attributes,
        spoken: spokenOf(button),
      }));
    const closed = buttons([]);
    assert.deepEqual(
      closed.map((one) => [one.spoken, one["aria-expanded"], one["aria-haspopup"], one.value]),
      [
        ["app, passed, 10 seconds, slowest job, on the critical path", undefined, "menu", undefined],
        ["rspec, failed, 2 of 400 failed, on the critical path, needs app", "false", undefined, "toggleGroup 151"],
        ["ship, created, needs rspec", undefined, "menu", undefined],
      ],
    );
    const key = drawn.stages[1]?.boxes[0]?.key ?? "";
    const open = buttons([key]);
    assert.equal(open.length, 403);
    assert.equal(open.find(({ value }) => value !== undefined)?.["aria-expanded"], "true");
    assert.deepEqual(
      open
        .filter(({ class: look }) => look?.startsWith("job part") === true)
        .slice(0, 3)
        .map(({ title }) => title),
      ["rspec 150/400", "rspec 300/400", "rspec 1/400"],
    );
  });

  it("leaves earlier attempts out", () => {
    const again = graph([...some, job(9, "build", "app", "pending")]);
    assert.deepEqual(
      jobButtons(page({}, again)).map(({ attributes }) => attributes?.id),
      ["job-9", "job-3", "job-4", "job-2"],
    );
  });

  it("says how much of a stage is not shown", () => {
    const nodes = page({}, graph(Array.from({ length: 1501 }, (_, at) => job(at + 1, "a", `n${at}`, "success"))));
    assert.equal(jobButtons(nodes).length, 500);
    assert.match(wordsOf(nodes), /and 1,001 more/);
  });

  it("says that it is being read, that there are no jobs, and what went wrong", () => {
    assert.match(
      wordsOf(pageOf(state({ loaded: false, stages: undefined, needs: { kind: "reading" } }), undefined, writing)),
      /Loading…/,
    );
    assert.match(wordsOf(page({ stages: [] }, graph([]))), /No jobs$/);
    const { ref } = state();
    const broken = { ...ref, pipeline: { ...ref.pipeline, yaml_errors: "job x: no script" } };
    assert.match(wordsOf(page({ ref: broken, stages: [] }, graph([]))), /Invalid CI file: job x: no script$/);
    assert.match(wordsOf(page({ capped: 4 })), /Only the first 4 items are shown\./);
    const wrong = page({ problem: { message: "It broke.", remedy: "Sign In" } });
    assert.deepEqual(
      buttonsOf(wrong.flatMap((node) => elementsOf([node]).filter(({ attributes }) => attributes?.role === "alert"))),
      ["Sign In", "Try Again"],
    );
    assert.match(wordsOf(wrong), /Showing data from the last update\./);
  });

  it("makes do with whatever hosts send", () => {
    const odd = {
      stage: null,
      name: null,
      status: null,
      duration: "x",
      allow_failure: null,
      web_url: null,
    } as unknown as Partial<Job>;
    const nodes = page(
      {
        ref: {
          instance,
          project: 1,
          pipeline: { id: 9, status: null, ref: null, sha: null, name: "<b>\u202e", web_url: "javascript:x" },
        },
      },
      graph([{ ...job(1, "a", "b", "c"), ...odd }]),
    );
    assertHarmless(nodes, instance);
    assert.match(wordsOf(nodes), /Job 1/);
  });
});

describe("what is said of the lines", () => {
  const known = (whole: boolean, ...needs: readonly string[]): KnownNeeds => ({
    kind: "known",
    path: ".gitlab-ci.yml",
    whole,
    byJob: new Map([["a", needs]]),
  });
  const cases: readonly (readonly [KnownNeeds, RegExp])[] = [
    [known(true, "b"), /^Dependencies: needs of \.gitlab-ci\.yml at this commit/],
    [known(true), /^No needs in/],
    [known(false, "b"), /^Dependencies: only from \.gitlab-ci\.yml, because its includes cannot be resolved/],
    [{ kind: "failed", message: "It broke." }, /could not be read\. It broke\.$/],
    [{ kind: "broken", path: "x.yml" }, /x\.yml.*not valid/],
    [{ kind: "started" }, /a child pipeline/],
    [{ kind: "elsewhere" }, /another location/],
  ];
  for (const [needs, words] of cases)
    it(`is so for ${needs.kind} ${words.source}`, () => assert.match(needsWords(needs), words));
});

describe("what is read out when a graph changes", () => {
  const told = (status: string, jobs: readonly Job[]) => ({ id: 9, status, graph: graph(jobs) });
  it("is nothing at first, and nothing when nothing happened", () => {
    assert.equal(announcement(undefined, told("running", some)), undefined);
    assert.equal(announcement(told("running", some), told("running", some)), undefined);
  });
  it("is how the pipeline and its jobs stand now", () => {
    const after = some.map((one) => (one.name === "unit" ? { ...one, status: "failed" as const } : one));
    assert.equal(announcement(told("running", some), told("failed", after)), "Pipeline #9: failed. unit: failed.");
  });
  it("names three jobs at most, and none that only wait", () => {
    const jobs = Array.from({ length: 6 }, (_, at) => job(at + 1, "a", `n${at}`, "created"));
    const after = jobs.map((one, at) => ({ ...one, status: at === 5 ? ("pending" as const) : ("running" as const) }));
    assert.equal(
      announcement(told("running", jobs), told("running", after)),
      "n0: running. n1: running. n2: running. 2 more jobs changed.",
    );
  });
});
