import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  artifactAddress,
  type ArtifactPlace,
  isPlainPath,
  readArtifactAddress,
} from "../../../../src/core/artifacts/address.ts";

const place: ArtifactPlace = {
  instance: "https://git.example.com:8443/forge",
  project: "Group/Sub.group/project",
  job: 42,
  path: "dist/a b#?%.js",
};

describe("addresses of artifacts", () => {
  it("are read back for any names", () => {
    for (const one of [place, { ...place, project: 7 }, { ...place, path: "" }, { ...place, path: "手引き/é.txt" }])
      assert.deepEqual(readArtifactAddress(artifactAddress(one)), one);
  });

  it("have the path in the archive at their end, so that tabs and languages go by it", () => {
    assert.match(artifactAddress(place).path, /\/42\/dist\/a b#\?%\.js$/);
  });

  it("differ by instance, project, job and path", () => {
    const others = [
      { ...place, instance: "https://git.example.com:8443" },
      { ...place, project: "group/sub.group/project" },
      { ...place, job: 43 },
      { ...place, path: "dist/a" },
    ];
    assert.equal(new Set([place, ...others].map((one) => JSON.stringify(artifactAddress(one)).toLowerCase())).size, 5);
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
