import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { readLogFacts } from "../../../../src/core/diagnosis/logFacts.ts";

const { signal } = new AbortController();
async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 1 << 16) yield bytes.subarray(at, at + (1 << 16));
}
const script = (body: string): string =>
  `section_start:1:step_script\r\u001b[0K\u001b[0mExecuting "step_script"\n${body}section_end:9:step_script\r\u001b[0K`;

describe("the facts of a log", () => {
  const failure = "\u001b[31msrc/b.c:12:3: error: expected ';' before 'return'\u001b[0m";
  const lines = ["$ make", "cc -c a.c", "cc -c b.c", failure, "   12 |   return 1", "", ""];
  const log = `Running\n${script(lines.join("\n"))}\u001b[31;1mERROR: Job failed: exit code 2\n\u001b[0;m`;

  it("has the first error with its context, without colors", async () => {
    const { firstError, exitCode, problems, isCut } = await readLogFacts(chunks(log), signal);
    assert.equal(firstError?.text, "src/b.c:12:3: error: expected ';' before 'return'");
    assert.deepEqual(firstError.before, ["$ make", "cc -c a.c", "cc -c b.c"]);
    assert.equal(firstError.after[0], "   12 |   return 1");
    assert.deepEqual([exitCode, isCut], [2, false]);
    const found = problems.map(({ path, line, severity }) => [path, line, severity]);
    assert.deepEqual(found, [["src/b.c", 12, "error"]]);
  });

  it("has three lines before the error and eight after it", async () => {
    const lines = Array.from({ length: 40 }, (_, at) => (at === 20 ? "error: it broke" : `line ${at}`));
    const { firstError } = await readLogFacts(chunks(lines.join("\n")), signal);
    const listed = [firstError?.line, firstError?.before, firstError?.after];
    assert.deepEqual(listed, [20, lines.slice(17, 20), lines.slice(21, 29)]);
  });

  it("keeps fifty problems, errors first, and counts all", async () => {
    const warnings = Array.from({ length: 60 }, (_, at) => `src/a.c:${at + 1}:1: warning: w${at}`).join("\n");
    const facts = await readLogFacts(chunks(`${warnings}\nsrc/a.c:99:1: error: e\n`), signal);
    assert.deepEqual([facts.problemCount, facts.problems.length, facts.problems[0]?.message], [61, 50, "e"]);
  });

  it("marks a log that the runner cut, and cuts long lines", async () => {
    const long = `error: ${"x".repeat(100_000)}\n`;
    const facts = await readLogFacts(chunks(`${long}Job's log exceeded limit of 4194304 bytes.\n`), signal);
    assert.equal(facts.isCut, true);
    assert.ok((facts.firstError?.text.length ?? 0) <= 1000);
  });

  it("is empty for an empty log", async () => {
    const facts = await readLogFacts(chunks(""), signal);
    assert.deepEqual([facts.firstError, facts.problems, facts.lines, facts.exitCode], [undefined, [], 0, undefined]);
  });
});
