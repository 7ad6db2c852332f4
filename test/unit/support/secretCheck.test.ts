import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { findSecrets, type Traces } from "../../support/secretCheck.ts";
import { recordEntry } from "../../support/shownEntries.ts";

const token = "glpat-0123456789abcdefghij";
const inBase64 = Buffer.from(`oauth2:${token}`).toString("base64");

describe("the check of a window's secrets", () => {
  let folder: string;
  const put = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  };
  const traces = (changes: Partial<Traces> = {}): Traces => ({
    secrets: [{ kind: "access token", value: token }],
    folders: { editor: join(folder, "editor"), workspace: join(folder, "workspace") },
    shown: join(folder, "shown"),
    kept: [{ where: "local storage: a", text: "b" }],
    console: "",
    ...changes,
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "forgeline-check-"));
    await put("editor/logs/forgeline.forgeline/Forgeline.log", "GET /user 200");
    await put("shown", recordEntry("window.showErrorMessage", ["It failed."]));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("finds nothing in clean traces", async () => {
    const { found, secrets, bytes } = await findSecrets(traces());
    assert.deepEqual([found, secrets], [[], 1]);
    assert.ok(bytes > 20);
  });

  it("reports place, kind and form of each secret, never its whole value", async () => {
    await put("editor/logs/forgeline.forgeline/Forgeline.log", `GET /user ${token}`);
    await put("workspace/.git/config", `url = https://oauth2:${token}@git.example.com`);
    await put(
      "shown",
      [
        recordEntry("window.showErrorMessage", ["It failed.", token]),
        recordEntry("a row of forgeline.jobs", ["Job", `https://git.example.com/?a=${inBase64}`]),
        recordEntry("arguments of a program", ["git", "-c", inBase64]),
        recordEntry("the variable GIT_CONFIG_VALUE_1 of a program", [inBase64]),
        recordEntry("the variable OTHER of a program", [inBase64]),
      ].join(""),
    );
    const { found } = await findSecrets(
      traces({ kept: [{ where: "IndexedDB state: key", text: JSON.stringify([token]) }], console: `> ${token}` }),
    );
    assert.deepEqual(found, [
      "IndexedDB state: key holds an access token (glpat-…)",
      "a row of forgeline.jobs holds an access token (glpat-…), in base64",
      "arguments of a program holds an access token (glpat-…), in base64",
      "editor: logs/forgeline.forgeline/Forgeline.log holds an access token (glpat-…)",
      "the browser's console holds an access token (glpat-…)",
      "the variable OTHER of a program holds an access token (glpat-…), in base64",
      "window.showErrorMessage holds an access token (glpat-…)",
      "workspace: .git/config holds an access token (glpat-…)",
    ]);
  });

  for (const [what, changes, remove] of [
    ["secrets", { secrets: [] }, undefined],
    ["a log", {}, "editor/logs"],
    ["what the browser keeps", { kept: [] }, undefined],
  ] as const)
    it(`fails without ${what}, rather than finding nothing`, async () => {
      if (remove !== undefined) await rm(join(folder, remove), { recursive: true });
      await assert.rejects(findSecrets(traces(changes)), /There are no secrets, no log/);
    });
});
