import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { shellOf } from "../../../../src/core/webview/html.ts";

const files = {
  script: "https://res.example/s.js",
  style: "https://res.example/s.css",
  source: "https://*.res.example",
};
const shell = { ...files, nonce: "abc+/=", language: "en", title: "!1 A" };
const policyOf = (html: string): string[] =>
  (/Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? "").replaceAll("&#39;", "'").split("; ");

describe("the shell of a page", () => {
  it("lets nothing in but its own script and style, and images of the host", () =>
    assert.deepEqual(policyOf(shellOf({ ...shell, images: "https://git.example.com/sub" })), [
      "default-src 'none'",
      "script-src 'nonce-abc+/='",
      "style-src https://*.res.example",
      "img-src data: https://git.example.com",
      "base-uri 'none'",
      "form-action 'none'",
    ]));

  it("allows no images of a host without https, or of an invalid address", () => {
    for (const images of [undefined, "http://127.0.0.1:8080", "x; script-src *"])
      assert.ok(policyOf(shellOf({ ...shell, images })).includes("img-src data:"), images);
  });

  it("writes nothing that comes alive", () => {
    const html = shellOf({ ...shell, title: "</title><script>alert(1)</script>", language: '"><script>' });
    assert.equal([...html.matchAll(/<script/g)].length, 1);
    assert.match(html, /<script nonce="abc\+\/=" src="https:\/\/res\.example\/s\.js">/);
  });
});
