import assert, { deepEqual, ok, rejects } from "node:assert/strict";
import { sameLines } from "../../../../src/core/comparisons/sameLines.ts";
import { changedCoverage, changedLines } from "../../../../src/core/coverage/changedLines.ts";
import { KnownCoverage } from "../../../../src/core/coverage/knownCoverage.ts";
import { moveLines } from "../../../../src/core/coverage/moved.ts";
import { type ArtifactReport, placeReports } from "../../../../src/core/coverage/placing.ts";
import type { CoverageReport, FileReport } from "../../../../src/core/coverage/report.ts";
import { reportFiles, uploadsCoverage } from "../../../../src/core/coverage/reportNames.ts";
import { ProjectPaths } from "../../../../src/core/problems/paths.ts";

describe("the known coverage of changed lines", () => {
  const version = { iid: 7, head: "abc", pipeline: 9 };
  const coverage = { covered: 25, total: 30, isPartial: false };

  it("belongs to one version of a merge request and one pipeline, and fires when there is more", () => {
    const known = new KnownCoverage();
    let fired = 0;
    known.onDidChange(() => fired++);
    assert.equal(known.of(version), undefined);
    known.keep(version, coverage);
    assert.deepEqual([known.of({ ...version }), fired], [coverage, 1]);
    for (const other of [{ iid: 8 }, { head: "def" }, { pipeline: 10 }])
      assert.equal(known.of({ ...version, ...other }), undefined);
  });

  it("is kept for the hundred versions that were shown last", () => {
    const known = new KnownCoverage();
    for (let iid = 1; iid <= 100; iid++) known.keep({ ...version, iid }, coverage);
    known.keep({ ...version, iid: 1 }, coverage);
    known.keep({ ...version, iid: 101 }, coverage);
    const found = [1, 2, 3, 101].map((iid) => known.of({ ...version, iid }) !== undefined);
    assert.deepEqual(found, [true, false, true, true]);
  });
});

type ByLine<T> = Readonly<Record<number, T>>;
const byLine = <T>(values: ByLine<T>): Map<number, T> =>
  new Map(Object.entries(values).map(([line, value]) => [Number(line), value]));
const file = (
  paths: readonly string[],
  lines: ByLine<number> = { 1: 1 },
  branches: ByLine<number[]> = {},
): FileReport => ({ paths, lines: byLine(lines), branches: byLine(branches), functions: new Map() });
const artifact = (
  path: string,
  files: readonly FileReport[],
  format: CoverageReport["format"] = "lcov",
  folders: readonly string[] = [],
): ArtifactReport => ({ path, report: { format, files, folders, counted: true, cut: false } });

/** What is found among files of the project `demo/shop`, by the file's path. */
function placed(files: readonly string[], reports: readonly ArtifactReport[]) {
  const paths = new ProjectPaths(files);
  return placeReports(
    reports,
    {
      hasName: (path) => paths.hasName(path),
      find: ({ path }, checkouts) => paths.find(path, { checkouts, project: "demo/shop" }),
    },
    (found) => found,
  );
}
describe("files of coverage reports", () => {
  const shop = ["src/cart.ts", "web/src/cart.ts", "index.ts"];
  const packages = ["src/cart.ts", "packages/web/src/cart.ts", "packages/api/src/cart.ts"];
  const python = ["lib/a.py", "tools/a.py"];
  const java = ["core/src/main/java/com/acme/A.java", "app/src/main/kotlin/com/acme/A.java", "B/src/com/acme/B.java"];
  type Case = [expected: string | string[], files: readonly string[], report: string, path: string];
  const cases: readonly [...Case, format?: CoverageReport["format"], ...folders: string[]][] = [
    ["src/cart.ts", shop, "lcov.info", "/builds/demo/shop/src/cart.ts"],
    ["index.ts", shop, "lcov.info", "/builds/demo/shop/index.ts"],
    ["src/cart.ts", shop, "lcov.info", "C:\\gitlab\\builds\\demo\\shop\\src\\cart.ts"],
    ["src/cart.ts", shop, "coverage/lcov.info", "./src/cart.ts"],
    ["src/cart.ts", packages, "coverage/lcov.info", "src/cart.ts"],
    ["packages/web/src/cart.ts", packages, "packages/web/coverage/lcov.info", "src/cart.ts"],
    ["packages/api/src/cart.ts", packages, "packages/api/coverage/unit/lcov.info", "src/cart.ts"],
    ["tools/a.py", python, "c.xml", "a.py", "cobertura", "/builds/demo/shop/nowhere", "/builds/demo/shop/tools"],
    ["lib/a.py", python, "c.xml", "a.py", "cobertura", "/builds/demo/shop/lib", "/builds/demo/shop/tools"],
    ["lib/a.py", python, "c.xml", "a.py", "cobertura", "lib"],
    [["a.py"], python, "c.xml", "a.py", "cobertura", "/builds/demo/shop/nowhere"],
    [java[0] ?? "", java, "core/target/site/jacoco/jacoco.xml", "com/acme/A.java", "jacoco"],
    [java[1] ?? "", java, "app/build/reports/jacoco/test/jacocoTestReport.xml", "com/acme/A.java", "jacoco"],
    [java[2] ?? "", java, "jacoco.xml", "com/acme/B.java", "jacoco"],
    [["com/acme/A.java"], java, "jacoco.xml", "com/acme/A.java", "jacoco"],
  ];
  for (const [expected, files, report, path, format, ...folders] of cases)
    it(`are ${typeof expected === "string" ? expected : "missing"} for ${path} in ${report} ${folders.join()}`, async () => {
      const { files: all, missing } = await placed(files, [artifact(report, [file([path])], format, folders)]);
      deepEqual(all[0]?.file ?? missing, expected);
    });

  it("are missing where the project has none, and where they lead out of it", async () => {
    const all = ["/usr/lib/node/cart.ts", "../../etc/passwd", "/builds/demo/shop/../../../etc/passwd", "other/x.ts"];
    const reports = all.map((path) => file([path]));
    const { files, missing } = await placed(["cart.ts"], [artifact("lcov.info", reports)]);
    deepEqual([files, missing], [[], all]);
  });

  it("have the hits of all reports added, line by line and branch by branch", async () => {
    const one = file(["src/cart.ts"], { 1: 2, 2: 0 }, { 2: [1, 0] });
    const other = file(["/builds/demo/shop/src/cart.ts"], { 2: 3, 4: 0 }, { 2: [0, 0, 5] });
    const reports = [one, other, file(["src/cart.ts"])].map((each, at) => artifact(`${at}/lcov.info`, [each]));
    const { files } = await placed(["src/cart.ts"], reports);
    const [only] = files;
    deepEqual([files.length, only?.file], [1, "src/cart.ts"]);
    deepEqual([only?.report.lines, only?.report.branches], [byLine({ 1: 3, 2: 3, 4: 0 }), byLine({ 2: [1, 0, 5] })]);
    deepEqual(one.lines, byLine({ 1: 2, 2: 0 }), "reports stay as they were read");
  });

  const sources = Array.from({ length: 50 }, (_, at) => `/builds/demo/shop/source${at}`);
  const reportOf = (count: number): ArtifactReport => {
    const files = Array.from({ length: count }, (_, at) => file([`folder${at}/index.ts`]));
    return artifact("coverage.xml", files, "cobertura", sources);
  };

  it("are not looked up if the project has no file of that name", async () => {
    let asked = 0;
    const find = (): undefined => void asked++;
    const { missing } = await placeReports([reportOf(1_000)], { hasName: () => false, find }, String);
    deepEqual([missing.length, asked], [1_000, 0]);
  });

  it("yield while thousands are looked up, and stop on cancel", async () => {
    const controller = new AbortController();
    setImmediate(() => controller.abort(new Error("stopped")));
    let asked = 0;
    const find = (): undefined => void asked++;
    const placing = placeReports([reportOf(20_000)], { hasName: () => true, find }, String, controller.signal);
    await rejects(placing, /stopped/);
    ok(asked < 20_000 * 51, `${asked} of them`);
  });
});

