import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import { UserError } from "../../../../src/core/base/errors.ts";
import "../../../support/vscodeStub.ts";

const { namedFile } = await import("../../../../src/core/files/namedFile.ts");

describe("a path that a host names", () => {
  let top: string;
  let root: string;
  before(async () => {
    top = await mkdtemp(join(tmpdir(), "forgeline-named-"));
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
    await symlink(join(top, "clone"), join(top, "opened"));
    root = join(top, "opened");
  });
  after(() => rm(top, { recursive: true }));

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
