import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { artifactAddress, isPlainPath, readArtifactAddress } from "../../../../src/core/artifacts/address.ts";

const instance = "https://git.example.com:8443/forge";
const place = { instance, project: "Group/Sub.group/project", job: 42, path: "dist/a b#?%.js" };

describe("addresses of artifacts", () => {
  it("are read back for any names, with the path in the archive at their end, by which tabs and languages go", () => {
    for (const one of [place, { ...place, project: 7 }, { ...place, path: "" }, { ...place, path: "手引き/é.txt" }])
      assert.deepEqual(readArtifactAddress(artifactAddress(one)), one);
    assert.match(artifactAddress(place).path, /\/42\/dist\/a b#\?%\.js$/);
  });

  it("differ by instance, project, job and path", () => {
    const others = [
      { instance: "https://git.example.com" },
      { project: "group/project" },
      { job: 43 },
      { path: "dist/a" },
    ];
    const all = [{}, ...others].map((one) => JSON.stringify(artifactAddress({ ...place, ...one })).toLowerCase());
    assert.equal(new Set(all).size, 5);
  });

  it("lead nowhere out of the archive", () => {
    const { authority, path } = artifactAddress({ ...place, path: "" });
    for (const below of ["../x", "a/../../b", "a//b", "/etc/passwd", "./a", "a\\..\\b", "C:/x", "a/\0"]) {
      assert.equal(isPlainPath(below), false, below);
      assert.equal(readArtifactAddress({ authority, path: `${path}/${below}` }), undefined, below);
    }
    for (const below of ["a", "a/b", "..a/b..", "a b", "ab:c"]) assert.equal(isPlainPath(below), true, below);
    for (const wrong of ["", "/", "/p", "/p/x/a", "/p/12x/a"])
      assert.equal(readArtifactAddress({ authority, path: wrong }), undefined, wrong);
  });
});
