import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "mocha";
import { parseManifest, writeManifest, type Manifest } from "../../service/packages/manifest.ts";
import { makePackage, makeSymbolPackage, readPackage, symbolFile } from "../../service/packages/nupkg.ts";
import { literal, nameInFilter, quoted, readODataPath } from "../../service/packages/odata.ts";
import { symbolKey } from "../../service/packages/portablePdb.ts";
import { unzip } from "../../service/packages/unzip.ts";
import { compareVersions, isPrerelease, isVersion, normalizedVersion } from "../../service/packages/versions.ts";
import { zip } from "../../service/pipelines/zip.ts";

describe("service: package formats", () => {
  it("orders versions as SemVer does, with a fourth number", () => {
    const ordered = [
      "0.9.0-alpha",
      "0.9.0-alpha.1",
      "0.9.0-alpha.beta",
      "0.9.0-beta.2",
      "0.9.0-beta.11",
      "0.9.0",
      "0.9.0.1",
      "0.10.0",
      "1.0.0-rc.1",
      "1.0",
    ];
    assert.deepEqual([...ordered].reverse().sort(compareVersions), ordered);
    assert.deepEqual(["1.0", "01.0.0.0", "1.2.3.4-Beta+5"].map(normalizedVersion), ["1.0.0", "1.0.0", "1.2.3.4-beta"]);
    assert.deepEqual(["1.0.0-rc.1", "1.0.0+build-5"].map(isPrerelease), [true, false]);
    assert.deepEqual(["1", "1.2.3.4-a.b+c", "1.2.3.4.5", "1.0-", "latest", ""].map(isVersion), [
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it("writes manifests that it reads again, with awkward characters", () => {
    const manifest: Manifest = {
      id: "A.B",
      version: "1.0.0-rc.1",
      title: "A & <B>",
      authors: "Åsa, O'Neil",
      description: 'Says "&amp;" and  keeps it',
      summary: "short",
      tags: ["a", "b"],
      projectUrl: "https://example.com/?a=1&b=2",
      dependencyGroups: [
        { targetFramework: "net8.0", dependencies: [{ id: "C", range: "[1.0, 2.0)" }] },
        { targetFramework: ".NETStandard2.0", dependencies: [] },
      ],
      symbols: true,
    };
    assert.deepEqual(parseManifest(writeManifest(manifest)), manifest);
  });

  it("reads manifests of other writers, and refuses those with entities or without a name", () => {
    const loose = parseManifest(
      '<package><metadata minClientVersion="3.0"><id>X</id><version>1.0</version><dependencies><dependency id="Y" version="1.0"/></dependencies></metadata></package>',
    );
    assert.deepEqual(
      [loose.id, loose.version, loose.dependencyGroups],
      ["X", "1.0", [{ dependencies: [{ id: "Y", range: "1.0" }] }]],
    );
    assert.throws(
      () =>
        parseManifest(
          '<!DOCTYPE x [<!ENTITY a "aaaa">]><package><metadata><id>&a;</id><version>1.0</version></metadata></package>',
        ),
      /document type/,
    );
    assert.throws(() => parseManifest("<package><metadata><id>X</id></metadata></package>"), /no version/);
  });

  it("packs what packers pack: manifest, libraries, relationships, content types", () => {
    const { manifest, entries } = readPackage(
      makePackage({
        id: "Weather.Units",
        version: "2.0.0",
        frameworks: ["net8.0", "netstandard2.0"],
        readme: "# Units",
      }),
    );
    assert.deepEqual([manifest.id, manifest.version, manifest.symbols], ["Weather.Units", "2.0.0", false]);
    const paths = entries.map(({ path }) => path.replace(/[0-9a-f]{32}/, "*"));
    assert.deepEqual(paths, [
      "_rels/.rels",
      "Weather.Units.nuspec",
      "lib/net8.0/Weather.Units.dll",
      "lib/net8.0/Weather.Units.xml",
      "lib/netstandard2.0/Weather.Units.dll",
      "lib/netstandard2.0/Weather.Units.xml",
      "README.md",
      "[Content_Types].xml",
      "package/services/metadata/core-properties/*.psmdcp",
    ]);
    const symbols = readPackage(makeSymbolPackage({ id: "Weather.Units", version: "2.0.0" }));
    assert.deepEqual(
      [symbols.manifest.symbols, symbols.entries.some(({ path }) => path === "lib/net8.0/Weather.Units.pdb")],
      [true, true],
    );
  });

  it("says what is wrong with a package", () => {
    const nuspec = (text: string): Buffer => zip([{ path: "X.nuspec", content: Buffer.from(text) }]);
    const metadata = (id: string, version: string): Buffer =>
      nuspec(`<package><metadata><id>${id}</id><version>${version}</version></metadata></package>`);
    assert.throws(() => readPackage(Buffer.from("<html>")), /^Error: invalid package file$/);
    assert.throws(
      () => readPackage(zip([{ path: "lib/X.nuspec", content: Buffer.alloc(0) }])),
      /^Error: nuspec file not found$/,
    );
    assert.throws(() => readPackage(nuspec("nothing")), /^Error: invalid nuspec file$/);
    assert.throws(() => readPackage(metadata("../../etc", "1.0.0")), /Name is invalid/);
    assert.throws(() => readPackage(metadata("X", "newest")), /Version is invalid/);
  });

  it("unpacks only what an archive promises", () => {
    const archive = zip([{ path: "a.txt", content: Buffer.alloc(100_000, "a") }]);
    assert.equal(unzip(archive)[0]!.content().length, 100_000);
    const lying = Buffer.from(archive);
    lying.writeUInt32LE(10, lying.indexOf("PK\x01\x02") + 24);
    assert.throws(() => unzip(lying)[0]!.content(), { code: "ERR_BUFFER_TOO_LARGE" });
    const broken = Buffer.from(archive);
    broken.writeUInt32LE(1, broken.indexOf("PK\x01\x02") + 16);
    assert.throws(() => unzip(broken)[0]!.content(), /broken/);
  });

  it("gives symbol files the key that symbol servers compute", () => {
    const file = symbolFile({ id: "Weather.Units", version: "2.0.0" });
    assert.equal(file.subarray(0, 4).toString(), "BSJB");
    // As a real host finds the id: behind the header of the last stream.
    const at = file.indexOf("Blob") + 7;
    const id = file.subarray(at, at + 20);
    const guid = id.subarray(0, 16);
    const numbers = [
      guid.readUInt32LE(0).toString(16).padStart(8, "0"),
      guid.readUInt16LE(4).toString(16).padStart(4, "0"),
      guid.readUInt16LE(6).toString(16).padStart(4, "0"),
    ];
    const zeroed = Buffer.concat([file.subarray(0, at), Buffer.alloc(20), file.subarray(at + 20)]);
    assert.deepEqual(symbolKey(file), {
      signature: `${numbers.join("")}${guid.subarray(8).toString("hex")}FFFFFFFF`,
      checksum: createHash("sha256").update(zeroed).digest("hex"),
    });
    assert.notEqual(
      symbolKey(symbolFile({ id: "Weather.Units", version: "2.0.1" }))?.signature,
      symbolKey(file)?.signature,
    );
    assert.deepEqual(
      [symbolKey(Buffer.from("MZ")), symbolKey(Buffer.alloc(0)), symbolKey(file.subarray(0, 60))],
      [undefined, undefined, undefined],
    );
  });

  it("reads OData paths and literals, where quotes are doubled", () => {
    assert.deepEqual(readODataPath("Packages(Id='O''Neil',Version='1.0.0')"), {
      kind: "package",
      name: "O'Neil",
      version: "1.0.0",
    });
    assert.deepEqual(readODataPath("Packages()"), { kind: "packages" });
    assert.equal(readODataPath("Packages(Id='a'b',Version='1')"), undefined);
    assert.equal(nameInFilter("(tolower(Id) eq 'o''neil')"), "o'neil");
    assert.equal(nameInFilter("tolower(Id) eq 'a' or true"), undefined);
    assert.deepEqual([literal("'a''b'"), literal("a"), literal("'a'b'")], ["a'b", undefined, undefined]);
    assert.equal(quoted("a'b"), "'a''b'");
  });
});
