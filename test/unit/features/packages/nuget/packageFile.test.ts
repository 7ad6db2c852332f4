import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readPackageFile } from "../../../../../src/features/packages/nuget/packageFile.ts";
import {
  PackageFileError,
  type PackageFileProblem,
} from "../../../../../src/features/packages/nuget/packageFileError.ts";
import { makePackage, makeSymbolPackage } from "../../../../service/packages/nupkg.ts";
import { zip } from "../../../../service/pipelines/zip.ts";
import { temporaryFolder } from "../../../../support/temporaryFolder.ts";

describe("a package file", () => {
  const folder = temporaryFolder();

  const written = async (bytes: Buffer): Promise<string> => {
    const file = join(folder, "x.nupkg");
    await writeFile(file, bytes);
    return file;
  };
  const why = async (bytes: Buffer | string, kind: "package" | "symbols" = "package"): Promise<PackageFileProblem> => {
    try {
      await readPackageFile(typeof bytes === "string" ? bytes : await written(bytes), kind);
    } catch (error) {
      assert.ok(error instanceof PackageFileError, String(error));
      return error.why;
    }
    assert.fail("it was taken");
  };
  const text = (path: string, content: string) => ({ path, content: Buffer.from(content) });
  const metadata = (inner: string): string => `<package><metadata>${inner}</metadata></package>`;
  const packed = (nuspec: string, path = "A.nuspec"): Buffer => zip([text("lib/a.dll", "MZ"), text(path, nuspec)]);

  it("is read from a packed file", async () => {
    const [id, version, title] = ["Weather.Core", "1.2.0-rc.1", "Weather & Core"];
    const facts = { id, version, title, authors: "Alice", description: "Reads <stations>." };
    const a = { id: "A", range: "1" };
    const bytes = makePackage({
      ...facts,
      dependencyGroups: [
        { targetFramework: "net8.0", dependencies: [a, { id: "B", range: "" }] },
        { targetFramework: "net48", dependencies: [a] },
      ],
    });
    const { nuspec, size, files } = await readPackageFile(await written(bytes), "package");
    assert.deepEqual(nuspec, { ...facts, dependencies: ["A", "B"], symbols: false });
    assert.deepEqual([size, files], [bytes.length, 6]);
    const symbols = await readPackageFile(await written(makeSymbolPackage({ id, version: "1.2.0" })), "symbols");
    assert.deepEqual([symbols.nuspec.symbols, symbols.nuspec.id], [true, "Weather.Core"]);
  });

  it("has its manifest in any namespace and encoding, and only in its root", async () => {
    const nuspec =
      '\ufeff<?xml version="1.0" encoding="utf-16"?><n:package xmlns:n="urn:x"><n:metadata><n:id>Déjà</n:id><n:version>1</n:version></n:metadata></n:package>';
    const inRoot = { path: "A.NUSPEC", content: Buffer.from(nuspec.replace("Déjà", "Deja"), "utf16le") };
    const { nuspec: read } = await readPackageFile(
      await written(zip([text("content/other.nuspec", "<x/>"), inRoot])),
      "package",
    );
    assert.deepEqual([read.id, read.version, read.dependencies], ["Deja", "1", []]);
  });

  it("is refused when it cannot be read or is a broken archive", async () => {
    const whole = makePackage({ id: "A", version: "1.0.0" });
    const broken = Buffer.from(packed(metadata("<id>A</id><version>1.0.0</version>")));
    const body = broken.indexOf("A.nuspec") + "A.nuspec".length;
    broken[body + 8] = (broken[body + 8] ?? 0) ^ 0xff;
    for (const [given, problem] of [
      [Buffer.alloc(0), "empty"],
      [Buffer.from("not a package, but longer than the end record of an archive"), "notZip"],
      [whole.subarray(0, whole.length / 2), "notZip"],
      [broken, "notZip"],
      [join(folder, "absent.nupkg"), "unreadable"],
      [folder, "unreadable"],
    ] as const)
      assert.equal(await why(given), problem);
  });

  for (const [problem, bytes] of [
    ["noManifest", zip([text("lib/a.dll", "MZ")])],
    ["severalManifests", zip([text("a.nuspec", "<a/>"), text("b.nuspec", "<a/>")])],
    ["notZip", zip([text("../a.nuspec", "<a/>")])],
    ["badManifest", packed("<package><metadata>")],
    ["badManifest", packed("")],
    ["badManifest", packed("<project/>")],
    ["noName", packed(metadata("<version>1.0.0</version>"))],
    ["noVersion", packed(metadata("<id>A</id><version> </version>"))],
    ["placeholder", packed(metadata("<id>$id$</id><version>$version$</version>"))],
    ["badName", packed(metadata("<id>A B</id><version>1.0.0</version>"))],
    ["badName", packed(metadata("<id>../A</id><version>1.0.0</version>"))],
    ["badVersion", packed(metadata("<id>A</id><version>one</version>"))],
  ] as const)
    it(`is refused with ${problem}: ${/<(?:project|metadata).*>|\S+\.(?:nuspec|dll)/.exec(bytes.toString("latin1"))?.[0] ?? ""}`, async () =>
      assert.equal(await why(bytes), problem));

  it("costs neither time nor memory with entities that expand, or a manifest that unpacks to a lot", async () => {
    const bomb = `<!DOCTYPE p [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><package><metadata><id>&b;</id><version>1</version></metadata></package>`;
    assert.equal(await why(packed(bomb)), "badManifest");
    const long = `<description>${"x".repeat(2 * 1024 * 1024)}</description>`;
    const large = packed(metadata(`<id>A</id><version>1.0.0</version>${long}`));
    assert.equal(await why(large), "largeManifest");
    // The directory tells less than there is.
    const lying = Buffer.from(large);
    const entry = lying.lastIndexOf(Buffer.from("PK\x01\x02", "latin1"));
    lying.writeUInt32LE(100, entry + 24);
    assert.equal(await why(lying), "notZip");
  });

  it("is distinguished from a symbol package", async () => {
    assert.equal(await why(makeSymbolPackage({ id: "A", version: "1.0.0" })), "symbols");
    assert.equal(await why(makePackage({ id: "A", version: "1.0.0" }), "symbols"), "notSymbols");
    const types = '<packageTypes><packageType name="SymbolsPackage"/></packageTypes>';
    const empty = packed(metadata(`<id>A</id><version>1.0.0</version>${types}`));
    assert.equal(await why(empty, "symbols"), "noSymbolFiles");
  });

  it("is not read when canceled", async () => {
    const file = await written(makePackage({ id: "A", version: "1.0.0" }));
    await assert.rejects(readPackageFile(file, "package", AbortSignal.abort()), { name: "AbortError" });
  });
});
