import assert from "node:assert/strict";
import { compareVersions, isPrerelease } from "../../../../src/features/packages/versionOrder.ts";

describe("the order of versions", () => {
  const ascending =
    "0.0.9 1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0 1.0.0.1 1.0.1 1.2 1.10.0 2.0.0-preview-1 2.0.0 10.0.0 20240101.12345678901234567890 20240101.12345678901234567891".split(
      " ",
    );

  it("is that of semantic versions, with the fourth number of this kind of feed", () => {
    for (const [at, version] of ascending.entries()) {
      assert.equal(compareVersions(version, version), 0);
      for (const later of ascending.slice(at + 1)) {
        assert.ok(compareVersions(version, later) < 0, `${version} < ${later}`);
        assert.ok(compareVersions(later, version) > 0, `${later} > ${version}`);
      }
    }
  });

  it("ignores spelling", () => {
    const pairs =
      "1.0 = 1.0.0, 1.0.0 = 1.0.0.0, 1.0.0+b.1 = 1.0.0+b.2, v1.2.3 = 1.2.3, 1.0.0-RC = 1.0.0-rc, 1.01 = 1.1";
    for (const pair of pairs.split(", ")) {
      const [a = "", b = ""] = pair.split(" = ");
      assert.equal(compareVersions(a, b), 0, pair);
    }
  });

  it("knows prereleases", () => {
    for (const is of ["1.0.0-rc.1", "2.0.0-preview.1+x"]) assert.ok(isPrerelease(is), is);
    for (const none of ["1.0.0", "1.0.0+a-b"]) assert.ok(!isPrerelease(none), none);
  });
});
