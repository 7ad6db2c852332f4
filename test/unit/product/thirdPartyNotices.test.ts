import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { thirdPartyNotices } from "../../../tools/thirdPartyNotices.ts";

describe("the licenses of bundled packages", () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), "forgeline-notices-"));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  async function install(folder: string, version: string, file?: readonly [name: string, text: string]): Promise<void> {
    const name = folder.replace(/^.*node_modules\//, "");
    await mkdir(path.join(root, folder), { recursive: true });
    await writeFile(path.join(root, folder, "package.json"), JSON.stringify({ name, version, license: "MIT" }));
    if (file) await writeFile(path.join(root, folder, file[0]), file[1]);
  }
  const bundle = (...inputs: readonly (readonly [input: string, bytesInOutput: number] | string)[]) => {
    const entries = inputs.map((one) => (typeof one === "string" ? ([one, 1] as const) : one));
    return {
      outputs: {
        "dist/a.js": { inputs: Object.fromEntries(entries.map(([name, bytes]) => [name, { bytesInOutput: bytes }])) },
      },
    };
  };

  it("are those of every package and version in a bundle", async () => {
    await install("node_modules/b", "2.0.0", ["LICENSE", "Text of b 2\r\n"]);
    await install("node_modules/@scope/a", "1.0.0", ["license.md", "Text of a"]);
    await install("node_modules/b/node_modules/b", "1.0.0", ["COPYING", "Text of b 1"]);
    await install("node_modules/unused", "1.0.0");
    const notices = await thirdPartyNotices(
      [
        bundle("src/extension.ts", "node_modules/b/index.js", "node_modules/b/lib/more.js"),
        bundle("node_modules/@scope/a/x.js", "node_modules/b/node_modules/b/x.js", ["node_modules/unused/x.js", 0]),
      ],
      root,
    );
    const [head, ...sections] = notices.split(`\n\n${"-".repeat(80)}\n\n`);
    assert.match(head ?? "", /^Forgeline contains code of these packages/);
    assert.deepEqual(sections, [
      "@scope/a 1.0.0 (MIT)\n\nText of a",
      "b 1.0.0 (MIT)\n\nText of b 1",
      "b 2.0.0 (MIT)\n\nText of b 2\n",
    ]);
  });

  it("fail the build without a text", async () => {
    await install("node_modules/none", "1.0.0");
    await install("node_modules/empty", "1.0.0", ["LICENSE", " \n"]);
    await install("node_modules/some", "1.0.0", ["LICENSE", "Text"]);
    await assert.rejects(
      thirdPartyNotices([bundle("node_modules/none/x.js", "node_modules/empty/x.js", "node_modules/some/x.js")], root),
      /without a license text: empty 1\.0\.0, none 1\.0\.0$/,
    );
  });
});
