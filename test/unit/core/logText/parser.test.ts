import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { LINE_LIMIT } from "../../../../src/core/logText/ansi.ts";
import { LogParser } from "../../../../src/core/logText/parser.ts";
import type { LogLine } from "../../../../src/core/logText/sections.ts";
import { FLAGS, TRUE_COLOR } from "../../../../src/core/logText/style.ts";
import { brokenLog, plainLog, stampedLog } from "../../features/jobs/log/recorded.ts";

const bytesOf = (text: string): Uint8Array => Buffer.from(text, "utf8");

function parse(chunks: readonly Uint8Array[]): LogLine[] {
  const parser = new LogParser();
  const lines = chunks.flatMap((chunk) => parser.push(chunk));
  return [...lines, ...parser.end()];
}

const parseText = (text: string): LogLine[] => parse([bytesOf(text)]);
const texts = (text: string): string[] => parseText(text).map((line) => line.text);

/** One line per item: kind, name and text, to compare at a glance. */
const brief = (lines: readonly LogLine[]): string[] =>
  lines.map((line) => {
    if (line.kind === "text") return line.text;
    if (line.kind === "sectionStart") return `> ${line.section.name}@${line.section.depth}: ${line.text}`;
    return `< ${line.section.name} ${line.duration}s`;
  });

