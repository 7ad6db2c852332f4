import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "mocha";
import { walkthroughSteps } from "../../src/core/walkthrough.ts";
import { packedVariable, packExtension } from "../support/package.ts";

interface ZipEntry {
  readonly name: string;
  /** Time and date as archives hold them. */
  readonly time: number;
}

/** Entries in a zip file's central directory. */
function zipEntries(zip: Buffer): ZipEntry[] {
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  assert.notEqual(end, -1, "not a zip file");
  const entries: ZipEntry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [name, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    entries.push({ name: zip.toString("utf8", at + 46, at + 46 + name), time: zip.readUInt32LE(at + 12) });
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
      /^(\[Content_Types\]\.xml|extension\.vsixmanifest|extension\/(package\.json|package\.nls(\.[\w-]+)?\.json|readme\.md|changelog\.md|LICENSE\.txt|dist\/(extension|mcp|(chunks|pages)\/[\w.-]+)\.js|dist\/ThirdPartyNotices\.txt|media\/.+|l10n\/.+\.json))$/i;
    assert.deepEqual(
      names.filter((name) => !expected.test(name)),
      [],
    );
    for (const needed of [
      "extension/package.json",
      "extension/package.nls.json",
      "extension/dist/extension.js",
      "extension/dist/mcp.js",
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

  it("makes the same bytes again", async () => {
    const first = await packed();
    assert.equal(new Set(zipEntries(first).map(({ time }) => time)).size, 1, "no file has the time of the build");
    assert.ok((await readFile(await packExtension("out/again.vsix"))).equals(first));
  });
});
