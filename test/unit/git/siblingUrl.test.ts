import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { siblingUrl } from "../../../src/git/siblingUrl.ts";

describe("siblingUrl", () => {
  for (const [address, expected] of [
    ["https://git.example.com/demo/weather.git", "https://git.example.com/bob/weather.git"],
    ["https://git.example.com:8443/forge/Demo/Weather/", "https://git.example.com:8443/forge/bob/weather"],
    ["git@work-alias:demo/weather.git", "git@work-alias:bob/weather.git"],
    ["ssh://git@git.example.com:2222/demo/weather.git", "ssh://git@git.example.com:2222/bob/weather.git"],
    // Another project, whatever it ends with.
    ["https://git.example.com/old-demo/weather.git", undefined],
    ["https://git.example.com/demo/moved.git", undefined],
    ["/srv/demo/weather.git", undefined],
  ] as const) {
    it(`replaces the project in ${address}`, () =>
      assert.equal(siblingUrl(address, "demo/weather", "bob/weather"), expected));
  }
  it("rejects ambiguous paths", () => {
    for (const path of "../etc|bob|bob/../x|bob/x y|-o/x;y|bob//x|bob/x?y|https://evil.example/x/y".split("|"))
      assert.equal(siblingUrl("https://git.example.com/demo/weather.git", "demo/weather", path), undefined, path);
  });
});
