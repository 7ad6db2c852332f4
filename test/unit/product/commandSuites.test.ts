import assert from "node:assert/strict";
import { drawnKinds } from "../../support/boxes/drawnKinds.ts";
import { read, commands, files } from "./sources.ts";

const suites = files("test/host/**/*.test.ts").map(read);

/** The IDs that a suite passes to `command(…)`, literally or by a constant of its file. Those of a loop do not count. */
function testedIn(text: string): string[] {
  const constants = text.matchAll(/const (\w+) = "(forgeline\.[\w.]+)"/g);
  const named = new Map([...constants].map(([, name = "", id = ""]) => [name, id]));
  const calls = text.matchAll(/^\s*command(?:\.\w+)?\(\s*(?:"([^"]+)"|(\w+)),/gm);
  return [...calls].flatMap(([, id, name = ""]) => id ?? named.get(name) ?? []);
}

describe("suites in the extension host", () => {
  it("test each command", () => {
    const tested = new Set(suites.flatMap(testedIn));
    assert.deepEqual([...tested].sort(), commands.map(({ command }) => command).sort());
  });

  it("show each kind of box and message as VS Code does", () => {
    const calls = suites.flatMap((text) => [...text.matchAll(/\bdrawn(?:\(|: )(\[[^\]]*\]|"[^"]+")/g)]);
    const named = calls.flatMap(([, kinds = ""]) => [...kinds.matchAll(/"([^"]+)"/g)].map(([, kind]) => kind));
    const found = drawnKinds.filter((kind) => !named.includes(kind));
    assert.deepEqual(found, []);
  });
});
