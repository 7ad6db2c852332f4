import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "mocha";
import { root } from "../../../tools/root.ts";
import { settingSchemas } from "../../support/settingSchemas.ts";

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

const read = (file: string): string => readFileSync(join(root, file), "utf8");
const texts = JSON.parse(read("package.nls.json")) as Readonly<Record<string, string>>;
const { contributes } = JSON.parse(read("package.json")) as {
  readonly contributes: {
    readonly configuration: readonly {
      readonly title: string;
      readonly properties: Readonly<Record<string, { readonly order: number }>>;
    }[];
    readonly commands: readonly { readonly command: string }[];
  };
};
const settings = settingSchemas<Schema>();

describe("settings in the Settings editor", () => {
  it("stand in groups that begin with the hosts, each in the order of the table", () => {
    assert.deepEqual(
      contributes.configuration.map(({ title }) => texts[title.replaceAll("%", "")]),
      ["Hosts", "Pipelines and Logs", "Merge Requests", "Editor", "Packages", "Agents"],
    );
    for (const { title, properties } of contributes.configuration)
      assert.deepEqual(
        Object.values(properties).map(({ order }) => order),
        Object.keys(properties).map((_, at) => at),
        title,
      );
  });

  it("link to settings of theirs and commands that exist", () => {
    const commands = new Set(contributes.commands.map(({ command }) => command));
    const described = Object.entries(texts).filter(([key]) => key.startsWith("setting."));
    const all = (pattern: RegExp): string[] =>
      described.flatMap(([, text]) => [...text.matchAll(pattern)].map(([, name]) => name ?? ""));
    const linked = all(/`#(forgeline\.[\w.]+)#`/g);
    assert.ok(linked.length > 2);
    assert.deepEqual(
      linked.filter((id) => !(id in settings)),
      [],
    );
    const run = all(/\(command:(forgeline\.[\w.]+)\)/g);
    assert.ok(run.length > 2);
    assert.deepEqual(
      run.filter((id) => !commands.has(id)),
      [],
    );
  });

  it("say what is wrong: limits, patterns and values have words", () => {
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
