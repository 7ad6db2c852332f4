import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Package, PackageDependencyGroup, PackageMetadata } from "../../../../src/api/resources/packagesV3.ts";
import {
  dependencyId,
  dependencyRows,
  packageId,
  type PackageNode,
  versionId,
  versionNodes,
} from "../../../../src/features/packages/nodes.ts";

const node: PackageNode = {
  kind: "package",
  instance: "https://git.example.com",
  project: "g/p",
  packageName: "Weather.Core",
  found: { id: "Weather.Core", version: "2.0.0", versions: [] },
};
const entry = (version: string, dependencyGroups: readonly PackageDependencyGroup[] | null = []): Package => ({
  "@id": "",
  id: "Weather.Core",
  version,
  dependencyGroups,
});
const contentOf = (project: number, version: string): string =>
  `https://git.example.com/api/v4/projects/${project}/packages/nuget/download/a/${version}/a.${version}.nupkg`;
type Item = Pick<PackageMetadata["items"][number]["items"][number], "packageContent" | "catalogEntry">;
/** Metadata with these pages. */
const metadata = (...pages: readonly (readonly Item[])[]): PackageMetadata => ({
  count: pages.length,
  items: pages.map((items) => ({
    "@id": "",
    lower: "",
    upper: "",
    count: items.length,
    items: items.map((item) => ({ "@id": "", ...item })),
  })),
});
const item = (catalogEntry: Package, packageContent = ""): Item => ({ packageContent, catalogEntry });
const first = (one: Package) => versionNodes(node, metadata([item(one)]))[0] ?? assert.fail("no version");

describe("the rows of packages", () => {
  it("list the versions of every page, newest first", () => {
    const pages = metadata([item(entry("1.0.0")), item(entry("1.10.0-beta"))], [item(entry("1.9.0"))]);
    assert.deepEqual(
      versionNodes(node, pages).map(({ version }) => version),
      ["1.10.0-beta", "1.9.0", "1.0.0"],
    );
  });

  it("have IDs of encoded names without letter case", () => {
    const version = first(entry("1.0.0+a/b", [{ dependencies: [{ id: "D/E", range: "" }] }]));
    assert.equal(packageId(node), "https://git.example.com g/p/packages/weather.core");
    assert.equal(versionId(version), `${packageId(node)}/1.0.0%2Ba%2Fb`);
    const [dependency] = dependencyRows(version);
    assert.ok(dependency?.kind === "dependency");
    assert.equal(dependencyId(dependency), `${versionId(version)}/D%2FE`);
  });

  it("distinguish equal versions of projects in a group's feed, without duplicates", () => {
    const given = [
      [1, "1.0.0"],
      [2, "1.0.0"],
      [2, "1.0.0"],
      [2, "2.0.0"],
    ] as const;
    const all = metadata(given.map(([project, version]) => item(entry(version), contentOf(project, version))));
    const versions = versionNodes({ ...node, group: 9 }, all);
    assert.deepEqual(
      versions.map(({ version, holder }) => [version, holder]),
      [
        ["2.0.0", 2],
        ["1.0.0", 1],
        ["1.0.0", 2],
      ],
    );
    assert.equal(new Set(versions.map(versionId)).size, 3);
    assert.equal(
      versions[0] && versionId(versions[0]),
      "https://git.example.com g/p/groups/9/packages/weather.core/2.0.0@2",
    );
    assert.deepEqual(
      versionNodes(node, all).map(({ holder }) => holder),
      [undefined, undefined],
      "the project's own feed needs no holder",
    );
  });
});
