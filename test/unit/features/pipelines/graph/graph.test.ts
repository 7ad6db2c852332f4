import assert from "node:assert/strict";
import type { Job } from "../../../../../src/api/resources/jobs.ts";
import { jobKey } from "../../../../../src/core/pipelines/jobKey.ts";
import { stagesOf } from "../../../../../src/core/pipelines/stages.ts";
import { drawnEdges } from "../../../../../src/features/pipelines/graph/drawnEdges.ts";
import { graphOf, type PipelineGraph } from "../../../../../src/features/pipelines/graph/graph.ts";
import { neighbour } from "../../../../../src/features/pipelines/graph/neighbours.ts";

const now = Date.parse("2026-01-01T10:00:00Z");
let nextId = 0;
const job = (stage: string, name: string, duration: number | null, given: Partial<Job> = {}): Job => ({
  id: ++nextId,
  stage,
  name,
  status: "success",
  duration,
  started_at: "2026-01-01T09:00:00Z",
  finished_at: "2026-01-01T09:30:00Z",
  web_url: "",
  ...given,
});
const graph = (jobs: readonly Job[], needs?: Readonly<Record<string, readonly string[]>>): PipelineGraph =>
  graphOf(
    stagesOf(jobs),
    needs &&
      new Map(Object.entries(needs).map(([key, keys]) => [find(jobs, key), keys.map((need) => find(jobs, need))])),
    now,
  );
const find = (jobs: readonly Job[], name: string): string =>
  jobKey(jobs.find((each) => each.name === name)?.stage ?? "", name);
const names = (keys: readonly string[]): string[] => keys.map((key) => (JSON.parse(key) as [string, string])[1]);
const edges = ({ edges: given }: PipelineGraph): string[] =>
  given.map(({ from, to, by, critical }) => `${names([from, to]).join(">")} ${by}${critical ? "!" : ""}`);

describe("the graph of a pipeline", () => {
  it("has one box for the parts of a job, and one line between two boxes", () => {
    const jobs = [
      job("build", "app", 1),
      ...[1, 2, 3].map((part) => job("test", `rspec ${part}/3`, part)),
      ...["a", "b"].map((part) => job("deploy", `ship: [${part}]`, 1)),
    ];
    const parts = ["rspec 1/3", "rspec 2/3", "rspec 3/3"];
    const made = graph(jobs, {
      "rspec 1/3": ["app"],
      "rspec 2/3": ["app", "rspec 1/3"],
      "ship: [a]": parts,
      "ship: [b]": parts,
    });
    const boxes = made.stages.flatMap((stage) => stage.boxes);
    const found = boxes.map((box) => ("group" in box ? `${box.group.name} ${box.jobs.length}` : box.name));
    assert.deepEqual(found, ["app", "rspec 3", "ship 2"]);
    const first = `job-${jobs[0]?.id ?? 0}`;
    assert.deepEqual(drawnEdges(made), [
      { from: first, to: "group-1-0", by: "needs", critical: true },
      { from: "group-1-0", to: "group-2-0", by: "needs", critical: true },
    ]);
  });

  it("joins jobs by needs and marks the longest chain among them", () => {
    const [app, docs] = [job("build", "app", 10), job("build", "docs", 50)];
    const jobs = [app, docs, job("test", "unit", 30), job("deploy", "ship", 30)];
    const made = graph(jobs, { unit: ["app"], ship: ["unit", "app"] });
    assert.deepEqual(edges(made), ["app>unit needs!", "unit>ship needs!", "app>ship needs"]);
    assert.equal(made.criticalSeconds, 70);
    assert.deepEqual(names([made.slowest ?? ""]), ["docs"]);
  });

  it("joins the critical path along the stages where no needs are known", () => {
    assert.deepEqual(edges(graph([job("build", "a", 1), job("build", "b", 2), job("test", "c", 1)])), ["b>c stage!"]);
  });

  it("counts running jobs with the time that has passed, and others without a time not at all", () => {
    const running = { status: "running", started_at: "2026-01-01T09:59:00Z", finished_at: null } as const;
    const { stages, criticalSeconds } = graph([
      job("a", "now", null, running),
      job("a", "manual", null, { status: "manual", started_at: null, finished_at: null }),
      job("a", "odd", -3),
    ]);
    const seconds = stages[0]?.jobs.map((one) => one.seconds);
    assert.deepEqual([seconds, criticalSeconds], [[60, undefined, undefined], 60]);
  });

  it("distinguishes equal jobs of two stages", () => {
    const [one, other] = graph([job("a", "x", 1), job("b", "x", 1)]).stages.flatMap(({ jobs }) => jobs);
    assert.notEqual(one?.key, other?.key);
  });
});

describe("the keyboard in a graph", () => {
  it("moves to the next job in each direction, past empty columns", () => {
    for (const [key, moves, ctrl = false] of [
      ["ArrowDown", "0,0 > 1,0 | 2,0 > 2,0"],
      ["ArrowUp", "0,0 > 0,0"],
      ["ArrowRight", "2,0 > 0,2 | 0,2 > 0,3 | 0,3 > 0,3"],
      ["ArrowLeft", "1,3 > 0,2 | 0,2 > 0,0"],
      ["Home", "1,3 > 1,0"],
      ["End", "1,0 > 1,3"],
      ["Home", "0,2 > 0,0", true],
      ["End", "0,2 > 1,3", true],
      ["x", "0,0 > nowhere"],
    ] as const)
      for (const move of moves.split(" | ")) {
        const [row = 0, column = 0] = (move.split(" > ")[0] ?? "").split(",").map(Number);
        const next = neighbour([3, 0, 1, 2], { row, column }, key, ctrl);
        assert.equal(`${row},${column} > ${next ? `${next.row},${next.column}` : "nowhere"}`, move, key);
      }
  });
});
