import assert from "node:assert/strict";
import { describe, it } from "mocha";
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
import tables from "./colors.json" with { type: "json" };
import { parsed } from "./parsed.ts";

const texts = (log: string): string[] => parsed(log).map(({ text }) => text);

describe("terminal sequences in a log", () => {
  for (const [name, text, expected] of tables.sequences as [string, string, string[]][])
    it(name, () => assert.deepEqual(texts(text), expected));
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

/** A style of the table: colors of the palette or `#rrggbb`, and its flags, or all others. */
interface Told {
  readonly fg?: number | string;
  readonly bg?: number | string;
  readonly flags?: string;
  readonly without?: string;
}
const everything: Told = { fg: 1, bg: 2, without: "" };
const colorOf = (told: number | string = NO_COLOR): number =>
  typeof told === "string" ? TRUE_COLOR + Number.parseInt(told.slice(1), 16) : told;
const flagsOf = (names = ""): number =>
  Object.entries(FLAGS).reduce((sum, [name, bit]) => (names.split(" ").includes(name) ? sum | bit : sum), 0);
const styleOf = (told: Told | "everything"): Style => {
  const { fg, bg, flags, without } = told === "everything" ? everything : told;
  return { fg: colorOf(fg), bg: colorOf(bg), flags: without === undefined ? flagsOf(flags) : 127 & ~flagsOf(without) };
};

describe("select graphic rendition", () => {
  for (const [parameters, after, before = {}] of tables.renditions as [string, Told | "everything", Told?][])
    it(`ESC[${parameters}m`, () => assert.deepEqual(applySgr(styleOf(before), parameters), styleOf(after)));

  it("finds the nearest color of the palette", () => {
    const found = [0x000000, 0xffffff, 0xff0000, 0x5f87af, 0x303030].map((rgb) => toPalette(TRUE_COLOR + rgb));
    assert.deepEqual(found, [16, 231, 196, 67, 59]);
    assert.deepEqual([NO_COLOR, 3, 200].map(toPalette), [NO_COLOR, 3, 200]);
  });
});
