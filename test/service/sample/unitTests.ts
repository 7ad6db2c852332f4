/** What `node --test` of Node 24 writes about the sample's tests with FORCE_COLOR, to its log (spec) and its report (JUnit). */

/** The tests of the dew point: not there yet, failing because nothing refuses a humidity that cannot be, or passing. */
export type DewPoint = "absent" | "broken" | "whole";

const dim = (text: string) => `\x1b[90m${text}\x1b[39m`;
const green = (text: string) => `\x1b[32m${text}\x1b[39m`;
const red = (text: string) => `\x1b[31m${text}\x1b[39m`;
const blue = (text: string) => `\x1b[34m${text}\x1b[39m`;

const refused = ["refuses 0 %", "refuses -1 %", "refuses 101 %"];
const suites = {
  "dew point": ["is the temperature itself in saturated air", "falls with the humidity", ...refused],
  readings: ["reads a line", "skips empty lines and remarks"],
  station: ["takes a reading and sums it up", "says what is wrong with a reading", "knows nothing else"],
  summary: ["is empty without readings", "keeps lowest, highest and mean by sensor", "becomes a page, with names escaped"],
  units: ["converts pressure", "writes one decimal and the unit"],
};
const files: Readonly<Record<string, string>> = { "dew point": "dewPoint" };
const complaint = "Missing expected exception (RangeError).";
/** Of the assertion in `humidity/test/dewPoint.test.js`, and of the test around it. */
const asserted = "test/dewPoint.test.js:8:81";
const declared = "test/dewPoint.test.js:8:40";
const inNode = [
  "at Test.runInAsyncScope (node:async_hooks:227:14)",
  "at Test.run (node:internal/test_runner/test:1402:25)",
  "at Suite.processPendingSubtests (node:internal/test_runner/test:974:18)",
  "at Test.postRun (node:internal/test_runner/test:1542:19)",
  "at Test.run (node:internal/test_runner/test:1467:12)",
  "at async Suite.processPendingSubtests (node:internal/test_runner/test:974:7)",
];

interface RunTest {
  readonly name: string;
  readonly failed: boolean;
  readonly milliseconds: number;
}
const run = (dewPoint: DewPoint): [suite: string, tests: RunTest[]][] =>
  Object.entries(suites)
    .filter(([suite]) => suite !== "dew point" || dewPoint !== "absent")
    .map(([suite, names]) => [suite, names.map((name, at) => ({ name, failed: dewPoint === "broken" && suite === "dew point" && refused.includes(name), milliseconds: 0.125 + ((name.length * 7 + at) % 40) / 8 }))]);
const failures = (tests: readonly RunTest[]): RunTest[] => tests.filter(({ failed }) => failed);

/**
 * The JUnit XML of the sample's unit tests.
 * @param checkout the runner's folder of the project.
 */
export function junitReport(dewPoint: DewPoint, checkout: string): string {
  const why = `<failure type="testCodeFailure" message="${complaint}">
[Error [ERR_TEST_FAILURE]: ${complaint}] {
  code: 'ERR_TEST_FAILURE',
  failureType: 'testCodeFailure',
  cause: AssertionError [ERR_ASSERTION]: ${complaint}
      at TestContext.&lt;anonymous> (file://${checkout}/${asserted})
${inNode.map((frame) => `      ${frame}`).join("\n")} {
    generatedMessage: false,
    code: 'ERR_ASSERTION',
    actual: undefined,
    operator: 'throws',
    diff: 'simple'
  }
}
			</failure>`;
  const written = run(dewPoint).map(([suite, tests]) => {
    const cases = tests.map(({ name, failed, milliseconds }) => {
      const open = `\t\t<testcase name="${name}" time="${seconds(milliseconds)}" classname="${suite}" file="${checkout}/test/${files[suite] ?? suite}.test.js"`;
      return failed ? `${open} failure="${complaint}">\n\t\t\t${why}\n\t\t</testcase>\n` : `${open}/>\n`;
    });
    return `\t<testsuite name="${suite}" time="${seconds(sum(tests))}" disabled="0" errors="0" tests="${tests.length}" failures="${failures(tests).length}" skipped="0" hostname="runner">\n${cases.join("")}\t</testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>\n<testsuites>\n${written.join("")}</testsuites>\n`;
}

/**
 * What stands in the job's log.
 * @param checkout the runner's folder of the project.
 */
export function testLines(dewPoint: DewPoint, checkout: string): string[] {
  const ran = run(dewPoint);
  const all = ran.flatMap(([, tests]) => tests);
  const failed = failures(all);
  const told = (name: string, wrong: boolean, milliseconds: number): string => (wrong ? red : green)(`${wrong ? "✖" : "✔"} ${name} ${dim(`(${milliseconds}ms)`)}`);
  const one = ({ name, failed: wrong, milliseconds }: RunTest): string => told(name, wrong, milliseconds);
  const counts = { tests: all.length, suites: ran.length, pass: all.length - failed.length, fail: failed.length, cancelled: 0, skipped: 0, todo: 0, duration_ms: 1106.141287 };
  return [
    ...ran.flatMap(([suite, tests]) => [`▶ ${suite}`, ...tests.map((test) => `  ${one(test)}`), told(suite, failures(tests).length > 0, sum(tests))]),
    ...Object.entries(counts).map(([what, count]) => blue(`ℹ ${what} ${count}`)),
    `ℹ all files      | ${green("98.10")} | ${green("  97.36")} | ${green(" 100.00")} |`,
    ...(failed.length > 0 ? ["", red("✖ failing tests:")] : []),
    ...failed.flatMap((test) => [
      "",
      `test at ${declared}`,
      one(test),
      `  AssertionError [ERR_ASSERTION]: ${complaint}`,
      `      at TestContext.<anonymous> ${dim(`(file://${checkout}/`)}${asserted}${dim(")")}`,
      ...inNode.map((frame, at) => `  ${dim(`    ${frame}`)}${at === inNode.length - 1 ? " {" : ""}`),
      `    generatedMessage: \x1b[33mfalse\x1b[39m,`,
      `    code: ${green("'ERR_ASSERTION'")},`,
      `    actual: ${dim("undefined")},`,
      `    operator: ${green("'throws'")},`,
      `    diff: ${green("'simple'")}`,
      "  }",
    ]),
  ];
}

const sum = (tests: readonly RunTest[]): number => tests.reduce((total, { milliseconds }) => total + milliseconds, 0);
const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(6);
