import assert from "node:assert/strict";
import { setImmediate as breathe } from "node:timers/promises";
import fc from "fast-check";
import { BlockStore } from "../../../../src/core/logText/blockStore.ts";
import { type LineBlock, linesOf, type LogPiece, textsOf } from "../../../../src/core/logText/lineBlock.ts";
import { LogParser } from "../../../../src/core/logText/parser.ts";
import { renderLine } from "../../../../src/core/logText/transcript.ts";
import { inLong } from "../../../support/long.ts";
import { parsed } from "./parsed.ts";

const E = "\u001b";

/** The pieces of a log, as shown, and what the parser peeked at after each chunk. */
function inPieces(chunks: readonly Uint8Array[]) {
  const parser = new LogParser();
  const pieces: LogPiece[] = [];
  let text = "";
  const add = (more: readonly LogPiece[]): void => {
    pieces.push(...more);
    for (const piece of more)
      text += piece.kind === "block" ? piece.takeText().toString() : `${renderLine(piece).text}\n`;
  };
  const peeks = chunks.map((chunk) => (add(parser.pieces(chunk)), parser.peek()));
  add(parser.end());
  return { pieces, text, peeks };
}

function check(chunks: readonly Uint8Array[]): number {
  const { pieces, text, peeks } = inPieces(chunks);
  const lines = parsed(...chunks);
  assert.deepEqual([...linesOf(pieces)], lines);
  const parser = new LogParser();
  const expected = chunks.map((chunk) => (parser.push(chunk), parser.peek()));
  assert.deepEqual(peeks, expected);
  const blocks = pieces.filter((piece) => piece.kind === "block");
  for (const block of blocks) assert.equal(block.logLines().length, block.lines);
  const shown = [...textsOf(pieces)];
  assert.deepEqual(
    shown,
    lines.map((line) => line.text),
  );
  assert.equal(text, lines.map((line) => `${renderLine(line).text}\n`).join(""));
  return blocks.reduce((sum, block) => sum + block.lines, 0);
}

/** What lines are made of: what blocks can hold, and what they cannot. */
const common = fc.constantFrom(
  ...["text", "a much longer text of a line", "Grüße 世界 👩‍💻", "\t", ""],
  ...["[31m", "[0m", "[m", "[0;1;38;5;208m", "[K", "[0K"].map((code) => E + code),
);
/** What replaces a line's text. */
const returns = fc.constantFrom(
  ...["\r", "\r\r", `\r${E}[K`, `\r${E}[0K`, `\r${E}[31m`, `\r${E}[0m${E}[K${E}[32m`, `\r${E}[K\r`, "\rloading  50%"],
);
const rare = fc.constantFrom(
  ...["[7;28m", "[8m", "[28m", "[1;8;31m", "[38;5;8m", "[38:2::1:2:3m", "[2K", "[1", "[5C", "]0;title\u0007", ""].map(
    (code) => E + code,
  ),
  ...[`\r${E}[1K`, "\b", "\u0000", "\u0085", "\u009b31m", "\ufeff", "\u007f", "x".repeat(7_999), "é".repeat(4_500)],
  ...[`section_start:10:one[collapsed=true]\r${E}[0K`, `section_end:12:one\r${E}[0K`, "section_start:10:two\r"],
);
const invalid: fc.Arbitrary<number[]> = fc.constantFrom(
  [0xff],
  [0xc3],
  [0xe2, 0x82],
  [0xed, 0xa0, 0x80],
  [0xc2],
  [0x85],
);
const oneStamp = "2026-09-25T07:33:00.992977Z 00O ";
const stamp = fc.constantFrom(
  ...Array.from({ length: 12 }, () => oneStamp),
  ...["2026-09-25T07:34:59.000001Z 00O ", "2026-09-25T07:33:00.992977Z 00O+", "2026-09-25T07:33:00.992977Z 01E "],
  ...["2026-09-25T07:33:00.992977Z 01E+", "2026-13-99T77:33:00.992977Z 00O ", "2026-09-25T07:33:00.99297Z 00O ", ""],
);
/** One value or another, the second one rarely. */
const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 60, arbitrary: usual }, { weight: 1, arbitrary: odd });
const parts = fc.array(fc.oneof({ weight: 6, arbitrary: mostly(common, rare) }, { weight: 1, arbitrary: returns }), {
  maxLength: 5,
});
const ends = fc.constantFrom("\n", "\n", "\n", "\n", "\n", "\r\n", "\r\r\n", "");
const line = (stamped: boolean): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(stamped ? stamp : fc.constant(""), parts, mostly(fc.constant<number[]>([]), invalid), ends)
    .map(([start, texts, bytes, end]) =>
      Buffer.concat([Buffer.from(start + texts.join("")), Buffer.from(bytes), Buffer.from(end)]),
    );
