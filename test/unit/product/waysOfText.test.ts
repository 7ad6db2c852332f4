import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { root } from "../../../tools/root.ts";
import { messageProblems } from "../../support/messageProblems.ts";
import { waysOfText, withoutText } from "../../support/waysOfText.ts";
import { files as filesOf, read } from "./sources.ts";

/** The calls of VS Code in a file that may take text. */
function callsIn(file: string): Set<string> {
  const text = read(file);
  const calls = new Set<string>();
  const spaces = "window|env|workspace|languages|comments|tests|lm|authentication|chat|debug|tasks|scm|notebooks";
  for (const [, space = "", name = ""] of text.matchAll(
    new RegExp(
      `\\b(${spaces})(?:\\s*\\.clipboard)?\\s*\\.\\s*((?:create|show(?!Older)[A-Z]|with|set[A-Z]|register|writeText|open[A-Z])\\w*)`,
      "g",
    ),
  ))
    calls.add(`${space}.${name}`);
  const imported = ts.preProcessFile(text).importedFiles.some(({ fileName }) => fileName === "vscode");
  if (!imported) return calls;
  const [, members = ""] = /import (?:type )?\{([^}]*)\} from "vscode"/.exec(text) ?? [];
  const classes = members.split(",").map((member) => member.trim().replace(/^type /, ""));
  for (const [, name = ""] of text.matchAll(/\bnew (?:vscode\.)?(\w+)\(/g))
    if (classes.includes(name)) calls.add(`new ${name}`);
  return calls;
}

describe("text on its way to VS Code", () => {
  const files = filesOf("src/**/*.ts").filter((file) => !file.includes("/browser/"));
  const calls = new Set(files.flatMap((file) => [...callsIn(file)]));

  it("goes by calls that are known, each with a proof", () => {
    const unknown = [...calls].filter(
      (call) => !(call in waysOfText) && !withoutText.some((pattern) => pattern.test(call)),
    );
    assert.deepEqual(unknown, [], "add it to test/support/waysOfText.ts, with the test that proves it");
    const found = Object.keys(waysOfText).filter((call) => !calls.has(call));
    assert.deepEqual(found, [], "nothing calls it");
    for (const [call, { proof }] of Object.entries(waysOfText)) {
      if (!proof) continue;
      const [file, title] = proof;
      assert.ok(existsSync(join(root, file)), `${call}: ${file}`);
      assert.ok(read(file).includes(title), `${call}: ${file} has no test “${title}”`);
    }
  });

  it("holds plain text alone in messages, whichever way it was made", () => {
    assert.deepEqual(messageProblems(root), []);
  });
});
