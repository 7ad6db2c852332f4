import assert from "node:assert/strict";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { DraftStore } from "../../../../src/core/base/drafts.ts";
import { FileLock } from "../../../../src/core/base/fileLock.ts";
import { writePrivateFile } from "../../../../src/core/base/privateFiles.ts";
import { SharedDrafts, type SharedKind } from "../../../../src/core/base/sharedDrafts.ts";
import {
  asFlag,
  asId,
  asNumber,
  asText,
  dictionaryOf,
  either,
  listOf,
  oneOf,
  type Parse,
  recordOf,
} from "../../../../src/core/base/stored.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";

describe("stored values", () => {
  const person = recordOf({ name: asText }, { age: asNumber, admin: asFlag });
  const cases: readonly [what: string, parse: Parse<unknown>, stored: unknown, parsed: unknown][] = [
    ["a text", asText, "a", "a"],
    ["a number for a text", asText, 1, undefined],
    ["an id", asId, 7, 7],
    ["one of a few", oneOf("a", "b"), "b", "b"],
    ["another", oneOf("a", "b"), "c", undefined],
    ["the second of two", either(asNumber, asFlag), false, false],
    ["a list without what is malformed", listOf(asText), ["a", 1, null, "b"], ["a", "b"]],
    ["an object for a list", listOf(asText), {}, undefined],
    ["fields, and no others", person, { name: "a", admin: true, more: 1 }, { name: "a", admin: true }],
    ["a malformed optional field", person, { name: "a", age: "1" }, { name: "a" }],
    ["a missing field", person, { age: 1 }, undefined],
    ["null for an object", person, null, undefined],
    ["any names", dictionaryOf(asText), { a: "1", b: 2, __proto__: { c: "3" } }, { a: "1" }],
    ["a text for names", dictionaryOf(asText), "a", undefined],
  ];
  for (const [what, parse, stored, parsed] of cases)
    it(`are validated: ${what}`, () => assert.deepEqual(parse(stored), parsed));
});

describe("private files", () => {
  it("are written whole, with folders that only the user enters", async () => {
    const root = temporaryFolder();
    const file = join(root, "a/b/file");
    await writePrivateFile(file, "before");
    await writePrivateFile(file, "after");
    assert.equal(await readFile(file, "utf8"), "after");
    assert.deepEqual(await readdir(join(root, "a/b")), ["file"]);
    if (process.platform === "win32") return;
    const modes = await Promise.all(
      ["a", "a/b", "a/b/file"].map(async (at) => (await stat(join(root, at))).mode & 0o777),
    );
    assert.deepEqual(modes, [0o700, 0o700, 0o600]);
  });
});

const words: SharedKind<readonly string[]> = { name: "words", shared: true, parse: listOf(asText) };

describe("drafts that several windows change", () => {
  let storage: string;
  beforeEach(() => void (storage = temporaryFolder()));
  const window = (): SharedDrafts<readonly string[]> =>
    new SharedDrafts(
      new DraftStore({ storage, workspace: [], failed: (error) => assert.fail(String(error)) }),
      words,
      storage,
    );
  const add =
    (word: string) =>
    (kept: readonly string[] = []): readonly string[] => [...kept, word];

  it("keep the changes of all", async () => {
    const windows = [1, 2, 3, 4].map(window);
    const made = windows.flatMap((one, at) => Array.from({ length: 5 }, (_, turn) => ({ one, word: `${at} ${turn}` })));
    await Promise.all(made.map(({ one, word }) => one.change("key", add(word))));
    assert.deepEqual([...window().get("key")!].sort(), made.map(({ word }) => word).sort());
  });

  it("are removed by a change to nothing, and go on after a change that fails", async () => {
    const one = window();
    const failing = one.change("key", () => {
      throw new Error("no");
    });
    const added = one.change("key", add("a"));
    await assert.rejects(failing, /no/);
    await added;
    assert.deepEqual(window().get("key"), ["a"]);
    await one.change("key", () => undefined);
    assert.equal(window().get("key"), undefined);
  });

  it("wait for a window that is writing", async () => {
    const held = await new FileLock({ directory: join(storage, "locks") }).hold("drafts-words");
    const other = new DraftStore({ storage, workspace: [], failed: (error) => assert.fail(String(error)) });
    const changed = window().change("key", add("b"));
    await other.keep(words, "key", ["a"]);
    await held.release();
    await changed;
    assert.deepEqual(window().get("key"), ["a", "b"]);
  });
});
