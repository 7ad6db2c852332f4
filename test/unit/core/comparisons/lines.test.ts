import assert from "node:assert/strict";
import fc from "fast-check";
import type { CommitDiffEntry } from "../../../../src/api/resources/commitTypes.ts";
import { placesOf } from "../../../../src/core/comparisons/findLines.ts";
import { readHostDiff } from "../../../../src/core/comparisons/hostDiff.ts";
import { MovedLines } from "../../../../src/core/comparisons/movedLines.ts";
import { editorLines, gitLines, lineBefore, sameLines } from "../../../../src/core/comparisons/sameLines.ts";

/** Lines that count how often they are compared. */
function counted(count: number): { readonly lines: readonly string[]; readonly reads: () => number } {
  let reads = 0;
  const lines = new Proxy(Array<string>(count).fill("x"), {
    get: (target, name) => {
      if (typeof name === "string" && /^\d+$/.test(name)) reads += 1;
      return Reflect.get(target, name) as unknown;
    },
  });
  return { lines, reads: () => reads };
}

describe("lines in a file", () => {
  it("are found at every place, also overlapping", () => {
    const line = fc.constantFrom("a", "b");
    const some = fc.array(line, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), some, fc.nat(10), (file, lines, from) => {
        const isAt = (at: number): boolean => lines.every((one, index) => file[at + index] === one);
        const places = [...file.keys()].filter((at) => at >= from && at + lines.length <= file.length && isAt(at));
        assert.deepEqual(placesOf(file, lines, from), places);
      }),
      { numRuns: 2_000 },
    );
  });

  it("are found in a few steps for each, also where all are equal", () => {
    const [file, lines] = [counted(60_000), counted(6_000)];
    assert.equal(placesOf(file.lines, lines.lines).length, 54_001);
    assert.ok(file.reads() + lines.reads() < 10 * 66_000, `${file.reads() + lines.reads()} steps`);
  });
});

describe("lines that have moved", () => {
  const before = ["one", "two", "three", "four", "five"];
  const of = (after: readonly string[], start: number, end = start): unknown => {
    const { lines, changed } = new MovedLines(before, after).of({ start, end });
    return [lines.start, lines.end, changed];
  };

  it("are where lines above them were added or removed", () => {
    assert.deepEqual(of(["zero", ...before], 3), [4, 4, false]);
    assert.deepEqual(of(before.slice(2), 3, 5), [1, 3, false]);
    assert.deepEqual(of(before, 2, 4), [2, 4, false]);
  });

  it("are reported as changed at their place", () => {
    assert.deepEqual(of(["one", "two", "THREE", "four", "five"], 3), [3, 3, true]);
    // One of a range is left.
    assert.deepEqual(of(["one", "two", "THREE", "four", "five"], 3, 4), [4, 4, true]);
    assert.deepEqual(of(["one", "two", "three", "more", "four", "five"], 3, 4), [3, 5, true]);
  });

  it("are at the next line when they were removed, in range", () => {
    assert.deepEqual(of(["one", "two", "four", "five"], 3), [3, 3, true]);
    assert.deepEqual(of(["one"], 5), [1, 1, true]);
    assert.deepEqual(of([], 5), [1, 1, true]);
  });

  it("map unchanged lines to identical text, in range", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "d"), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, text, fc.nat(), fc.nat(), (old, young, one, other) => {
        const [start, end] = [(one % old.length) + 1, (other % old.length) + 1].toSorted((a, b) => a - b);
        const { lines, changed } = new MovedLines(old, young).of({ start: start!, end: end! });
        assert.ok(lines.start >= 1 && lines.start <= lines.end && lines.end <= young.length);
        if (!changed) assert.deepEqual(young.slice(lines.start - 1, lines.end), old.slice(start! - 1, end));
      }),
    );
  });
});

/** For each line now, the one it was before. */
const mapped = (before: readonly string[], now: readonly string[]): (number | undefined)[] => {
  const runs = sameLines(before, now);
  return now.map((_, line) => lineBefore(runs, line));
};

/** One change of an editor: so many lines from `at` on give way to others. */
const edit = fc.record({ at: fc.nat(40), removed: fc.nat(5), added: fc.nat(5) });

