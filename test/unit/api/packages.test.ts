import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "mocha";
import { uploadBytes, uploadFile } from "../../../src/api/upload.ts";
import { itRefuses, itSends, partsOf, testServer } from "./sentRequests.ts";
import { bytes, json } from "./server.ts";

const entry = {
  "@id": "https://a/metadata/p/1.0.0.json",
  id: "123",
  version: "1.0.0",
  dependencyGroups: [],
  packageContent: "https://a/p.nupkg",
};
const item = { "@id": "https://a/metadata/p/1.0.0.json", packageContent: "https://a/p.nupkg", catalogEntry: entry };
const metadata = { count: 1, items: [{ "@id": "https://a", lower: "1.0.0", upper: "1.0.0", count: 1, items: [item] }] };
const found = {
  totalHits: 1,
  data: [
    {
      "@type": "Package",
      id: "123",
      title: "123",
      version: "1.0.0",
      versions: [{ "@id": "https://a", version: "1.0.0", downloads: 0 }],
    },
  ],
};
const index = {
  version: "3.0.0",
  resources: [
    { "@id": "https://a/query", "@type": "SearchQueryService", comment: "Filter and search for packages by keyword." },
  ],
};
const key = { file_name: "My Lib.pdb", signature: "ab12FFFFFFFF", checksum: `SHA256:${"aB".repeat(32)}` };

