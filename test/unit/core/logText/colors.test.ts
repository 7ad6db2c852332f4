import assert from "node:assert/strict";
import { LineColors } from "../../../../src/core/logText/colors.ts";
import { applySgr } from "../../../../src/core/logText/sgr.ts";
import {
  PLAIN,
  type StyledSpan,
  TRUE_COLOR,
  FLAGS,
  NO_COLOR,
  type Style,
  toPalette,
} from "../../../../src/core/logText/style.ts";
import { type Lines, paint } from "../../../../src/core/logText/visible.ts";
import { parsed } from "./parsed.ts";

const texts = (log: string): string[] => parsed(log).map(({ text }) => text);

describe("terminal sequences in a log", () => {
  const table: [string, string, string[]][] = [
    ["carriage return overwrites", "a\rb\n", ["b"]],
    ["…also by something shorter", "longer\rb\n", ["b"]],
    ["\\r\\n ends a line", "a\r\nb\r\n", ["a", "b"]],
    ["\\r\\r\\n ends a line", "a\r\r\nb\n", ["a", "b"]],
    ["a carriage return at the end keeps the text", "a\r", ["a"]],
    ["a colour after a carriage return does not overwrite", "a\r\u001b[0m\n", ["a"]],
    ["ESC[0K after a carriage return clears", "a\r\u001b[0K\n", [""]],
    ["ESC[K at the cursor clears nothing before it", "\u001b[31m\u001b[Kmatch\u001b[m\u001b[K rest\n", ["match rest"]],
    ["ESC[2K clears the line, and the cursor stays in its column", "abc\u001b[2Kd\n", ["   d"]],
    ["…also on the right of the text", "abc\u001b[2C\u001b[2Kd\n", ["     d"]],
    ["…and shows nothing if no text follows", "abc\u001b[2K\n", [""]],
    ["ESC[2K before a carriage return clears the line", "abc\u001b[2K\rd\n", ["d"]],
    ["ESC[2K after a carriage return clears the line", "abc\r\u001b[2Kd\n", ["d"]],
    ["ESC[2K before ESC[1G clears the line", "abc\u001b[2K\u001b[1Gd\n", ["d"]],
    ["ESC[1K clears the line before the cursor", "abc\u001b[1Kd\n", ["   d"]],
    ["ESC[K clears what backspaces went over", "abc\b\b\u001b[K\n", ["a"]],
    ["ESC[C moves over blanks", "a\u001b[3Cb\u001b[Cc\u001b[0Cd\n", ["a   b c d"]],
    ["ESC[C at the end of a line shows nothing", "a\u001b[3C\n", ["a"]],
    ["ESC[C moves over text after a carriage return", "abc\r\u001b[2Cd\n", ["abd"]],
    ["…and on from its end", "abc\r\u001b[5Cd\n", ["abc  d"]],
    ["ESC[C takes backspaces back", "abc\b\b\u001b[Cd\n", ["abd"]],
    ["backspace takes ESC[C back", "a\u001b[3C\b\bb\n", ["a b"]],
    ["a carriage return takes ESC[C back", "a\u001b[3C\rb\n", ["b"]],
    ["ESC[C ends at the edge of the terminal", `a\u001b[999999Cb\u001b[9Cc\n`, [`a${" ".repeat(239)}bc`]],
    ["concealed text is blank", "a\u001b[8mb👍\tc\u001b[28md\u001b[8me\u001b[0mf\n", ["a   \t d f"]],
    ["…on the next line too", "\u001b[1;8ma\nb\u001b[m\n", [" ", " "]],
    ["ESC[1G goes back to the start", "abc\u001b[1Gd\n", ["d"]],
    ["backspace takes back", "abc\b\bX\n", ["aX"]],
    ["backspace at the end shows what is there", "ab\b\n", ["ab"]],
    ["backspace takes a whole surrogate pair", "a👍\bX\n", ["aX"]],
    ["cursor movements vanish", "a\u001b[2Ab\u001b[10;20Hc\u001b[?25l\n", ["abc"]],
    ["OSC ends with BEL", "a\u001b]0;t\u0007b\n", ["ab"]],
    ["OSC ends with ST", "a\u001b]0;t\u001b\\b\n", ["ab"]],
    ["OSC nobody closed ends with its line", "a\u001b]0;t\nb\n", ["a", "b"]],
    ["OSC interrupted by a sequence", "a\u001b]0;t\u001b[1mb\n", ["ab"]],
    ["DCS vanishes", "a\u001bPq#0\u001b\\b\n", ["ab"]],
    ["charset choice vanishes", "a\u001b(Bb\u001b)0c\n", ["abc"]],
    ["a longer charset choice vanishes", "a\u001b$(Bb\n", ["ab"]],
    ["two-character sequences vanish", "a\u001b7b\u001b8c\u001b=d\n", ["abcd"]],
    ["one-character CSI", "a\u009b31mb\n", ["ab"]],
    ["a broken CSI does not eat the line break", "a\u001b[31\nb\n", ["a", "b"]],
    ["a broken CSI does not eat other letters", "a\u001b[31äb\n", ["aäb"]],
    ["an endless CSI vanishes", `a\u001b[${"1;".repeat(5000)}mb\n`, ["ab"]],
    ["other control characters vanish, tabs stay", "a\u0000\u0007\tb\u007f\n", ["a\tb"]],
    ["empty lines stay", "a\n\n\nb\n", ["a", "", "", "b"]],
    ["invalid bytes are shown as such", "a\uFFFDb\n", ["a\uFFFDb"]],
  ];
  for (const [name, text, expected] of table) it(name, () => assert.deepEqual(texts(text), expected));
});