describe("logs/parser", () => {
  it("reads a recorded log", () => {
    assert.deepEqual(brief(parseText(plainLog)), [
      "Running with runner 18.6.1 (a1b2c3d4)",
      "  on sample abc, system ID: s_1",
      '> prepare-executor@0: Preparing the "shell" executor',
      "Using Shell (bash) executor...",
      "< prepare-executor 7s",
      '> step-script@0: Executing "step_script"',
      "$ npm test",
      "progress 100%",
      "",
      "Grüße, 世界 👩‍💻 orange true",
      "crlf twice",
      "link and title gone",
      "> inner-part-1@1: Inner",
      "no newline before the marker",
      "< inner-part-1 2s",
      "< step-script 60s",
      "Job succeeded",
    ]);
  });

  it("takes the runner's time stamps off and joins what it broke", () => {
    assert.deepEqual(brief(parseText(stampedLog)), [
      "Running with runner 18.7.0",
      "> prepare-executor@0: Preparing",
      "text é",
      "error line",
      "progress 3%",
      "",
      "without prefix",
      "half and half",
      "< prepare-executor 10s",
      "last",
    ]);
  });

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
  const sections: [string, string, string[]][] = [
    [
      "header on the marker's line",
      `section_start:10:a\r${E}[0KHead\nx\nsection_end:12:a\r${E}[0K\n`,
      ["> a@0: Head", "x", "< a 2s"],
    ],
    ["no header", `section_start:10:a_B.c\r${E}[0K\nx\n`, ["> a-b-c@0: ", "x"]],
    ["header that never comes", `section_start:10:a\r${E}[0K`, ["> a@0: "]],
    [
      "nested",
      `section_start:1:a\r${E}[0KA\nsection_start:2:b\r${E}[0KB\nsection_end:3:b\r${E}[0Ksection_end:5:a\r${E}[0K`,
      ["> a@0: A", "> b@1: B", "< b 1s", "< a 4s"],
    ],
    [
      "a repeated name",
      `section_start:1:a\r${E}[0KA\nsection_end:2:a\r${E}[0Ksection_start:3:a\r${E}[0KA\nsection_end:7:a\r${E}[0K`,
      ["> a@0: A", "< a 1s", "> a@0: A", "< a 4s"],
    ],
    [
      "the same name nested",
      `section_start:1:a\r${E}[0KA\nsection_start:2:a\r${E}[0KA\nsection_end:5:a\r${E}[0Ksection_end:9:a\r${E}[0K`,
      ["> a@0: A", "> a@1: A", "< a 3s", "< a 8s"],
    ],
    ["an end without start", `x\nsection_end:5:a\r${E}[0K\ny\n`, ["x", "y"]],
    [
      "an outer end closes what is inside",
      `section_start:1:a\r${E}[0KA\nsection_start:2:b\r${E}[0KB\nsection_end:3:a\r${E}[0Ksection_end:4:b\r${E}[0Ksection_start:5:c\r${E}[0KC\n`,
      ["> a@0: A", "> b@1: B", "< a 2s", "> c@0: C"],
    ],
    [
      "text behind an end",
      `section_start:1:a\r${E}[0KA\nsection_end:3:a\r${E}[0Kmore\n`,
      ["> a@0: A", "< a 2s", "more"],
    ],
    [
      "text before a marker",
      `section_start:1:a\r${E}[0KA\nmoresection_end:3:a\r${E}[0K\n`,
      ["> a@0: A", "more", "< a 2s"],
    ],
    [
      "a progress line before a marker",
      `section_start:1:a\r${E}[0KA\n1%\r2%\rsection_end:3:a\r${E}[0K\n`,
      ["> a@0: A", "2%", "< a 2s"],
    ],
    ["a marker without ESC[0K is text", "section_start:1:a\n", ["section_start:1:a"]],
    ["a clock that ran backwards", `section_start:9:a\r${E}[0KA\nsection_end:3:a\r${E}[0K`, ["> a@0: A", "< a 0s"]],
    ["ESC[K is as good", `section_start:9:a\r${E}[KA\n`, ["> a@0: A"]],
  ];
  for (const [name, text, expected] of sections)
    it(`sections: ${name}`, () => assert.deepEqual(brief(parseText(text)), expected));

  it("reads the options of a section", () => {
    const [line] = parseText(`section_start:1:a[collapsed=true, hide_duration=true]\r${E}[0KA\n`);
    assert.ok(line?.kind === "sectionStart");
    assert.deepEqual(line.section.options, { collapsed: "true", hide_duration: "true" });
  });

  it("keeps colours as spans, over lines too", () => {
    const lines = parseText(`a${E}[1;31mb\nc${E}[38;2;16;32;48;4md${E}[0me\n`);
    const red = { fg: 9, bg: -1, flags: FLAGS.bold };
    assert.deepEqual(
      lines.map((line) => line.spans),
      [
        [{ start: 1, end: 2, style: red }],
        [
          { start: 0, end: 1, style: red },
          { start: 1, end: 2, style: { fg: TRUE_COLOR + 0x102030, bg: -1, flags: FLAGS.bold | FLAGS.underline } },
        ],
      ],
    );
  });

  it("keeps the background of concealed text", () => {
    const [line] = parseText(`${E}[8;41msecret${E}[28mx\n`);
    const style = { fg: -1, bg: 1, flags: 0 };
    assert.deepEqual(line?.spans, [
      { start: 0, end: 6, style },
      { start: 6, end: 7, style },
    ]);
  });

  it("finds sections where a script left text concealed", () => {
    const log = `section_start:1:a\r${E}[0KA\nx${E}[8m\nsection_end:3:a\r${E}[0K${E}[0mshown\n`;
    assert.deepEqual(brief(parseText(log)), ["> a@0: A", "x", "< a 2s", "shown"]);
  });

  it("cuts spans with the text a backspace takes", () => {
    const [line] = parseText(`${E}[31mabc\b\bX${E}[32my\n`);
    assert.deepEqual(line, {
      kind: "text",
      wrapped: false,
      text: "aXy",
      spans: [
        { start: 0, end: 2, style: { fg: 1, bg: -1, flags: 0 } },
        { start: 2, end: 3, style: { fg: 2, bg: -1, flags: 0 } },
      ],
    });
  });

  it("breaks a line of a megabyte, says so, and loses nothing", () => {
    const long = "x".repeat(LINE_LIMIT - 1) + "👍".repeat(500_000);
    const lines = parseText(`${long}\nend\n`);
    assert.equal(
      lines
        .slice(0, -1)
        .map((line) => line.text)
        .join(""),
      long,
    );
    assert.ok(lines.every((line) => line.text.length <= LINE_LIMIT && Buffer.from(line.text).toString() === line.text));
    assert.deepEqual(
      lines.map((line) => line.kind === "text" && line.wrapped),
      lines.map((_, i) => i < lines.length - 2),
    );
  });

  it("shows the unfinished line without changing anything", () => {
    const parser = new LogParser();
    const peekAfter = (text: string): string | undefined => {
      parser.push(bytesOf(text));
      return parser.peek()?.text;
    };
    assert.equal(peekAfter("a\nwor"), "wor");
    assert.equal(peekAfter("k 1%\r"), "work 1%");
    assert.equal(peekAfter("work 2%"), "work 2%");
    assert.equal(peekAfter(`\r${E}[0K`), undefined);
    assert.equal(peekAfter("text section_en"), "text section_en");
    assert.equal(peekAfter("d:12:na"), "text ");
    assert.deepEqual(
      parser.end().map((line) => line.text),
      ["text section_end:12:na"],
    );
  });

  for (const [name, log] of [
    ["plain", bytesOf(plainLog)],
    ["stamped", bytesOf(stampedLog)],
    ["broken", brokenLog],
  ] as const) {
    const whole = parse([log]);
    it(`gives the same for every split point of the ${name} log`, () => {
      for (let at = 0; at <= log.length; at++)
        assert.deepEqual(parse([log.subarray(0, at), log.subarray(at)]), whole, `split at ${at}`);
    });
    it(`gives the same for the ${name} log byte by byte`, () => {
      assert.deepEqual(parse(Array.from(log, (byte) => Uint8Array.of(byte))), whole);
    });
  }

  it("never throws, and gives the same however the input is cut", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "\r",
        "\n",
        "\r\n",
        "\b",
        E,
        `${E}[`,
        `${E}[0K`,
        `${E}[2K`,
        `${E}[1K`,
        `${E}[7C`,
        `${E}[999C`,
        `${E}[8m`,
        `${E}[1;31m`,
        `${E}[38;5;9m`,
        `${E}]0;`,
        "\u0007",
        `${E}\\`,
        "m",
        ";",
        "+",
        "é",
        "👍",
        "\u009b",
      ),
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
      fc.array(piece, { maxLength: 40 }).map((pieces) => new Uint8Array(bytesOf(pieces.join("")))),
      fc.array(piece, { maxLength: 40 }).map((pieces) => new Uint8Array(bytesOf(`${stamp} ${pieces.join("")}`))),
      fc.uint8Array({ maxLength: 60 }),
    );
    fc.assert(
      fc.property(input, fc.array(fc.nat({ max: 200 }), { maxLength: 8 }), (log, cuts) => {
        const places = [0, ...cuts.map((cut) => Math.min(cut, log.length)).sort((a, b) => a - b), log.length];
        const chunks = places.slice(1).map((place, i) => log.subarray(places[i], place));
        assert.deepEqual(parse(chunks), parse([log]));
      }),
      { numRuns: 1500 },
    );
  });

  const nasty: [string, string][] = [
    ["lines", `${E}[32mok${E}[0m some text that is usual in a log\n`],
    ["no line break", "................"],
    ["carriage returns only", "progress 12%\r"],
    ["erased progress", `progress 12%\r${E}[0K`],
    ["backspaces", "some text\b\b\b\b"],
    ["unclosed options", "section_start:1:a["],
    ["open sections", `section_start:1:a\r${E}[0K`],
    ["escapes", `${E}[`],
    ["erased lines", `abc${E}[2K`],
    ["steps to the right", `a${E}[9C\n`],
    ["interrupted lines", `${time}01O+a\n${time}01E+b\n`],
    ["interrupted markers", `${time}01O+section_start:1:a\r\n${time}01E+section_end:1:a\r\n`],
    ["an open string", `${E}]0;abc`],
  ];
  for (const [name, piece] of nasty) {
    it(`works in linear time: ${name}`, () => {
      const work = (times: number): number => {
        const parser = new LogParser();
        const log = bytesOf(piece.repeat(times));
        for (let at = 0; at < log.length; at += 1000) {
          parser.push(log.subarray(at, at + 1000));
        }
        parser.end();
        return parser.work / log.length;
      };
      const [small, large] = [work(2_000), work(32_000)];
      assert.ok(large < small * 1.5 + 0.5, `${small} looks per character grew to ${large}`);
      assert.ok(large < 8, `${large} looks per character`);
    });
  }
});
