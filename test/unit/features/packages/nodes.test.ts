import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Package, PackageDependencyGroup, PackageMetadata } from "../../../../src/api/resources/packagesV3.ts";
import {
  dependencies,
  dependencyId,
  dependencyRows,
  factRows,
  metadataRow,
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

  it("list dependencies by framework, unless there is one group for all", () => {
    const [a, b] = [
      { id: "A", range: "[1.0.0, )" },
      { id: "B", range: null },
    ];
    assert.deepEqual(
      dependencyRows(first(entry("1.0.0", [{ dependencies: [a, b] }]))).map(
        (row) => row.kind === "dependency" && [row.name, row.range],
      ),
      [
        ["A", "[1.0.0, )"],
        ["B", undefined],
      ],
    );
    const groups = [
      { targetFramework: "net8.0", dependencies: [] },
      { targetFramework: "net48", dependencies: [b] },
    ];
    const rows = dependencyRows(first(entry("1.0.0", groups)));
    assert.deepEqual(
      rows.map((row) => row.kind === "framework" && row.framework),
      ["net8.0", "net48"],
    );
    const [, last] = rows;
    assert.ok(last?.kind === "framework");
    assert.deepEqual(
      dependencies(last, "below", last.group).map(({ name, range }) => [name, range]),
      [["B", undefined]],
    );
  });

  for (const groups of [
    null,
    [],
    [{}],
    [{ dependencies: null }],
    [{ targetFramework: "", dependencies: [{ id: null, range: null }] }],
  ])
    it(`list no dependencies of ${JSON.stringify(groups)}`, () =>
      assert.deepEqual(dependencyRows(first(entry("1.0.0", groups))), []));

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

  it("show the facts that a version states", () => {
    const facts = (version: Package): string[][] =>
      factRows(metadataRow(first(version))).map(({ fact, value }) => [fact, value]);
    assert.deepEqual(facts(entry("1.0.0", null)), []);
    const given = { authors: "A", description: "D", projectUrl: "https://x" };
    const odd = { summary: "D", tags: "", published: null, packageContent: 5, ...given } as unknown as Package;
    assert.deepEqual(facts({ ...entry("1.0.0"), ...odd }), [
      ["authors", "A"],
      ["description", "D"],
      ["projectUrl", "https://x"],
    ]);
  });
});
