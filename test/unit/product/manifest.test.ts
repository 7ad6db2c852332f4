import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";

const root = path.join(import.meta.dirname, "../../..");
const read = (name: string): string => readFileSync(path.join(root, name), "utf8");

interface Menu {
  readonly command?: string;
  readonly when?: string;
}
interface Manifest {
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly extensionKind: readonly string[];
  readonly enabledApiProposals?: unknown;
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly category?: string }[];
    readonly menus: Readonly<Record<string, readonly Menu[]>>;
    readonly views: Readonly<Record<string, readonly { readonly id: string; readonly when?: string }[]>>;
    readonly viewsWelcome: readonly { readonly view: string; readonly contents: string; readonly when: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly scope?: string }>> };
  };
}

describe("package.json", () => {
  const manifest = JSON.parse(read("package.json")) as Manifest;
  const nls = JSON.parse(read("package.nls.json")) as Record<string, string>;
  const ids = read("src/core/ids.ts");
  const block = /interface CommandArgs \{([\s\S]*?)\n\}/.exec(ids)?.[1] ?? "";
  const declared = [...block.matchAll(/^ {2}"(forgeline\.[\w.]+)":/gm)].map(([, id]) => id).sort();

  it("contributes exactly the commands that the code declares", () =>
    assert.deepEqual(manifest.contributes.commands.map(({ command }) => command).sort(), declared));

  it("names every command in the category Forgeline, by a text of package.nls.json", () => {
    for (const { command, title, category } of manifest.contributes.commands) {
      assert.match(title, /^%.+%$/, command);
      assert.equal(category, "Forgeline", command);
    }
  });

  it("puts only its own commands into menus", () => {
    for (const [menu, entries] of Object.entries(manifest.contributes.menus)) {
      for (const { command } of entries)
        if (command !== undefined) assert.ok(declared.includes(command), `${command} in ${menu}`);
    }
  });

  it("has a text for every %key%, and a use for every text", () => {
    const used = new Set([...read("package.json").matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key ?? ""));
    assert.deepEqual([...used].sort(), Object.keys(nls).sort());
  });

  it("reads only context keys in `when` that the code sets", () => {
    const keys = new Set([...ids.matchAll(/^ {2}"(forgeline\.\w+)":/gm)].map(([, key]) => key));
    const clauses = [
      ...Object.values(manifest.contributes.menus)
        .flat()
        .map(({ when }) => when ?? ""),
      ...manifest.contributes.viewsWelcome.map(({ when }) => when),
    ];
    const views = new Set(
      Object.values(manifest.contributes.views)
        .flat()
        .map(({ id }) => id),
    );
    for (const clause of clauses) {
      for (const [key] of clause.matchAll(/\bforgeline\.[\w.]+/g))
        assert.ok(keys.has(key) || views.has(key), `${key} in ${clause}`);
    }
  });

  it("has a welcome text in both views for every state without rows", () => {
    const states = /"forgeline\.state":([\s\S]*?);/.exec(ids)?.[1] ?? "";
    const names = [...states.matchAll(/"(\w+)"/g)].map(([, name]) => name ?? "").filter((name) => name !== "ready");
    // The Administration view is there in the state `ready` alone.
    for (const view of Object.values(manifest.contributes.views)
      .flat()
      .filter(({ when }) => when !== "forgeline.administrator")) {
      const told = manifest.contributes.viewsWelcome
        .filter(({ view: id, when }) => id === view.id && when.includes("forgeline.state"))
        .map(({ when }) => /'(\w+)'/.exec(when)?.[1]);
      assert.deepEqual(told.sort(), [...names].sort(), view.id);
    }
  });

  it("links welcome texts only to commands that exist", () => {
    for (const text of Object.entries(nls)
      .filter(([key]) => key.startsWith("welcome."))
      .map(([, value]) => value)) {
      for (const [, command = ""] of text.matchAll(/\(command:([\w.]+)/g)) {
        assert.ok(declared.includes(command) || /^(vscode|workbench|git)\./.test(command), command);
      }
    }
  });

  it("keeps to the released API of the oldest supported VS Code", () => {
    assert.equal(manifest.enabledApiProposals, undefined);
    assert.equal(manifest.engines.vscode, "^1.105.0");
    assert.equal(manifest.devDependencies["@types/vscode"], "1.105.0");
    assert.deepEqual(manifest.extensionKind, ["workspace"]);
    const proposed = readdirSync(path.join(root, "src"), { recursive: true, encoding: "utf8" }).filter((name) =>
      name.includes("vscode.proposed"),
    );
    assert.deepEqual(proposed, []);
  });

  it("lets no workspace say which hosts there are", () => {
    for (const key of ["forgeline.instances", "forgeline.ssh.hostAliases"]) {
      assert.equal(manifest.contributes.configuration.properties[key]?.scope, "machine", key);
    }
  });
});
