import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { alignLogs } from "../../../../src/core/logText/alignLogs.ts";
import { lineHash } from "../../../../src/core/logText/colors.ts";
import { comparableLine } from "../../../../src/core/logText/comparableLine.ts";
import { LogText } from "../../../../src/core/logText/logText.ts";
import { LogParser } from "../../../../src/core/logText/parser.ts";
import { sameRepeatedLines } from "../../../../src/core/logText/repeatedLines.ts";
import { clockTime, Transcript } from "../../../../src/core/logText/transcript.ts";
import { anyText } from "../../../support/anyText.ts";
import { plainLog } from "../../features/jobs/log/recorded.ts";

/** Two green runs of each tool's job, and what the runner writes around both, with `\e` for escape and `\r` for a carriage return. */
const parts = new Map(
  readFileSync(new URL("greenRuns.txt", import.meta.url), "utf8")
    .replaceAll("\\e", "\u001b")
    .replaceAll("\\r", "\r")
    .split(/^### /m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf("\n")), text.slice(text.indexOf("\n") + 1)] as const),
);

const toolNames = [...parts.keys()]
  .map((name) => name.split(" ")[0] ?? "")
  .filter((name, at) => at % 2 === 0 && name !== "before" && name !== "after");

/** Returns the log of a run as the host sends it. */
const greenLog = (tool: string, run: "first" | "second"): string =>
  ["before", tool, "after"].map((part) => parts.get(`${part} ${run}`)).join("");

/** Returns the lines of a log as its document shows them. */
const shown = async (log: string): Promise<string[]> => {
  const text = new LogText();
  text.push(Buffer.from(log));
  text.end();
  return (await text.snapshot().text(Buffer.alloc(0))).toString().split("\n");
};

describe("the log of a job aligned with a later run", () => {
  for (const tool of toolNames)
    it(`equals the later run where both are green: ${tool}`, async () => {
      const [before, now] = [await shown(greenLog(tool, "first")), await shown(greenLog(tool, "second"))];
      assert.deepEqual(await alignLogs(before, now), { lines: now, removed: 0, added: 0 });
      // The logs themselves differ.
      assert.ok(now.filter((line) => !before.includes(line)).length > 15);
    });

  it("keeps lines of only one run at their place", async () => {
    const before = ["12:00:01 start", "12:00:02 gone", "12:00:03 middle", "12:00:09 end"];
    const now = ["13:10:11 start", "13:10:12 middle", "13:10:13 new", "13:10:14 end"];
    assert.deepEqual(await alignLogs(before, now), {
      lines: ["13:10:11 start", "12:00:02 gone", "13:10:12 middle", "13:10:14 end"],
      removed: 1,
      added: 1,
    });
  });

  it("keeps exit codes, counts, versions and results different", async () => {
    const changes = readFileSync(new URL("changedLines.txt", import.meta.url), "utf8").trimEnd();
    for (const change of changes.split("\n")) {
      const [was = "", is = ""] = change.split("|");
      const { lines, removed, added } = await alignLogs(["begin", was, "end"], ["begin", is, "end"]);
      assert.deepEqual([lines, removed, added], [["begin", was, "end"], 1, 1], change);
    }
  });

  it("equates reordered lines only of concurrent work", async () => {
    const now = ["Compiling b", "Compiling a", "c"];
    assert.deepEqual(await alignLogs(["Compiling a", "Compiling b", "c"], now), { lines: now, removed: 0, added: 0 });
    const lines = ["server is ready", "client starts"];
    const { removed, added } = await alignLogs(lines, lines.toReversed());
    assert.deepEqual([removed, added], [1, 1]);
  });

  it("equates reordered suites with their titles", async () => {
    const suite = (name: string): string[] => [`  ${name}`, `    ✓ ${name} adds`, `    ✓ ${name} removes (3 ms)`, ""];
    const before = ["start", "", ...["one", "two", "three", "four"].flatMap(suite), "end"];
    const now = ["start", "", ...["four", "two", "one", "three"].flatMap(suite), "end"];
    assert.deepEqual(await alignLogs(before, now), { lines: now, removed: 0, added: 0 });
  });

  it("finds the few lines that differ among thousands of the same", async () => {
    const lines = Array.from({ length: 6000 }, (_, at) => `12:00:${10 + (at % 50)} poll ${(at * at) % 7}`);
    const now = lines.map((line) => line.replace("12:", "14:"));
    for (const at of [5500, 4000, 2500, 900]) now.splice(at, 1, "poll again");
    const { removed, added } = await alignLogs(lines, now);
    assert.deepEqual([removed, added], [4, 4]);
  });

  it("aligns any two logs", async () => {
    const known = fc.constantFrom("a", "b", "Compiling x", "Compiling y", "12:00:01", "  45% 1/2", "/-");
    const line = fc.oneof(known, fc.string());
    const log = fc.array(line, { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(log, log, async (before, now) => {
        const { lines, removed, added } = await alignLogs(before, now);
        // Without what only one of them has, both are as long.
        assert.equal(lines.length - removed, now.length - added);
        assert.deepEqual((await alignLogs(now, now)).lines, now);
      }),
    );
  });

  it("stops on cancel", async () => {
    const controller = new AbortController();
    controller.abort(new Error("canceled"));
    const lines = Array.from({ length: 10_000 }, (_, at) => `line ${at}`);
    await assert.rejects(alignLogs(lines, lines, controller.signal), /canceled/);
  });
});

describe("lines that two texts with many repetitions have in common", () => {
  it("are the same on both sides and in order", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 60 });
    fc.assert(
      fc.property(text, text, (before, now) => {
        let [b, n] = [0, 0];
        for (const run of sameRepeatedLines(before, now)) {
          assert.ok(run.before >= b && run.now >= n && run.length > 0);
          assert.deepEqual(before.slice(run.before, run.before + run.length), now.slice(run.now, run.now + run.length));
          [b, n] = [run.before + run.length, run.now + run.length];
        }
      }),
    );
  });

  it("are found behind many differences", () => {
    const lines = (seed: number): string[] => Array.from({ length: 3000 }, (_, at) => `${(at * seed) % 11} ${at % 3}`);
    const [before, now] = [lines(7), lines(5)];
    const tail = Array.from({ length: 600 }, (_, at) => `${(at * at) % 11}`);
    const runs = sameRepeatedLines([...before, ...tail, "x"], [...now, ...tail, "y"]);
    const common = runs.reduce((sum, { length }) => sum + length, 0);
    assert.ok(common >= 600, String(common));
  });
});

it("comparable lines are returned for any text, in linear time", () => {
  fc.assert(fc.property(anyText(), (text) => void comparableLine(text)));
  const units = "a 1 a1 - a- 0: id id= 1. 1:1 tmp [1 . = /tmp/ _id runner- f0 …".split(" ");
  for (const unit of [...units, "1 ", " ", "1m "]) comparableLine(unit.repeat(Math.ceil(300_000 / unit.length)));
});

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