describe("package feeds, v3", () => {
  const on = testServer();
  itSends(on, [
    {
      name: "versions",
      run: (client) => client.packages.v3.versions(1, "A b/c"),
      sends: "GET /projects/1/packages/nuget/download/A%20b%2Fc/index",
      auth: "basic",
      answer: { versions: ["1.0.0"] },
    },
    {
      name: "serviceIndex of a project",
      run: (client) => client.packages.v3.serviceIndex({ project: 1 }),
      sends: "GET /projects/1/packages/nuget/index",
      auth: "none",
      answer: index,
    },
    {
      name: "serviceIndex of a group",
      run: (client) => client.packages.v3.serviceIndex({ group: 2 }),
      sends: "GET /groups/2/-/packages/nuget/index",
      auth: "none",
      answer: index,
    },
    {
      name: "metadata of a project",
      run: (client) => client.packages.v3.metadata({ project: 1 }, "p"),
      sends: "GET /projects/1/packages/nuget/metadata/p/index",
      auth: "basic",
      answer: metadata,
    },
    {
      name: "metadata of a group",
      run: (client) => client.packages.v3.metadata({ group: 2 }, "p"),
      sends: "GET /groups/2/-/packages/nuget/metadata/p/index",
      auth: "basic",
      answer: metadata,
    },
    {
      name: "versionMetadata",
      run: (client) => client.packages.v3.versionMetadata({ group: 2 }, "p", "1.0.0-b+c"),
      sends: "GET /groups/2/-/packages/nuget/metadata/p/1.0.0-b%2Bc",
      auth: "basic",
      answer: item,
    },
    {
      name: "query of everything",
      run: (client) => client.packages.v3.query({ project: 1 }),
      sends: "GET /projects/1/packages/nuget/query?q=",
      auth: "basic",
      answer: found,
    },
    {
      name: "query",
      run: (client) => client.packages.v3.query({ group: 2 }, { q: "a+b", skip: 0, take: 5, prerelease: false }),
      sends: "GET /groups/2/-/packages/nuget/query?q=a%2Bb&skip=0&take=5&prerelease=false",
      auth: "basic",
      answer: found,
    },
    {
      name: "delete",
      run: (client) => client.packages.delete(1, "My.Lib", "1.0.0"),
      sends: "DELETE /projects/1/packages/nuget/My.Lib/1.0.0",
      auth: "basic",
    },
  ]);
  itRefuses(on, [
    {
      what: "a project by its path",
      run: (client) => client.packages.v3.query({ project: "g/p" as unknown as number }, { q: "" }),
      code: "invalidAddress",
      fields: ["project"],
    },
    {
      what: "a group by its path",
      run: (client) => client.packages.v3.metadata({ group: "g" as unknown as number }, "p"),
      code: "invalidAddress",
      fields: ["group"],
    },
    {
      what: "the project 0",
      run: (client) => client.packages.delete(0, "p", "1.0.0"),
      code: "invalidAddress",
      fields: ["project"],
    },
    {
      what: "a search from before the beginning",
      run: (client) => client.packages.v3.query({ project: 1 }, { skip: -1 }),
      code: "value",
      fields: ["skip"],
    },
    {
      what: "a search for no results",
      run: (client) => client.packages.v3.query({ project: 1 }, { take: 0 }),
      code: "value",
      fields: ["take"],
    },
    { what: "a package without a name", run: (client) => client.packages.v3.versions(1, ""), code: "invalidAddress" },
    {
      what: "a file that leads elsewhere",
      run: (client) => client.packages.v3.download(1, "p", "1.0.0", ".."),
      code: "invalidAddress",
    },
  ]);

  it("are not asked without their credential", async () => {
    await assert.rejects(on.server.client().packages.v3.query({ project: 1 }), {
      kind: "invalidArgument",
      code: "feedCredentials",
      operation: "packages.v3.query",
    });
    assert.deepEqual(on.server.asked, []);
  });

  it("publish a file from disk, never whole in memory, and tell how much is through", async () => {
    const folder = await mkdtemp(join(tmpdir(), "feed-"));
    try {
      const file = join(folder, "my.lib.1.0.0.nupkg");
      await writeFile(file, "PK".repeat(50_000));
      on.server.handler = (_request, response) => json(response, { message: "201 Created" }, 201);
      const told: number[] = [];
      await on
        .client()
        .packages.v3.publish(7, { package: await uploadFile(file) }, { onProgress: (done) => told.push(done) });
      const { headers, body } = on.server.last;
      assert.deepEqual(on.server.asked, ["PUT /projects/7/packages/nuget"]);
      assert.deepEqual(partsOf(headers["content-type"], body), {
        package: `my.lib.1.0.0.nupkg|application/octet-stream|${"PK".repeat(50_000)}`,
      });
      assert.equal(Number(headers["content-length"]), told.at(-1));
      assert.match(headers.authorization ?? "", /^Basic /);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("publish with the names that the documents list", async () => {
    on.server.handler = (_request, response) => response.writeHead(201).end();
    const upload = {
      package: uploadBytes("a.nupkg", Buffer.from("PK")),
      package_name: "A",
      package_version: "1",
      package_filename: "a.nupkg",
      // What is published may be a whole record of a package.
      catalogEntry: { id: "A" },
      tags: "x",
    };
    await on.client().packages.v3.publish(7, upload);
    assert.deepEqual(partsOf(on.server.last.headers["content-type"], on.server.last.body), {
      package_name: "A",
      package_version: "1",
      package_filename: "a.nupkg",
      package: "a.nupkg|application/octet-stream|PK",
    });
  });

  it("hand out files as they arrive", async () => {
    on.server.handler = (_request, response) =>
      response
        .writeHead(200, { "content-type": "application/octet-stream", "content-length": "4" })
        .end("PK\u0003\u0004");
    const told: [number, number | undefined][] = [];
    const download = await on.client().packages.v3.download(1, "My.Lib", "1.0.0", "my.lib.1.0.0.nupkg", {
      onProgress: (done, total) => told.push([done, total]),
    });
    assert.equal(download.length, 4);
    assert.equal((await bytes(download.body)).toString(), "PK\u0003\u0004");
    assert.deepEqual(told.at(-1), [4, 4]);
    assert.deepEqual(on.server.asked, ["GET /projects/1/packages/nuget/download/My.Lib/1.0.0/my.lib.1.0.0.nupkg"]);
  });

  for (const [what, run, answer, field] of [
    ["versions that are no list", () => on.client().packages.v3.versions(1, "p"), { versions: "1.0.0" }, "versions"],
    [
      "an index without resources",
      () => on.client().packages.v3.serviceIndex({ project: 1 }),
      { version: "3.0.0" },
      "resources",
    ],
    [
      "a page of metadata without items",
      () => on.client().packages.v3.metadata({ project: 1 }, "p"),
      { count: 1, items: [{}] },
      "items[0].items",
    ],
    [
      "metadata without what it is about",
      () => on.client().packages.v3.metadata({ project: 1 }, "p"),
      { items: [{ items: [item, { "@id": "x" }] }] },
      "items[0].items[1].catalogEntry",
    ],
    [
      "metadata of a version without its name",
      () => on.client().packages.v3.versionMetadata({ project: 1 }, "p", "1"),
      { catalogEntry: { version: "1" } },
      "catalogEntry.id",
    ],
    [
      "dependencies that are no list",
      () => on.client().packages.v3.versionMetadata({ project: 1 }, "p", "1"),
      { catalogEntry: { ...entry, dependencyGroups: [{}, { dependencies: "a" }] } },
      "catalogEntry.dependencyGroups[1].dependencies",
    ],
    [
      "dependencies of nothing",
      () => on.client().packages.v3.metadata({ project: 1 }, "p"),
      { items: [{ items: [{ catalogEntry: { ...entry, dependencyGroups: [null] } }] }] },
      "items[0].items[0].catalogEntry.dependencyGroups[0]",
    ],
    ["a search without its count", () => on.client().packages.v3.query({ project: 1 }), { data: [] }, "totalHits"],
    [
      "a found package without versions",
      () => on.client().packages.v3.query({ project: 1 }),
      { totalHits: 1, data: [{ id: "p", version: "1" }] },
      "data[0].versions",
    ],
  ] as const) {
    it(`do not take ${what}`, async () => {
      on.server.handler = (_request, response) => json(response, answer);
      await assert.rejects(run(), { kind: "invalidResponse", field });
    });
  }
});

describe("files of a feed", () => {
  const on = testServer();
  for (const [what, run] of [
    ["package", () => on.client().packages.v3.download(1, "p", "1", "p.nupkg")],
    ["symbols", () => on.client().packages.symbols.download({ project: 1 }, key)],
  ] as const) {
    it(`are no web pages, such as a proxy puts in place of a ${what}`, async () => {
      on.server.handler = (_request, response) =>
        response.writeHead(200, { "content-type": "text/html" }).end("<title>Sign in</title>");
      await assert.rejects(run(), { kind: "invalidResponse" });
    });
  }
});

describe("symbol files", () => {
  const on = testServer();
  itRefuses(on, [
    {
      what: "symbols in another kind of package",
      run: (client) => client.packages.symbols.publish(1, { package: uploadBytes("a.nupkg", Buffer.from("PK")) }),
      code: "value",
      fields: ["package"],
    },
    ...["ab".repeat(32), `sha256:${"ab".repeat(32)}`, "SHA256:ab", `SHA1:${"ab".repeat(32)}`, ""].map((checksum) => ({
      what: `the checksum ${checksum.slice(0, 12)}`,
      run: (client: ReturnType<typeof on.client>) =>
        client.packages.symbols.download({ project: 1 }, { ...key, checksum }),
      code: "value" as const,
      fields: ["checksum"],
    })),
  ]);

  it("are asked for by their checksum and nothing else", async () => {
    on.server.handler = (_request, response) => response.end("BSJB");
    const download = await on.client().packages.symbols.download({ group: 2 }, key);
    assert.equal((await bytes(download.body)).toString(), "BSJB");
    const { headers } = on.server.last;
    assert.deepEqual(on.server.asked, [
      "GET /groups/2/-/packages/nuget/symbolfiles/My%20Lib.pdb/ab12FFFFFFFF/My%20Lib.pdb",
    ]);
    assert.deepEqual(
      [headers["symbolchecksum"], headers.authorization, headers["private-token"]],
      [key.checksum, undefined, undefined],
    );
  });

  it("are published with the feed's credential", async () => {
    on.server.handler = (_request, response) => json(response, { message: "201 Created" }, 201);
    await on.client().packages.symbols.publish(1, { package: uploadBytes("a.1.0.0.snupkg", Buffer.from("PK")) });
    assert.deepEqual(on.server.asked, ["PUT /projects/1/packages/nuget/symbolpackage"]);
    assert.match(on.server.last.headers.authorization ?? "", /^Basic /);
    assert.deepEqual(partsOf(on.server.last.headers["content-type"], on.server.last.body), {
      package: "a.1.0.0.snupkg|application/octet-stream|PK",
    });
  });
});
