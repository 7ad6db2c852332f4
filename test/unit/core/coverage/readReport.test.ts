import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { readReport } from "../../../../src/core/coverage/readReport.ts";
import { type CoverageReport, MAX_FILES, totalsOf } from "../../../../src/core/coverage/report.ts";

const loadXml = () => import("@rgrove/parse-xml");
const sample = (name: string): string => readFileSync(new URL(`samples/${name}`, import.meta.url), "utf8");
const read = (text: string): Promise<CoverageReport | undefined> => readReport(text, { loadXml });
const readSample = async (name: string): Promise<CoverageReport> => {
  const report = await read(sample(name));
  ok(report, `${name} is read`);
  return report;
};

/** Each file of a report: its paths, `line:hits`, `line:taken/taken` of branches, and functions. */
const shortened = ({ format, files }: CoverageReport): unknown => [
  format,
  ...files.map(({ paths, lines, branches, functions }) => [
    paths.join(" "),
    [...lines].map((pair) => pair.join(":")).join(" "),
    [...branches].map(([line, taken]) => `${line}:${taken.join("/")}`).join(" "),
    [...functions.values()].map(({ name, line, hits }) => `${name}@${line}:${hits}`).join(" "),
  ]),
];

const limitsLines = "1:1 2:1 3:2 4:0 5:0 6:2 7:2 8:1 9:1 10:0 11:0";
const limits = (branches: string, functions = "clamp@2:2 unused@9:0", folder = "src"): readonly string[] => [
  `${folder}/limits.js`,
  limitsLines,
  branches,
  functions,
];
const kinds = ["src/kinds.js", "1:1", "1:1/1/0", "kindOf@1:1"];
const php = "/builds/demo/weather-station/src";