const red: StyledSpan = { start: 0, end: 2, style: { ...PLAIN, fg: 1 } };
const green: StyledSpan = { start: 2, end: 3, style: { ...PLAIN, fg: 2 } };

describe("the colors of lines", () => {
  it("returns the spans of each line", () => {
    const colors = new LineColors();
    for (let line = 0; line < 1000; line += 3) colors.add(line, `text ${line}`, [red, green]);
    assert.deepEqual(colors.at(999)?.spans, [red, green]);
    assert.deepEqual(colors.at(300)?.spans, [red, green]);
    assert.equal(colors.at(300)?.length, 8);
    for (const line of [-1, 1, 500, 1000]) assert.equal(colors.at(line), undefined);
  });

  it("maps further 24-bit colors to the palette, keeping its table of styles small", () => {
    const colors = new LineColors();
    for (let i = 0; i < 50_000; i++)
      colors.add(i, "ab", [{ start: 0, end: 1, style: { ...PLAIN, fg: TRUE_COLOR + i * 300 } }]);
    assert.equal(colors.at(0)?.spans[0]?.style.fg, TRUE_COLOR);
    assert.ok((colors.at(49_999)?.spans[0]?.style.fg ?? 0) < 256);
  });

  it("stops at a million spans", () => {
    const colors = new LineColors();
    const spans = Array.from({ length: 1000 }, (_, i) => ({ start: i, end: i + 1, style: red.style }));
    for (let i = 0; i < 1500; i++) colors.add(i, "x", spans);
    assert.equal(colors.size, 1000);
  });
});

describe("visible colors", () => {
  const texts = Array.from({ length: 100 }, (_, i) => `line ${i}`);
  const colors = new LineColors();
  texts.forEach((text, i) => i % 2 === 0 && colors.add(i, text, i % 4 === 0 ? [red] : [red, green]));
  const channel = { lines: texts.length, colors };
  const documentOf = (lines: readonly string[]): Lines => ({
    lineCount: lines.length,
    textAt: (line) => lines[line] ?? "",
  });

  it("are those of the requested lines", () => {
    const { byStyle, base } = paint(documentOf([...texts, ""]), channel, 10, 13, 0);
    assert.equal(base, 0);
    const range = (line: number, start = 0, end = 2) => ({ line, start, end });
    const found = [...byStyle.values()].map(({ ranges }) => ranges);
    assert.deepEqual(found, [[range(10), range(12)], [range(10, 2, 3)]]);
  });

  it("follow the lines of a cleared document", () => {
    const { byStyle, base } = paint(documentOf([...texts.slice(41), ""]), channel, 0, 4, 0);
    assert.deepEqual([base, [...byStyle.values()][0]?.ranges.map(({ line }) => line).join()], [41, "1,3"]);
    // While the document lags behind.
    const late = paint(documentOf([...texts.slice(41, 80), ""]), channel, 0, 4, 41);
    assert.deepEqual([late.base, late.byStyle.size], [41, 2]);
  });

  it("leave out lines whose text differs", () => {
    const { byStyle } = paint(documentOf(texts.map((text) => `${text}?`)), channel, 0, 50, 0);
    assert.equal(byStyle.size, 0);
  });

  it("are looked up only for what a window can show", () => {
    let looked = 0;
    const many = new LineColors();
    for (let i = 0; i < 100_000; i++) many.add(i, "x", [red]);
    const document: Lines = { lineCount: 100_000, textAt: () => (looked++, "x") };
    paint(document, { lines: 100_000, colors: many }, 0, 99_999, 0);
    assert.ok(looked < 2000, `${looked} lines`);
  });
});

