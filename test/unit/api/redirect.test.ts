import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { redirectOf } from "../../../src/api/redirect.ts";

describe("redirectOf", () => {
  const from = new URL("https://git.test/forge/api/v4/x?y=1");
  const rows: [method: string, status: number, location: string | undefined, to: string | undefined][] = [
    ["GET", 200, "/z", undefined],
    ["GET", 304, "/z", undefined],
    ["GET", 302, undefined, undefined],
    ["GET", 301, "/z?a=b", "https://git.test/z?a=b"],
    ["GET", 302, "z", "https://git.test/forge/api/v4/z"],
    ["HEAD", 307, "https://cdn.test/f", "https://cdn.test/f"],
    ["GET", 302, "https://me:pw@cdn.test/f#part", "https://cdn.test/f"],
    ["GET", 302, "http://git.test/z", "refused"],
    ["GET", 302, "http://cdn.test/z", "refused"],
    ["GET", 302, "data:text/plain,x", "refused"],
    ["POST", 308, "/z", "https://git.test/z"],
    ["DELETE", 302, "/z", "refused"],
    ["PUT", 308, "https://other.test/z", "refused"],
  ];
  for (const [method, status, location, to] of rows) {
    it(`${method}, ${status}, ${location ?? "nowhere"}: ${to ?? "no redirect"}`, () => {
      const redirect = redirectOf(method, status, location, from);
      assert.equal(redirect && ("to" in redirect ? redirect.to.href : "refused"), to);
    });
  }

  it("allows http to http, and http to https", () => {
    for (const to of ["http://b.test/", "https://a.test/"]) {
      assert.deepEqual(redirectOf("GET", 302, to, new URL("http://a.test/")), { to: new URL(to) });
    }
  });
});
