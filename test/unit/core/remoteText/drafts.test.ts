import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { Drafts } from "../../../../src/core/remoteText/drafts.ts";
import { sameText } from "../../../../src/core/remoteText/remoteText.ts";

describe("drafts of texts on hosts", () => {
  it("are kept and dropped one by one, over nonsense in the store too", async () => {
    const store = new Map<string, unknown>([["here", "nonsense"]]);
    const memory = {
      get: (key: string) => store.get(key),
      update: (key: string, value: unknown) => Promise.resolve(void store.set(key, value)),
    };
    const drafts = () => new Drafts(memory, "here");
    await drafts().keep("one", { text: "mine", base: "theirs" });
    await drafts().keep("new", { text: "b" });
    await drafts().keep("emptied", { text: "b", base: "" });
    assert.deepEqual(drafts().get("one"), { text: "mine", base: "theirs" });
    await drafts().drop("one");
    await drafts().drop("never there");
    assert.equal(drafts().get("one"), undefined);
    assert.deepEqual([drafts().get("new"), drafts().get("emptied")], [{ text: "b" }, { text: "b", base: "" }]);
    assert.deepEqual(drafts().keys, ["new", "emptied"]);
  });
});

describe("whether texts are the same", () => {
  it("goes by their lines, and tells none from an empty one", () => {
    assert.equal(sameText("a\r\nb", "a\nb"), true);
    assert.equal(sameText("", undefined), false);
    assert.equal(sameText(undefined, undefined), true);
    assert.equal(sameText("a", "a\n"), false);
  });
});
