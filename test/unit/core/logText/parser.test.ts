import assert from "node:assert/strict";
import fc from "fast-check";
import { LINE_LIMIT } from "../../../../src/core/logText/ansi.ts";
import { LogText } from "../../../../src/core/logText/logText.ts";
import { LogParser } from "../../../../src/core/logText/parser.ts";
import type { LogLine } from "../../../../src/core/logText/sections.ts";
import { FLAGS, TRUE_COLOR } from "../../../../src/core/logText/style.ts";
import { renderLine } from "../../../../src/core/logText/transcript.ts";
import { ProblemCollector } from "../../../../src/core/problems/problemCollector.ts";
import { brokenLog, plainLog, stampedLog } from "../../features/jobs/log/recorded.ts";
import { parsed } from "./parsed.ts";

const texts = (text: string): string[] => parsed(text).map((line) => line.text);

/** One line per item: kind, name and text, to compare at a glance. */
const brief = (lines: readonly LogLine[]): string[] =>
  lines.map((line) => {
    if (line.kind === "text") return line.text;
    if (line.kind === "sectionStart") return `> ${line.section.name}@${line.section.depth}: ${line.text}`;
    return `< ${line.section.name} ${line.duration}s`;
  });

describe("the log parser", () => {
  it("reads a recorded log with sections, progress and colors", () =>
    assert.deepEqual(brief(parsed(plainLog)), [
      ...["Running with runner 18.6.1 (a1b2c3d4)", "  on sample abc, system ID: s_1"],
      ...['> prepare-executor@0: Preparing the "shell" executor', "Using Shell (bash) executor..."],
      "< prepare-executor 7s",
      ...['> step-script@0: Executing "step_script"', "$ npm test", "progress 100%", "", "Grüße, 世界 👩‍💻 orange true"],
      ...["crlf twice", "link and title gone", "> inner-part-1@1: Inner", "no newline before the marker"],
      ...["< inner-part-1 2s", "< step-script 60s", "Job succeeded"],
    ]));

  it("removes timestamps and joins the lines that they split", () =>
    assert.deepEqual(brief(parsed(stampedLog)), [
      ...["Running with runner 18.7.0", "> prepare-executor@0: Preparing", "text é", "error line", "progress 3%", ""],
      ...["without prefix", "half and half", "< prepare-executor 10s", "last"],
    ]));

  const time = "2026-09-25T07:33:00.992977Z ";
  const stamp = `${time}00O`;
  const stamps: [string, string, string[]][] = [
    ["decides by the first line", `first\n${stamp} second\n`, ["first", `${stamp} second`]],
    ["wants six digits of a second", "2026-09-25T07:33:00.992Z 00O x\n", ["2026-09-25T07:33:00.992Z 00O x"]],
    ["wants O or E", "2026-09-25T07:33:00.992977Z 00X x\n", ["2026-09-25T07:33:00.992977Z 00X x"]],
    ["wants two hex digits", "2026-09-25T07:33:00.992977Z 0gO x\n", ["2026-09-25T07:33:00.992977Z 0gO x"]],
    ["knows the error stream", "2026-09-25T07:33:00.992977Z afE x\n", ["x"]],
    ["takes a prefix once", `${stamp} ${stamp} x\n`, [`${stamp} x`]],
    ["keeps a part of a prefix at the end", `${stamp} x\n2026-09`, ["x", "2026-09"]],
    ["keeps a first line that only begins like one", "2026-09-25\nx\n", ["2026-09-25", "x"]],
  ];
  for (const [name, text, expected] of stamps)
    it(`time stamps: ${name}`, () => assert.deepEqual(texts(text), expected));

  const E = "\u001b";
  const start = (at: number, name = "a", header = "A\n"): string => `section_start:${at}:${name}\r${E}[0K${header}`;
  const end = (at: number, name = "a"): string => `section_end:${at}:${name}\r${E}[0K`;
  const sections: [string, string, string[]][] = [
    ["header on the marker's line", `${start(10, "a", "Head\n")}x\n${end(12)}\n`, ["> a@0: Head", "x", "< a 2s"]],
    ["no header", `${start(10, "a_B.c", "\n")}x\n`, ["> a-b-c@0: ", "x"]],
    ["header that never comes", start(10, "a", ""), ["> a@0: "]],
    ["nested", start(1) + start(2, "b") + end(3, "b") + end(5), ["> a@0: A", "> b@1: A", "< b 1s", "< a 4s"]],
    ["a repeated name", start(1) + end(2) + start(3) + end(7), ["> a@0: A", "< a 1s", "> a@0: A", "< a 4s"]],
    ["the same name nested", start(1) + start(2) + end(5) + end(9), ["> a@0: A", "> a@1: A", "< a 3s", "< a 8s"]],
    ["an end without start", `x\n${end(5)}\ny\n`, ["x", "y"]],
    [
      "an outer end ends inner ones",
      start(1) + start(2, "b") + end(3) + end(4, "b"),
      ["> a@0: A", "> b@1: A", "< a 2s"],
    ],
    ["text behind an end", `${start(1)}${end(3)}more\n`, ["> a@0: A", "< a 2s", "more"]],
    ["text before a marker", `${start(1)}more${end(3)}\n`, ["> a@0: A", "more", "< a 2s"]],
    ["progress before a marker", `${start(1)}1%\r2%\r${end(3)}\n`, ["> a@0: A", "2%", "< a 2s"]],
    ["a marker without ESC[0K is text", "section_start:1:a\n", ["section_start:1:a"]],
    ["a clock that ran backwards", start(9) + end(3), ["> a@0: A", "< a 0s"]],
    ["ESC[K is as good", `section_start:9:a\r${E}[KA\n`, ["> a@0: A"]],
    ["concealed text", `${start(1)}x${E}[8m\n${end(3)}${E}[0mshown\n`, ["> a@0: A", "x", "< a 2s", "shown"]],
  ];
  for (const [name, text, expected] of sections)
    it(`sections: ${name}`, () => assert.deepEqual(brief(parsed(text)), expected));

  it("reads the options of a section", () => {
    const [line] = parsed(start(1, "a[collapsed=true, hide_duration=true]"));
    assert.ok(line?.kind === "sectionStart");
    assert.deepEqual(line.section.options, { collapsed: "true", hide_duration: "true" });
  });

  it("keeps colors as spans across lines", () => {
    const lines = parsed(`a${E}[1;31mb\nc${E}[38;2;16;32;48;4md${E}[0me\n`);
    const red = { fg: 1, bg: -1, flags: FLAGS.bold };
    const underlined = { fg: TRUE_COLOR + 0x102030, bg: -1, flags: FLAGS.bold | FLAGS.underline };
    const found = lines.map((line) => line.spans);
    assert.deepEqual(found, [
      [{ start: 1, end: 2, style: red }],
      [
        { start: 0, end: 1, style: red },
        { start: 1, end: 2, style: underlined },
      ],
    ]);
  });

  it("keeps the background of concealed text", () => {
    const [line] = parsed(`${E}[8;41msecret${E}[28mx\n`);
    const style = { fg: -1, bg: 1, flags: 0 };
    assert.deepEqual(line?.spans, [
      { start: 0, end: 6, style },
      { start: 6, end: 7, style },
    ]);
  });

  it("shortens spans with text that a backspace removes", () => {
    const [line] = parsed(`${E}[31mabc\b\bX${E}[32my\n`);
    assert.equal(line?.text, "aXy");
    assert.deepEqual(line.spans, [
      { start: 0, end: 2, style: { fg: 1, bg: -1, flags: 0 } },
      { start: 2, end: 3, style: { fg: 2, bg: -1, flags: 0 } },
    ]);
  });

  it("wraps a line of a megabyte without losing text", () => {
    const long = "x".repeat(LINE_LIMIT - 1) + "👍".repeat(500_000);
    const lines = parsed(`${long}\nend\n`);
    assert.equal(lines.map((line) => line.text).join(""), `${long}end`);
    assert.ok(lines.every((line) => line.text.length <= LINE_LIMIT && Buffer.from(line.text).toString() === line.text));
    const wrapped = lines.map((line) => line.kind === "text" && line.wrapped);
    const expected = lines.map((_, i) => i < lines.length - 2);
    assert.deepEqual(wrapped, expected);
  });

  it("peeks at the unfinished line without changing it", () => {
    const parser = new LogParser();
    const peekAfter = (text: string): string | undefined => {
      parser.push(Buffer.from(text));
      return parser.peek()?.text;
    };
    const texts = ["a\nwor", "k 1%\r", "work 2%", `\r${E}[0K`, "text section_en", "d:12:na"].map(peekAfter);
    assert.deepEqual(texts, ["wor", "work 1%", "work 2%", undefined, "text section_en", "text "]);
    const shown = parser.end().map((line) => line.text);
    assert.deepEqual(shown, ["text section_end:12:na"]);
  });

  it("returns the same wherever a broken log is split", () => {
    const whole = parsed(brokenLog);
    for (let at = 0; at <= brokenLog.length; at++)
      assert.deepEqual(parsed(brokenLog.subarray(0, at), brokenLog.subarray(at)), whole, `split at ${at}`);
  });

  it("returns the same wherever any input is split", () => {
    const escapes = ["[", "[0K", "[2K", "[1K", "[7C", "[999C", "[8m", "[1;31m", "[38;5;9m", "]0;", "\\", ""];
    const piece = fc.oneof(
      fc.constantFrom(...escapes.map((text) => E + text)),
      fc.constantFrom("\r", "\n", "\r\n", "\b", "\u0007", "m", ";", "+", "é", "👍", "\u009b"),
      fc.constantFrom(
        ...["00O", "01O", "01E"].flatMap((stream) =>
          [" ", "+"].flatMap((flag) => [`\n${time}${stream}${flag}`, `\r\n${time}${stream}${flag}`]),
        ),
        "section_start:1:a",
        `section_start:2:b[x=y]\r${E}[0K`,
        `section_end:9:a\r${E}[0K`,
        "section_",
      ),
      fc.string({ maxLength: 6 }),
    );
    const input = fc.oneof(
      fc.array(piece, { maxLength: 40 }).map((pieces) => new Uint8Array(Buffer.from(pieces.join("")))),
      fc.array(piece, { maxLength: 40 }).map((pieces) => new Uint8Array(Buffer.from(`${stamp} ${pieces.join("")}`))),
      fc.uint8Array({ maxLength: 60 }),
    );
    fc.assert(
      fc.property(input, fc.array(fc.nat({ max: 200 }), { maxLength: 8 }), (log, cuts) => {
        const places = [0, ...cuts.map((cut) => Math.min(cut, log.length)).sort((a, b) => a - b), log.length];
        const chunks = places.slice(1).map((place, i) => log.subarray(places[i], place));
        assert.deepEqual(parsed(...chunks), parsed(log));
      }),
      { numRuns: 1500 },
    );
  });

  const nasty: [string, string][] = [
    ["unclosed options", "section_start:1:a["],
    ["open sections", `section_start:1:a\r${E}[0K`],
    ["erased lines", `abc${E}[2K`],
    ["steps to the right", `a${E}[9C\n`],
    ["interrupted lines", `${time}01O+a\n${time}01E+b\n`],
    ["interrupted markers", `${time}01O+section_start:1:a\r\n${time}01E+section_end:1:a\r\n`],
  ];
  for (const [name, piece] of nasty) {
    it(`takes linear time: ${name}`, () => {
      const work = (times: number): number => {
        const parser = new LogParser();
        const log = Buffer.from(piece.repeat(times));
        for (let at = 0; at < log.length; at += 1000) parser.push(log.subarray(at, at + 1000));
        parser.end();
        return parser.work / log.length;
      };
      const [small, large] = [work(2_000), work(32_000)];
      assert.ok(large < small * 1.5 + 0.5, `${small} looks per character grew to ${large}`);
      assert.ok(large < 8, `${large} looks per character`);
    });
  }
});

