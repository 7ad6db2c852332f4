import assert from "node:assert/strict";
import type { Job } from "../../../../../src/api/resources/jobs.ts";
import { jobKey } from "../../../../../src/core/pipelines/jobKey.ts";
import { stagesOf } from "../../../../../src/core/pipelines/stages.ts";
import { type PageElement, wordsOf } from "../../../../../src/core/webview/element.ts";
import { announcement } from "../../../../../src/features/pipelines/graph/announcement.ts";
import { graphOf, type PipelineGraph } from "../../../../../src/features/pipelines/graph/graph.ts";
import { pageOf, needsWords } from "../../../../../src/features/pipelines/graph/page.ts";
import type { GraphState, KnownNeeds } from "../../../../../src/features/pipelines/graph/reader.ts";
import { buttonsOf, elementsOf } from "../../../core/webview/tree.ts";

const instance = "https://git.example";
const writing = { now: 0, language: "en" };
const job = (id: number, stage: string, name: string, status: string, more: Partial<Job> = {}): Job => ({
  ...{ id, stage, name, status, ref: "main", web_url: `${instance}/j/${id}`, created_at: null, duration: 10 },
  ...more,
});
const some = [
  job(1, "build", "app", "success"),
  job(2, "build", "docs", "failed", { allow_failure: true }),
  job(3, "test", "unit", "running"),
  job(4, "deploy", "ship", "manual", { allow_failure: true, duration: null }),
];
const many = (count: number, status = "success"): Job[] =>
  Array.from({ length: count }, (_, at) => job(at + 1, "a", `n${at}`, status));
const graph = (jobs: readonly Job[] = some, needs?: ReadonlyMap<string, readonly string[]>): PipelineGraph =>
  graphOf(stagesOf(jobs), needs, 0);
const pipeline = { id: 9, status: "running", ref: "main", sha: "0123456789abcdef", web_url: `${instance}/p/9` };
const state = (more: Partial<GraphState> = {}): GraphState => ({
  ref: { instance, project: "g/p", pipeline },
  ...{ loaded: true, seconds: 60, stages: stagesOf(some), needs: { kind: "missing" }, canPlay: true },
  ...more,
});
const page = (more: Partial<GraphState> = {}, drawn: PipelineGraph | undefined = graph(), open: string[] = []) =>
  pageOf(state(more), drawn, writing, new Set(open));
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
  it("has one title and a grid with a heading for each stage", () => {
    const all = elementsOf(page());
    const found = ["main", "h1", "table"].map((tag) => all.filter((one) => one.tag === tag).length);
    assert.deepEqual(found, [1, 1, 1]);
    assert.equal(all.find(({ tag }) => tag === "table")?.attributes?.role, "grid");
    const shown = all.filter(({ attributes }) => attributes?.role === "columnheader").map((node) => wordsOf(node));
    assert.deepEqual(shown, ["build 2 jobs, passed", "test 1 job, running", "deploy 1 job, manual"]);
  });

  it("describes each job in words, keeps it out of the tab order, and leaves earlier attempts out", () => {
    const needs = new Map([[jobKey("test", "unit"), [jobKey("build", "app")]]]);
    const nodes = page(
      {},
      graph([job(8, "build", "app", "success"), ...some.slice(1), job(1, "build", "app", "failed")], needs),
    );
    const found = jobButtons(nodes).map((one) => [one.attributes?.id, one.attributes?.tabindex, spokenOf(one)]);
    assert.deepEqual(found, [
      ["job-8", "-1", "app, passed, 10 seconds, slowest job, on the critical path"],
      ["job-3", "-1", "unit, running, 10 seconds, on the critical path, needs app"],
      ["job-4", "-1", "ship, manual, allowed to fail"],
      ["job-2", "-1", "docs, failed (allowed to fail), 10 seconds"],
    ]);
  });

  it("names five needs of a job at most", () => {
    const last = job(20, "b", "last", "created", { duration: null });
    const needs = new Map([[jobKey("b", "last"), many(8).map(({ name }) => jobKey("a", name))]]);
    const spoken = jobButtons(page({}, graph([...many(8), last], needs))).map(spokenOf);
    assert.ok(spoken.includes("last, created, needs n0, n1, n2, n3, n4 and 3 more"));
  });

  it("offers what can be done with each job", () => {
    const nodes = page();
    assert.deepEqual(menuOf(nodes, "app"), ["Show Log", "Retry", "Open in Browser"]);
    assert.deepEqual(menuOf(nodes, "unit"), ["Show Log", "Cancel", "Open in Browser"]);
    assert.deepEqual(menuOf(nodes, "ship"), ["Play", "Open in Browser"]);
    assert.deepEqual(menuOf(page({ canPlay: false }), "ship"), ["Open in Browser"]);
  });

  it("draws a matrix as one box, and its jobs, failed ones first, when it is open", () => {
    const parts = Array.from({ length: 400 }, (_, at) =>
      job(at + 2, "test", `rspec ${at + 1}/400`, at % 150 === 149 ? "failed" : "success"),
    );
    const drawn = graph([job(1, "build", "app", "success"), ...parts]);
    const closed = jobButtons(page({}, drawn)).map((one) => [
      spokenOf(one).split(",").slice(0, 3).join(),
      one.attributes?.["aria-expanded"],
      one.attributes?.["aria-haspopup"],
      one.attributes?.value,
    ]);
    assert.deepEqual(closed, [
      ["app, passed, 10 seconds", undefined, "menu", undefined],
      ["rspec, failed, 2 of 400 failed", "false", undefined, "toggleGroup 151"],
    ]);
    const open = jobButtons(page({}, drawn, [drawn.stages[1]?.boxes[0]?.key ?? ""])).map((one) => one.attributes);
    assert.equal(open.length, 402);
    assert.equal(open.find((one) => one?.value !== undefined)?.["aria-expanded"], "true");
    const found = open.flatMap((one) => (one?.class?.startsWith("job part") === true ? one.title : [])).slice(0, 3);
    assert.deepEqual(found, ["rspec 150/400", "rspec 300/400", "rspec 1/400"]);
  });

  const { ref } = state();
  const broken = { ...ref, pipeline: { ...ref.pipeline, yaml_errors: "job x: no script" } };
  const times = { left: 250, path: [], slower: { seconds: 60, ratio: 1.5 } };
  for (const [what, nodes, words] of [
    ["how long the pipeline still takes", page({ times }), /about 4m left.*slower than usual: \+1m, \+50%/],
    ["how much of a stage is left out", page({}, graph(many(1501))), /and 1,001 more/],
    ["that it loads", pageOf(state({ loaded: false, stages: undefined }), undefined, writing), /Loading…/],
    ["that there are no jobs", page({ stages: [] }, graph([])), /No jobs$/],
    ["errors of the CI file", page({ ref: broken, stages: [] }, graph([])), /Invalid CI file: job x: no script$/],
    ["that jobs are left out", page({ capped: 4 }), /Only the first 4 items are shown\./],
    [
      "what went wrong, and what helps",
      page({ problem: { message: "It broke.", remedy: "Sign In" } }),
      /It broke\..*Showing data from the last update\..*Sign In.*Try Again/,
    ],
  ] as const)
    it(`says ${what}`, () => {
      assert.match(wordsOf(nodes), words);
      assert.doesNotMatch(wordsOf(page()), /left|usual|more|Loading|No jobs|Invalid|Only|Try Again/);
    });

  it("draws 500 jobs of a stage at most", () => assert.equal(jobButtons(page({}, graph(many(1501)))).length, 500));
});

