import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { groupsAbove } from "../../../../../src/core/groups/groupsAbove.ts";
import {
  feedAddress,
  filenameOfAddress,
  projectOfAddress,
} from "../../../../../src/features/packages/nuget/feedAddress.ts";
import {
  credentialsVariable,
  installCommand,
  packageReference,
} from "../../../../../src/features/packages/nuget/installTexts.ts";
import { isPackageName, isPackageVersion, packageFilename } from "../../../../../src/features/packages/nuget/names.ts";
import {
  isSignature,
  isSymbolFileName,
  symbolChecksum,
} from "../../../../../src/features/packages/nuget/symbolFile.ts";

describe("names of packages", () => {
  it("are told from texts that feeds refuse, and shells would run", () => {
    for (const name of ["A", "Weather.Core", "a-b_c.D2", "123"]) assert.ok(isPackageName(name), name);
    for (const name of ["", "a b", "a;b", "$(x)", "a..b", ".a", "a/b", "a`b", "a\nb", "é", "x".repeat(101)])
      assert.ok(!isPackageName(name), name);
    for (const version of ["1", "1.2.3.4", "1.0.0-rc.1", "1.0.0+build.5", "0.0.1-a-b"])
      assert.ok(isPackageVersion(version), version);
    for (const version of ["", "one", "1.", "1.2.3.4.5", "1.0 && x", "1.0-", "1.0.0-$(x)", "1.0\n"])
      assert.ok(!isPackageVersion(version), version);
    assert.equal(packageFilename("Weather.Core", "1.0.0-RC.1+abc"), "weather.core.1.0.0-rc.1.nupkg");
  });

  it("make the texts that install a package, always with a version", () => {
    assert.equal(installCommand("dotnet", "A.B", "1.0.0"), "dotnet add package A.B --version 1.0.0");
    assert.equal(installCommand("packageManager", "A.B", "1.0.0"), "Install-Package A.B -Version 1.0.0");
    assert.equal(installCommand("nuget", "A.B", "1.0.0"), "nuget install A.B -Version 1.0.0");
    assert.equal(packageReference("A.B", "1.0.0"), '<PackageReference Include="A.B" Version="1.0.0" />');
    assert.equal(
      credentialsVariable("demo", "alice"),
      "NuGetPackageSourceCredentials_demo=Username=alice;Password=<personal access token>",
    );
  });
});

describe("groups of a project", () => {
  it("are those of its path, the nearest first", () => {
    assert.deepEqual(groupsAbove("demo/weather/app"), ["demo/weather", "demo"]);
    assert.deepEqual([groupsAbove("app"), groupsAbove("")], [[], []]);
  });
});

describe("addresses of feeds", () => {
  it("are those of both protocols, below the instance's own", () => {
    assert.equal(
      feedAddress("https://h/sub", { project: 7 }, "v3"),
      "https://h/sub/api/v4/projects/7/packages/nuget/index.json",
    );
    assert.equal(feedAddress("https://h", { group: 8 }, "v2"), "https://h/api/v4/groups/8/-/packages/nuget/v2");
  });

  it("tell the project and the file", () => {
    const address = "https://h/api/v4/projects/12/packages/nuget/download/A/1.0.0/a.1.0.0.nupkg?x=1";
    assert.deepEqual([projectOfAddress(address), filenameOfAddress(address)], [12, "a.1.0.0.nupkg"]);
    for (const other of [
      "https://h/api/v4/groups/3/-/packages/nuget/download/A",
      "",
      undefined,
      null,
      "https://h/projects/0/packages/nuget",
    ])
      assert.equal(projectOfAddress(other), undefined);
    for (const other of ["https://h/a%2Fb.nupkg", "https://h/%E0%A4%A.nupkg", "https://h/index.json", undefined])
      assert.equal(filenameOfAddress(other), undefined);
  });
});

describe("symbol files", () => {
  it("are asked for by name, signature and checksum", () => {
    assert.deepEqual(["a.pdb", " A.PDB ", "a.dll", "x/a.pdb", "..\\a.pdb", ".pdb"].map(isSymbolFileName), [
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    assert.ok(isSignature("1b2c3d4e5f60718293a4b5c6d7e8f901FFFFFFFF"));
    assert.ok(isSignature("1b2c3d4e-5f60-7182-93a4-b5c6d7e8f9011"));
    assert.ok(!isSignature("1b2c3d4e"));
    assert.ok(!isSignature("../../x"));
    const digits = "AB".repeat(32);
    for (const text of [digits, `SHA256:${digits}`, `sha-256: ${digits} `])
      assert.equal(symbolChecksum(text), `SHA256:${digits.toLowerCase()}`);
    for (const text of ["", "SHA256:", digits.slice(1), `MD5:${digits}`]) assert.equal(symbolChecksum(text), undefined);
  });
});
