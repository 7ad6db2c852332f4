import assert from "node:assert/strict";
import { join } from "node:path";
import { beforeEach, describe, it } from "mocha";
import { DraftStore } from "../../../../src/core/base/drafts.ts";
import { FileLock } from "../../../../src/core/base/fileLock.ts";
import { SharedDrafts, type SharedKind } from "../../../../src/core/base/sharedDrafts.ts";
import { asText, listOf } from "../../../../src/core/base/stored.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";

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
