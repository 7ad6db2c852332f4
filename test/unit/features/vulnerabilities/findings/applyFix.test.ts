import assert from "node:assert/strict";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../../../../../src/core/base/errors.ts";
import { ProjectPaths } from "../../../../../src/core/problems/paths.ts";
import { OpenFiles } from "../../../../../src/core/problems/projectFiles.ts";
import { applyPatch } from "../../../../../src/features/vulnerabilities/findings/applyFix.ts";
import type { FindingRef } from "../../../../../src/features/vulnerabilities/findings/shown.ts";
import { temporaryFolder } from "../../../../support/temporaryFolder.ts";
import { vscodeFakes } from "../../../../support/vscodeStub.ts";

describe("the patch of a finding", () => {
  const top = temporaryFolder();

  it("changes no file in a folder that links out of the repository", async () => {
    await mkdir(join(top, "clone"));
    await mkdir(join(top, "elsewhere"));
    await writeFile(join(top, "elsewhere/a.js"), "one\n");
    // Git still has the folder that was there.
    await symlink(join(top, "elsewhere"), join(top, "clone/src"));
    const opened: unknown[] = [];
    vscodeFakes.workspace = {
      getWorkspaceFolder: () => ({}),
      openTextDocument: (uri: unknown) => Promise.reject(new Error(`opened ${opened.push(uri)}`)),
    };
    const finding = { fix: "--- a/src/a.js\n+++ b/src/a.js\n@@ -1 +1 @@\n-one\n+two\n" };
    const files = new OpenFiles(join(top, "clone"), new ProjectPaths(["src/a.js"]), "group/project");
    await assert.rejects(
      applyPatch({ finding } as unknown as FindingRef, files),
      (error) => error instanceof UserError && /“src\/a\.js” is not used/.test(error.message),
    );
    assert.deepEqual(opened, []);
  });
});
