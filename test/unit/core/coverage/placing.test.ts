import { deepEqual, ok, rejects } from "node:assert/strict";
import { describe, it } from "mocha";
import { sameLines } from "../../../../src/core/comparisons/sameLines.ts";
import { changedCoverage, changedLines } from "../../../../src/core/coverage/changedLines.ts";
import { moveLines } from "../../../../src/core/coverage/moved.ts";
import { type ArtifactReport, placeReports } from "../../../../src/core/coverage/placing.ts";
import type { CoverageReport, FileReport } from "../../../../src/core/coverage/report.ts";
import { reportFiles, uploadsCoverage } from "../../../../src/core/coverage/reportNames.ts";
import { ProjectPaths } from "../../../../src/core/problems/paths.ts";

interface FileParts {
  readonly lines?: Readonly<Record<number, number>>;
  readonly branches?: Readonly<Record<number, number[]>>;
}

const file = (paths: readonly string[], { lines = { 1: 1 }, branches = {} }: FileParts = {}): FileReport => ({
  paths,
  lines: new Map(Object.entries(lines).map(([line, hits]) => [Number(line), hits])),
  branches: new Map(Object.entries(branches).map(([line, taken]) => [Number(line), taken])),
  functions: new Map(),
});
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
async function found(
  files: readonly string[],
  path: string,
  one: FileReport,
  format?: CoverageReport["format"],
  folders?: readonly string[],
) {
  const { files: all, missing } = await placed(files, [artifact(path, [one], format, folders)]);
  return all[0]?.file ?? missing;
}

describe("files of coverage reports", () => {
  it("are found by the runner's absolute paths, and relative to the checkout", async () => {
    const files = ["src/cart.ts", "web/src/cart.ts", "index.ts"];
    deepEqual(await found(files, "lcov.info", file(["/builds/demo/shop/src/cart.ts"])), "src/cart.ts");
    deepEqual(await found(files, "lcov.info", file(["/builds/demo/shop/index.ts"])), "index.ts");
    deepEqual(await found(files, "lcov.info", file(["C:\\gitlab\\builds\\demo\\shop\\src\\cart.ts"])), "src/cart.ts");
    deepEqual(await found(files, "coverage/lcov.info", file(["./src/cart.ts"])), "src/cart.ts");
  });

  it("are found in the package that wrote the report", async () => {
    const files = ["src/cart.ts", "packages/web/src/cart.ts", "packages/api/src/cart.ts"];
    const of = (path: string) => found(files, path, file(["src/cart.ts"]));
    deepEqual(await of("coverage/lcov.info"), "src/cart.ts");
    deepEqual(await of("packages/web/coverage/lcov.info"), "packages/web/src/cart.ts");
    deepEqual(await of("packages/api/coverage/unit/lcov.info"), "packages/api/src/cart.ts");
  });

  it("are found below one of Cobertura's source folders", async () => {
    const files = ["lib/a.py", "tools/a.py"];
    const of = (...folders: string[]) => found(files, "coverage.xml", file(["a.py"]), "cobertura", folders);
    deepEqual(await of("/builds/demo/shop/nowhere", "/builds/demo/shop/tools"), "tools/a.py");
    deepEqual(await of("/builds/demo/shop/lib", "/builds/demo/shop/tools"), "lib/a.py");
    deepEqual(await of("lib"), "lib/a.py");
    deepEqual(await of("/builds/demo/shop/nowhere"), ["a.py"]);
  });

  it("are found by JaCoCo's packages in the source folders of the module", async () => {
    const files = [
      "core/src/main/java/com/acme/A.java",
      "app/src/main/kotlin/com/acme/A.java",
      "B/src/com/acme/B.java",
    ];
    const of = (path: string, name: string) => found(files, path, file([`com/acme/${name}`]), "jacoco");
    deepEqual(await of("core/target/site/jacoco/jacoco.xml", "A.java"), "core/src/main/java/com/acme/A.java");
    deepEqual(
      await of("app/build/reports/jacoco/test/jacocoTestReport.xml", "A.java"),
      "app/src/main/kotlin/com/acme/A.java",
    );
    deepEqual(await of("jacoco.xml", "B.java"), "B/src/com/acme/B.java");
    deepEqual(await of("jacoco.xml", "A.java"), ["com/acme/A.java"], "there are two");
  });

  it("are missing where the project has none, and where they lead out of it", async () => {
    const all = ["/usr/lib/node/cart.ts", "../../etc/passwd", "/builds/demo/shop/../../../etc/passwd", "other/x.ts"];
    const { files, missing } = await placed(
      ["cart.ts"],
      [
        artifact(
          "lcov.info",
          all.map((path) => file([path])),
        ),
      ],
    );
    deepEqual([files, missing], [[], all]);
  });

  it("have the hits of all reports added, line by line and branch by branch", async () => {
    const one = file(["src/cart.ts"], { lines: { 1: 2, 2: 0 }, branches: { 2: [1, 0] } });
    const other = file(["/builds/demo/shop/src/cart.ts"], { lines: { 2: 3, 4: 0 }, branches: { 2: [0, 0, 5] } });
    const { files } = await placed(
      ["src/cart.ts"],
      [
        artifact("a/lcov.info", [one]),
        artifact("b/lcov.info", [other]),
        artifact("c/lcov.info", [file(["src/cart.ts"])]),
      ],
    );
    deepEqual(
      files.map(({ file: path, report }) => [path, [...report.lines], [...report.branches]]),
      [
        [
          "src/cart.ts",
          [
            [1, 3],
            [2, 3],
            [4, 0],
          ],
          [[2, [1, 0, 5]]],
        ],
      ],
    );
    deepEqual(
      [...one.lines],
      [
        [1, 2],
        [2, 0],
      ],
      "reports stay as they were read",
    );
  });

  it("are not looked for in any folder where the project has no file of their name", async () => {
    const sources = Array.from({ length: 50 }, (_, at) => `/builds/demo/shop/source${at}`);
    const files = Array.from({ length: 1_000 }, (_, at) => file([`a/b/File${at}.java`]));
    let asked = 0;
    const { missing } = await placeReports(
      [artifact("coverage.xml", files, "cobertura", sources)],
      { hasName: () => false, find: () => void asked++ },
      String,
    );
    deepEqual([missing.length, asked], [1_000, 0]);
  });

  it("give the loop back while thousands are looked for, and stop with their signal", async () => {
    const sources = Array.from({ length: 50 }, (_, at) => `/builds/demo/shop/source${at}`);
    const files = Array.from({ length: 20_000 }, (_, at) => file([`folder${at}/index.ts`]));
    const paths = new ProjectPaths(Array.from({ length: 30_000 }, (_, at) => `package${at}/src/index.ts`));
    const controller = new AbortController();
    setImmediate(() => controller.abort(new Error("stopped")));
    let asked = 0;
    await rejects(
      placeReports(
        [artifact("coverage.xml", files, "cobertura", sources)],
        {
          hasName: (path) => paths.hasName(path),
          find: ({ path }, checkouts) => {
            asked += 1;
            return paths.find(path, { checkouts, project: "demo/shop" });
          },
        },
        String,
        controller.signal,
      ),
      /stopped/,
    );
    ok(asked < 20_000 * 51, `${asked} of them`);
  });
});