describe("lines that stay the same", () => {
  it("are followed through any edits, and only they, where all lines differ", () => {
    fc.assert(
      fc.property(fc.nat(40), fc.array(edit, { maxLength: 6 }), (count, edits) => {
        const before = Array.from({ length: count }, (_, line) => `line ${line}`);
        let now: { text: string; was?: number }[] = before.map((text, was) => ({ text, was }));
        for (const [index, { at, removed, added }] of edits.entries()) {
          const fresh = Array.from({ length: added }, (_, line) => ({ text: `new ${index}.${line}` }));
          now = [...now.slice(0, at), ...fresh, ...now.slice(at + removed)];
        }
        const texts = now.map(({ text }) => text);
        const found = mapped(before, texts);
        const expected = now.map(({ was }) => was);
        assert.deepEqual(found, expected);
      }),
    );
  });

  it("have the same text in the same order, for any texts", () => {
    const text = fc.array(fc.constantFrom("", "}", "a", "b", "c"), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (before, now) => {
        const pairs = mapped(before, now).flatMap((was, line) => (was === undefined ? [] : [{ was, line }]));
        for (const { was, line } of pairs) assert.equal(now[line], before[was]);
        for (const [index, { was }] of pairs.slice(1).entries()) assert.ok(was > (pairs[index]?.was ?? -1));
      }),
    );
  });

  it("are all lines of an equal text, and none of a different one", () => {
    const same = fc.array(fc.constantFrom("a", "b", ""));
    fc.assert(fc.property(same, (lines) => assert.deepEqual(mapped(lines, lines), [...lines.keys()])));
    assert.deepEqual(mapped(["a", "b"], ["x", "y", "z"]), [undefined, undefined, undefined]);
    assert.deepEqual(sameLines([], []), []);
  });

  it("are found between equal lines that were changed in several places", () => {
    const before = ["{", "}", "{", "}", "{", "}", "{", "}"];
    const now = ["{", "new", "}", "{", "}", "{", "}", "new", "{", "}"];
    assert.deepEqual(mapped(before, now), [0, undefined, 1, 2, 3, 4, 5, undefined, 6, 7]);
  });

  it("are found in long files without looking at every pair of lines", () => {
    const before = Array.from({ length: 20_000 }, (_, line) => (line % 3 === 0 ? "}" : `line ${line}`));
    const now = before.flatMap((text, line) => (line % 100 === 50 ? [`${text} changed`, "one more"] : [text]));
    const map = mapped(before, now);
    assert.equal(map.filter((was) => was === undefined).length, 400);
    assert.deepEqual([map[0], map[50], map[51], map[52], map.at(-1)], [0, undefined, undefined, 51, 19_999]);
  });

  it("follow the line counts of git and of the editor", () => {
    assert.deepEqual(gitLines("\ufeffa\r\nb\n"), ["a", "b"]);
    assert.deepEqual(gitLines("a\n\nb"), ["a", "", "b"]);
    assert.deepEqual(gitLines(""), []);
    assert.deepEqual(editorLines("a\r\nb\n"), ["a", "b", ""]);
    assert.deepEqual(editorLines("a\r\rb\n\rc"), ["a", "", "b", "", "c"]);
    assert.deepEqual(mapped(gitLines("a\nb\n"), editorLines("a\r\nb\r\n")), [0, 1, undefined]);
  });

  it("are only those at both ends if more than 100,000 others differ", () => {
    const lines = (count: number, word: string): string[] => Array.from({ length: count }, (_, at) => `${word} ${at}`);
    const before = ["start", ...lines(50_000, "a"), "middle", "end"];
    const now = ["start", ...lines(50_001, "b"), "middle", "c", "end"];
    assert.deepEqual(sameLines(before, now), [
      { before: 0, now: 0, length: 1 },
      { before: before.length - 1, now: now.length - 1, length: 1 },
    ]);
    assert.equal(sameLines(before.slice(0, -40_000), now.slice(0, -40_000)).length, 1);
  });
});

const entry: CommitDiffEntry = {
  ...{ diff: "@@ -1 +1 @@\n-a\n+b\n", new_path: "a", old_path: "a", a_mode: "100644", b_mode: "100644" },
  ...{ new_file: false, renamed_file: false, deleted_file: false },
};
const read = (fields: Partial<CommitDiffEntry>) => readHostDiff([{ ...entry, ...fields }]);

describe("readHostDiff", () => {
  it("counts lines of hunks alone", () => {
    const diff = "--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n same\n--- gone\n+++ new\n+\n\\ No newline at end of file\n";
    assert.deepEqual(read({ diff }).files, [
      { status: "modified", path: "a", oldPath: "a", oldMode: "100644", newMode: "100644", additions: 2, deletions: 1 },
    ]);
  });

  it("reads the kind of change from flags and modes", () => {
    const status = (fields: Partial<CommitDiffEntry>) => read(fields).files[0]?.status;
    assert.equal(status({ new_file: true, a_mode: "0" }), "added");
    assert.equal(status({ deleted_file: true, b_mode: "0" }), "deleted");
    assert.equal(status({ renamed_file: true, old_path: "b" }), "renamed");
    assert.deepEqual([status({ b_mode: "120000" }), status({ b_mode: "100755" })], ["typeChanged", "modified"]);
    assert.deepEqual(read({ new_file: true, a_mode: "0", b_mode: null }).files[0]?.newMode, undefined);
  });

  it("counts files without their changes, whether or not the host marks them", () => {
    assert.equal(read({ diff: "", too_large: true }).withheld, 1);
    assert.equal(read({ diff: "", collapsed: true }).withheld, 1);
    assert.equal(read({ diff: "" }).withheld, 1, "nothing else changed, so the content did");
    assert.equal(read({ diff: "", b_mode: "100755", too_large: false }).withheld, 0);
    assert.equal(read({ diff: "", new_file: true, too_large: false }).withheld, 0, "an empty file");
    assert.deepEqual(read({ diff: "", new_file: true, too_large: false }).files[0]?.additions, 0);
    assert.equal(read({ diff: "", new_file: true }).files[0]?.additions, undefined, "empty, or too large");
  });

  it("knows binary files and submodules", () => {
    assert.equal(read({ diff: "Binary files a/x and b/x differ\n" }).files[0]?.binary, true);
    const says = read({ diff: "@@ -1 +1 @@\n-Binary files \n+Binary files a\n" });
    assert.equal(says.files[0]?.binary, undefined, "a line that says so");
    const diff = `@@ -1 +1 @@\n-Subproject commit ${"a".repeat(40)}\n+Subproject commit ${"b".repeat(40)}\n`;
    const [file] = read({ a_mode: "160000", b_mode: "160000", diff }).files;
    assert.deepEqual([file?.submodule, file?.oldSubmodule, file?.newSubmodule], [true, "a".repeat(40), "b".repeat(40)]);
  });
});
