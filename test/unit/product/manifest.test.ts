import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";
import { contributions, readSources } from "../../../tools/contributions.ts";
import { settingSchemas } from "../../support/settingSchemas.ts";
import "../../support/vscodeStub.ts";

const { ownerOf } = await import("../../../src/core/commands/register.ts");

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
    readonly walkthroughs: readonly {
      readonly steps: readonly { readonly media: { readonly image: string } }[];
    }[];
  };
}

describe("CONTRIBUTING.md", () => {
  it("draws every room of core, and no other", () => {
    const picture = /```\nsrc\/\n([\s\S]*?)\n```/.exec(read("CONTRIBUTING.md"))?.[1] ?? "";
    const drawn = /\n {2}core\/.*\n((?: {4}.*\n)+)/.exec(picture)?.[1] ?? "";
    const rooms = readdirSync(path.join(root, "src/core"), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    const named = [...drawn.matchAll(/(?:^| {2,})(\w+)\//gm)].map(([, name]) => name ?? "");
    assert.deepEqual(named.sort(), rooms.map(({ name }) => name).sort());
  });

  it("is at most 12 kB", () => assert.ok(Buffer.byteLength(read("CONTRIBUTING.md")) <= 12_000));
});

describe("package.json", () => {
  const manifest = JSON.parse(read("package.json")) as Manifest;
  const nls = JSON.parse(read("package.nls.json")) as Record<string, string>;
  const declared = manifest.contributes.commands.map(({ command }) => command).sort();

  it("is what `npm run contributions` writes, and so are its texts", async () => {
    const fresh = await contributions();
    for (const [file, text] of Object.entries(fresh))
      assert.ok(read(file) === text, `${file} is stale: npm run contributions`);
  });

  it("has three screens at most that are written by hand", () => {
    const generated = new Set([
      "commands",
      "keybindings",
      "submenus",
      "menus",
      "views",
      "viewsWelcome",
      "walkthroughs",
      "configuration",
      "languageModelTools",
      "mcpServerDefinitionProviders",
    ]);
    const byHand = JSON.stringify(manifest, (key, value: unknown) => (generated.has(key) ? undefined : value), 2);
    assert.ok(byHand.split("\n").length <= 160);
  });

  it("is the only place with the texts of settings: src imports only types from settings.ts", () => {
    const importers = readdirSync(path.join(root, "src"), { recursive: true, encoding: "utf8" }).filter(
      (file) => file.endsWith(".ts") && /^import (?!type\b)[^;]*\/settings\.ts"/m.test(read(path.join("src", file))),
    );
    assert.deepEqual(importers, []);
  });

  it("has each command in the feature that the beginning of its id belongs to", async () => {
    const { areas, tables } = await readSources();
    const owners = Object.entries(areas).map(([name, commands]) => ({ name, commands }));
    for (const [feature, table] of Object.entries(tables))
      for (const id of Object.keys(table)) assert.equal(ownerOf(owners, id).name, feature, id);
  });

  it("names every command in the category Forgeline, by a text of package.nls.json", () => {
    for (const { command, title, category } of manifest.contributes.commands) {
      assert.match(title, /^%.+%$/, command);
      assert.equal(category, "Forgeline", command);
    }
  });

  it("has a text for every %key%, and a use for every text", () => {
    const used = new Set([...read("package.json").matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key ?? ""));
    assert.deepEqual([...used].sort(), Object.keys(nls).sort());
  });

  it("links welcome texts and the walkthrough only to commands that exist", () => {
    const views = Object.values(manifest.contributes.views).flatMap((list) => list.map(({ id }) => `${id}.focus`));
    for (const text of Object.entries(nls)
      .filter(([key]) => /^(welcome|walkthrough)\./.test(key))
      .map(([, value]) => value)) {
      for (const [, command = ""] of text.matchAll(/\(command:([\w.]+)/g)) {
        assert.ok([...declared, ...views].includes(command) || /^(vscode|workbench|git)\./.test(command), command);
      }
    }
  });

  it("names each button of a welcome text as its command", () => {
    const titles = new Map(
      manifest.contributes.commands.map(({ command, title }) => [command, nls[title.replaceAll("%", "")]]),
    );
    const different = Object.entries(nls)
      .filter(([key]) => key.startsWith("welcome."))
      .flatMap(([, text]) => [...text.matchAll(/^\[([^\]]*)\]\(command:([\w.]+)[^)]*\)$/gm)])
      .filter(([, words, command = ""]) => titles.has(command) && titles.get(command) !== words)
      .map(([, words]) => words);
    assert.deepEqual([...new Set(different)].sort(), ["Sign In Again", "Try Again"]);
  });

  it("gives each welcome text one button at most, and the rest as links in sentences", () => {
    for (const [key, text] of Object.entries(nls).filter(([name]) => name.startsWith("welcome.")))
      assert.ok(text.split("\n").filter((line) => /^\[[^\]]*\]\([^)]*\)$/.test(line)).length <= 1, key);
  });

  it("has a picture of at most 60 kB for each step of the walkthrough, and no other", () => {
    const steps = manifest.contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
    const pictures = steps.map(({ media }) => media.image);
    for (const picture of pictures) assert.ok(statSync(path.join(root, picture)).size <= 60_000, picture);
    const files = readdirSync(path.join(root, "media/walkthrough")).map((file) => `media/walkthrough/${file}`);
    assert.deepEqual(pictures.toSorted(), files.sort());
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
      assert.equal(settingSchemas<{ readonly scope?: string }>()[key]?.scope, "machine", key);
    }
  });
});
