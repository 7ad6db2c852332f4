import assert from "node:assert/strict";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { walkthroughSteps } from "../../src/core/walkthrough.ts";
import { cleanEnvironment, runChild } from "../../tools/children.ts";
import { packedVariable } from "../../tools/package.ts";
import { root } from "../../tools/root.ts";
import { isAll } from "../support/long.ts";

interface ZipEntry {
  readonly name: string;
  /** Time and date as archives hold them. */
  readonly time: number;
  readonly content: () => Buffer;
}

/** Entries in a zip file's central directory. */
function zipEntries(zip: Buffer): ZipEntry[] {
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  assert.notEqual(end, -1, "not a zip file");
  const entries: ZipEntry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [name, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    const [method, packedSize, start] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt32LE(at + 42),
    ];
    entries.push({
      name: zip.toString("utf8", at + 46, at + 46 + name),
      time: zip.readUInt32LE(at + 12),
      content: () => {
        const from = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
        const bytes = zip.subarray(from, from + packedSize);
        return method === 0 ? bytes : inflateRawSync(bytes);
      },
    });
    at += 46 + name + extra + comment;
  }
  return entries;
}

const packed = (): Promise<Buffer> =>
  readFile(process.env[packedVariable] ?? assert.fail("end-to-end tests begin with the packed extension"));

describe("npm run package", () => {
  it("ships what runs and nothing else", async () => {
    const names = zipEntries(await packed()).map(({ name }) => name);
    const expected =
      /^(\[Content_Types\]\.xml|extension\.vsixmanifest|extension\/(package\.json|package\.nls(\.[\w-]+)?\.json|readme\.md|changelog\.md|LICENSE\.txt|dist\/(extension|mcp|worker|(chunks|pages)\/[\w.-]+)\.js|dist\/ThirdPartyNotices\.txt|media\/.+|l10n\/.+\.json))$/i;
    assert.deepEqual(
      names.filter((name) => !expected.test(name)),
      [],
    );
    for (const needed of [
      "extension/package.json",
      "extension/package.nls.json",
      "extension/dist/extension.js",
      "extension/dist/mcp.js",
      "extension/dist/worker.js",
      "extension/dist/pages/overview.js",
      "extension/media/overview.css",
      "extension/readme.md",
      "extension/LICENSE.txt",
      "extension/dist/ThirdPartyNotices.txt",
      ...walkthroughSteps.map(({ picture }) => `extension/media/walkthrough/${picture}`),
    ]) {
      assert.ok(names.includes(needed), `${needed} is missing from ${names.join(", ")}`);
    }
  });

  it("has the license of each library in it, and none that is there by chance", async () => {
    const notices = zipEntries(await packed())
      .find(({ name }) => name === "extension/dist/ThirdPartyNotices.txt")!
      .content()
      .toString();
    const titles = notices.split(`\n\n${"-".repeat(80)}\n\n`).map((section) => section.split("\n", 1)[0]!);
    const bundled = titles.slice(1).map((title) => title.replace(/ \([^)]*\)$/, ""));
    const { packages } = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")) as {
      readonly packages: Readonly<Record<string, { readonly version: string; readonly dev?: boolean }>>;
    };
    const chosen = Object.entries(packages)
      .filter(([where, { dev = false }]) => where !== "" && !dev)
      .map(([where, { version }]) => `${where.replace(/^.*node_modules\//, "")} ${version}`);
    // Its code is part of undici.
    const inside = ["llhttp"];
    assert.deepEqual(
      bundled.filter((title) => !chosen.includes(title) && !inside.includes(title)),
      [],
      "only what `dependencies` ask for is bundled",
    );
    const { dependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    for (const [name, version] of Object.entries(dependencies))
      assert.ok(bundled.includes(`${name} ${version}`), `${name} is a dependency, but not in the package`);
  });

  (isAll ? it : it.skip)(
    "makes the same bytes in another folder, time zone and language, of files of another time and mode",
    async () => {
      const first = await packed();
      assert.equal(new Set(zipEntries(first).map(({ time }) => time)).size, 1, "no file has the time of the build");
      // Beside the clone's packages, which are linked rather than copied: esbuild names chunks by where a file really is.
      const folder = join(root, "out", "another folder", "elsewhere");
      const sources = (await readdir(root)).filter((name) => !/^(?:node_modules|out|dist|\.git|.*\.vsix)$/.test(name));
      const script = `set -e
umask 077
mkdir -p "$0"
for source in "$@"; do cp -R "$source" "$0"; done
find "$0" -type f -exec touch -d 2001-02-03 {} +
cp -al node_modules "$0"
cd "$0"
exec "$NODE" tools/package.ts again.vsix`;
      const { SOURCE_DATE_EPOCH: _, ...environment } = cleanEnvironment();
      try {
        await runChild("sh", ["-c", script, folder, ...sources], {
          cwd: root,
          env: { ...environment, NODE: process.execPath, TZ: "Pacific/Kiritimati", LC_ALL: "C" },
          milliseconds: 120_000,
        });
        assert.ok((await readFile(join(folder, "again.vsix"))).equals(first));
      } finally {
        await rm(join(root, "out", "another folder"), { recursive: true, force: true, maxRetries: 3 });
      }
    },
  );
});
