import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { editedText } from "../../../src/core/base/textEdit.ts";
import { parseCi } from "../../../src/core/ciFile/document.ts";
import { type DiffLine, diffLines, lineInDiff } from "../../../src/core/comparisons/hunks.ts";
import { LINE_LIMIT } from "../../../src/core/logText/ansi.ts";
import { LogParser } from "../../../src/core/logText/parser.ts";
import { Transcript } from "../../../src/core/logText/transcript.ts";
import { type DiffFile, placeIn, positionOf } from "../../../src/core/mergeRequests/review/positions.ts";
import { planMerge } from "../../../src/features/ci/merge/merge.ts";
import { MergeProblem } from "../../../src/features/ci/merge/problem.ts";
import { addSource, NugetConfigError, readNugetConfig } from "../../../src/features/packages/nuget/nugetConfig.ts";
import { anyText } from "../../support/anyText.ts";
import { inLong } from "../../support/long.ts";
import { mutated } from "../../support/mutated.ts";
import { holds } from "../../support/property.ts";
import { parsed } from "../core/logText/parsed.ts";

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

describe("logs, whatever they hold", function () {
  it("have no terminal sequence left in any line or title, nor longer lines than editors show", () =>
    holds("logs", log, (text) => {
      for (const line of parsed(text)) {
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

/** A file by what became of each of its lines, and how many lines stand around a change in the diff. */
const change = fc.record({
  lines: fc.array(fc.constantFrom("kept", "removed", "added"), { minLength: 1, maxLength: 40 }),
  context: fc.nat(3),
  starting: fc.constantFrom("", "@@ -1 +1 @@", "-", "+", " ", "\\ No newline", "diff --git a b"),
});

/** Writes the diff of a file as git does, and where each line is on both sides. */
function written({ lines, context, starting }: typeof change extends fc.Arbitrary<infer T> ? T : never): {
  readonly diff: string;
  readonly whole: readonly DiffLine[];
} {
  const whole: DiffLine[] = [];
  let [old, now] = [1, 1];
  for (const line of lines) {
    whole.push({ kind: line === "kept" ? "unchanged" : line === "added" ? "added" : "removed", old, new: now });
    if (line !== "added") old += 1;
    if (line !== "removed") now += 1;
  }
  const isShown = whole.map((_, at) =>
    whole.slice(Math.max(0, at - context), at + context + 1).some(({ kind }) => kind !== "unchanged"),
  );
  const hunks: DiffLine[][] = [];
  for (const [at, line] of whole.entries()) {
    if (isShown[at] !== true) continue;
    if (isShown[at - 1] === true) hunks.at(-1)?.push(line);
    else hunks.push([line]);
  }
  const side = (hunk: readonly DiffLine[], missing: DiffLine["kind"], of: "old" | "new"): string => {
    const count = hunk.filter(({ kind }) => kind !== missing).length;
    const first = (hunk[0]?.[of] ?? 1) - (count === 0 ? 1 : 0);
    return count === 1 ? String(first) : `${first},${count}`;
  };
  const marks = { added: "+", removed: "-", unchanged: " " } as const;
  const text = hunks.map((hunk) =>
    [
      `@@ -${side(hunk, "added", "old")} +${side(hunk, "removed", "new")} @@ f()`,
      ...hunk.map(({ kind }) => marks[kind] + starting),
    ].join("\n"),
  );
  return { diff: text.map((hunk) => `${hunk}\n`).join(""), whole };
}

const shas = { base: "b".repeat(40), start: "s".repeat(40), head: "h".repeat(40) };
const fileOn = (side: "old" | "new"): DiffFile => ({
  path: "a.ts",
  diff: { iid: 1, side, base: shas.base, head: shas.head },
});

describe("lines of diffs, for any change", function () {
  it("lead from each side to the other and back, inside of hunks and outside", () =>
    holds("diffLines", change, (made) => {
      const { diff, whole } = written(made);
      const lines = diffLines(diff);
      const found = lines.filter(({ kind }) => kind !== "unchanged");
      const expected = whole.filter(({ kind }) => kind !== "unchanged");
      assert.deepEqual(found, expected);
      for (const line of whole) {
        if (line.kind !== "added") assert.deepEqual(lineInDiff(lines, "old", line.old), line);
        if (line.kind !== "removed") assert.deepEqual(lineInDiff(lines, "new", line.new), line);
      }
    }));

  it("have a position by which a thread stands where it was made", () =>
    holds("positions", fc.tuple(change, fc.nat(), fc.nat()), ([made, first, second]) => {
      const { diff, whole } = written(made);
      const lines = diffLines(diff);
      for (const side of ["old", "new"] as const) {
        const ofSide = whole.filter(({ kind }) => kind !== (side === "old" ? "added" : "removed"));
        if (ofSide.length === 0) continue;
        const [start = 0, end = 0] = [first, second].map((at) => (at % ofSide.length) + 1).sort((a, b) => a - b);
        const position = positionOf(fileOn(side), shas, lines, { start, end });
        const last = ofSide[end - 1] ?? assert.fail();
        assert.deepEqual(
          [position.old_line, position.new_line],
          [last.kind === "added" ? undefined : last.old, last.kind === "removed" ? undefined : last.new],
        );
        const shown = placeIn(fileOn(side), position);
        // An unchanged line belongs to the new side, where its thread stands.
        if (side === "old" && last.kind === "unchanged") assert.equal(shown, undefined);
        else {
          const begin = ofSide[start - 1];
          const known = side === "new" ? begin?.kind !== "removed" : begin?.kind !== "added";
          assert.deepEqual(shown, { start: known ? start : end, end });
        }
        // What the host would call the lines.
        if (start !== end)
          assert.equal(
            position.line_range?.end.line_code,
            `${createHash("sha1").update("a.ts").digest("hex")}_${last.old}_${last.new}`,
          );
      }
    }));

  it("are no more than the text has, whatever hunks claim", () =>
    holds(
      "damagedDiffs",
      mutated("@@ -1,3 +1,4 @@\n a\n-b\n+c\n+d\n e\n@@ -20,0 +22 @@\n+x\n\\ No newline at end of file\n", [
        ...["@@ -1,99999999999 +1,9 @@\n", "@@ -0,0 +0,0 @@\n", "@@ -1 +1 @@", "\r\n", "\n", "+", "-", "\0"],
      ]),
      (diff) => {
        const lines = diffLines(diff);
        assert.ok(lines.length <= diff.split("\n").length);
        for (const side of ["old", "new"] as const)
          for (const line of [1, 2, 20, 1_000_000]) assert.equal(lineInDiff(lines, side, line)[side], line);
      },
    ));
});

const file = `spec:\n  inputs:\n    a: {}\n---\n# ours\nstages: [build, test]\nvariables:\n  A: "1" # one\n  B: {value: x, description: y}\n.base: &base\n  tags: [x]\nbuild:\n  <<: *base\n  script:\n    - echo "a: b"\n    - |\n      many\n      lines\ninclude:\n  - local: /a.yml\n`;
const template = `stages:\n- build\n- deploy\nvariables: {A: 2, C: 3}\n.base: &base\n  retry: 2\nbuild:\n  extends: .base\n  script: make\ndeploy:\n  <<: *base\n  script: >-\n    folded\n    text\n`;
const pieces =
  "\t¦\n¦\r\n¦: ¦- ¦? ¦[¦]¦{¦}¦&base ¦*base¦*none¦!!binary ¦!reference [a, b]¦|¦>¦'¦\"¦#¦---\n¦...\n¦<<: ¦%YAML 1.1\n¦\ufeff¦\0¦\u2028¦__proto__: ¦stages: ¦@¦`".split(
    "¦",
  );

describe("CI files, however they are damaged", function () {
  it("are read with faults within the text", () =>
    holds(
      "ciFiles",
      mutated(file, pieces),
      (text) => {
        const { entries, faults } = parseCi(text);
        for (const { start, end } of faults) assert.ok(0 <= start && start <= end && end <= text.length);
        assert.ok(entries.length <= text.length);
      },
      { runs: 60, whole: 10_000 },
    ));

  it("are merged by insertions only, or rejected", () =>
    holds(
      "merges",
      fc.record({ mine: mutated(file, pieces), theirs: mutated(template, pieces) }),
      ({ mine, theirs }) => {
        try {
          const { edits, text } = planMerge(mine, theirs).outcome(new Map());
          for (const { start, end } of edits) assert.equal(start, end);
          assert.equal(editedText(mine, edits), text);
        } catch (error) {
          if (!(error instanceof MergeProblem)) throw error;
        }
      },
      { runs: 60, whole: 10_000 },
    ));
});

describe("edits of NuGet.config, for any file", function () {
  const whole = `\ufeff<?xml version="1.0" encoding="utf-8"?>\r\n<!-- ours -->\r\n<configuration>\r\n  <packageSources>\r\n    <clear />\r\n    <add key="public" value="https://x" protocolVersion="3" />\r\n  </packageSources>\r\n  <packageSourceMapping>\r\n    <packageSource key="public">\r\n      <package pattern="*" />\r\n    </packageSource>\r\n  </packageSourceMapping>\r\n  <config><add key="x" value="%HOME%" /></config>\r\n</configuration>\r\n`;
  const bare = "<configuration/>";
  const pieces = (
    "<!-- </packageSources> -->¦<packageSources/>¦<packageSources>¦</packageSources>¦<packageSourceMapping />¦<a b='/>'/>¦<a b='>'>" +
    "¦<![CDATA[ </configuration> ]]>¦<?pi </packageSources> ?>¦</a >¦&amp;¦&bad;¦\t¦\n¦\r¦\u2028¦x"
  ).split("¦");
  const source = fc.record({
    name: fc.constantFrom("demo", 'a"b', "a&amp;b", "<x>", "é\ttab", "]]>", "--"),
    address: fc.constantFrom("https://git.example.com/v3/index.json?a=1&b='2'", "http://127.0.0.1/x"),
    patterns: fc.array(fc.constantFrom("Weather.*", '"*"', "a&b"), { maxLength: 2 }),
  });

  it("add the source and keep everything else, or are rejected", () =>
    holds(
      "nugetConfig",
      fc.record({ text: fc.oneof(mutated(whole, pieces), mutated(bare, pieces)), added: source }),
      ({ text, added }) => {
        let before;
        try {
          before = readNugetConfig(text);
        } catch (error) {
          assert.ok(error instanceof NugetConfigError, String(error));
          assert.throws(() => addSource(text, added), NugetConfigError);
          return;
        }
        const edits = addSource(text, added);
        for (const { start, end } of edits)
          assert.match(text.slice(start, end), /^(?:\s*\/>)?$/, "only an empty element is opened");
        const after = readNugetConfig(editedText(text, edits));
        assert.deepEqual(after.sources.at(-1), { name: added.name, address: added.address });
        assert.deepEqual(after.sources.slice(0, -1), before.sources);
        assert.deepEqual(after.disabled, before.disabled);
        const maps = edits.length > 1;
        assert.deepEqual(after.mapped, maps ? [...before.mapped, added.name] : before.mapped);
        // The same file ends its lines as before.
        if (/\n/.test(text) && !/(?<!\r)\n|\r(?!\n)/.test(text))
          assert.doesNotMatch(editedText(text, edits), /(?<!\r)\n/);
      },
    ));

  it("are made at once in files of 200 kB that are made to be slow", () => {
    for (const filling of [" ", "\n", "\r\n", "\r", "\t\n", "<a/>", "/", "-", "</"]) {
      const much = filling.repeat(200_000 / filling.length);
      const text = /^[\s/-]+$/.test(filling)
        ? `<configuration>${much}<packageSources>${much}</packageSources></configuration>`
        : `<configuration><!--${much}--><packageSources></packageSources></configuration>`;
      const after = readNugetConfig(editedText(text, addSource(text, { name: "a", address: "https://a" })));
      assert.deepEqual(after.sources, [{ name: "a", address: "https://a" }]);
    }
  });
});
