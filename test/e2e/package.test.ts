import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "mocha";
import { packedVariable } from "../support/package.ts";

/** Names in a zip file's central directory. */
function zipNames(zip: Buffer): string[] {
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  assert.notEqual(end, -1, "not a zip file");
  const names: string[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [name, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    names.push(zip.toString("utf8", at + 46, at + 46 + name));
    at += 46 + name + extra + comment;
  }
  return names;
}

describe("npm run package", () => {
  it("ships what runs and nothing else", async () => {
    const names = zipNames(
      await readFile(process.env[packedVariable] ?? assert.fail("end-to-end tests begin with the packed extension")),
    );
    const expected =
      /^(\[Content_Types\]\.xml|extension\.vsixmanifest|extension\/(package\.json|package\.nls(\.[\w-]+)?\.json|readme\.md|changelog\.md|LICENSE\.txt|dist\/(extension|(chunks|pages)\/[\w.-]+)\.js|media\/.+|l10n\/.+\.json))$/i;
    assert.deepEqual(
      names.filter((name) => !expected.test(name)),
      [],
    );
    for (const needed of [
      "extension/package.json",
      "extension/package.nls.json",
      "extension/dist/extension.js",
      "extension/dist/pages/overview.js",
      "extension/media/overview.css",
      "extension/readme.md",
      "extension/LICENSE.txt",
    ]) {
      assert.ok(names.includes(needed), `${needed} is missing from ${names.join(", ")}`);
    }
  });
});
