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
const metadata = (...entries: readonly Package[]): PackageMetadata => ({
  count: 1,
  items: [
    {
      "@id": "",
      lower: "",
      upper: "",
      count: entries.length,
      items: entries.map((catalogEntry) => ({ "@id": "", packageContent: "", catalogEntry })),
    },
  ],
});
const first = (entryWith: Package) => {
  const [version] = versionNodes(node, metadata(entryWith));
  assert.ok(version);
  return version;
};

describe("the rows of packages", () => {
  it("show versions of every page, newest first", () => {
    const [page] = metadata(entry("1.0.0"), entry("1.10.0-beta")).items;
    const [other] = metadata(entry("1.9.0")).items;
    assert.ok(page && other);
    const versions = versionNodes(node, { count: 2, items: [page, other] }).map(({ version }) => version);
    assert.deepEqual(versions, ["1.10.0-beta", "1.9.0", "1.0.0"]);
  });

  it("show dependencies at once where there is one group for every framework, else by framework", () => {
    const loose = {
      dependencies: [
        { id: "A", range: "[1.0.0, )" },
        { id: "B", range: null },
      ],
    };
    assert.deepEqual(
      dependencyRows(first(entry("1.0.0", [loose]))).map((row) => [
        row.kind,
        row.kind === "dependency" && [row.name, row.range],
      ]),
      [
        ["dependency", ["A", "[1.0.0, )"]],
        ["dependency", ["B", undefined]],
      ],
    );
    const groups = [
      { targetFramework: "net8.0", dependencies: [] },
      { targetFramework: "net48", dependencies: [{ id: "C", range: "" }] },
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
      [["C", undefined]],
    );
  });

  it("survive hosts that leave out what there could be", () => {
    for (const groups of [
      null,
      [],
      [{}],
      [{ dependencies: null }],
      [{ targetFramework: "", dependencies: [{ id: null, range: null }] }],
    ]) {
      assert.deepEqual(dependencyRows(first(entry("1.0.0", groups))), []);
    }
  });

  it("have ids that are paths of names, whose case hosts pass over", () => {
    const version = first(entry("1.0.0+a/b", [{ dependencies: [{ id: "D/E", range: "" }] }]));
    assert.equal(packageId(node), "https://git.example.com g/p/packages/weather.core");
    assert.equal(versionId(version), `${packageId(node)}/1.0.0%2Ba%2Fb`);
    const [dependency] = dependencyRows(version);
    assert.ok(dependency?.kind === "dependency");
    assert.equal(dependencyId(dependency), `${versionId(version)}/D%2FE`);
  });

  it("of a group's feed tell apart what several projects hold, and go back to one where the feed says it twice", () => {
    const item = (project: number, version: string) => ({
      "@id": "",
      packageContent: `https://git.example.com/api/v4/projects/${project}/packages/nuget/download/a/${version}/a.${version}.nupkg`,
      catalogEntry: entry(version),
    });
    const told = {
      count: 1,
      items: [
        {
          "@id": "",
          lower: "",
          upper: "",
          count: 4,
          items: [item(1, "1.0.0"), item(2, "1.0.0"), item(2, "1.0.0"), item(2, "2.0.0")],
        },
      ],
    };
    const versions = versionNodes({ ...node, group: 9 }, told);
    assert.deepEqual(
      versions.map(({ version, holder }) => [version, holder]),
      [
        ["2.0.0", 2],
        ["1.0.0", 1],
        ["1.0.0", 2],
      ],
    );
    assert.equal(new Set(versions.map(versionId)).size, 3);
    assert.match(
      versionId(versions[0] ?? assert.fail()),
      /^https:\/\/git\.example\.com g\/p\/groups\/9\/packages\/weather\.core\/2\.0\.0@2$/,
    );
    assert.deepEqual(
      versionNodes(node, told).map(({ holder }) => holder),
      [undefined, undefined],
      "the project's own feed needs no holder",
    );
  });

  it("show what a version says of itself, and nothing that it does not", () => {
    const facts = (version: Package): string[][] =>
      factRows(metadataRow(first(version))).map(({ fact, value }) => [fact, value]);
    assert.deepEqual(facts(entry("1.0.0", null)), []);
    const told = {
      ...entry("1.0.0"),
      authors: "A",
      description: "D",
      summary: "D",
      tags: "",
      published: null,
      projectUrl: "https://x",
      packageContent: 5,
    } as unknown as Package;
    assert.deepEqual(facts(told), [
      ["authors", "A"],
      ["description", "D"],
      ["projectUrl", "https://x"],
    ]);
  });
});
