import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { addressParts, type FileAddress, readAddress } from "../../../../src/core/files/address.ts";

const name = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => !/^\/|\0/.test(text));
const project = fc.oneof(fc.nat(), name);
const address: fc.Arbitrary<FileAddress> = fc.oneof(
  fc.record(
    {
      kind: fc.constant("file" as const),
      instance: fc.webUrl(),
      project,
      path: name,
      ref: name,
      lfs: fc.constant(true),
      fork: project,
    },
    { requiredKeys: ["kind", "instance", "project", "path", "ref"] },
  ),
  fc.record({ kind: fc.constant("empty" as const), path: name }),
  fc.record(
    { kind: fc.constant("submodule" as const), path: name, commit: fc.string() },
    { requiredKeys: ["kind", "path"] },
  ),
);

describe("addresses of files", () => {
  it("are read back for any names, with a folder before them too", () => {
    fc.assert(
      fc.property(address, fc.string(), (given, folder) => {
        assert.deepEqual(readAddress(addressParts(given, folder)), { ...given });
      }),
    );
  });

  it("differ for different files", () => {
    fc.assert(
      fc.property(address, address, (one, other) => {
        const same = JSON.stringify(addressParts(one)) === JSON.stringify(addressParts(other));
        assert.equal(
          same,
          JSON.stringify(readAddress(addressParts(one))) === JSON.stringify(readAddress(addressParts(other))),
        );
      }),
    );
  });

  it("show the file's own path and name, so that tabs and languages are right", () => {
    const file = {
      kind: "file",
      instance: "https://git.example.com",
      project: "a/b",
      path: "src/x y.ts",
      ref: "main",
    } as const;
    assert.equal(addressParts(file).path, "/src/x y.ts");
    assert.equal(addressParts(file, "topic/x").path, "/topic∕x/src/x y.ts", "a branch's slashes make no folders");
  });

  it("are nothing when they were not made here", () => {
    fc.assert(
      fc.property(fc.string(), fc.oneof(fc.string(), fc.json()), (path, query) => void readAddress({ path, query })),
    );
    for (const query of [
      "",
      "{}",
      "[]",
      "null",
      '{"kind":"file","ref":"main"}',
      '{"kind":"file","instance":"x","project":"p","ref":""}',
    ]) {
      assert.equal(readAddress({ path: "/a", query }), undefined, query);
    }
    assert.equal(readAddress({ path: "/", query: '{"kind":"empty"}' }), undefined);
  });
});
