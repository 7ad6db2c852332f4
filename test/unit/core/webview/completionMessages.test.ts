import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  askedWord,
  matching,
  mostOffers,
  type Offer,
  typedWord,
} from "../../../../src/core/webview/completionMessages.ts";

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
