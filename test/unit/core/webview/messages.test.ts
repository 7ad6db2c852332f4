import assert from "node:assert/strict";
import {
  askedWord,
  matching,
  mostOffers,
  type Offer,
  typedWord,
} from "../../../../src/core/webview/completionMessages.ts";
import { filesForBox, mostFileBytes } from "../../../../src/core/webview/fileMessages.ts";
import {
  actionValue,
  type PageAction,
  pressedButton,
  readAction,
  readKept,
} from "../../../../src/core/webview/messages.ts";

describe("the action of a pressed button", () => {
  const read = (message: unknown): PageAction | undefined => {
    const { value } = pressedButton(message) ?? {};
    return value === undefined ? undefined : readAction<string, string>(value, ["merge", "reload"], ["showLog"]);
  };

  it("is read from its message", () => {
    for (const action of [{ do: "merge" }, { do: "reload" }, { do: "showLog", job: 12 }])
      assert.deepEqual(read({ type: "act", value: actionValue(action), extra: 1 }), action);
  });

  const numbers = ["showLog", "showLog x", "showLog 0", "showLog -1", "showLog 1.5", "showLog 1 2", "merge 1"];
  for (const message of [
    ...[undefined, null, 1, "ready", [], {}, { type: "run" }, { type: "act" }, { type: "run", value: "merge" }],
    ...[3, { do: "merge" }, "", ...numbers, "toString", "erase 3", "workbench.action.quit"].map((value) => ({
      type: "act",
      value,
    })),
  ])
    it(`is none in ${JSON.stringify(message)}`, () => assert.equal(read(message), undefined));

  it("comes with the texts of boxes, of bounded length", () => {
    const text = { box: "comment", id: "box-comment-0", text: "Words" };
    const odd = [{ ...text, text: 3 }, { ...text, id: undefined }, { ...text, text: "x".repeat(1_000_001) }, "x", null];
    assert.deepEqual(pressedButton({ type: "act", value: "comment", texts: [{ ...text, more: 1 }, ...odd] }), {
      value: "comment",
      texts: [text],
    });
  });
});

describe("the page that VS Code keeps", () => {
  const scope = { instance: "https://git.example", project: "g/p" };
  const kept = { ...scope, iid: 7 };

  it("is read without its other fields, by the path or number of its project", () => {
    assert.deepEqual(readKept({ ...kept, scroll: [1, 2] }, "iid"), { ...scope, number: 7 });
    assert.deepEqual(readKept({ ...kept, project: 4 }, "iid"), { ...scope, project: 4, number: 7 });
  });

  const wrong = [{ instance: "file:///x" }, { instance: 1 }, { project: "" }, { project: 1.5 }, { project: null }];
  for (const odd of [
    ...[...wrong, { iid: "7" }, { iid: 0 }, { iid: undefined }].map((one) => ({ ...kept, ...one })),
    ...[undefined, null, "x", {}],
  ])
    it(`is none in ${JSON.stringify(odd)}`, () => assert.equal(readKept(odd, "iid"), undefined));
});

describe("a name that is typed", () => {
  for (const [line, sign, word] of [
    ["@", "@", ""],
    ["Hi @bo", "@", "bo"],
    ["(@b.o-b_1", "@", "b.o-b_1"],
    ["[:+1", ":", "+1"],
    ["@Jörg", "@", "Jörg"],
  ] as const)
    it(`is found in “${line}”`, () => assert.deepEqual(typedWord(line), { sign, word }));
  for (const line of ["", "a@b", "https://", "10:30", "@a b", "a::b", ":tada:", `@${"a".repeat(101)}`])
    it(`is none in “${line.slice(0, 20)}”`, () => assert.equal(typedWord(line), undefined));

  it("is read from the question of a page", () => {
    const message = { type: "ask", ask: 3, sign: "@", word: "bo" };
    assert.deepEqual(askedWord(message), { ask: 3, sign: "@", word: "bo" });
    assert.deepEqual(askedWord({ ...message, word: "" })?.word, "");
    for (const odd of [
      ...[{ type: "act" }, { ask: "3" }, { ask: 0.5 }, { sign: "#" }, { sign: ["@"], word: 7 }],
      ...["a b", "a @b", "a".repeat(101), undefined].map((word) => ({ word })),
    ])
      assert.equal(askedWord({ ...message, ...odd }), undefined, JSON.stringify(odd));
    for (const odd of [null, undefined, "ask"]) assert.equal(askedWord(odd), undefined);
  });

  it("is answered by names that have its letters, those that begin with them first", () => {
    const offer = (names: string): Offer => ({ text: names, label: names, detail: "", names });
    const offers = ["carol abe", "zoe b", "abe bond", "bob", "crabb o"].map(offer);
    const found = (word: string): string =>
      matching(offers, word)
        .map(({ text }) => text)
        .join();
    assert.deepEqual([found("B"), found("bo")], ["bob,zoe b,abe bond,carol abe,crabb o", "bob,abe bond"]);
    assert.equal(matching(Array(99).fill(offer("b")), "").length, mostOffers);
  });
});

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