it("coverage of another version of a file is where its lines are now, without those that are gone", () => {
  const report = file(["a"], { 1: 1, 2: 0, 3: 5 }, { 3: [1, 0] });
  report.functions.set("3 run", { name: "run", line: 3, hits: 5 });
  const moved = moveLines(report, sameLines(["a", "b", "c"], ["new", "a", "changed", "c"]));
  deepEqual(moved.lines, byLine({ 2: 1, 4: 5 }));
  deepEqual([...moved.branches], [[4, [1, 0]]]);
  deepEqual([...moved.functions.values()], [{ name: "run", line: 4, hits: 5 }]);
});

describe("coverage of changed lines", () => {
  it("counts added and changed lines that have code", () => {
    const before = ["one", "two", "three", "four"];
    const now = ["zero", "one", "TWO", "three", "four", "five", "six"];
    const changed = changedLines(before, now);
    deepEqual(changed, [1, 3, 6, 7]);
    deepEqual(changedCoverage(file(["a"], { 2: 0, 3: 1, 6: 0, 7: 0 }), changed), {
      covered: 1,
      total: 3,
      uncovered: [{ start: 6, end: 7 }],
    });
  });

  it("joins lines around those without code, but not around covered or unchanged ones", () => {
    const { uncovered } = changedCoverage(file(["a"], { 1: 0, 3: 0, 4: 1, 5: 0, 6: 0, 7: 0 }), [1, 2, 3, 4, 5, 7]);
    deepEqual(uncovered, [
      { start: 1, end: 3 },
      { start: 5, end: 5 },
      { start: 7, end: 7 },
    ]);
  });

  it("is that of all lines in a new file, and of none in one that only lost lines", () => {
    deepEqual(changedLines([], ["a", "b"]), [1, 2]);
    deepEqual(changedLines(["a", "b", "c"], ["a", "c"]), []);
  });
});

describe("names of coverage reports", () => {
  const files = (...paths: string[]): string[] => reportFiles(paths.map((path) => ({ path }))).map(({ path }) => path);

  it("are those of common tools", () => {
    const all = [
      ...["a/coverage.info", "b/unit.lcov", "c/coverage.xml", "coverage/lcov.info", "d/cobertura.xml"],
      ...["e/cobertura-coverage.xml", "f/coverage.cobertura.xml", "g/target/site/jacoco/jacoco.xml"],
      ...["h/jacocoTestReport.xml", "i/clover.xml", "j/coverage-unit.xml"],
    ];
    deepEqual(files(...all), all);
    deepEqual(files("junit.xml", "coverage/a.html", "lcov.info.txt", "src/coverage.ts", "lcov-report/a.css"), []);
  });

  it("count once where a tool writes several formats into a folder", () => {
    deepEqual(files("a/clover.xml", "a/cobertura-coverage.xml", "a/lcov.info"), ["a/lcov.info"]);
    deepEqual(files("out/a.lcov", "out/b.lcov"), ["out/a.lcov", "out/b.lcov"]);
  });

  it("are known of jobs that upload a report for the host", () => {
    const uploads = (type: string) => uploadsCoverage({ artifacts: [{ file_type: "trace" }, { file_type: type }] });
    const types = ["cobertura", "coverage_report", "jacoco", "junit", "archive"];
    deepEqual(types.filter(uploads), types.slice(0, 3));
    deepEqual(uploadsCoverage({ artifacts: null }), false);
  });
});
