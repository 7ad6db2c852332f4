import assert from "node:assert/strict";
import { renderedPage } from "../../../../../src/features/wiki/preview/renderedPage.ts";

describe("a page that the host rendered", () => {
  const page = (html: string, address = "https://host.example/g/p/-/wikis/home"): string =>
    renderedPage({ title: `<b>"&`, html, address, nonce: "n0nce", language: "en" });

  it("loads nothing but pictures of the host, and runs nothing", () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page(""))?.[1]?.replaceAll("&#39;", "'");
    assert.equal(
      policy,
      "default-src 'none'; style-src 'nonce-n0nce'; img-src data: https://host.example; form-action 'none'",
    );
    assert.match(page("", "http://host.example/x"), /img-src data:; /);
  });

  it("keeps the host's text and loses what is none", () => {
    const html = page(
      `<h1>Head</h1><SCRIPT>x()</script><meta http-equiv=refresh content="0;url=x"><base href=x><iframe src=x></iframe><header>kept</header>`,
    );
    assert.ok(html.includes("<h1>Head</h1>&lt;SCRIPT>x()&lt;/script>&lt;meta http-equiv=refresh"));
    assert.ok(html.includes("&lt;base href=x>&lt;iframe src=x>&lt;/iframe><header>kept</header>"));
    assert.ok(html.includes("<title>&#60;b&#62;&#34;&#38;</title>"));
  });
});
