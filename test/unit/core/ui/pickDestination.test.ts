import assert from "node:assert/strict";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, before, describe, it } from "mocha";
import type { Context } from "../../../../src/core/context.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

const { findPlaces } = await import("../../../../src/core/ui/pickDestination.ts");

describe("the CI file that a template is put into", () => {
  const top = temporaryFolder();
  before(async () => {
    await mkdir(join(top, "clone/.git"), { recursive: true });
    await symlink(top, join(top, "clone/linked"));
  });
  afterEach(() => vscodeFakes.reset());

  for (const [configured, used] of [
    ["ci/main.yml", "ci/main.yml"],
    ["linked/main.yml", ".gitlab-ci.yml"],
    [".git/main.yml", ".gitlab-ci.yml"],
  ] as const)
    it(`is ${used} where the project's settings say ${configured}`, async () => {
      vscodeFakes.workspace = {
        getWorkspaceFolder: () => undefined,
        fs: { stat: () => Promise.reject(new Error("missing")) },
      };
      const client = { extras: { project: () => Promise.resolve({ ci_config_path: configured }) } };
      const project = { root: join(top, "clone"), project: "group/project" };
      const context = {
        current: { value: { kind: "ready", project, connection: { client } } },
        templates: { dialect: () => "gitlab" },
      } as unknown as Context;
      const { ciFile } = await findPlaces(context, "https://git.example.com", undefined);
      assert.equal(ciFile?.path, join(top, "clone", used));
    });
});
