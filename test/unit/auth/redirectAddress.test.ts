import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "mocha";
import { redirectKind, redirectSuffix, redirectUris } from "../../../src/auth/redirectAddress.ts";
import { root } from "../../../tools/root.ts";

const url = "https://git.example.com";

describe("redirect addresses", () => {
  for (const [expected, instance] of [
    ["own", { url }],
    ["shared", { url, clientId: "app" }],
    ["own", { url, clientId: "app", redirect: "own" }],
    ["shared", { url, redirect: "shared" }],
  ] as const)
    it(`are ${expected} for ${JSON.stringify(instance)}`, () => assert.equal(redirectKind(instance), expected));

  it("of one host are those that the command in the documentation computes", () => {
    const command = /printf %s (\S+) \| sha256sum \| cut -c1-24/.exec(
      readFileSync(join(root, "docs/signing-in.md"), "utf8"),
    );
    assert.equal(command?.[1], url);
    const hash = execFileSync("sh", ["-c", command[0]], { encoding: "utf8" }).trim();
    assert.match(hash, /^[0-9a-f]{24}$/);
    assert.equal(redirectSuffix(url, "own"), `/${hash}`);
    assert.equal(redirectSuffix(url, "shared"), "");
  });

  it("differ by scheme, port and sub-path", () => {
    const urls = [url, "http://git.example.com", `${url}:8443`, `${url}/forge`, "https://example.com"];
    assert.equal(new Set(urls.map((one) => redirectSuffix(one, "own"))).size, urls.length);
  });

  it("are shown with the one that is needed here first", () => {
    const editor = "vscode://forgeline.forgeline/callback";
    assert.deepEqual(redirectUris("desktop", editor, ""), [editor, "http://127.0.0.1/callback"]);
    assert.deepEqual(redirectUris("web", editor, "/abc"), ["http://127.0.0.1/callback/abc", `${editor}/abc`]);
  });
});
