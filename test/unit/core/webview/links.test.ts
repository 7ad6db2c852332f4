import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { imageAddress, linkAddress, projectPage } from "../../../../src/core/webview/links.ts";

const instance = "https://example.com/git";
const project = `${instance}/group/app`;
const place = { instance, project };

describe("addresses of a description", () => {
  const links: readonly (readonly [href: string, address: string | undefined])[] = [
    ["https://a.example/x", "https://a.example/x"],
    ["http://a.example", "http://a.example/"],
    ["//a.example/x", "https://a.example/x"],
    ["mailto:a@b.example", "mailto:a@b.example"],
    ["/uploads/1/a.png", `${project}/uploads/1/a.png`],
    ["/git/group/other", "https://example.com/git/group/other"],
    ["doc/a.md", `${project}/doc/a.md`],
    ["../../x", "https://example.com/git/x"],
    ["#heading", undefined],
    ["", undefined],
    ["javascript:alert(1)", undefined],
    [" javascript:alert(1)", undefined],
    ["java\nscript:alert(1)", `${project}/javascript:alert(1)`],
    ["command:x", undefined],
    ["vscode:x", undefined],
    ["file:///x", undefined],
    ["data:text/html,x", undefined],
    ["https://bank.example@evil.example/", undefined],
    ["http://[", undefined],
  ];
  for (const [href, address] of links)
    it(`${address === undefined ? "refuses" : "completes"} ${JSON.stringify(href)}`, () =>
      assert.equal(linkAddress(href, place), address));

  it("are shown as images from the host alone, over https", () => {
    assert.equal(imageAddress("/uploads/1/a.png", place), `${project}/uploads/1/a.png`);
    assert.equal(imageAddress("https://other.example/a.png", place), undefined);
    assert.equal(imageAddress("http://example.com/a.png", place), undefined);
    const plain = { instance: "http://127.0.0.1:8080", project: "http://127.0.0.1:8080/a/b" };
    assert.equal(imageAddress("/uploads/a.png", plain), undefined);
  });
});

it("the page of a project is where the page of its merge request begins, of the same host alone", () => {
  for (const rest of ["/-/merge_requests/3", "/merge_requests/3"])
    assert.equal(projectPage(instance, `${project}${rest}`), project);
  const elsewhere = ["https://evil.example/a/b/-/merge_requests/3", `${instance}/-/merge_requests/3`, project];
  for (const odd of [undefined, null, 3, "", ...elsewhere]) assert.equal(projectPage(instance, odd), undefined);
});
