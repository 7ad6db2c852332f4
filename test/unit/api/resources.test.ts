import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { knownRights, rememberRights } from "../../../src/api/administrators.ts";
import { type InstanceCapabilities, temporaryCapabilities } from "../../../src/api/capabilities.ts";
import { testServer } from "./sentRequests.ts";
import { json } from "./server.ts";

const day = 24 * 3600 * 1000;

describe("administrator rights", () => {
  const on = testServer();

  it("are kept per user, outdated after a day, and written only when changed", () => {
    const capabilities = temporaryCapabilities();
    const written: string[] = [];
    const watched: InstanceCapabilities = {
      get: (name) => capabilities.get(name),
      set: (name, value) => {
        written.push(name);
        capabilities.set(name, value);
      },
    };
    assert.equal(knownRights(watched, 5, 0), undefined);
    rememberRights(watched, { id: 5, is_admin: true }, 1000);
    rememberRights(watched, { id: 5, is_admin: true }, 2000);
    assert.deepEqual(
      [knownRights(watched, 5, 1000 + day), knownRights(watched, 5, 1001 + day), knownRights(watched, 6, 0)],
      [{ administrator: true, old: false }, { administrator: true, old: true }, undefined],
    );
    rememberRights(watched, { id: 5 }, 3000);
    assert.deepEqual(knownRights(watched, 5, 3000), { administrator: false, old: false });
    rememberRights(watched, { id: 5, is_admin: null }, 3001 + day);
    assert.deepEqual([knownRights(watched, 5, 3001 + day), written.length], [{ administrator: false, old: false }, 3]);
  });

  it("ignore unknown stored texts", () => {
    const capabilities = temporaryCapabilities();
    for (const text of ["yes", "yes since ", "yes since tomorrow", "perhaps since 1"]) {
      capabilities.set("administrator.5", text);
      assert.equal(knownRights(capabilities, 5, 0), undefined, text);
    }
  });

  it("come from answers about the current user, and not from sudo", async () => {
    const capabilities = temporaryCapabilities();
    const client = on.server.client({ capabilities });
    on.server.handler = ({ path }, response) =>
      json(response, { id: path.includes("sudo=2") ? 2 : 1, username: "a", name: "A", is_admin: true });
    await client.users.current();
    await client.users.current({ sudo: 2 });
    const now = Date.now();
    const found = [knownRights(capabilities, 1, now), knownRights(capabilities, 2, now)];
    assert.deepEqual(found, [{ administrator: true, old: false }, undefined]);
  });

  it("ignore an answer that a newer one has overtaken", async () => {
    const capabilities = temporaryCapabilities();
    const client = on.server.client({ capabilities });
    const waiting: ServerResponse[] = [];
    const bothAsked = new Promise<void>((resolve) => {
      on.server.handler = (_request, response) => {
        if (waiting.push(response) === 2) resolve();
      };
    });
    const [older, newer] = [client.users.current(), client.users.current()];
    await bothAsked;
    for (const [at, work, admin] of [
      [1, newer, true],
      [0, older, false],
    ] as const) {
      json(waiting[at] ?? assert.fail(), { id: 1, username: "a", name: "A", is_admin: admin });
      await work;
    }
    assert.equal(knownRights(capabilities, 1, Date.now())?.administrator, true);
  });
});

const entry = (
  version: string,
  more = "",
) => `<entry xmlns="http://www.w3.org/2005/Atom" xmlns:d="http://schemas.microsoft.com/ado/2007/08/dataservices" xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata">
  <id>https://a/v2/Packages(Id='P',Version='${version}')</id>
  <category term="V2FeedPackage" scheme="s"/>
  <title type="text">A &amp; B &lt;c&gt;</title>
  <content type="application/zip" src="https://a/p?x=1&amp;y=2"/>
  <m:properties><d:Version>${version}</d:Version>${more}</m:properties>
</entry>`;
const read = {
  id: "https://a/v2/Packages(Id='P',Version='')",
  category: "V2FeedPackage",
  title: "A & B <c>",
  contentType: "application/zip",
  contentSrc: "https://a/p?x=1&y=2",
  properties: { Version: "" },
};
const head = '<?xml version="1.0" encoding="utf-8"?>\n';
const service = `${head}<service xmlns="http://www.w3.org/2007/app" xmlns:atom="http://www.w3.org/2005/Atom" xml:base="https://a/v2"><workspace><atom:title type="text">Default</atom:title><collection href="Packages"><atom:title type="text">Packages</atom:title></collection></workspace></service>`;
const model = `${head}<edmx:Edmx xmlns:edmx="e" Version="1.0"><edmx:DataServices><Schema Namespace="N"><EntityType Name="V2FeedPackage"><Key><PropertyRef Name="Id"/><PropertyRef Name="Version"/></Key><Property Name="Id" Type="Edm.String" Nullable="false"/><Property Name="Tags" Type="Edm.String"/></EntityType><EntityContainer Name="C"><EntitySet Name="Packages" EntityType="N.V2FeedPackage"/><FunctionImport Name="FindPackagesById" ReturnType="Collection(N.V2FeedPackage)" EntitySet="Packages"><Parameter Name="id" Type="Edm.String"/></FunctionImport></EntityContainer></Schema></edmx:DataServices></edmx:Edmx>`;

