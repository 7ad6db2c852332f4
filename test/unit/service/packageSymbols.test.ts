import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { makePackage, makeSymbolPackage, symbolFile } from "../../service/packages/nupkg.ts";
import { symbolKey } from "../../service/packages/portablePdb.ts";
import { zip } from "../../service/pipelines/zip.ts";
import { running, type Running } from "./calling.ts";
import { basic, feed, groupId, upload } from "./feeds.ts";

const spec = { id: "Weather.Units", version: "2.0.0" };
const key = symbolKey(symbolFile(spec))!;
const path = `/symbolfiles/Weather.Units.pdb/${key.signature}/Weather.Units.pdb`;
const checksum = { Symbolchecksum: `SHA256:${key.checksum}` };

async function withSymbols(at: Running): Promise<void> {
  await upload(at, "", makePackage(spec));
  const answer = await upload(at, "/symbolpackage", makeSymbolPackage(spec), { filename: "package.snupkg" });
  assert.deepEqual([answer.status, answer.json], [201, { message: "201 Created" }]);
}

describe("service: symbol files", () => {
  it("are found by name, signature and checksum, in project and group, without a user", async () => {
    await using at = await running();
    await withSymbols(at);
    for (const prefix of ["projects/1", `groups/${await groupId(at)}/-`]) {
      const response = await fetch(`${at.service.url}/api/v4/${prefix}/packages/nuget${path.toLowerCase()}`, {
        headers: checksum,
      });
      assert.deepEqual(
        [response.status, Buffer.from(await response.arrayBuffer()).equals(symbolFile(spec))],
        [200, true],
        prefix,
      );
    }
    assert.deepEqual(await at.service.control.symbolFiles(), [{ name: "Weather.Units.pdb", ...key }]);
  });

  it("need the right checksum, and a symbol server that is on", async () => {
    await using at = await running();
    await withSymbols(at);
    const ask = async (where: string, headers: Record<string, string>): Promise<[number, unknown]> => {
      const answer = await feed(at, "GET", where, headers);
      return [answer.status, answer.json];
    };
    assert.deepEqual(await ask(path, {}), [400, { message: "400 Bad request - Missing checksum header" }]);
    const missing = [404, { message: "404 Symbol Not Found" }];
    assert.deepEqual(await ask(path, { Symbolchecksum: `SHA256:${"0".repeat(64)}` }), missing);
    assert.deepEqual(await ask(path, { Symbolchecksum: key.checksum }), missing);
    assert.deepEqual(await ask(path.replace(key.signature, "f".repeat(40)), checksum), missing);
    assert.deepEqual(await ask(path.replace(/[^/]+$/, "other.pdb"), checksum), missing);
    assert.deepEqual(await ask(path.replace("Weather.Units.pdb", "other.pdb"), checksum), missing);
    await at.service.control.packageSettings({ symbolServer: false });
    assert.deepEqual(await ask(path, checksum), [403, { message: "403 Forbidden" }]);
  });

  it("go with their package, and may lie at another origin", async () => {
    await using at = await running();
    await withSymbols(at);
    await at.service.control.packageSettings({ redirect: "symbols" });
    const sent = await feed(at, "GET", path, checksum);
    assert.equal(sent.status, 302);
    assert.ok(Buffer.from(await (await fetch(sent.headers.get("location")!)).arrayBuffer()).equals(symbolFile(spec)));
    assert.equal((await feed(at, "GET", "/download/weather.units/2.0.0/weather.units.2.0.0.nupkg")).status, 200);
    assert.equal((await feed(at, "GET", "/download/weather.units/2.0.0/weather.units.2.0.0.snupkg")).status, 200);
    assert.equal((await feed(at, "DELETE", "/Weather.Units/2.0.0")).status, 204);
    assert.equal((await feed(at, "GET", path, checksum)).status, 404);
    assert.equal((await fetch(sent.headers.get("location")!)).status, 404);
  });

  it("come in packages of their own kind", async () => {
    await using at = await running();
    const named = { filename: "a.snupkg" };
    const ending = await upload(at, "/symbolpackage", makeSymbolPackage(spec), { filename: "a.nupkg" });
    assert.deepEqual(
      [ending.status, ending.json],
      [400, { message: "400 Bad request - The symbol package must have the extension .snupkg" }],
    );
    const other = await upload(at, "/symbolpackage", makePackage(spec), named);
    assert.deepEqual([other.status, other.json], [400, { message: "invalid symbol package file" }]);
    const nuspec =
      '<package><metadata><id>A</id><version>1.0.0</version><packageTypes><packageType name="SymbolsPackage"/></packageTypes></metadata></package>';
    const bad = await upload(
      at,
      "/symbolpackage",
      zip([
        { path: "A.nuspec", content: Buffer.from(nuspec) },
        { path: "lib/A.pdb", content: Buffer.from("Microsoft C/C++") },
      ]),
      named,
    );
    assert.deepEqual([bad.status, bad.json], [400, { message: "Could not find the signature in the symbol file" }]);
    assert.equal(
      (await upload(at, "/symbolpackage", makeSymbolPackage(spec), { ...named, headers: basic(at, "rita") })).status,
      403,
    );
    assert.equal((await upload(at, "/symbolpackage", makeSymbolPackage(spec), { ...named, headers: {} })).status, 401);
  });
});
