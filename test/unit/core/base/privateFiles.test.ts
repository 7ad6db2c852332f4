import assert from "node:assert/strict";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "mocha";
import { writePrivateFile } from "../../../../src/core/base/privateFiles.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";

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