const E = "\u001b";

/** A line as the runner writes it: stream, flag and text, e.g. `01O+done`. */
const stamped = (line: string, second = 0): string =>
  `2026-09-25T07:33:${String(second).padStart(2, "0")}.000000Z ${line}\n`;
const logOf = (lines: readonly string[]): Buffer => Buffer.from(lines.map((line) => stamped(line)).join(""));
const shown = (lines: readonly string[]): string[] => parsed(logOf(lines)).map((line) => renderLine(line).text);

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
    const found = parsed(Buffer.from(log))
      .map(({ text }) => text)
      .join();
    assert.equal(found, "one,bare,two,bare too");
  });

  it("dates each part of an interrupted line", () => {
    const log = [stamped("01O 1%\r", 1), stamped("01E x", 2), stamped("01O+2%\r", 3), stamped("01O+3%", 4)].join("");
    const seconds = parsed(Buffer.from(log)).map(({ time = 0 }) => new Date(time).getUTCSeconds());
    assert.deepEqual(seconds, [1, 2, 3]);
  });

  it("shares the color, as a terminal does", () => {
    const lines = parsed(logOf([`01O ${E}[31mred`, "01E red too", `01O+${E}[0mplain`]));
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
    problems.lines(parsed(log));
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
        const lines = parsed(logOf(linesOf(own))).map(({ text }) => text);
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
