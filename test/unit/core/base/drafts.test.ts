import assert from "node:assert/strict";
import { mkdir, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { type DraftKind, DraftStore } from "../../../../src/core/base/drafts.ts";
import { asNumber, asText, recordOf } from "../../../../src/core/base/stored.ts";
import { Scope } from "../../../support/scope.ts";

const texts: DraftKind<{ readonly text: string; readonly base?: string }> = {
  name: "text",
  parse: recordOf({ text: asText }, { base: asText }),
};
const numbers: DraftKind<number> = { name: "number", parse: asNumber };

describe("drafts", () => {
  let scope: Scope;
  let storage: string;
  let failed: unknown[];
  beforeEach(async () => {
    scope = new Scope();
    storage = join(await scope.folder("forgeline-drafts-"), "not", "made");
    failed = [];
  });
  afterEach(() => scope[Symbol.asyncDispose]());
  /** As a window has it that starts now. */
  const anew = (workspace = ["file:///w"]): DraftStore =>
    new DraftStore({ storage, workspace, failed: (error) => failed.push(error) });
  /** The folder of the only workspace that has drafts. */
  const folder = async (): Promise<string> => {
    const [only = "", ...others] = await readdir(join(storage, "unsent"));
    assert.deepEqual(others, []);
    return join(storage, "unsent", only);
  };
  const files = async (): Promise<string[]> => readdir(await folder());

  it("are on disk once they are kept, for the user alone, and nothing else", async () => {
    await anew().keep(texts, "a key, longer than a name of a file may be".repeat(20), { text: "mine" });
    assert.deepEqual(anew().all(texts), [{ text: "mine" }]);
    const [name = "", ...others] = await files();
    assert.match(name, /^text\.[0-9a-f]{32}\.json$/);
    assert.deepEqual(others, []);
    if (process.platform === "win32") return;
    for (const path of [join(storage, "unsent"), await folder(), join(await folder(), name)])
      assert.equal((await stat(path)).mode & 0o077, 0, path);
  });

  it("are kept by their kind and key, for each workspace, and dropped one by one", async () => {
    await anew().keep(texts, "one", { text: "mine", base: "theirs" });
    await anew().keep(texts, "emptied", { text: "b", base: "" });
    await anew().keep(numbers, "one", 7);
    assert.deepEqual(anew().get(texts, "one"), { text: "mine", base: "theirs" });
    assert.deepEqual([anew().get(numbers, "one"), anew().all(texts).length], [7, 2]);
    await anew().keep(texts, "one", undefined);
    await anew().keep(texts, "never there", undefined);
    assert.deepEqual([anew().get(texts, "one"), anew().all(texts)], [undefined, [{ text: "b", base: "" }]]);
    assert.equal(anew(["file:///other"]).get(numbers, "one"), undefined);
  });

  it("are known at once, and written in their order", async () => {
    const drafts = anew();
    const written = [1, 2, 3].map((value) => drafts.keep(numbers, "a", value));
    assert.deepEqual([drafts.get(numbers, "a"), drafts.all(numbers)], [3, [3]]);
    await written[0];
    assert.equal(drafts.get(numbers, "a"), 3);
    await Promise.all(written);
    assert.deepEqual([drafts.get(numbers, "a"), anew().get(numbers, "a")], [3, 3]);
  });

  it("leave no file behind when they are dropped", async () => {
    const drafts = anew();
    await drafts.keep(numbers, "a", undefined);
    await drafts.keep(numbers, "a", 1);
    await drafts.keep(numbers, "a", undefined);
    assert.equal(drafts.get(numbers, "a"), undefined);
    assert.deepEqual(await files(), []);
  });

  it("are seen as another window wrote them, and nonsense is none", async () => {
    const [here, there] = [anew(), anew()];
    await here.keep(numbers, "a", 1);
    await there.keep(numbers, "a", 2);
    assert.equal(here.get(numbers, "a"), 2);
    const [name = ""] = await files();
    for (const nonsense of ["{", '"text"']) {
      await writeFile(join(await folder(), name), nonsense);
      assert.deepEqual([here.get(numbers, "a"), here.all(numbers)], [undefined, []]);
    }
  });

  it("stay as they were when they cannot be written, and the next is written", async () => {
    const drafts = anew();
    await drafts.keep(numbers, "a", 1);
    const [name = ""] = await files();
    const inTheWay = join(await folder(), `${name}.${process.pid}`);
    await mkdir(inTheWay);
    await assert.rejects(drafts.keep(numbers, "a", 2), /EISDIR/);
    assert.deepEqual([drafts.get(numbers, "a"), failed], [1, []]);
    await drafts.keepQuietly(numbers, "a", 2);
    assert.deepEqual([drafts.get(numbers, "a"), failed.length], [1, 1]);
    await rm(inTheWay, { recursive: true });
    await drafts.keep(numbers, "a", 3);
    assert.equal(anew().get(numbers, "a"), 3);
  });

  it("are dropped beyond the limit of their kind, the oldest first", async () => {
    const few: DraftKind<number> = { ...numbers, limit: 3 };
    const drafts = anew();
    await drafts.keep(texts, "other", { text: "kind" });
    for (let at = 1; at <= 5; at++) {
      const before = new Set(at === 1 ? [] : await files());
      await drafts.keep(few, `${at}`, at);
      for (const name of await files()) if (!before.has(name)) await utimes(join(await folder(), name), at, at);
    }
    await drafts.keep(few, "3", 33);
    await drafts.keep(few, "6", 6);
    assert.deepEqual(drafts.all(few).sort(), [33, 5, 6]);
    assert.equal(drafts.all(texts).length, 1);
  });

  it("are kept with every change while they are entered", async () => {
    const drafts = anew();
    const draft = drafts.edit(texts, "a", (kept) => kept ?? { text: "" });
    assert.deepEqual(draft.now, { text: "" });
    assert.equal(anew().get(texts, "a"), undefined, "nothing was entered yet");
    assert.deepEqual(draft.change({ base: "b" }), { text: "", base: "b" });
    draft.change({ text: "half" });
    assert.deepEqual(drafts.get(texts, "a"), { text: "half", base: "b" });
    assert.deepEqual(drafts.edit(texts, "a", (kept) => kept ?? { text: "" }).now, { text: "half", base: "b" });
    await draft.forget();
    assert.equal(anew().get(texts, "a"), undefined);
  });
});
