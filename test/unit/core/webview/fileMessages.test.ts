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

  const inFile = [{ name: null }, { size: 4 }, { size: "3" }, { bytes: "abc" }, { bytes: new Uint8Array(3) }];
  for (const odd of [
    ...[{ type: "typed" }, { box: 1 }, { text: undefined }, { text: "a".repeat(1_000_001) }],
    ...[{ start: -1 }, { end: 7 }, { end: 5 }, { start: 0.5 }],
    ...[file, [], Array(101).fill(file), [file, null]].map((files) => ({ files })),
    ...inFile.map((one) => ({ files: [{ ...file, ...one }] })),
  ])
    it(`are not read with ${JSON.stringify(odd).slice(0, 60)}`, () =>
      assert.equal(filesForBox({ ...message, ...odd }), undefined));

  it("are not read from anything else", () => {
    for (const odd of [undefined, null, "files", []]) assert.equal(filesForBox(odd), undefined);
  });
});