describe("package feeds, v2", () => {
  const on = testServer();
  const answer = (text: string, type = "application/xml; charset=utf-8"): void => {
    on.server.handler = (_request, response) => response.writeHead(200, { "content-type": type }).end(text);
  };
  const anonymously = (asked: string): void => {
    assert.deepEqual(on.server.asked, [asked]);
    const { headers } = on.server.last;
    assert.deepEqual([headers.authorization, headers["private-token"]], [undefined, undefined]);
  };

  it("lists the collections of a feed", async () => {
    answer(service);
    assert.deepEqual(await on.client().packages.v2.serviceIndex({ group: 2 }), {
      base: "https://a/v2",
      workspaces: [{ title: "Default", collections: [{ href: "Packages", title: "Packages" }] }],
    });
    anonymously("GET /groups/2/-/packages/nuget/v2");
  });

  it("reads the metadata document", async () => {
    answer(model);
    const parameters = [{ name: "id", type: "Edm.String" }];
    const properties = [
      { name: "Id", type: "Edm.String", nullable: false },
      { name: "Tags", type: "Edm.String", nullable: true },
    ];
    assert.deepEqual(await on.client().packages.v2.metadataDocument({ project: 1 }), {
      entityTypes: [{ name: "V2FeedPackage", key: ["Id", "Version"], properties }],
      entitySets: [{ name: "Packages", entityType: "N.V2FeedPackage" }],
      functionImports: [{ name: "FindPackagesById", returnType: "Collection(N.V2FeedPackage)", parameters }],
    });
    anonymously("GET /projects/1/packages/nuget/v2/$metadata");
  });

  it("searches by a name in lower case, quotes doubled", async () => {
    answer(`${head}<feed xmlns="http://www.w3.org/2005/Atom"><title>Packages</title>${entry("")}</feed>`);
    assert.deepEqual(await on.client().packages.v2.packages(1, "It's A"), [read]);
    anonymously("GET /projects/1/packages/nuget/v2/Packages()?%24filter=(tolower(Id)%20eq%20%27it%27%27s%20a%27)");
  });

  it("finds by an exact name, quotes doubled, and takes a bare entry for a feed of one", async () => {
    answer(head + entry(""));
    assert.deepEqual(await on.client().packages.v2.findPackagesById(1, "It's&A"), [read]);
    anonymously("GET /projects/1/packages/nuget/v2/FindPackagesById()?id=%27It%27%27s%26A%27");
    answer('<feed xmlns="http://www.w3.org/2005/Atom"/>');
    assert.deepEqual(await on.client().packages.v2.packages(1, "p"), []);
  });

  it("gets one version by a path, quotes doubled", async () => {
    answer(head + entry("1.0.0"));
    assert.equal((await on.client().packages.v2.package(1, "It's/A", "1.0.0+b")).properties.Version, "1.0.0");
    anonymously("GET /projects/1/packages/nuget/v2/Packages(Id='It''s%2FA',Version='1.0.0%2Bb')");
  });

  it("reads every property of a package, numbers and nulls too", async () => {
    const count = '<d:DownloadCount m:type="Edm.Int64">12</d:DownloadCount>';
    answer(entry("1.0.0", `<d:Title><![CDATA[a &amp; <b>]]></d:Title>${count}<d:Tags m:null="true"/><d:Authors/>`));
    assert.deepEqual((await on.client().packages.v2.package(1, "P", "1.0.0")).properties, {
      Title: "a &amp; <b>",
      DownloadCount: 12,
      Tags: null,
      Authors: "",
      Version: "1.0.0",
    });
  });

  for (const [what, text, field] of [
    ["a document type", '<!DOCTYPE feed [<!ENTITY a "b">]><feed>&a;</feed>', "DOCTYPE"],
    [
      "entities that grow",
      `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>${entry("1")}`,
      "DOCTYPE",
    ],
    ["half a document", entry("1").slice(0, 300), undefined],
    ["a document that breaks off at its very end", entry("1").replace("</entry>", ""), undefined],
    ["more than one document", `${entry("1")} and more`, undefined],
    ["JSON", "{}", undefined],
    ["nothing", "", undefined],
    ["another document", service, "feed"],
    ["an entry without a title", entry("1").replace(/<title.*<\/title>/, ""), "entry.title"],
    ["an entry without a file", entry("1").replace(/<content[^>]*>/, ""), "entry.content"],
    ["a file without an address", entry("1").replace(/ src="[^"]*"/, ""), "content@src"],
    ["a package without a version", entry("1").replace(/<d:Version>.*<\/d:Version>/, ""), "properties.Version"],
    ["a count that is none", entry("1", "<d:DownloadCount>many</d:DownloadCount>"), "DownloadCount"],
    ["two entries in place of one", `<feed>${entry("1")}${entry("2")}</feed>`, "entry"],
    ["more than 100 elements inside of each other", "<feed>".repeat(101) + "</feed>".repeat(101), undefined],
    ["elements inside of each other without end", "<feed>".repeat(200_000), undefined],
    ["names that are JavaScript's", entry("1", "<d:__proto__>x</d:__proto__>"), undefined],
  ] as const)
    it(`refuses ${what} for an entry`, async () => {
      answer(text);
      const error = { kind: "invalidResponse", operation: "packages.v2.package", field };
      await assert.rejects(on.client().packages.v2.package(1, "P", "1"), error);
    });

  it("leaves unknown character references as text", async () => {
    answer(entry("1").replace("A &amp; B", "&amp;lt; &#233; &#x1F600; &nbsp; &#x110000;"));
    assert.equal((await on.client().packages.v2.package(1, "P", "1")).title, "&lt; é 😀 &nbsp; &#x110000; <c>");
  });
});
