import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import fc from "fast-check";
import { disrupting } from "../../../../src/core/base/disrupting.ts";
import { ownText } from "../../../../src/core/base/ownText.ts";
import { editedText, insertion, orderedEdits } from "../../../../src/core/base/textEdit.ts";
import { unseen } from "../../../../src/core/base/unseen.ts";

const isUnseen = (text: string): boolean => text.search(unseen) >= 0;

describe("characters that cannot be seen", () => {
  it("are controls, marks of direction, and what is drawn as nothing", () => {
    const hidden =
      "\0\u001b\r\u007f\u0085\u00ad\u034f\u061c\u115f\u1160\u17b4\u180b\u180e\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202e\u2060\u2066\u206f\u3164\ufe00\ufe0f\ufeff\uffa0\ufff9\u{1d173}\u{e0001}\u{e0041}\u{e0100}";
    const found = Array.from(hidden).filter((one) => !isUnseen(one));
    assert.deepEqual(found, []);
  });

  it("do not include visible text, spaces, tabs and line feeds", () => {
    assert.ok(!isUnseen("déjà vu 日本語 עברית \u00a0\u3000 👍 \t\n"));
  });

  it("hold all that is never shown of a host, besides tab and line feed", () => {
    for (let code = 0; code <= 0x10ffff; code++) {
      const one = String.fromCodePoint(code);
      if (one.search(disrupting) >= 0 && one !== "\t" && one !== "\n") assert.ok(isUnseen(one), code.toString(16));
    }
  });
});

describe("text of a host", () => {
  it("keeps what emoji and words are written with", () => {
    for (const text of ["👩‍💻 ⚠️", "می‌خواهم", "क्‍ष"]) assert.equal(text.search(disrupting), -1);
  });
});

describe("edits of a text", () => {
  it("keep the order of insertions at one place, before what is replaced there", () => {
    const edits = [{ start: 1, end: 2, text: "X" }, insertion(1, "1"), insertion(1, "2")];
    assert.deepEqual(orderedEdits(edits), [{ start: 1, end: 2, text: "12X" }]);
    assert.equal(editedText("abc", edits), "a12Xc");
  });

  it("are refused when two overlap", () => {
    assert.throws(() => editedText("abcdef", [{ start: 0, end: 3, text: "" }, insertion(2, "x")]), /overlap/);
  });

  it("do the same as one by one from the last to the first", () => {
    const places = fc.uniqueArray(fc.nat(20), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(fc.string({ minLength: 21, maxLength: 21 }), places, fc.string(), (text, at, put) => {
        const sorted = at.toSorted((a, b) => a - b);
        const edits = sorted.flatMap((start, index) =>
          index % 2 === 0 ? [{ start, end: sorted[index + 1] ?? start + 1, text: put }] : [],
        );
        const oneByOne = edits.reduceRight((now, { start, end }) => now.slice(0, start) + put + now.slice(end), text);
        assert.equal(editedText(text, edits.toReversed()), oneByOne);
      }),
    );
  });
});

const root = new URL("../../../../", import.meta.url);

/** Prints by how many bytes the heap grows while a log of 500 chunks of 64 KiB is read, each with a section. */
const program = `
  const { LogText } = await import("./src/core/logText/logText.ts");
  const filler = "the usual text of a log, of which there is a lot\\n".repeat(1300);
  const chunk = (i) => Buffer.from("section_start:1:partofthejob" + i + "\\r\\u001b[0KThe heading of part number " + i + "\\n" + filler);
  const text = new LogText();
  for (let i = 0; i < 20; i++) text.push(chunk(i));
  gc();
  const before = process.memoryUsage().heapUsed;
  for (let i = 20; i < 520; i++) text.push(chunk(i));
  gc();
  console.log(process.memoryUsage().heapUsed - before, text.snapshot().sections.length);
`;

describe("base/ownText", () => {
  it("returns the same text", () => {
    for (const text of ["", "a", "Grüße, 世界 👩‍💻", "x".repeat(10_000)]) assert.equal(ownText(text), text);
    assert.equal(ownText("👍".slice(0, 1)), "\uFFFD");
  });

  it("has the sections of a document keep none of the text around them", async () => {
    const flags = ["--expose-gc", "--input-type=module", "-e", program];
    const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: root });
    const [grown = NaN, kept] = stdout.split(" ").map(Number);
    assert.equal(kept, 520);
    assert.ok(grown < 8 * 1024 * 1024, `${grown} bytes`);
  });
});
