import assert from "node:assert/strict";
import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { DiskMemory } from "../../../../src/core/remoteText/diskMemory.ts";
import { Scope } from "../../../support/scope.ts";

describe("a memory on disk", () => {
  let scope: Scope;
  let folder: string;
  beforeEach(async () => {
    scope = new Scope();
    folder = join(await scope.folder("forgeline-memory-"), "not", "made");
  });
  afterEach(() => scope[Symbol.asyncDispose]());
  /** As a window has it that starts now. */
  const anew = (): DiskMemory => new DiskMemory(folder);

  it("has a value on disk once it is told so, for the user alone, and nothing else", async () => {
    await anew().update("forgeline.drafts", { text: "mine" });
    assert.deepEqual(anew().get("forgeline.drafts"), { text: "mine" });
    assert.deepEqual(await readdir(folder), ["forgeline.drafts.json"]);
    if (process.platform !== "win32") assert.equal((await stat(join(folder, "forgeline.drafts.json"))).mode & 0o077, 0);
  });

  it("knows a value at once, and writes values in their order", async () => {
    const memory = anew();
    const written = [1, 2, 3].map((value) => memory.update("a", value));
    assert.equal(memory.get("a"), 3);
    await written[0];
    assert.equal(memory.get("a"), 3);
    await Promise.all(written);
    assert.deepEqual([memory.get("a"), anew().get("a")], [3, 3]);
  });

  it("forgets what is undefined, also what was never there", async () => {
    const memory = anew();
    await memory.update("a", undefined);
    await memory.update("a", 1);
    await memory.update("a", undefined);
    assert.equal(memory.get("a"), undefined);
    assert.deepEqual(await readdir(folder), []);
  });

  it("sees what another window wrote, and takes nonsense for nothing", async () => {
    const [here, there] = [anew(), anew()];
    await here.update("a", 1);
    await there.update("a", 2);
    assert.equal(here.get("a"), 2);
    await writeFile(join(folder, "a.json"), "{");
    assert.equal(here.get("a"), undefined);
  });

  it("keeps any key within its folder", async () => {
    await anew().update("../../a b", 1);
    assert.deepEqual(await readdir(folder), ["..%2F..%2Fa%20b.json"]);
  });

  it("says that a value could not be written, stays with the one before, and writes the next", async () => {
    const memory = anew();
    await memory.update("a", 1);
    await mkdir(join(folder, `a.json.${process.pid}`));
    await assert.rejects(memory.update("a", 2), /EISDIR/);
    assert.equal(memory.get("a"), 1);
    await rm(join(folder, `a.json.${process.pid}`), { recursive: true });
    await memory.update("a", 3);
    assert.equal(anew().get("a"), 3);
  });
});
