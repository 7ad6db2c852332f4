import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { addressParts, type FileAddress, readAddress } from "../../../../src/core/files/address.ts";

const name = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => !/^\/|\0/.test(text));
const project = fc.oneof(fc.nat(), name);
const kindOf = <K extends string>(kind: K) => fc.constant(kind);
const address: fc.Arbitrary<FileAddress> = fc.oneof(
  fc.record(
    {
      ...{ kind: kindOf("file"), instance: fc.webUrl(), project, path: name, ref: name },
      ...{ lfs: fc.constant(true as const), fork: project },
    },
    { requiredKeys: ["kind", "instance", "project", "path", "ref"] },
  ),
  fc.record({ kind: kindOf("empty"), path: name }),
  fc.record({ kind: kindOf("submodule"), path: name, commit: fc.string() }, { requiredKeys: ["kind", "path"] }),
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
    const [parts, back] = [addressParts, (one: FileAddress) => readAddress(addressParts(one))].map(
      (read) => (one: FileAddress) => JSON.stringify(read(one)),
    );
    fc.assert(
      fc.property(address, address, (one, other) =>
        assert.equal(parts?.(one) === parts?.(other), back?.(one) === back?.(other)),
      ),
    );
  });

  it("show the file's own path and name, so that tabs and languages are right", () => {
    const of = { instance: "https://git.example.com", project: "a/b", ref: "main" };
    const file = { kind: "file", ...of, path: "src/x y.ts" } as const;
    assert.equal(addressParts(file).path, "/src/x y.ts");
    assert.equal(addressParts(file, "topic/x").path, "/topic∕x/src/x y.ts", "a branch's slashes make no folders");
  });

  it("are nothing when they were not made here", () => {
    fc.assert(
      fc.property(fc.string(), fc.oneof(fc.string(), fc.json()), (path, query) => void readAddress({ path, query })),
    );
    const bare = '{"kind":"file","ref":"main"}';
    for (const query of ["", "{}", "[]", "null", bare, '{"kind":"file","instance":"x","project":"p","ref":""}'])
      assert.equal(readAddress({ path: "/a", query }), undefined, query);
    assert.equal(readAddress({ path: "/", query: '{"kind":"empty"}' }), undefined);
  });
});