describe("coverage of another version of a file", () => {
  it("is where its lines are now, without those that are gone", () => {
    const report = file(["a"], { lines: { 1: 1, 2: 0, 3: 5 }, branches: { 3: [1, 0] } });
    report.functions.set("3 run", { name: "run", line: 3, hits: 5 });
    const moved = moveLines(report, sameLines(["a", "b", "c"], ["new", "a", "changed", "c"]));
    deepEqual(
      [...moved.lines],
      [
        [2, 1],
        [4, 5],
      ],
    );
    deepEqual([...moved.branches], [[4, [1, 0]]]);
    deepEqual([...moved.functions.values()], [{ name: "run", line: 4, hits: 5 }]);
  });
});

describe("coverage of changed lines", () => {
  it("counts added and changed lines that have code", () => {
    const before = ["one", "two", "three", "four"];
    const now = ["zero", "one", "TWO", "three", "four", "five", "six"];
    const changed = changedLines(before, now);
    deepEqual(changed, [1, 3, 6, 7]);
    deepEqual(changedCoverage(file(["a"], { lines: { 2: 0, 3: 1, 6: 0, 7: 0 } }), changed), {
      covered: 1,
      total: 3,
      uncovered: [{ start: 6, end: 7 }],
    });
  });

  it("joins lines around those without code, but not around covered or unchanged ones", () => {
    const { uncovered } = changedCoverage(
      file(["a"], { lines: { 1: 0, 3: 0, 4: 1, 5: 0, 6: 0, 7: 0 } }),
      [1, 2, 3, 4, 5, 7],
    );
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
      "a/coverage.info",
      "b/unit.lcov",
      "c/coverage.xml",
      "coverage/lcov.info",
      "d/cobertura.xml",
      "e/cobertura-coverage.xml",
      "f/coverage.cobertura.xml",
      "g/target/site/jacoco/jacoco.xml",
      "h/jacocoTestReport.xml",
      "i/clover.xml",
      "j/coverage-unit.xml",
    ];
    deepEqual(files(...all), all);
    deepEqual(
      files("junit.xml", "coverage/index.html", "lcov.info.txt", "src/coverage.ts", "lcov-report/base.css"),
      [],
    );
  });

  it("count once where a tool writes several formats into a folder", () => {
    deepEqual(files("coverage/clover.xml", "coverage/cobertura-coverage.xml", "coverage/lcov.info"), [
      "coverage/lcov.info",
    ]);
    deepEqual(files("out/a.lcov", "out/b.lcov"), ["out/a.lcov", "out/b.lcov"]);
  });

  it("are known of jobs that upload a report for the host", () => {
    const uploads = (type: string) => uploadsCoverage({ artifacts: [{ file_type: "trace" }, { file_type: type }] });
    deepEqual(["cobertura", "coverage_report", "jacoco", "junit", "archive"].map(uploads), [
      true,
      true,
      true,
      false,
      false,
    ]);
    deepEqual(uploadsCoverage({ artifacts: null }), false);
  });
});