const style = (part: Partial<Style>): Style => ({ ...PLAIN, ...part });

const everything = style({ fg: 1, bg: 2, flags: 127 });

describe("select graphic rendition", () => {
  const table: [parameters: string, after: Style, before?: Style][] = [
    ["", PLAIN, everything],
    ["0", PLAIN, everything],
    ["0;1", style({ flags: FLAGS.bold }), everything],
    ["1;", PLAIN],
    ["31", style({ fg: 1 })],
    ["37;40", style({ fg: 7, bg: 0 })],
    ["90", style({ fg: 8 })],
    ["97;107", style({ fg: 15, bg: 15 })],
    ["47;100", style({ bg: 8 })],
    ["38;5;208", style({ fg: 208 })],
    ["48;5;0", style({ bg: 0 })],
    ["38;5;256", PLAIN],
    ["38;2;1;2;3", style({ fg: TRUE_COLOR + 0x010203 })],
    ["48;2;255;255;255", style({ bg: TRUE_COLOR + 0xffffff })],
    ["38;2;1;2", PLAIN],
    ["38;2;1;2;300", PLAIN],
    ["38:5:208", style({ fg: 208 })],
    ["38:2:1:2:3", style({ fg: TRUE_COLOR + 0x010203 })],
    ["38:2::1:2:3", style({ fg: TRUE_COLOR + 0x010203 })],
    ["48:2::1:2:3;1", style({ bg: TRUE_COLOR + 0x010203, flags: FLAGS.bold })],
    ["58;5;1;31", style({ fg: 1 })],
    ["58;2;4;4;4;31", style({ fg: 1 })],
    ["1;2;3;4;7;8;9", style({ flags: 127 })],
    ["1;31", style({ fg: 1, flags: FLAGS.bold })],
    ["1;31;22", style({ fg: 1 })],
    ["1;91;22", style({ fg: 9 })],
    ["1;91", style({ fg: 9, flags: FLAGS.bold })],
    ["1;41", style({ bg: 1, flags: FLAGS.bold })],
    ["1;38;5;208", style({ fg: 208, flags: FLAGS.bold })],
    ["22;31", style({ fg: 1 }), style({ flags: FLAGS.bold })],
    ["8", style({ flags: FLAGS.conceal })],
    ["28", style({ fg: 1, bg: 2, flags: 127 & ~FLAGS.conceal }), everything],
    ["22", style({ fg: 1, bg: 2, flags: 127 & ~(FLAGS.bold | FLAGS.faint) }), everything],
    ["23", style({ fg: 1, bg: 2, flags: 127 & ~FLAGS.italic }), everything],
    ["24", style({ fg: 1, bg: 2, flags: 127 & ~FLAGS.underline }), everything],
    ["27;29", style({ fg: 1, bg: 2, flags: 127 & ~(FLAGS.inverse | FLAGS.strike) }), everything],
    ["39", style({ fg: NO_COLOR, bg: 2, flags: 127 }), everything],
    ["49", style({ fg: 1, bg: NO_COLOR, flags: 127 }), everything],
    ["21", style({ flags: FLAGS.underline })],
    ["4:3", style({ flags: FLAGS.underline })],
    ["4:0", style({ fg: 1, bg: 2, flags: 127 & ~FLAGS.underline }), everything],
    ["5;10;53;73;999", PLAIN],
    ["38", PLAIN],
    ["38;7;1", style({ flags: FLAGS.inverse | FLAGS.bold })],
  ];
  for (const [parameters, after, before = PLAIN] of table)
    it(`ESC[${parameters}m`, () => assert.deepEqual(applySgr(before, parameters), after));

  it("finds the nearest color of the palette", () => {
    const found = [0x000000, 0xffffff, 0xff0000, 0x5f87af, 0x303030].map((rgb) => toPalette(TRUE_COLOR + rgb));
    assert.deepEqual(found, [16, 231, 196, 67, 59]);
    assert.deepEqual([NO_COLOR, 3, 200].map(toPalette), [NO_COLOR, 3, 200]);
  });
});
