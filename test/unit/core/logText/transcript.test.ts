import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { lineHash } from "../../../../src/core/logText/colors.ts";
import { LogParser } from "../../../../src/core/logText/parser.ts";
import { clockTime, Transcript } from "../../../../src/core/logText/transcript.ts";
import { plainLog } from "../../features/jobs/log/recorded.ts";

const E = "\u001b";

/** A channel as the person sees it, fed piece by piece; `quiet` marks where nothing came for a while. */
function write(pieces: readonly string[], quiet = true): { text: string; transcript: Transcript } {
  const parser = new LogParser();
  const transcript = new Transcript();
  let text = "";
  for (const piece of pieces) {
    text += transcript.add(parser.push(Buffer.from(piece)));
    if (quiet) text += transcript.unfinished(parser.peek());
  }
  return { text: text + transcript.add(parser.end()), transcript };
}

describe("the transcript of a log", () => {
  const E0 = `${E}[0K`;
  const nested = `section_start:1:a\r${E0}Outer\nsection_start:2:b\r${E0}\ntext\nsection_end:65:b\r${E0}section_end:3662:a\r${E0}end`;
  const untimed = `section_start:1:a[hide_duration=true]\r${E0}A\nsection_end:65:a\r${E0}`;
  for (const [title, pieces, expected] of [
    ["writes sections with durations", [nested], "▾ Outer\n  ▾ b\ntext\n  ▴ b · 01:03\n▴ a · 1:01:01\nend\n"],
    ["hides a duration where the section says so", [untimed], "▾ A\n▴ a\n"],
    ["shows an unfinished line once and goes on behind it", ["one\ntw", "o thr", "ee\nfour"], "one\ntwo three\nfour\n"],
    ["shows progress only where the log went quiet", ["1%\r2%\r3%", "\r4%\r5%", "\r100%\n"], "3%\n5%\n100%\n"],
    ["marks a line that continues", ["x".repeat(8001)], `${"x".repeat(8000)} ↩\nx\n`],
  ] as const)
    it(title, () => assert.equal(write(pieces).text, expected));

  it("shows the last state of progress while the log is not quiet", () =>
    assert.equal(write(["1%\r2%\r3%", "\r4%\r5%", "\r100%\n"], false).text, "100%\n"));

  it("hides concealed text, in unfinished lines too", () => {
    const pieces = [`key: ${E}[8msec`, "ret", `\nmore secret${E}[28m shown`, `\rsecond${E}[8m secret${E}[0m!\n`];
    for (const quiet of [true, false]) {
      const { text } = write(pieces, quiet);
      assert.doesNotMatch(text, /sec(?!ond)|ret/);
      assert.ok(text.endsWith("second       !\n"), text);
    }
  });

  it("writes a note on lines of its own", () => {
    const parser = new LogParser();
    const transcript = new Transcript();
    const text = [
      transcript.add(parser.push(Buffer.from("a\nhalf"))),
      transcript.unfinished(parser.peek()),
      transcript.note("Note"),
      transcript.add(parser.push(Buffer.from(" line\n"))),
      transcript.note("Two\nlines"),
    ].join("");
    assert.deepEqual([text, transcript.lines], ["a\nhalf\nNote\nhalf line\nTwo\nlines\n", 6]);
  });

  it("knows the line of each color, whatever was shown before", () => {
    const colored = plainLog.replaceAll("progress", `${E}[33mprogress`);
    fc.assert(
      fc.property(fc.array(fc.nat({ max: colored.length }), { maxLength: 10 }), fc.boolean(), (cuts, quiet) => {
        const places = [0, ...cuts.sort((a, b) => a - b), colored.length];
        const { text, transcript } = write(
          places.slice(1).map((place, i) => colored.slice(places[i], place)),
          quiet,
        );
        const lines = text.split("\n");
        assert.equal(transcript.lines, lines.length - 1);
        let found = 0;
        lines.forEach((line, i) => {
          const colors = transcript.colors.at(i);
          if (!colors) return;
          found++;
          assert.deepEqual([colors.length, colors.hash], [line.length, lineHash(line)], line);
          assert.ok(colors.spans.every(({ start, end }) => start < end && end <= line.length));
        });
        assert.equal(found, transcript.colors.size);
        assert.ok(found >= 10);
      }),
      { numRuns: 300 },
    );
  });

  it("writes times as a clock does", () =>
    assert.equal([0, 7, 59.6, 61, 3600, 36_061].map(clockTime).join(), "00:00,00:07,01:00,01:01,1:00:00,10:01:01"));
});
