import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { FieldsOf, RequiredFields } from "../../../src/api/fieldsOf.ts";
import { checkList, checkObject, UnexpectedBody } from "../../../src/api/json.ts";

interface Author {
  readonly username: string;
  readonly name?: string | null;
}
interface Note {
  readonly id: number;
  readonly text: string;
  readonly emoji: string | null;
  readonly title?: string | null;
  readonly author?: Author | null;
  readonly readers: readonly Author[];
}

const author = { username: "text" } as const;
const fields = {
  id: "id",
  text: "text",
  emoji: "text|null",
  author: { kind: "object?", of: author },
  readers: { kind: "list", of: author },
} as const;
const note = { id: 1, text: "x", emoji: null, readers: [{ username: "alice" }] };

const refusal = (value: unknown): string => {
  try {
    checkObject<Note>(value, fields);
    return "";
  } catch (error) {
    assert.ok(error instanceof UnexpectedBody);
    return error.message;
  }
};

describe("the check of a response", () => {
  it("requires what the type promises, in nested records and in each item of a list too", () => {
    assert.equal(checkObject<Note>(note, fields), note);
    assert.equal(refusal({ ...note, author: null }), "");
    for (const [change, message] of [
      [{ id: undefined }, "lacks the field id"],
      [{ text: null }, "lacks the field text"],
      [{ emoji: undefined }, "lacks the field emoji"],
      [{ emoji: 1 }, "has something else than its text in the field emoji"],
      [{ author: {} }, "lacks the field author.username"],
      [{ readers: null }, "lacks the field readers"],
      [{ readers: [null] }, "holds something else than an object at readers[0]"],
      [{ readers: [{ username: "alice" }, {}] }, "lacks the field readers[1].username"],
    ] as const)
      assert.equal(refusal({ ...note, ...change }), message);
    assert.throws(() => checkList<Author>([{ username: "alice" }, {}], author), { field: "[1].username" });
  });

  it("does not compile where it admits less than the type promises", () => {
    type Admits<Checks extends RequiredFields> = Checks extends FieldsOf<Note> ? "all" : "less";
    type Whole = typeof fields;
    const promised: [
      Admits<Whole>,
      Admits<Omit<Whole, "text"> & RequiredFields>,
      Admits<Omit<Whole, "text"> & { text: "text?" }>,
      Admits<Omit<Whole, "emoji"> & { emoji: "text?" }>,
      Admits<Omit<Whole, "author"> & { author: "object?" }>,
      Admits<Omit<Whole, "readers"> & { readers: "list" }>,
      Admits<Omit<Whole, "readers"> & { readers: { kind: "list?"; of: typeof author } }>,
    ] = ["all", "less", "less", "less", "less", "less", "less"];
    assert.equal(promised.filter((one) => one === "less").length, 6);
  });
});
