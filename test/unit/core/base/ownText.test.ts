import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, it } from "mocha";
import { ownText } from "../../../../src/core/base/ownText.ts";

const root = new URL("../../../../", import.meta.url);
const MB = 1024 * 1024;

/** By how many bytes the heap grows while a log of 500 chunks is read, each with a section and a problem. */
async function heapOf(reader: string): Promise<number> {
  const program = `
    const { LogText } = await import("./src/core/logText/logText.ts");
    const { LogParser } = await import("./src/core/logText/parser.ts");
    const { ProblemCollector } = await import("./src/core/problems/problemCollector.ts");
    const filler = "the usual text of a log, of which there is a lot\\n".repeat(1300);
    const chunk = (i) => Buffer.from(
      "section_start:1:partofthejob" + i + "[collapsed=true]\\r\\u001b[0K" + (i % 2 ? "The heading of part number " + i : "") + "\\n" +
      "src/folder/module" + i + ".ts(3,5): error TS2322: The message of problem number " + i + "\\n" +
      "    at work (/builds/group/project/file" + i + ".js:3:5)\\n" +
      "=== RUN   TestWithLongName" + i + "\\n    file_of_go_test" + i + ".go:3: The message of test number " + i + "\\n" + filler);
    const parser = new LogParser();
    const reader = ${reader};
    for (let i = 0; i < 20; i++) reader.push(chunk(i));
    gc();
    const before = process.memoryUsage().heapUsed;
    for (let i = 20; i < 520; i++) reader.push(chunk(i));
    gc();
    const grown = process.memoryUsage().heapUsed - before;
    console.log(JSON.stringify({ grown, kept: reader.kept() }));
  `;
  const flags = ["--expose-gc", "--input-type=module", "-e", program];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: root });
  const { grown, kept } = JSON.parse(stdout) as { grown: number; kept: number };
  assert.equal(kept, 520);
  return grown;
}

describe("base/ownText", () => {
  it("returns the same text", () => {
    for (const text of ["", "a", "Grüße, 世界 👩‍💻", "x".repeat(10_000)]) assert.equal(ownText(text), text);
    assert.equal(ownText("👍".slice(0, 1)), "\uFFFD");
  });

  // 500 chunks of 64 KiB would be 31 MiB.
  for (const [name, reader] of [
    [
      "the sections of a document",
      "Object.assign(new LogText(), { kept() { return this.snapshot().sections.length; } })",
    ],
    [
      "the problems of a log",
      "Object.assign(new ProblemCollector(), { push(bytes) { this.lines(parser.push(bytes)); }, kept() { return this.end().problems.filter(({ code }) => code).length; } })",
    ],
  ] as const)
    it(`${name} keep none of the text around them`, async function () {
      const grown = await heapOf(reader);
      assert.ok(grown < 8 * MB, `${(grown / MB).toFixed(1)} MiB`);
    });
});
