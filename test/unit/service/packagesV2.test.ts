import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { readXml } from "../../service/packages/xml.ts";
import { running, type Answer, type Running } from "./calling.ts";
import { basic, feed, groupId } from "./feeds.ts";

interface Entry {
  readonly id: string;
  readonly title: { readonly "#text": string };
  readonly content: { readonly "@src": string; readonly "@type": string };
  readonly "m:properties": { readonly "d:Version": string };
}

const anonymously = (at: Running, path: string): Promise<Answer> => feed(at, "GET", path, {});
const read = (text: string): { entry?: Entry; feed?: { entry: Entry } } =>
  readXml(text, new Set()) as { entry?: Entry; feed?: { entry: Entry } };
const shown = (entry: Entry | undefined): unknown =>
  entry && [entry.id, entry.title["#text"], entry.content["@src"], entry["m:properties"]["d:Version"]];

describe("service: package feed v2", () => {
  it("has a service document and a model, for projects and groups, without a user", async () => {
    await using at = await running();
    const prefixes = ["projects/1/packages/nuget/v2", `groups/${await groupId(at)}/-/packages/nuget/v2`];
    for (const prefix of prefixes) {
      const document = await at.call("GET", `/api/v4/${prefix}`, { headers: {} });
      assert.deepEqual(
        [document.status, document.headers.get("content-type")],
        [200, "application/xml; charset=utf-8"],
      );
      const { service } = readXml(document.text, new Set()) as {
        service: {
          "@xml:base": string;
          workspace: {
            "atom:title": { "#text": string };
            collection: { "@href": string; "atom:title": { "#text": string } };
          };
        };
      };
      assert.deepEqual(
        [
          service["@xml:base"],
          service.workspace["atom:title"]["#text"],
          service.workspace.collection["@href"],
          service.workspace.collection["atom:title"]["#text"],
        ],
        [`${at.service.url}/api/v4/${prefix}`, "Default", "Packages", "Packages"],
      );
      const models = await Promise.all(
        ["$metadata", "%24metadata"].map((name) => at.call("GET", `/api/v4/${prefix}/${name}`, { headers: {} })),
      );
      assert.deepEqual(
        models.map(({ status }) => status),
        [200, 200],
      );
      const properties = [
        ...models[0]!.text.matchAll(/<Property Name="(\w+)" Type="Edm\.(\w+)"( Nullable="false")?\/>/g),
      ].map(([, name, type, required]) => `${name ?? ""} ${type ?? ""}${required === undefined ? "" : " required"}`);
      assert.deepEqual(properties, [
        "Id String required",
        "Version String required",
        "Authors String",
        "Dependencies String",
        "Description String",
        "IconUrl String",
        "ProjectUrl String",
        "Tags String",
        "Title String",
        "LicenseUrl String",
        "DownloadCount Int64 required",
        "Published DateTime required",
      ]);
      assert.match(
        models[0]!.text,
        /<EntitySet Name="Packages"[^]*<FunctionImport Name="FindPackagesById"[^]*<Parameter Name="id" Type="Edm.String"/,
      );
    }
  });

  it("knows no latest version: the entry is empty and leads back to the feed", async () => {
    await using at = await running();
    await at.service.control.addPackage({ id: "Weather.Units", version: "2.0.0" });
    const url = `${at.service.url}/api/v4/projects/1/packages/nuget/v2`;
    const empty = [`${url}/Packages(Id='weather.units',Version='')`, "weather.units", url, ""];
    for (const path of [
      "/v2/Packages()?$filter=(tolower(Id)%20eq%20'weather.units')",
      "/v2/Packages%28%29?%24filter=%28tolower%28Id%29+eq+%27weather.units%27%29",
      "/v2/FindPackagesById()?id='weather.units'",
    ]) {
      const answer = await anonymously(at, path);
      assert.deepEqual([answer.status, shown(read(answer.text).entry)], [200, empty], path);
    }
    await using neutral = await running({ dialect: "neutral" });
    const document = read((await anonymously(neutral, "/v2/FindPackagesById()?id='a'")).text);
    assert.equal(document.feed?.entry["m:properties"]["d:Version"], "");
  });

  it("gives the entry of a named version, whose content is the package", async () => {
    await using at = await running();
    await at.service.control.addPackage({ id: "Weather.Units", version: "2.0.0-rc.1" });
    const url = `${at.service.url}/api/v4/projects/1/packages/nuget/v2`;
    const [plain, encoded] = await Promise.all(
      [
        "Packages(Id='Weather.Units',Version='2.0.0-rc.1')",
        encodeURIComponent("Packages(Id='Weather.Units',Version='2.0.0-rc.1')"),
      ].map((name) => anonymously(at, `/v2/${name}`)),
    );
    const { entry } = read(plain!.text);
    assert.deepEqual(shown(entry), [
      `${url}/Packages(Id='Weather.Units',Version='2.0.0-rc.1')`,
      "Weather.Units",
      `${url.replace(/\/v2$/, "")}/download/Weather.Units/2.0.0-rc.1/weather.units.2.0.0-rc.1.nupkg`,
      "2.0.0-rc.1",
    ]);
    assert.equal(encoded!.text, plain!.text);
    const source = new URL(entry!.content["@src"]).pathname;
    assert.deepEqual(
      [
        (await at.call("GET", source, { headers: {} })).status,
        (await at.call("GET", source, { headers: basic(at) })).status,
      ],
      [401, 200],
    );
  });

  it("takes doubled quotes for one, and answers with doubled ones", async () => {
    await using at = await running();
    const { entry } = read((await anonymously(at, "/v2/Packages(Id='O''Neil',Version='1.0.0')")).text);
    assert.deepEqual(
      [entry?.title["#text"], entry?.id.slice(-40)],
      ["O'Neil", "v2/Packages(Id='O''Neil',Version='1.0.0')".slice(-40)],
    );
  });

  it("says what is missing or wrong", async () => {
    await using at = await running();
    for (const [path, status, error] of [
      ["/v2/Packages()", 400, "$filter is missing"],
      ["/v2/Packages%28%29", 400, "$filter is missing"],
      ["/v2/Packages()?$filter=Id%20eq%20'a'", 400, "$filter is invalid"],
      ["/v2/FindPackagesById()", 400, "id is missing"],
      ["/v2/FindPackagesById()?id=a", 400, "id is invalid"],
      ["/v2/FindPackagesById()?id='..%2F..'", 400, "id is invalid"],
      ["/v2/Packages(Id='a',Version='newest')", 400, "package_version is invalid"],
      ["/v2/Search()", 404, "404 Not Found"],
    ] as const) {
      const answer = await anonymously(at, path);
      assert.deepEqual([answer.status, answer.json], [status, { error }], path);
    }
    assert.equal(
      (
        await at.call("GET", `/api/v4/groups/${await groupId(at)}/-/packages/nuget/v2/FindPackagesById()?id='a'`, {
          headers: {},
        })
      ).status,
      404,
    );
  });
});