describe("coverage reports", () => {
  const py = ["src/weather/limits.py", "1:1 2:1 3:0 4:1 7:1 8:0"];
  const java = ["com/acme/Limits.java", "3:0 5:1 6:0 8:1 12:0", "5:1/0 8:1/1", "Limits@3:0 clamp@5:1 unused@12:0"];
  for (const [name, ...expected] of [
    ["istanbul-lcov.info", "lcov", kinds, limits("1:1 2:2 3:0 6:1/1")],
    ["node-lcov.info", "lcov", kinds, limits("1:1 2:2 3:0 6:1/1")],
    // Functions have two lines and branches a text.
    ["coverage-py.lcov", "lcov", [...py, "2:0/1", "clamp@1:1 unused@7:0"]],
    ["istanbul-cobertura.xml", "cobertura", kinds, limits("1:1 2:1 3:0 6:1/1")],
    // Without files that have no lines.
    ["coverage-py.xml", "cobertura", [...py, "2:1/0", ""]],
    // The source is the folder that the job ran in.
    ["gcovr-cobertura.xml", "cobertura", ["src/limits.cpp", "3:2 4:2 5:0 7:2", "4:1/0", "clamp(int, int, int)@3:2"]],
    // Whether instructions ran, but not how often.
    ["jacoco.xml", "jacoco", java],
    ["phpunit-clover.xml", "clover", [`${php}/Limits.php`, "9:2 10:0 12:2 17:0", "", "clamp@7:2 unused@15:0"]],
    // Conditions count taken and missed branches.
    ["istanbul-clover.xml", "clover", [`${php}/kinds.js`, "1:1", "1:1/1/0", ""], limits("1:1 2:1 3:0 6:1/1", "", php)],
  ] as const)
    it(`read ${name}`, async () => {
      const report = await readSample(name);
      deepEqual(shortened(report), expected);
      equal(report.counted, name !== "jacoco.xml");
      if (name === "coverage-py.xml") deepEqual(report.folders, ["/builds/demo/weather-station"]);
    });

  it("read functions by index, as LCOV has them since 2.2, and names with commas", async () => {
    const lcov =
      "TN:\nSF:a.cpp\nFNL:0,3,7\nFNA:0,2,clamp(int, int)\nFN:9,max(int, int)\nFNDA:4,max(int, int)\nDA:3,2\nend_of_record\n";
    const report = await read(lcov);
    deepEqual(report && shortened(report), ["lcov", ["a.cpp", "3:2", "", "max(int, int)@9:4 clamp(int, int)@3:2"]]);
  });

  it("add the records that LCOV has for each test of the same file", async () => {
    const record = (name: string, hits: number, taken: string): string =>
      `TN:${name}\r\nSF:/builds/a/b/src/x.c\r\nFN:1,main\r\nFNDA:${hits},main\r\nDA:1,${hits}\r\nBRDA:1,0,0,${taken}\r\nBRDA:1,0,1,-\r\nend_of_record\r\n`;
    const report = await read(record("one", 2, "3") + record("two", 5, "1"));
    deepEqual(report && shortened(report), ["lcov", ["/builds/a/b/src/x.c", "1:7", "1:4/0", "main@1:7"]]);
  });

  it("read JaCoCo's reports of several modules, with the folders of the module", async () => {
    const report = await read(
      '<report name="all"><group name="core"><package name="a"><sourcefile name="B.kt"><line nr="1" mi="0" ci="2" mb="0" cb="0"/></sourcefile></package></group></report>',
    );
    const folders = ["java", "kotlin", "scala", "groovy"].map((language) => `core/src/main/${language}/a/B.kt`);
    deepEqual(report?.files[0]?.paths, [...folders, "a/B.kt"]);
  });

  it("read OpenClover's conditions, which count how often each side was evaluated", async () => {
    const report = await read(
      '<coverage clover="4.5.2" generated="1"><project><package name="a"><file name="A.java" path="/b/src/A.java"><line num="3" type="cond" truecount="4" falsecount="0" complexity="1"/></file></package></project></coverage>',
    );
    deepEqual(report && shortened(report), ["clover", ["/b/src/A.java", "3:4", "3:1/0", ""]]);
  });

  it("count lines, branches and functions", async () => {
    const report = await readSample("istanbul-lcov.info");
    deepEqual(report.files.map(totalsOf), [
      { lines: { covered: 1, total: 1 }, branches: { covered: 2, total: 3 }, functions: { covered: 1, total: 1 } },
      { lines: { covered: 7, total: 11 }, branches: { covered: 4, total: 5 }, functions: { covered: 1, total: 2 } },
    ]);
  });

  it("may name a document type without declarations, in empty brackets too", async () => {
    const text =
      '<!DOCTYPE report PUBLIC "-//JACOCO//DTD Report 1.1//EN" "report.dtd"[]><report name="a"><package name="a"><sourcefile name="A.java"><line nr="3" mi="0" ci="1" mb="0" cb="0"/></sourcefile></package></report>';
    equal((await read(text))?.files.length, 1);
  });

  it("are not found in other content", async () => {
    for (const text of [
      ...["", "hello", "DA:1,1", "<html><body/></html>", '<testsuites><testsuite name="a"/></testsuites>', "<coverage"],
      `<coverage>${"<a>".repeat(50_000)}`,
      '<!DOCTYPE coverage [<!ENTITY a "aaaa">]><coverage><packages/></coverage>',
      '<!DOCTYPE coverage [ ]<!ENTITY a "aaaa">]><coverage><packages/></coverage>',
      '<coverage/><!DOCTYPE x [<!ENTITY a "b">]>',
    ])
      equal(await read(text), undefined, text.slice(0, 60));
  });

  it("leave out what has the wrong shape", async () => {
    const cobertura = await read(
      '<coverage><packages><package><classes><class name="x"><lines><line number="1" hits="1"/></lines></class><class filename="a.js"><lines><line number="-4" hits="1"/><line number="x" hits="1"/><line number="1.5" hits="1"/><line number="99999999" hits="1"/><line number="2" hits="many"/><line number="3" hits="1" branch="true" condition-coverage="100% (999999999/999999999)"/><line/></lines></class></classes></package></packages></coverage>',
    );
    deepEqual(
      cobertura?.files.map(({ paths, lines }) => [paths, [...lines].flat()]),
      [[["a.js"], [2, 0, 3, 1]]],
    );
    equal(cobertura.files[0]?.branches.get(3)?.length, 256, "branches are limited");
    const lcov = await read("SF:\nDA:1,1\nend_of_record\nSF:a\nDA:x,1\nDA:2\nDA:3,1e+9\nDA\nBRDA:\nFN:\nFNDA:\n");
    deepEqual([...(lcov?.files[0]?.lines ?? [])].flat(), [2, 0, 3, 1e9]);
  });

  it("never fail to be read, with any content", async () => {
    const samples = readdirSync(new URL("samples/", import.meta.url)).map(sample);
    const marks = fc.constantFrom("\n", '"', "<", ">", "/>", "&amp;", "-1", "1e400", "NaN");
    const added = fc.oneof(fc.string({ maxLength: 12 }), marks);
    const edit = fc.record({ at: fc.nat(4_000), removed: fc.nat(60), added });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...samples), fc.array(edit, { maxLength: 5 }), async (text, edits) => {
        let changed = text;
        for (const { at, removed, added } of edits) {
          const from = at % (changed.length + 1);
          changed = changed.slice(0, from) + added + changed.slice(from + removed);
        }
        for (const { paths, lines, branches, functions } of (await read(changed))?.files ?? []) {
          ok(paths.length > 0 && paths.every((path) => path !== ""));
          const all = [...lines.keys(), ...branches.keys(), ...[...functions.values()].map(({ line }) => line)];
          ok(
            all.every((line) => Number.isInteger(line) && line >= 1),
            changed,
          );
          const counts = [...lines.values(), ...[...branches.values()].flat()];
          ok(counts.every((hits) => Number.isInteger(hits) && hits >= 0));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("stop at the limit of files, and are marked as cut", async () => {
    const files = Array.from({ length: MAX_FILES + 1 }, (_, at) => `SF:${at}.js\nDA:1,1\nend_of_record\n`);
    const report = await read(files.join(""));
    deepEqual([report?.files.length, report?.cut], [MAX_FILES, true]);
  });

  it("are read until the user cancels", async () => {
    const stop = new AbortController();
    stop.abort(new Error("stopped"));
    const long = `SF:a.js\n${"DA:1,1\n".repeat(60_000)}end_of_record\n`;
    for (const text of [long, sample("jacoco.xml")])
      await rejects(readReport(text, { loadXml, signal: stop.signal }), /stopped/);
  });
});
