import assert from "node:assert/strict";
import { statSync } from "node:fs";
import path from "node:path";
import { ownerOf } from "../../../src/core/commands/register.ts";
import { contributions, readSources } from "../../../tools/contributions.ts";
import { root } from "../../../tools/root.ts";
import { settingSchemas } from "../../support/settingSchemas.ts";
import { commands, files, manifest, read, texts, titles, views } from "./sources.ts";

/** Texts whose keys begin so, with the matches of a pattern in each. */
const matchesIn = (keys: RegExp, pattern: RegExp): string[][] =>
  Object.entries(texts)
    .filter(([key]) => keys.test(key))
    .flatMap(([, text]) => [...text.matchAll(pattern)].map(([, ...groups]) => groups));

describe("package.json", () => {
  it("is what `npm run contributions` writes, and so are its texts", async () => {
    for (const [file, text] of Object.entries(await contributions()))
      assert.ok(read(file) === text, `${file} is stale: npm run contributions`);
  });

  it("has each command in the feature that its ID begins with", async () => {
    const { areas, tables } = await readSources();
    const owners = Object.entries(areas).map(([name, ids]) => ({ name, commands: ids }));
    for (const [feature, table] of Object.entries(tables))
      for (const id of Object.keys(table)) assert.equal(ownerOf(owners, id).name, feature, id);
  });

  it("has every command in the category Forgeline, and a use for every text", () => {
    for (const { command, title, category } of commands) {
      assert.match(title, /^%.+%$/, command);
      assert.equal(category, "Forgeline", command);
    }
    const used = new Set([...read("package.json").matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key));
    assert.deepEqual([...used].sort(), Object.keys(texts).sort());
  });

  it("links welcome texts and the walkthrough to existing commands", () => {
    const focus = Object.values(views).flatMap((list) => list.map(({ id }) => `${id}.focus`));
    for (const [command = ""] of matchesIn(/^(welcome|walkthrough)\./, /\(command:([\w.]+)/g))
      assert.ok([...titles.keys(), ...focus].includes(command) || /^(vscode|workbench|git)\./.test(command), command);
  });

  it("has a picture of at most 60 kB for each step of the walkthrough", () => {
    const steps = manifest.contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
    const pictures = steps.map(({ media }) => media.image).sort();
    for (const picture of pictures) assert.ok(statSync(path.join(root, picture)).size <= 60_000, picture);
    assert.deepEqual(pictures, files("media/walkthrough/*"));
  });

  it("uses the released API of the oldest supported VS Code", () => {
    const { enabledApiProposals, engines, devDependencies, extensionKind } = manifest;
    const found = [enabledApiProposals, engines.vscode, devDependencies["@types/vscode"], extensionKind];
    assert.deepEqual(found, [undefined, "^1.105.0", "1.105.0", ["workspace"]]);
    assert.deepEqual(files("src/**/*vscode.proposed*"), []);
  });
});

describe("settings in the Settings editor", () => {
  interface Schema {
    readonly type?: string;
    readonly minimum?: number;
    readonly maximum?: number;
    readonly errorMessage?: string;
    readonly pattern?: string;
    readonly patternErrorMessage?: string;
    readonly enum?: readonly string[];
    readonly enumDescriptions?: readonly string[];
    readonly items?: { readonly properties?: Readonly<Record<string, Schema>> };
  }
  const settings = settingSchemas<Schema>();

  it("link to existing settings and commands", () => {
    const linked = matchesIn(/^setting\./, /`#(forgeline\.[\w.]+)#`/g).flat();
    const run = matchesIn(/^setting\./, /\(command:(forgeline\.[\w.]+)\)/g).flat();
    assert.ok(linked.length > 2 && run.length > 2);
    assert.deepEqual([linked.filter((id) => !(id in settings)), run.filter((id) => !titles.has(id))], [[], []]);
  });

  it("explain limits, patterns and values", () => {
    const check = (id: string, schema: Schema): void => {
      const limited = schema.minimum !== undefined || schema.maximum !== undefined;
      if (limited && (schema.type === "number" || schema.type === "integer")) assert.ok(schema.errorMessage, id);
      if (schema.pattern !== undefined) assert.ok(schema.patternErrorMessage, id);
      if (schema.enum) assert.equal(schema.enumDescriptions?.length, schema.enum.length, id);
    };
    for (const [id, schema] of Object.entries(settings)) {
      check(id, schema);
      if (id !== "forgeline.mergeRequests.queries")
        for (const [name, one] of Object.entries(schema.items?.properties ?? {})) check(`${id}.${name}`, one);
    }
  });
});