describe("the words about the edges of a graph", () => {
  const known = (whole: boolean, ...needs: readonly string[]): KnownNeeds => ({
    kind: "known",
    path: ".gitlab-ci.yml",
    whole,
    byJob: new Map([["a", needs]]),
  });
  for (const [needs, words] of [
    [known(true, "b"), /^Dependencies: needs of \.gitlab-ci\.yml at this commit/],
    [known(true), /^No needs in/],
    [known(false, "b"), /^Dependencies: only from \.gitlab-ci\.yml, because its includes cannot be resolved/],
    [{ kind: "failed", message: "It broke." }, /could not be read\. It broke\.$/],
    [{ kind: "broken", path: "x.yml" }, /x\.yml.*not valid/],
    [{ kind: "started" }, /a child pipeline/],
    [{ kind: "elsewhere" }, /another location/],
  ] as const)
    it(`explain ${needs.kind} needs: ${words.source}`, () => assert.match(needsWords(needs), words));
});

describe("the announcement of a changed graph", () => {
  const told = (status: string, jobs: readonly Job[]) => ({ id: 9, status, graph: graph(jobs) });
  const became = (jobs: readonly Job[], statuses: readonly string[]): Job[] =>
    jobs.map((one, at) => ({ ...one, ...(statuses[at] !== undefined && { status: statuses[at] }) }));

  it("names the pipeline's and the jobs' new statuses, and is none without a change", () => {
    const before = told("running", some);
    assert.deepEqual([announcement(undefined, before), announcement(before, before)], [undefined, undefined]);
    const after = became(some, ["success", "failed", "failed"]);
    assert.equal(announcement(before, told("failed", after)), "Pipeline #9: failed. unit: failed.");
  });

  it("names three jobs at most, and none that only waits", () => {
    const jobs = many(6, "created");
    const after = became(jobs, [...Array<string>(5).fill("running"), "pending"]);
    const found = announcement(told("running", jobs), told("running", after));
    assert.equal(found, "n0: running. n1: running. n2: running. 2 more jobs changed.");
  });
});
