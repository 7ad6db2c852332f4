import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { thirdPartyNotices } from "../../../tools/thirdPartyNotices.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
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
    const found = Object.fromEntries(rows.map(([name = "", runs]) => [name.replaceAll("`", ""), runs === "yes"]));
    assert.deepEqual(found, manifest.allowScripts);
  });
});

describe("the licenses of bundled packages", () => {
  const root = temporaryFolder();
  async function install(folder: string, version: string, file?: readonly [name: string, text: string]): Promise<void> {
    const name = folder.replace(/^.*node_modules\//, "");
    await mkdir(path.join(root, folder), { recursive: true });
    await writeFile(path.join(root, folder, "package.json"), JSON.stringify({ name, version, license: "MIT" }));
    if (file) await writeFile(path.join(root, folder, file[0]), file[1]);
  }
  const bundle = (...inputs: readonly string[]) => {
    const files = inputs.map((name) => [name, { bytesInOutput: name.includes("unused") ? 0 : 1 }] as const);
    return { outputs: { "dist/a.js": { inputs: Object.fromEntries(files) } } };
  };

  it("are those of every package and version in a bundle, and fail the build without a text", async () => {
    await install("node_modules/b", "2.0.0", ["LICENSE", "Text of b 2\r\n"]);
    await install("node_modules/@scope/a", "1.0.0", ["license.md", "Text of a"]);
    await install("node_modules/b/node_modules/b", "1.0.0", ["COPYING", "Text of b 1"]);
    await install("node_modules/unused", "1.0.0");
    const bundles = [
      bundle("src/extension.ts", "node_modules/b/index.js", "node_modules/b/lib/more.js"),
      bundle("node_modules/@scope/a/x.js", "node_modules/b/node_modules/b/x.js", "node_modules/unused/x.js"),
    ];
    const [head, ...sections] = (await thirdPartyNotices(bundles, root)).split(`\n\n${"-".repeat(80)}\n\n`);
    assert.match(head ?? "", /^Forgeline contains code of these packages/);
    assert.deepEqual(sections, [
      "@scope/a 1.0.0 (MIT)\n\nText of a",
      "b 1.0.0 (MIT)\n\nText of b 1",
      "b 2.0.0 (MIT)\n\nText of b 2\n",
    ]);
    await install("node_modules/none", "1.0.0");
    await install("node_modules/empty", "1.0.0", ["LICENSE", " \n"]);
    const more = bundle("node_modules/none/x.js", "node_modules/empty/x.js", "node_modules/b/x.js");
    await assert.rejects(thirdPartyNotices([more], root), /without a license text: empty 1\.0\.0, none 1\.0\.0$/);
  });
});
