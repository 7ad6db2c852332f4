import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { makePackage, readPackage } from "../../service/packages/nupkg.ts";
import { running, type Running } from "./calling.ts";
import { basic, feed, groupId, upload } from "./feeds.ts";

interface Hit {
  readonly id: string;
  readonly version: string;
  readonly versions: readonly { readonly "@id": string; readonly version: string; readonly downloads: number }[];
}
const hits = (json: unknown): { totalHits: number; data: Hit[] } => json as { totalHits: number; data: Hit[] };
const names = (json: unknown): string[] => hits(json).data.map(({ id }) => id);

async function withVersions(at: Running, id: string, ...versions: string[]): Promise<void> {
  for (const version of versions) await at.service.control.addPackage({ id, version });
}

describe("service: package feed v3", () => {
  it("publishes what the manifest says, once, and gives the very bytes back", async () => {
    await using at = await running();
    const bytes = makePackage({ id: "Weather.Units", version: "2.0.0", tags: ["weather"] });
    const published = await upload(at, "", bytes);
    assert.deepEqual([published.status, published.json], [201, { message: "201 Created" }]);
    const again = await upload(at, "/v2", bytes);
    assert.deepEqual(
      [again.status, again.json],
      [409, { message: "A package with the same name and version already exists" }],
    );
    assert.equal(again.headers.get("x-nuget-warning"), "A package with the same name and version already exists");
    await at.service.control.packageSettings({ duplicates: true });
    assert.equal((await upload(at, "/v2", bytes)).status, 201);
    assert.deepEqual((await feed(at, "GET", "/download/weather.UNITS/index")).json, { versions: ["2.0.0"] });

    const content = await fetch(
      `${at.service.url}/api/v4/projects/1/packages/nuget/download/Weather.Units/2.0.0/weather.units.2.0.0.nupkg`,
      { headers: basic(at) },
    );
    assert.deepEqual([content.status, content.headers.get("content-type")], [200, "application/octet-stream"]);
    const got = Buffer.from(await content.arrayBuffer());
    assert.ok(got.equals(bytes));
    assert.equal(readPackage(got).manifest.id, "Weather.Units");
  });

  it("refuses files that are no packages, are too large, or are missing, naming the reason", async () => {
    await using at = await running();
    const wrong = await upload(at, "", Buffer.from("no zip"));
    assert.deepEqual([wrong.status, wrong.json], [400, { message: "invalid package file" }]);
    const missing = await upload(at, "", Buffer.from("x"), { field: "file" });
    assert.deepEqual([missing.status, missing.json], [400, { error: "package is missing" }]);
    await at.service.control.packageSettings({ maxBytes: 100 });
    const large = await upload(at, "", makePackage({ id: "A", version: "1.0.0" }));
    assert.deepEqual(
      [large.status, large.json, large.headers.get("x-nuget-warning")],
      [400, { message: "400 Bad request - File is too large" }, "400 Bad request - File is too large"],
    );
  });

  it("knows people by HTTP Basic alone, and lets them do what their level allows", async () => {
    await using at = await running();
    await withVersions(at, "A", "1.0.0");
    for (const headers of [
      {},
      { "PRIVATE-TOKEN": at.info.users.alice.token },
      { Authorization: `Bearer ${at.info.users.alice.token}` },
      { Authorization: `Basic ${Buffer.from(`bob:${at.info.users.alice.token}`).toString("base64")}` },
    ]) {
      const answer = await feed(at, "GET", "/query?q=", headers);
      assert.deepEqual(
        [answer.status, answer.headers.get("www-authenticate")],
        [401, 'Basic realm="GitLab Packages Registry"'],
        JSON.stringify(Object.keys(headers)),
      );
    }
    const statuses = async (name: "rita" | "bob" | "max"): Promise<number[]> => [
      (await feed(at, "GET", "/query", basic(at, name))).status,
      (await upload(at, "", makePackage({ id: name, version: "1.0.0" }), { headers: basic(at, name) })).status,
      (await feed(at, "DELETE", "/A/1.0.0", basic(at, name))).status,
    ];
    assert.deepEqual(
      [await statuses("rita"), await statuses("bob"), await statuses("max")],
      [
        [200, 403, 403],
        [200, 201, 403],
        [200, 201, 204],
      ],
    );
  });

  it("takes numbers alone for projects and groups on real hosts, paths too in the documents", async () => {
    const path = `/api/v4/projects/${encodeURIComponent("demo/empty")}/packages/nuget/query?q=`;
    const group = "/api/v4/groups/demo/-/packages/nuget/query?q=";
    await using real = await running();
    const refused = await real.call("GET", path, { headers: basic(real) });
    assert.deepEqual([refused.status, refused.json], [400, { error: "id is invalid" }]);
    assert.equal((await real.call("GET", group, { headers: basic(real) })).status, 400);
    await using neutral = await running({ dialect: "neutral" });
    assert.deepEqual(
      [
        (await neutral.call("GET", path, { headers: basic(neutral) })).status,
        (await neutral.call("GET", group, { headers: basic(neutral) })).status,
      ],
      [200, 200],
    );
  });

  it("finds by part of the name, in pages, with and without prereleases", async () => {
    await using at = await running();
    await withVersions(at, "Weather.Units", "1.0.0", "10.0.0", "9.0.0", "11.0.0-beta");
    await withVersions(at, "Weather.Humidity", "0.1.0-alpha");
    await withVersions(at, "Other", "1.0.0");
    const all = await feed(at, "GET", "/query");
    assert.deepEqual([hits(all.json).totalHits, names(all.json)], [3, ["Other", "Weather.Humidity", "Weather.Units"]]);
    const found = hits((await feed(at, "GET", "/query?q=wEATHER&prerelease=false")).json);
    assert.deepEqual(
      [
        found.totalHits,
        found.data.map(({ id, version, versions }) => [id, version, versions.map((one) => one.version)]),
      ],
      [1, [["Weather.Units", "10.0.0", ["1.0.0", "9.0.0", "10.0.0"]]]],
    );
    const second = hits((await feed(at, "GET", "/query?q=weather&skip=1&take=1")).json);
    assert.deepEqual(names((await feed(at, "GET", "/query?q=weather&take=1")).json), ["Weather.Humidity"]);
    assert.deepEqual([second.totalHits, second.data.map(({ version }) => version)], [2, ["11.0.0-beta"]]);
    assert.equal(
      (await feed(at, "GET", new URL(second.data[0]!.versions[0]!["@id"]).pathname.replace(/^.*nuget/, ""))).status,
      200,
    );
    for (const [query, field] of [
      ["take=0", "take"],
      ["skip=-1", "skip"],
      ["take=many", "take"],
      ["prerelease=maybe", "prerelease"],
    ] as const) {
      const answer = await feed(at, "GET", `/query?${query}`);
      assert.deepEqual([answer.status, answer.json], [400, { error: `${field} is invalid` }], query);
    }
  });

  it("shows the fields of the documents, as real hosts and as the documents do", async () => {
    const spec = {
      id: "A.B",
      version: "1.0.0",
      title: "Title",
      summary: "Summary",
      authors: "Alice, Bob",
      tags: ["x", "y"],
      description: "<d>",
      dependencyGroups: [{ targetFramework: ".NETStandard2.0", dependencies: [{ id: "C", range: "[1.0, 2.0)" }] }],
    };
    await using real = await running();
    await real.service.control.addPackage(spec);
    const url = `${real.service.url}/api/v4/projects/1/packages/nuget`;
    const one = (await feed(real, "GET", "/metadata/a.b/1.0.0.json")).json as { catalogEntry: { published: string } };
    const self = `${url}/metadata/A.B/1.0.0.json`;
    const links = { "@id": self, packageContent: `${url}/download/A.B/1.0.0/a.b.1.0.0.nupkg` };
    const group = {
      "@id": `${self}#dependencyGroup/.netstandard2.0`,
      "@type": "PackageDependencyGroup",
      targetFramework: ".NETStandard2.0",
      dependencies: [
        {
          "@id": `${self}#dependencyGroup/.netstandard2.0/c`,
          "@type": "PackageDependency",
          id: "C",
          range: "[1.0, 2.0)",
        },
      ],
    };
    assert.deepEqual(one, {
      ...links,
      catalogEntry: {
        ...links,
        id: "A.B",
        version: "1.0.0",
        authors: "Alice, Bob",
        dependencyGroups: [group],
        tags: "x y",
        description: "<d>",
        summary: "",
        published: one.catalogEntry.published,
      },
    });
    assert.match(one.catalogEntry.published, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    await real.service.control.addPackage({ ...spec, version: "1.1.0-rc.1" });
    const index = (await feed(real, "GET", "/metadata/A.B/index.json")).json as {
      count: number;
      items: { lower: string; upper: string; count: number; items: unknown[] }[];
    };
    assert.deepEqual(
      [index.count, index.items.map(({ lower, upper, count, items }) => [lower, upper, count, items.length])],
      [1, [["1.0.0", "1.1.0-rc.1", 2, 2]]],
    );

    await using neutral = await running({ dialect: "neutral" });
    await neutral.service.control.addPackage(spec);
    assert.equal((await feed(neutral, "GET", "/download/A.B/1.0.0/a.b.1.0.0.nupkg")).status, 200);
    const hit = hits((await feed(neutral, "GET", "/query?q=a.b")).json).data[0];
    assert.deepEqual(hit, {
      "@type": "Package",
      authors: "Alice, Bob",
      id: "A.B",
      title: "Title",
      description: "<d>",
      summary: "Summary",
      totalDownloads: 1,
      verified: true,
      version: "1.0.0",
      versions: [
        {
          "@id": `${neutral.service.url}/api/v4/projects/1/packages/nuget/metadata/A.B/1.0.0`,
          version: "1.0.0",
          downloads: 1,
        },
      ],
      tags: "x y",
    });
  });

  it("answers 404 for packages and versions that are not there, and after a delete", async () => {
    await using at = await running();
    await withVersions(at, "A", "1.0", "2.0.0");
    assert.equal((await feed(at, "DELETE", "/a/1.0.0")).status, 204);
    assert.deepEqual((await feed(at, "GET", "/download/A/index")).json, { versions: ["2.0.0"] });
    for (const [method, path, text] of [
      ["DELETE", "/A/1.0", "404 Package Not Found"],
      ["GET", "/metadata/A/1.0.0", "404 Package Not Found"],
      ["GET", "/metadata/B/index", "404 Packages Not Found"],
      ["GET", "/download/B/index", "404 Packages Not Found"],
      ["GET", "/download/A/2.0.0/b.2.0.0.nupkg", "404 Package Not Found"],
    ] as const) {
      const answer = await feed(at, method, path);
      assert.deepEqual(
        [answer.status, answer.json, answer.headers.get("x-nuget-warning")],
        [404, { message: text }, text],
        `${method} ${path}`,
      );
    }
    assert.equal(
      (await at.call("GET", "/api/v4/projects/99/packages/nuget/query", { headers: basic(at) })).status,
      404,
    );
  });

  it("has a public index; a real group's leaves out what groups do not serve", async () => {
    const types = (json: unknown): string[] =>
      (json as { resources: { "@type": string }[] }).resources.map((one) => one["@type"]);
    await using real = await running();
    const project = await feed(real, "GET", "/index.json", {});
    assert.equal((project.json as { version: string }).version, "3.0.0");
    assert.deepEqual(types(project.json), [
      "SearchQueryService",
      "SearchQueryService/3.0.0-beta",
      "SearchQueryService/3.0.0-rc",
      "RegistrationsBaseUrl",
      "RegistrationsBaseUrl/3.0.0-beta",
      "RegistrationsBaseUrl/3.0.0-rc",
      "PackageBaseAddress/3.0.0",
      "PackagePublish/2.0.0",
      "SymbolPackagePublish/4.9.0",
    ]);
    const group = await groupId(real);
    const path = `/api/v4/groups/${group}/-/packages/nuget/index`;
    assert.equal(types((await real.call("GET", path, { headers: {} })).json).length, 6);
    await using neutral = await running({ dialect: "neutral" });
    const shown = await neutral.call("GET", path, { headers: {} });
    assert.equal(types(shown.json).length, 9);
    assert.deepEqual((shown.json as { resources: unknown[] }).resources[7], {
      "@id": `${neutral.service.url}/api/v4/groups/${group}/-/packages/nuget`,
      "@type": "PackagePublish/2.0.0",
      comment: "push and delete (or unlist)",
    });
  });

  it("shows a group the packages of all its projects that the person may read", async () => {
    await using at = await running({ dialect: "neutral" });
    const control = at.service.control;
    await control.createProject({ path: "demo/second" });
    await control.createProject({ path: "demo/hidden", members: ["alice"] });
    await control.addPackage({ id: "A", version: "1.0.0" });
    await control.addPackage({ id: "A", version: "2.0.0" }, { project: "demo/second" });
    await control.addPackage({ id: "H", version: "1.0.0" }, { project: "demo/hidden" });
    const base = "/api/v4/groups/demo/-/packages/nuget";
    const query = async (name: "alice" | "bob"): Promise<[number, string[], string[]]> => {
      const found = hits((await at.call("GET", `${base}/query?q=`, { headers: basic(at, name) })).json);
      return [found.totalHits, found.data.map(({ id }) => id), found.data[0]!.versions.map((one) => one.version)];
    };
    assert.deepEqual(
      [await query("alice"), await query("bob")],
      [
        [2, ["A", "H"], ["1.0.0", "2.0.0"]],
        [1, ["A"], ["1.0.0", "2.0.0"]],
      ],
    );
    const version = (await at.call("GET", `${base}/metadata/A/2.0.0`, { headers: basic(at) })).json as {
      "@id": string;
    };
    assert.match(version["@id"], /\/groups\/\d+\/-\/packages\/nuget\/metadata\/A\/2\.0\.0$/);
    assert.equal((await at.call("GET", `${base}/download/A/index`, { headers: basic(at) })).status, 404);
  });

  it("sends downloads to another origin when told, where credentials are refused", async () => {
    await using at = await running();
    const { control } = at.service;
    await control.addPackage({ id: "A", version: "1.0.0" });
    const path = "/download/A/1.0.0/a.1.0.0.nupkg";
    assert.equal((await feed(at, "GET", path)).status, 200);
    await control.packageSettings({ redirect: "all" });
    const sent = await feed(at, "GET", path);
    const location = sent.headers.get("location") ?? "";
    assert.equal(sent.status, 302);
    assert.notEqual(new URL(location).origin, new URL(at.service.url).origin);
    assert.equal((await fetch(location, { headers: basic(at) })).status, 400);
    assert.equal((await fetch(`${location}?private_token=x`)).status, 400);
    const plain = await fetch(location);
    assert.deepEqual([plain.status, readPackage(Buffer.from(await plain.arrayBuffer())).manifest.id], [200, "A"]);
    assert.deepEqual(
      (await control.storageRequests()).map(({ status, credentials }) => [status, credentials]),
      [
        [400, ["authorization"]],
        [400, ["private_token"]],
        [200, []],
      ],
    );
  });

  it("has a sample feed to look at", async () => {
    await using at = await running({ seed: "sample" });
    const found = hits((await feed(at, "GET", "/query?take=20")).json);
    assert.deepEqual(
      found.data.map(({ id, version, versions }) => [id, version, versions.length]),
      [
        ["weather-tools", "3.2.0.1", 2],
        ["Weather.Humidity", "0.1.0-beta.1", 3],
        ["Weather.Page", "2.0.0-preview.1", 3],
        ["Weather.Readings", "1.2.1", 4],
        ["Weather.Station", "1.1.0", 5],
        ["Weather.Units", "2.0.1", 3],
      ],
    );
    assert.equal((await at.service.control.symbolFiles()).length, 5);
  });
});
