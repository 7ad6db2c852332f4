import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import ts from "typescript";
import { askingCommands } from "../../support/askingCommands.ts";
import { drawnKinds } from "../../support/boxes/drawnKinds.ts";
import tables from "./commandSuites.json" with { type: "json" };
import { read, commands, files } from "./sources.ts";

/** Commands that need no scene of their own, with the reason. */
const reasons: Readonly<Record<string, string>> = tables.reasons;

/** Where the scenes of test/host/askedIsSent.test.ts are, and the names of what declares them. */
const sources = [
  ["writeScenes.ts", "scenes"],
  ["writeScenes.ts", "further"],
  ["checkoutScenes.ts", "checkoutScenes"],
] as const;

/** Reads the commands that its scenes run. */
function sceneCommands(): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node)) {
      const { name, initializer } = node;
      const reads = ts.isObjectLiteralExpression(initializer) && /\breads: true\b/.test(initializer.getText());
      if (ts.isStringLiteral(name) && !reads) found.add(name.text);
      if (name.getText() === "command" && ts.isStringLiteral(initializer)) found.add(initializer.text);
    }
    ts.forEachChild(node, visit);
  };
  for (const [file, name] of sources) {
    const text = read(`test/host/${file}`);
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    const declared = source.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => declarationList.declarations)
      .find((one) => one.name.getText() === name);
    assert.ok(declared, `${file} has no ${name}`);
    visit(declared);
  }
  return found;
}

describe("a command that asks before it acts", () => {
  let asking: readonly string[];
  let scenes: ReadonlySet<string>;
  before(() => {
    asking = askingCommands();
    scenes = sceneCommands();
  });

  it("has a scene in test/host/askedIsSent.test.ts, or a reason here", () => {
    assert.ok(asking.length > 40, asking.join(", "));
    assert.deepEqual(
      asking.filter((id) => !scenes.has(id) && !(id in reasons)),
      [],
    );
  });

  it("has no reason here if it has a scene or does not ask", () =>
    assert.deepEqual(
      Object.keys(reasons).filter((id) => scenes.has(id) || !asking.includes(id)),
      [],
    ));
});

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
    assert.deepEqual(
      drawnKinds.filter((kind) => !named.includes(kind)),
      [],
    );
  });
});
