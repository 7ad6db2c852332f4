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

describe("logs/transcript", () => {
  it("writes sections as headings with durations", () => {
    const log = `section_start:1:a\r${E}[0KOuter\nsection_start:2:b\r${E}[0K\ntext\nsection_end:65:b\r${E}[0Ksection_end:3662:a\r${E}[0Kend`;
    assert.equal(write([log]).text, "▾ Outer\n  ▾ b\ntext\n  ▴ b · 01:03\n▴ a · 1:01:01\nend\n");
  });

  it("hides a duration where the section says so", () => {
    assert.equal(
      write([`section_start:1:a[hide_duration=true]\r${E}[0KA\nsection_end:65:a\r${E}[0K`]).text,
      "▾ A\n▴ a\n",
    );
  });

  it("shows an unfinished line once, and goes on behind it", () => {
    assert.equal(write(["one\ntw", "o thr", "ee\nfour"]).text, "one\ntwo three\nfour\n");
  });

  it("shows a progress line's states below each other only where it went quiet", () => {
    assert.equal(write(["1%\r2%\r3%", "\r4%\r5%", "\r100%\n"]).text, "3%\n5%\n100%\n");
    assert.equal(write(["1%\r2%\r3%", "\r4%\r5%", "\r100%\n"], false).text, "100%\n");
  });

  it("shows nothing of concealed text, unfinished lines included", () => {
    const pieces = [`key: ${E}[8msec`, "ret", `\nmore secret${E}[28m shown`, `\rsecond${E}[8m secret${E}[0m!\n`];
    for (const quiet of [true, false]) {
      const { text } = write(pieces, quiet);
      assert.doesNotMatch(text, /sec(?!ond)|ret/);
      assert.ok(text.endsWith("second       !\n"), text);
    }
  });

  it("begins a note on a line of its own", () => {
    const parser = new LogParser();
    const transcript = new Transcript();
    const text = [
      transcript.add(parser.push(Buffer.from("a\nhalf"))),
      transcript.unfinished(parser.peek()),
      transcript.note("Note"),
      transcript.add(parser.push(Buffer.from(" line\n"))),
      transcript.note("Two\nlines"),
    ].join("");
    assert.equal(text, "a\nhalf\nNote\nhalf line\nTwo\nlines\n");
    assert.equal(transcript.lines, 6);
  });

  it("knows on which line each colour is, whatever was shown before", () => {
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

  it("marks a line that goes on", () => {
    const { text } = write(["x".repeat(8001)]);
    assert.equal(text, `${"x".repeat(8000)} ↩\nx\n`);
  });

  it("tells times as a clock does", () => {
    assert.deepEqual([0, 7, 59.6, 61, 3600, 36_061].map(clockTime), [
      "00:00",
      "00:07",
      "01:00",
      "01:01",
      "1:00:00",
      "10:01:01",
    ]);
  });
});
