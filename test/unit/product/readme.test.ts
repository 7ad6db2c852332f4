import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "mocha";
import { settingSchemas } from "../../support/settingSchemas.ts";
import { root } from "../../support/testReport.ts";

const readme = readFileSync(join(root, "README.md"), "utf8");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly contributes: {
    readonly commands: readonly { readonly title: string }[];
    readonly views: Readonly<Record<string, readonly { readonly name: string }[]>>;
  };
};
const documented = JSON.parse(readFileSync(join(root, "test/contract/contract/endpoints.json"), "utf8")) as readonly {
  readonly section: string;
}[];
const texts = JSON.parse(readFileSync(join(root, "package.nls.json"), "utf8")) as Readonly<Record<string, string>>;
const text = (key: string): string => texts[key.replaceAll("%", "")] ?? key;

/** The cells of the rows of the table below a heading. */
function rowsOf(heading: string): string[][] {
  const section = readme.split(/^## /m).find((part) => part.startsWith(heading)) ?? "";
  const lines = section.split("\n").filter((line) => line.startsWith("| "));
  return lines.slice(1).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe("the README", () => {
  it("has a row for every part of the documents", () => {
    const parts = new Set(documented.map(({ section }) => section.replace(/^[A-Z]\. /, "").replace(/ \(.*\)$/, "")));
    assert.deepEqual(
      rowsOf("Where each part of the API is").map(([part = ""]) => part.replace(/ \(.*\)$/, "")),
      [...parts],
    );
  });

  it("names commands and views as they are named in the editor", () => {
    const commands = new Set(manifest.contributes.commands.map(({ title }) => text(title)));
    const views = new Set(
      Object.values(manifest.contributes.views).flatMap((all) => all.map(({ name }) => text(name))),
    );
    const named = rowsOf("Where each part of the API is").flatMap(([, where = ""]) =>
      [...where.matchAll(/\*\*(.+?)\*\*/g)].map(([, name = ""]) => name),
    );
    assert.ok(named.length > 18);
    assert.deepEqual(
      named.filter((name) => !commands.has(name) && !views.has(name)),
      [],
    );
  });

  it("tells of every setting, and of no other", () => {
    const settings = Object.keys(settingSchemas());
    assert.deepEqual(
      rowsOf("Settings")
        .map(([name = ""]) => name.replaceAll("`", ""))
        .sort(),
      settings.sort(),
    );
  });

  it("shows pictures that are there", () => {
    const pictures = [...readme.matchAll(/\]\((media\/[^)]+)\)/g)].map(([, path = ""]) => path);
    assert.deepEqual(
      pictures.filter((path) => !existsSync(join(root, path))),
      [],
    );
  });
});
