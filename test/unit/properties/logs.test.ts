import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { LINE_LIMIT } from "../../../src/core/logText/ansi.ts";
import { LogParser } from "../../../src/core/logText/parser.ts";
import type { LogLine } from "../../../src/core/logText/sections.ts";
import { Transcript } from "../../../src/core/logText/transcript.ts";
import { anyText } from "../../support/anyText.ts";
import { inLong } from "../../support/long.ts";
import { holds } from "../../support/property.ts";

const E = "\u001b";
const codes =
  "[31m [0K [2K [1A [999C [2J c [8m [?1049h ]0;title\u0007 ]8;;command:x\u001b\\ ]52;c;eA==\u0007 P1;2|x\u001b\\ _x [ ]";
const others =
  "\u009b31m,\u009d0;x\u009c,\r,\n,\r\n,\b,\u0007,\0,\u007f,\u0085,\t, ,text,section_start:1:a\r,section_end:2:a\r";
const piece = fc.oneof(
  fc.constantFrom(E, ...codes.split(" ").map((code) => E + code), ...others.split(",")),
  fc.constantFrom(`section_start:1:b[collapsed=true]\r${E}[0KTitle\n`, `section_end:9:b\r${E}[0K`),
  fc.constantFrom("2026-01-01T00:00:00.000000Z 00O ", "2026-01-01T00:00:00.000000Z 01E+"),
  anyText({ maxLength: 5 }),
);
const log = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

const linesOf = (text: string): LogLine[] => {
  const parser = new LogParser();
  return [...parser.push(Buffer.from(text)), ...parser.end()];
};

describe("logs, whatever they hold", function () {
  it("have no terminal sequence left in any line or title, nor longer lines than editors show", () =>
    holds("logs", log, (text) => {
      for (const line of linesOf(text)) {
        for (const value of Object.values(line))
          // Tabs are text.
          // eslint-disable-next-line no-control-regex -- control characters are what this is about
          if (typeof value === "string") assert.doesNotMatch(value, /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/);
        if ("text" in line) assert.ok(line.text.length <= LINE_LIMIT);
      }
    }));

  it("are written to the channel without control characters, however they come", () =>
    holds("transcripts", fc.tuple(log, fc.array(fc.nat(200), { maxLength: 4 })), ([text, cuts]) => {
      const [parser, transcript] = [new LogParser(), new Transcript()];
      const bytes = Buffer.from(text);
      const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
      let shown = "";
      for (const [at, place] of places.slice(1).entries()) {
        shown += transcript.add(parser.push(bytes.subarray(places[at], place)));
        shown += transcript.unfinished(parser.peek());
      }
      shown += transcript.add(parser.end());
      // eslint-disable-next-line no-control-regex -- control characters are what this is about
      assert.doesNotMatch(shown, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
      assert.equal(shown.split("\n").length - 1, transcript.lines);
    }));

  it("of megabytes in one line take linear work, and are shown in lines that editors show", () => {
    const size = inLong(500_000, 10_000_000);
    for (const unit of ["x", `${E}[31my`, "\rz", `${E}[`, "\b", "section_start:1:a\r", "é", `${E}]`]) {
      const parser = new LogParser();
      const bytes = Buffer.from(unit.repeat(Math.ceil(size / Buffer.byteLength(unit))));
      let lines = 0;
      let longest = 0;
      for (let at = 0; at < bytes.length; at += 65_536)
        for (const line of parser.push(bytes.subarray(at, at + 65_536))) {
          lines += 1;
          if ("text" in line) longest = Math.max(longest, line.text.length);
        }
      lines += parser.end().length;
      assert.ok(parser.work <= 5 * bytes.length, `${JSON.stringify(unit)}: ${parser.work} steps`);
      assert.ok(longest <= LINE_LIMIT && lines <= bytes.length / LINE_LIMIT + 2, `${lines} lines of ${longest}`);
    }
  });
});
