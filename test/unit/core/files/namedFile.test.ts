import assert from "node:assert/strict";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { before, describe, it } from "mocha";
import { UserError } from "../../../../src/core/base/errors.ts";
import "../../../support/vscodeStub.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";

const { namedFile } = await import("../../../../src/core/files/namedFile.ts");

describe("a path that a host names", () => {
  const top = temporaryFolder();
  const root = join(top, "opened");
  before(async () => {
    await mkdir(join(top, "clone/src/.git"), { recursive: true });
    await mkdir(join(top, "clone/.git"));
    await mkdir(join(top, "elsewhere"));
    for (const file of ["clone/src/a.txt", "clone/.git/config", "elsewhere/a.txt"])
      await writeFile(join(top, file), "x");
    await symlink(join(top, "elsewhere"), join(top, "clone/linked"));
    await symlink(join(top, "elsewhere/a.txt"), join(top, "clone/link.txt"));
    await symlink(join(top, "nowhere"), join(top, "clone/broken"));
    await symlink(join(top, "clone/.git"), join(top, "clone/inner"));
    await symlink(join(top, "clone/src"), join(top, "clone/alias"));
    // The clone itself is opened through a link.
    await symlink(join(top, "clone"), root);
  });

  for (const path of ["src/a.txt", "alias/a.txt", "src/new.txt", "new/folder/new.txt", "src/../src/a.txt", "a..b"])
    it(`is used when it stays in the repository: ${path}`, async () => {
      assert.equal((await namedFile(root, path)).path, join(root, path));
    });

  for (const path of [
    ...["../elsewhere/a.txt", "../missing", "src/../../elsewhere/a.txt", "/../elsewhere/a.txt", "linked/a.txt"],
    ...["linked/new.txt", "link.txt", "broken"],
    ...[".git/config", ".GIT/config", "src/.git/config", "new/.git/config", "inner/config"],
  ])
    it(`is refused with the reason when it leads elsewhere: ${path}`, async () => {
      const refused = (error: unknown) => error instanceof UserError && error.message.includes(path);
      await assert.rejects(namedFile(root, path), refused);
    });
});
