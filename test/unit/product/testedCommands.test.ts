import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "mocha";

const root = join(import.meta.dirname, "../../..");

/** The ids that a suite gives to `command(…)`: as they are, or by a name of its file. What a loop gives is not counted. */
function testedIn(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  const named = new Map(
    [...text.matchAll(/const (\w+) = "(forgeline\.[\w.]+)"/g)].map(([, name = "", id = ""]) => [name, id]),
  );
  return [...text.matchAll(/^\s*command(?:\.\w+)?\(\s*(?:"([^"]+)"|(\w+)),/gm)].flatMap(
    ([, id, name = ""]) => id ?? named.get(name) ?? [],
  );
}

describe("commands", () => {
  it("have each a test in the extension host", () => {
    const { contributes } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      readonly contributes: { readonly commands: readonly { readonly command: string }[] };
    };
    const tested = globSync("test/host/**/*.test.ts", { cwd: root }).flatMap(testedIn);
    assert.deepEqual([...new Set(tested)].sort(), contributes.commands.map(({ command }) => command).sort());
  });
});
