import assert from "node:assert/strict";
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
  for (const [is, valid, invalid] of [
    [
      isPackageName,
      ["A", "Weather.Core", "a-b_c.D2", "123"],
      ["", "a b", "a;b", "$(x)", "a..b", ".a", "a/b", "a`b", "a\nb", "é", "x".repeat(101)],
    ],
    [
      isPackageVersion,
      ["1", "1.2.3.4", "1.0.0-rc.1", "1.0.0+build.5", "0.0.1-a-b"],
      ["", "one", "1.", "1.2.3.4.5", "1.0 && x", "1.0-", "1.0.0-$(x)", "1.0\n"],
    ],
    [isSymbolFileName, ["a.pdb", " A.PDB "], ["a.dll", "x/a.pdb", "..\\a.pdb", ".pdb"]],
    [
      isSignature,
      ["1b2c3d4e5f60718293a4b5c6d7e8f901FFFFFFFF", "1b2c3d4e-5f60-7182-93a4-b5c6d7e8f9011"],
      ["1b2c3d4e", "../../x"],
    ],
  ] as const)
    it(`are checked by ${is.name}`, () => {
      for (const text of valid) assert.equal(is(text), true, text);
      for (const text of invalid) assert.equal(is(text), false, text);
    });

  const api = "https://h/api/v4/";
  const address = `${api}projects/12/packages/nuget/download/A/1.0.0/a.1.0.0.nupkg?x=1`;
  const digits = "AB".repeat(32);
  const checksum = `SHA256:${digits.toLowerCase()}`;
  const variable = "NuGetPackageSourceCredentials_demo=Username=alice;Password=<personal access token>";
  for (const [what, text, expected] of [
    ["a file name", packageFilename("Weather.Core", "1.0.0-RC.1+abc"), "weather.core.1.0.0-rc.1.nupkg"],
    ["dotnet's command", installCommand("dotnet", "A.B", "1.0.0"), "dotnet add package A.B --version 1.0.0"],
    ["Visual Studio's", installCommand("packageManager", "A.B", "1.0.0"), "Install-Package A.B -Version 1.0.0"],
    ["nuget's", installCommand("nuget", "A.B", "1.0.0"), "nuget install A.B -Version 1.0.0"],
    ["a reference", packageReference("A.B", "1.0.0"), '<PackageReference Include="A.B" Version="1.0.0" />'],
    ["a variable", credentialsVariable("demo", "alice"), variable],
    ["groups", groupsAbove("demo/weather/app").join(), "demo/weather,demo"],
    ["no group", groupsAbove("app").join(), ""],
    ["a v3 feed", feedAddress("https://h", { project: 7 }, "v3"), `${api}projects/7/packages/nuget/index.json`],
    ["a v2 feed", feedAddress("https://h", { group: 8 }, "v2"), `${api}groups/8/-/packages/nuget/v2`],
    ["a project", projectOfAddress(address), 12],
    ["no project of a group", projectOfAddress("https://h/api/v4/groups/3/-/packages/nuget/download/A"), undefined],
    ["no project 0", projectOfAddress("https://h/projects/0/packages/nuget"), undefined],
    ["no project of nothing", projectOfAddress(null), undefined],
    ["a file", filenameOfAddress(address), "a.1.0.0.nupkg"],
    ["no path", filenameOfAddress("https://h/a%2Fb.nupkg"), undefined],
    ["no broken name", filenameOfAddress("https://h/%E0%A4%A.nupkg"), undefined],
    ["no other file", filenameOfAddress("https://h/index.json"), undefined],
    ["no file of nothing", filenameOfAddress(undefined), undefined],
    ["a checksum", symbolChecksum(digits), checksum],
    ["a named checksum", symbolChecksum(`sha-256: ${digits} `), checksum],
    ["no short checksum", symbolChecksum(digits.slice(1)), undefined],
    ["no other checksum", symbolChecksum(`MD5:${digits}`), undefined],
    ["no empty checksum", symbolChecksum("SHA256:"), undefined],
  ] as const)
    it(`become ${what}`, () => assert.equal(text, expected));
});
