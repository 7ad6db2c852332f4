import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { EXTENSION_ID } from "../../../src/core/base/extensionIds.ts";
/**
 * What package.json contributes, against what the oldest supported VS Code has: it passes over menus and whole sections that it does not
 * know without a word. Its own code says which it knows; a list of ours would be believed. What it refuses aloud, as a menu that is
 * proposed, fails the run of any window (support/hostWindow.ts).
 */
import { SUBMENUS } from "../../../src/core/commands/menus.ts";

interface Manifest {
  readonly engines: { readonly vscode: string };
  readonly contributes: Readonly<Record<string, unknown>> & { readonly menus: Readonly<Record<string, unknown>> };
}

describe("the oldest VS Code @oldest", () => {
  const { engines, contributes } = vscode.extensions.getExtension(EXTENSION_ID)!.packageJSON as Manifest;
  let workbench: string;

  before(async () => {
    workbench = await readFile(join(vscode.env.appRoot, "out/vs/code/browser/workbench/workbench.js"), "utf8");
  });

  it("is the one of engines.vscode @oldest", () => {
    const minor = (version: string): string | undefined => /\d+\.\d+/.exec(version)?.[0];
    assert.equal(minor(vscode.version), minor(engines.vscode));
  });

  it("knows every section of contributes @oldest", () => {
    // Those of other extensions have a dot in their name.
    const unknown = Object.keys(contributes).filter(
      (section) => !section.includes(".") && !workbench.includes(`extensionPoint:"${section}"`),
    );
    assert.deepEqual(unknown, []);
  });

  it("knows every menu @oldest", () => {
    const unknown = Object.keys(contributes.menus).filter(
      (menu) => !(menu in SUBMENUS) && !workbench.includes(`{key:"${menu}",id:`),
    );
    assert.deepEqual(unknown, []);
  });
});
