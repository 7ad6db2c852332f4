import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { LogText } from "../../../../src/core/logText/logText.ts";
import { LogParser } from "../../../../src/core/logText/parser.ts";
import type { LogLine } from "../../../../src/core/logText/sections.ts";
import { renderLine } from "../../../../src/core/logText/transcript.ts";
import { ProblemCollector } from "../../../../src/core/problems/problemCollector.ts";

const E = "\u001b";

/** A line as the runner writes it: stream, flag and text, e.g. `01O+done`. */
const stamped = (line: string, second = 0): string =>
  `2026-09-25T07:33:${String(second).padStart(2, "0")}.000000Z ${line}\n`;
const logOf = (lines: readonly string[]): Buffer => Buffer.from(lines.map((line) => stamped(line)).join(""));

function parse(chunks: readonly Uint8Array[]): LogLine[] {
  const parser = new LogParser();
  const lines = chunks.flatMap((chunk) => parser.push(chunk));
  return [...lines, ...parser.end()];
}
const shown = (lines: readonly string[]): string[] => parse([logOf(lines)]).map((line) => renderLine(line).text);

describe("the streams of a log", () => {
  // Lines are separated by `|`.
  const table: [name: string, lines: string, expected: string][] = [
    [
      "progress overwrites no error below it",
      "01O 1%\r|01E error: no|01O+2%\r|01O+3%|01O next",
      "1%|error: no|3%|next",
    ],
    ["a number alone makes a stream", "00O one\r|01O two|00O+three|01O four", "one|two|three|four"],
    ["a line that was not interrupted goes on", "01O one|01O+ two|01E three|01E+ four", "one two|three four"],
    ["a line that was interrupted goes on below", "01O one|01E two|01O+ three|01O+ four", "one|two| three four"],
    ["two progress lines", "01O a1\r|01E b1\r|01O+a2\r|01E+b2\r|01E+b3|01O+a3", "a1|b1|a2|b3|a3"],
    ["nothing is added when nothing follows", "01O 100%\r|01E x|01O+|01O y", "100%|x|y"],
    ["an empty line is one line", "01O |01E x|01O |01O y", "|x||y"],
    ["the first line of a stream may be a continuation", "01O a|01E+b|01O c", "a|b|c"],
    ["what a sequence begins in one stream does not end in another", `01O a${E}[3|01E 1m|01O+1mb`, "a|1m|b"],
    ["a title nobody closed hides nothing of another stream", `01O a${E}]0;t|01E b|01O c`, "a|b|c"],
    [
      "the stream's header",
      `00O section_start:1:a\r|01E late|00O+${E}[0KHead|00O section_end:3:a\r${E}[0K`,
      "late|▾ Head|▴ a · 00:02",
    ],
    [
      "a section whose marker is complete begins at once",
      `00O section_start:1:a\r${E}[0K|01E in it|00O+Head|00O section_end:3:a\r${E}[0K`,
      "▾ a|in it|Head|▴ a · 00:02",
    ],
    ["text before a marker comes at once", `01O 1%\rsection_start:1:a\r|01E x|01O+${E}[0KHead|01O y`, "1%|x|▾ Head|y"],
    ["an incomplete marker is text", "01O section_start:1:a\r|01E x|01O+|01E y|01O z", "x|section_start:1:a|y|z"],
    ["an incomplete marker is text at the end", "01O section_start:1:a\r|01E x", "x|section_start:1:a"],
    ["two markers", `01O section_start:1:a\r${E}[0Ksection_start:2:b\r|01E x|01O+${E}[0KHead`, "▾ a|x|  ▾ Head"],
  ];
  for (const [name, lines, expected] of table)
    it(name, () => assert.equal(shown(lines.split("|")).join("|"), expected));

  it("treats lines without prefix as a stream of their own", () => {
    const log = `${stamped("01O one\r")}bare\n${stamped("01O+two")}bare too`;
    const found = parse([Buffer.from(log)])
      .map(({ text }) => text)
      .join();
    assert.equal(found, "one,bare,two,bare too");
  });

  it("dates each part of an interrupted line", () => {
    const log = [stamped("01O 1%\r", 1), stamped("01E x", 2), stamped("01O+2%\r", 3), stamped("01O+3%", 4)].join("");
    const seconds = parse([Buffer.from(log)]).map(({ time = 0 }) => new Date(time).getUTCSeconds());
    assert.deepEqual(seconds, [1, 2, 3]);
  });

  it("shares the color, as a terminal does", () => {
    const lines = parse([logOf([`01O ${E}[31mred`, "01E red too", `01O+${E}[0mplain`])]);
    const listed = lines.map(({ spans }) => spans.map(({ style }) => style.fg));
    assert.deepEqual(listed, [[1], [1], []]);
  });

  it("finds the error and the problem amid the progress of another stream", async () => {
    const log = logOf(["01O 1%\r", "01E src/a.ts(3,5): error TS2322: No.", "01O+2%\r", "01O+3%\r", "01O+done"]);
    const text = new LogText();
    text.push(log);
    text.end();
    assert.equal((await text.snapshot().firstError())?.line, 1);
    const problems = new ProblemCollector();
    problems.lines(parse([log]));
    const [problem] = problems.end().problems;
    assert.deepEqual([problem?.path, problem?.logLine, problem?.message], ["src/a.ts", 1, "No."]);
  });

  /** What a stream writes, and which of its lines come next to those of the others. */
  const streams = ["00O", "01O", "01E"] as const;
  const pieces = (text: fc.Arbitrary<string>): fc.Arbitrary<[string, boolean, string][]> =>
    fc.array(fc.tuple(fc.constantFrom(...streams), fc.boolean(), text), { maxLength: 40 });
  const linesOf = (made: readonly [string, boolean, string][]): string[] =>
    made.map(([stream, continues, text]) => `${stream}${continues ? "+" : " "}${text}`);
  it("keeps interleaved streams complete and apart", () => {
    fc.assert(
      fc.property(pieces(fc.stringMatching(/^[ab]{0,5}$/)), (made) => {
        // Each stream has its own letters.
        const letters = { "00O": "ab", "01O": "cd", "01E": "ef" } as Readonly<Record<string, string>>;
        const own = made.map(([stream, continues, text]): [string, boolean, string] => [
          stream,
          continues,
          text.replaceAll(/[ab]/g, (letter) => letters[stream]!["ab".indexOf(letter)]!),
        ]);
        const lines = parse([logOf(linesOf(own))]).map(({ text }) => text);
        for (const stream of streams) {
          const shownText = lines.filter((line) => line !== "" && letters[stream]!.includes(line[0]!)).join("");
          const written = own.filter(([of]) => of === stream).map(([, , text]) => text);
          assert.equal(shownText, written.join(""), stream);
        }
        assert.ok(lines.every((line) => /^(?:[ab]*|[cd]*|[ef]*)$/.test(line)));
      }),
      { numRuns: 500 },
    );
  });
});
