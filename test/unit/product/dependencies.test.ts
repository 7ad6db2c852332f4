/** docs/dependencies.md, package.json and package-lock.json say the same. */
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { manifest, read } from "./sources.ts";

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly hasInstallScript?: boolean;
}

const { packages } = JSON.parse(read("package-lock.json")) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};
const locked = Object.entries(packages).filter(([where]) => where !== "");

/** The cells of the table in a section, without its head. */
function rowsOf(section: string): string[][] {
  const [, text = ""] = read("docs/dependencies.md").split(`\n## ${section}\n`);
  return text
    .split("\n## ")[0]!
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}
const names = (rows: readonly string[][]): string[] => rows.map(([name = ""]) => name.replaceAll("`", ""));

describe("dependencies", () => {
  for (const [section, field] of [
    ["In the package", "dependencies"],
    ["Tools", "devDependencies"],
  ] as const)
    it(`have their reasons, in order: ${field}`, () => {
      const rows = rowsOf(section);
      assert.deepEqual(names(rows), Object.keys(manifest[field]).sort());
      for (const [name, reason = ""] of rows) assert.match(reason, /^\p{Lu}.{10,}\.$/u, `${name} has no reason`);
    });

  it("are named nowhere else in package.json", () => {
    const others = "optionalDependencies peerDependencies bundleDependencies bundledDependencies overrides";
    assert.ok(others.split(" ").every((field) => !(field in manifest)));
  });

  it("have exact versions, which are those of the lock file", () => {
    for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
      assert.match(version, /^\d+\.\d+\.\d+$/, name);
      assert.equal(packages[`node_modules/${name}`]?.version, version, name);
    }
  });

  it("are locked with a hash each, and come from the registry alone", () => {
    assert.ok(locked.length > 100);
    for (const [where, { integrity = "", resolved, link, inBundle }] of locked) {
      assert.match(integrity, /^sha512-[\w+/]{86}==$/, `${where} has no hash`);
      // npm leaves the address out where it is the registry's.
      assert.deepEqual([resolved, link, inBundle], [undefined, undefined, undefined], `${where} comes from elsewhere`);
    }
  });

  it("run no install scripts but those that are named", () => {
    const withScript = locked
      .filter(([, { hasInstallScript = false }]) => hasInstallScript)
      .map(([where]) => where.replace(/^.*node_modules\//, ""))
      .sort();
    const rows = rowsOf("How they are installed");
    assert.deepEqual(names(rows), withScript);
    assert.deepEqual(
      Object.fromEntries(rows.map(([name = "", runs]) => [name.replaceAll("`", ""), runs === "yes"])),
      manifest.allowScripts,
    );
  });
});
