import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { writePrivateFile } from "../../../../src/core/base/privateFiles.ts";

describe("private files", () => {
  let root: string;
  beforeEach(async () => void (root = await mkdtemp(join(tmpdir(), "forgeline-private-"))));
  afterEach(() => rm(root, { recursive: true }));

  it("are written whole, with folders that only the user enters", async () => {
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
