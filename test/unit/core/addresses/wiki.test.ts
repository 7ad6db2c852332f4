import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import * as wiki from "../../../../src/core/addresses/wiki.ts";

const { isAttachmentPath, pagePath, readPagePath, readVersionQuery, readWikiAuthority, versionQuery, wikiAuthority } =
  wiki;

describe("addresses of wikis", () => {
  it("are readable, and contain the project and the instance", () => {
    const scope = { instance: "http://127.0.0.1:8080/git", project: "demo/weather-station" };
    assert.equal(wikiAuthority(scope), "demo+weather-station@http:++127.0.0.1:8080+git");
    assert.deepEqual(readWikiAuthority(wikiAuthority(scope)), scope);
    const byNumber = { instance: "https://h", project: 7 };
    assert.deepEqual(readWikiAuthority(wikiAuthority(byNumber)), byNumber);
    for (const odd of ["", "a", "@", "a@", "a@b@c", "~E0@x"]) assert.equal(readWikiAuthority(odd), undefined, odd);
  });

  it("are read back in lower case for any project name", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: "grapheme" }), (project) => {
        fc.pre(!/^\d+$/.test(project));
        const { instance, project: back } =
          readWikiAuthority(wikiAuthority({ instance: "https://host/Base", project }).toLowerCase()) ?? {};
        assert.deepEqual([instance, back], ["https://host/Base", project.toLowerCase()]);
      }),
    );
  });
});

describe("paths of wiki pages", () => {
  it("end with the extension of their format", () => {
    const paths = ["markdown", "rdoc", "asciidoc", "org", "strange"].map((format) => pagePath({ slug: "a/b", format }));
    assert.deepEqual(paths, ["/a/b.md", "/a/b.rdoc", "/a/b.asciidoc", "/a/b.org", "/a/b.txt"]);
  });

  it("come back as slug and format, in any script, with dots and spaces", () => {
    assert.deepEqual(readPagePath("/気象/手引き.md"), { slug: "気象/手引き", format: "markdown" });
    assert.deepEqual(readPagePath("/v1.2 notes & more.adoc"), { slug: "v1.2 notes & more", format: "asciidoc" });
    assert.deepEqual(readPagePath("/notes.md.MD")?.slug, "notes.md");
    for (const none of [
      ...["/", "/Sensors", "/Sensors/", "/.md", "/picture.png"],
      ...["/uploads/x/readme.md", "/Sensors/uploads/x/readme.md"],
    ])
      assert.equal(readPagePath(none), undefined, none);
    assert.equal(isAttachmentPath("/Sensors/uploads/x/a.png"), true);
    assert.equal(isAttachmentPath("/my-uploads/a.png"), false);
  });

  it("have the commit of an old version, or none", () => {
    for (const sha of ["c0ffee00", "0".repeat(64), undefined])
      assert.equal(readVersionQuery(versionQuery(sha)), sha ?? "");
    const odd = ["", "version", "version=main", "version=C0FFEE", "ref=c0ffee", "version=abc", "version=c0ffee&x=1"];
    for (const one of odd) assert.equal(readVersionQuery(one), undefined, one);
  });

  it("and slugs are the same thing", () => {
    const slug = fc
      .string({ minLength: 1, unit: "grapheme" })
      .filter((text) => !/^\/|\/\/|\/$|(^|\/)uploads\//.test(text));
    fc.assert(
      fc.property(slug, fc.constantFrom("markdown", "rdoc", "asciidoc", "org"), (text, format) => {
        assert.deepEqual(readPagePath(pagePath({ slug: text, format })), { slug: text, format });
      }),
    );
  });
});
