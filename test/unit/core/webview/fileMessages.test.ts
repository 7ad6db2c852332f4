import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { filesForBox, mostFileBytes } from "../../../../src/core/webview/fileMessages.ts";

const bytes = new Uint8Array([1, 2, 3]).buffer;
const file = { name: "a b.png", type: "image/png", size: 3, bytes };
const message = { type: "files", box: "comment", id: "box-comment-0", text: "Look: ", start: 6, end: 6, files: [file] };

describe("files that a page sends for a box", () => {
  it("are read, and so is where they go", () => {
    const { type: _, ...rest } = message;
    assert.deepEqual(filesForBox({ ...message, more: 1 }), rest);
  });

  it("have names that are no paths, and a type or none", () => {
    const named = (name: string, type: unknown = ""): unknown =>
      filesForBox({ ...message, files: [{ ...file, name, type }] })?.files.map((one) => [one.name, one.type]);
    assert.deepEqual(named("../a\\b\r\n.png"), [[".._a_b__.png", undefined]]);
    assert.deepEqual(named("", "image/svg+xml"), [["file", "image/svg+xml"]]);
    assert.deepEqual(named("a", "text/html\r\nX: y"), [["a", undefined]]);
    assert.deepEqual(named("a", 7), [["a", undefined]]);
    assert.deepEqual(named(`${"a".repeat(300)}.png`), [[`${"a".repeat(251)}.png`, undefined]]);
  });

  it("come without their bytes if they are too large together, and only then", () => {
    const half = { name: "half", type: "", size: mostFileBytes / 2 + 1 };
    assert.equal(filesForBox({ ...message, files: [half, half] })?.files.length, 2);
    assert.equal(filesForBox({ ...message, files: [half] }), undefined);
    assert.equal(filesForBox({ ...message, files: [half, half, file] }), undefined);
  });

  for (const [what, odd] of [
    ["another message", { type: "typed" }],
    ["a box without a name", { box: 1 }],
    ["no text", { text: undefined }],
    ["a text without end", { text: "a".repeat(1_000_001) }],
    ["a place before the text", { start: -1 }],
    ["a place behind the text", { end: 7 }],
    ["a place that ends before it starts", { end: 5 }],
    ["half a place", { start: 0.5 }],
    ["no list", { files: file }],
    ["an empty list", { files: [] }],
    ["too many", { files: Array.from({ length: 101 }, () => file) }],
    ["no file", { files: [file, null] }],
    ["a file without a name", { files: [{ ...file, name: null }] }],
    ["a wrong size", { files: [{ ...file, size: 4 }] }],
    ["an odd size", { files: [{ ...file, size: "3" }] }],
    ["something else than bytes", { files: [{ ...file, bytes: "abc" }] }],
    ["a view of bytes", { files: [{ ...file, bytes: new Uint8Array(3) }] }],
  ] as const)
    it(`are not read from ${what}`, () => assert.equal(filesForBox({ ...message, ...odd }), undefined));
  for (const odd of [undefined, null, "files", []])
    it(`are not read from ${JSON.stringify(odd)}`, () => assert.equal(filesForBox(odd), undefined));
});
