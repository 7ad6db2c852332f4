import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { LineColors } from "../../../../src/core/logText/colors.ts";
import { PLAIN, type StyledSpan, TRUE_COLOR } from "../../../../src/core/logText/style.ts";
import { type Lines, paint } from "../../../../src/core/logText/visible.ts";

const red: StyledSpan = { start: 0, end: 2, style: { ...PLAIN, fg: 1 } };
const green: StyledSpan = { start: 2, end: 3, style: { ...PLAIN, fg: 2 } };

describe("logs/colors", () => {
  it("gives back the spans of each line, and none for others", () => {
    const colors = new LineColors();
    for (let line = 0; line < 1000; line += 3) colors.add(line, `text ${line}`, [red, green]);
    assert.deepEqual(colors.at(999)?.spans, [red, green]);
    assert.deepEqual(colors.at(300)?.spans, [red, green]);
    assert.equal(colors.at(300)?.length, 8);
    for (const line of [-1, 1, 500, 1000]) assert.equal(colors.at(line), undefined);
  });

  it("keeps its table of styles small: further 24-bit colours become the nearest of the palette", () => {
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

describe("logs/visible", () => {
  const texts = Array.from({ length: 100 }, (_, i) => `line ${i}`);
  const colors = new LineColors();
  texts.forEach((text, i) => i % 2 === 0 && colors.add(i, text, i % 4 === 0 ? [red] : [red, green]));
  const channel = { lines: texts.length, colors };
  const documentOf = (lines: readonly string[]): Lines => ({
    lineCount: lines.length,
    textAt: (line) => lines[line] ?? "",
  });

  it("colours the lines asked for", () => {
    const { byStyle, base } = paint(documentOf([...texts, ""]), channel, 10, 13, 0);
    assert.equal(base, 0);
    assert.deepEqual(
      [...byStyle.values()].map(({ ranges }) => ranges),
      [
        [
          { line: 10, start: 0, end: 2 },
          { line: 12, start: 0, end: 2 },
        ],
        [{ line: 10, start: 2, end: 3 }],
      ],
    );
  });

  it("finds the lines again after the document was cleared", () => {
    const { byStyle, base } = paint(documentOf([...texts.slice(41), ""]), channel, 0, 4, 0);
    assert.equal(base, 41);
    assert.deepEqual(
      [...byStyle.values()][0]?.ranges.map(({ line }) => line),
      [1, 3],
    );
  });

  it("keeps the base while the document lags behind", () => {
    const { base, byStyle } = paint(documentOf([...texts.slice(41, 80), ""]), channel, 0, 4, 41);
    assert.equal(base, 41);
    assert.equal(byStyle.size, 2);
  });

  it("colours nothing in lines that are not what was written", () => {
    const { byStyle } = paint(documentOf(texts.map((text) => `${text}?`)), channel, 0, 50, 0);
    assert.equal(byStyle.size, 0);
  });

  it("looks at no more than a window can show", () => {
    let looked = 0;
    const many = new LineColors();
    for (let i = 0; i < 100_000; i++) many.add(i, "x", [red]);
    const document: Lines = { lineCount: 100_000, textAt: () => (looked++, "x") };
    paint(document, { lines: 100_000, colors: many }, 0, 99_999, 0);
    assert.ok(looked < 2000, `${looked} lines`);
  });
});