const log = fc
  .boolean()
  .chain((stamped) => fc.array(line(stamped), { minLength: 20, maxLength: 150 }))
  .map((lines) => Buffer.concat(lines));

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const at = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...at, bytes.length].map((end, i) => bytes.subarray(at[i - 1] ?? 0, end));
}

describe("blocks of lines", () => {
  it("hold the lines that the parser returns one by one, wherever the log is split", () => {
    let held = 0;
    fc.assert(
      fc.property(log, fc.array(fc.nat(), { maxLength: 4 }), (bytes, places) => {
        held += check(cut(bytes, places));
      }),
      { numRuns: inLong(200, 20_000) },
    );
    assert.ok(held > inLong(500, 50_000), `${held} lines were in blocks`);
  });

  const plain = Array.from({ length: 100 }, (_, at) => `line ${at} ${E}[3${at % 8}mcolor${E}[0;m\r\n`).join("");
  const stamped = Array.from(
    { length: 100 },
    (_, at) => `2026-09-25T07:33:${String(at % 60).padStart(2, "0")}.992977Z 00O line ${at} ${E}[1;31mred${E}[m\n`,
  ).join("");

  it("hold all lines of text and colors within chunks", () => {
    assert.equal(check([Buffer.from(plain)]), 99);
    for (const stream of ["00O", "01E"])
      assert.ok(check([Buffer.from(stamped.replaceAll("00O", stream))]) >= 97, stream);
  });

  it("hold what is left of overwritten progress", () => {
    const progress = Array.from(
      { length: 50 },
      (_, at) => `loading  10%\rloading 100%\nfetch ${at}\r${E}[Kdone ${at}\r\n${E}[31mred\r${E}[Kas red\r${E}[0m\n`,
    ).join("");
    assert.equal(check([Buffer.from(`one\n${progress}`)]), 150);
    assert.match(inPieces([Buffer.from(progress)]).text, /^loading 100%\ndone 0\nas red\n/);
  });

  it("split at a number of bytes, keeping the style", () => {
    const styled = `${E}[31mred\n${"still red\n".repeat(50)}${E}[0m\nplain\n`;
    for (const bytes of [plain, stamped, styled].map((text) => Buffer.from(text)))
      for (const size of [1, 7, 100, 1000, 100_000]) {
        const parser = new LogParser();
        const split: LogPiece[] = [];
        const cut = (block: LineBlock): void => {
          const [first, rest] = block.split(size);
          const text = first.takeText().toString();
          const above = text.slice(0, -1).lastIndexOf("\n") + 1;
          assert.ok(above < size && (!rest || text.length >= size));
          split.push(first);
          if (rest) cut(rest);
        };
        for (const piece of parser.pieces(bytes)) {
          if (piece.kind === "block") cut(piece);
          else split.push(piece);
        }
        assert.deepEqual([...linesOf([...split, ...parser.end()])], parsed(bytes));
      }
  });

  it("conceal text that was concealed before them", () => {
    const text = Buffer.from(`one${E}[8m\n${"secret\n".repeat(20)}${E}[28m${"shown\n".repeat(20)}`);
    check([text]);
    assert.doesNotMatch(inPieces([text]).text, /secret/);
  });

  for (const [name, limit] of [
    ["at once", 0],
    ["in the background", 3_500],
  ] as const)
    it(`are the same after they are packed ${name}`, async () => {
      const store = new BlockStore(limit);
      const logs = [plain, stamped, `${E}[31mred\n${"still red\n".repeat(20)}`];
      const pieces = logs.map((log) => inPieces([Buffer.from(log)]).pieces);
      const lines = pieces.map((some) => [...linesOf(some)]);
      const texts = lines.map((some) => some.map(({ text }) => text));
      const blocks = pieces.flat().filter((piece) => piece.kind === "block");
      const before = blocks.map(({ sent }) => sent);
      for (const block of blocks) store.add(block);
      while (blocks[0]?.sent.buffer === before[0]?.buffer) await breathe();
      const listed = blocks.map(({ sent }) => sent.toString());
      assert.deepEqual(listed, before.map(String));
      const told = pieces.map((some) => [...linesOf(some)]);
      assert.deepEqual(told, lines);
      const seen = pieces.map((some) => [...textsOf(some)]);
      assert.deepEqual(seen, texts);
    });
});
