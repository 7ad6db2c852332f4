import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { Context } from "../../../../src/core/context.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

const { findPlaces } = await import("../../../../src/core/ui/pickDestination.ts");

describe("the CI file that a template is put into", () => {
  let top: string;
  beforeEach(async () => {
    top = await mkdtemp(join(tmpdir(), "forgeline-places-"));
    await mkdir(join(top, "clone/.git"), { recursive: true });
    await symlink(top, join(top, "clone/linked"));
  });
  afterEach(async () => {
    vscodeFakes.reset();
    await rm(top, { recursive: true });
  });

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
