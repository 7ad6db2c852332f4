/**
 * How fast the cases of a test report are shown, and how long other work has to wait meanwhile.
 *
 *     npm run bench -- testReports
 *
 * A report is read as a host sends it; VS Code's side is a stand-in that keeps items and takes results. `parse` is the one step that
 * cannot be divided.
 */
import "../support/vscodeStub.ts";
import type { TestController, TestItem, TestRun } from "vscode";
import type { TestReport } from "../../src/api/resources/pipelines.ts";
import { type ReportedCase, reportSuites } from "../../src/core/pipelines/testCases.ts";
import { result } from "./results.ts";

const { showCases } = await import("../../src/features/pipelines/testReports/caseItems.ts");
const { caseUri } = await import("../../src/features/pipelines/testReports/caseText.ts");
const { WorkspacePlaces } = await import("../../src/features/pipelines/testReports/places.ts");

/** Every tenth case failed, with a stack. */
function reportOf(cases: number): string {
  const stack = Array.from(
    { length: 30 },
    (_, at) => `    at step${at} (/builds/group/project/src/module${at}.js:${at + 1}:7)`,
  ).join("\n");
  return JSON.stringify({
    test_suites: [
      {
        name: "unit",
        total_count: cases,
        test_cases: Array.from({ length: cases }, (_, at) => ({
          status: at % 10 === 0 ? "failed" : "success",
          name: `case ${at}`,
          classname: `class ${at % 200}`,
          execution_time: 0.01,
          system_output: at % 10 === 0 ? `AssertionError: ${at}\n${stack}` : null,
          stack_trace: null,
        })),
      },
    ],
  });
}

const itemOf = (id: string, label: string): TestItem => {
  const items = new Map<string, TestItem>();
  const children = {
    get: (key: string) => items.get(key),
    add: (item: TestItem) => void items.set(item.id, item),
    delete: (key: string) => void items.delete(key),
    [Symbol.iterator]: () => items.entries(),
  };
  return { id, label, children } as unknown as TestItem;
};
const controller = { createTestItem: itemOf } as unknown as TestController;
const nothing = (): void => undefined;
const run = {
  passed: nothing,
  failed: nothing,
  errored: nothing,
  skipped: nothing,
  appendOutput: nothing,
} as unknown as TestRun;

/** Milliseconds that this thread has computed: what other processes take is not its stall. */
const busy = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

async function show(cases: number): Promise<{ parse: number; ms: number; stall: number }> {
  const body = reportOf(cases);
  const began = performance.now();
  const report = JSON.parse(body) as TestReport;
  const parsed = performance.now();
  const [suite] = reportSuites(report);
  if (suite === undefined) throw new Error("A report has a suite");
  let stall = 0;
  let last = busy();
  let over = false;
  const tick = (): void => {
    const now = busy();
    stall = Math.max(stall, now - last);
    last = now;
    if (!over) setImmediate(tick);
  };
  setImmediate(tick);
  const options = {
    controller,
    parent: itemOf("suite", "unit"),
    grouped: suite.grouped,
    run,
    places: new WorkspacePlaces(() => Promise.resolve(undefined)),
    textOf: ({ key, name }: ReportedCase) => caseUri({ report: "1", suite: "unit", key }, name),
    caughtUp: () => Promise.resolve(),
    signal: new AbortController().signal,
  };
  await showCases(suite.cases(), options);
  const ended = performance.now();
  over = true;
  return { parse: parsed - began, ms: ended - parsed, stall };
}

await show(5_000); // the compiler's share
console.log("   cases  parse ms   show ms   µs/case  longest stall ms");
for (const cases of [1_000, 5_000, 20_000, 100_000]) {
  const { parse, ms, stall } = await show(cases);
  const cells: [string | number, number][] = [
    [cases, 8],
    [parse.toFixed(1), 10],
    [ms.toFixed(0), 10],
    [((ms * 1_000) / cases).toFixed(1), 10],
    [stall.toFixed(1), 18],
  ];
  console.log(cells.map(([cell, width]) => String(cell).padStart(width)).join(""));
  if (cases !== 20_000) continue;
  result({ name: "a report of 20,000 cases until it is shown", value: ms, unit: "ms" });
  result({ name: "the longest stall meanwhile", value: stall, unit: "ms" });
}
