import assert from "node:assert/strict";
import fc from "fast-check";
import { readSnippetAddress, snippetAddress } from "../../../../src/core/addresses/snippets.ts";
import * as wiki from "../../../../src/core/addresses/wiki.ts";
import { artifactAddress, isPlainPath, readArtifactAddress } from "../../../../src/core/artifacts/address.ts";
import { addressParts, type FileAddress, readAddress } from "../../../../src/core/files/address.ts";
import { logAddress, jobOf, logParts, readLogQuery } from "../../../../src/core/logText/address.ts";

describe("addresses of snippets", () => {
  it("begin with the snippet, and are readable", () => {
    const place = { instance: "http://127.0.0.1:8080/git", id: 42, path: "src/a b.py", ref: "main" };
    const address = { authority: "http:++127.0.0.1:8080+git", path: "/42/src/a b.py", query: "ref=main" };
    assert.deepEqual([snippetAddress(place), readSnippetAddress(address)], [address, place]);
  });

  it("name a snippet's root with and without a slash at the end", () => {
    const root = { instance: "https://h", id: 7, path: "" };
    const of = { authority: "https:++h", query: "" };
    assert.deepEqual(snippetAddress(root), { ...of, path: "/7" });
    for (const path of ["/7", "/7/", "//7"]) assert.deepEqual(readSnippetAddress({ ...of, path }), root);
  });

  it("are invalid without an instance or a number", () => {
    for (const path of ["", "/", "/x", "/7x/a", "/-7", "/1234567890123456"])
      assert.equal(readSnippetAddress({ authority: "https:++h", path, query: "" }), undefined, path);
    assert.equal(readSnippetAddress({ authority: "", path: "/7", query: "" }), undefined);
    assert.equal(readSnippetAddress({ authority: "~E0", path: "/7", query: "" }), undefined);
  });
});

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

const name = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => !/^\/|\0/.test(text));
const project = fc.oneof(fc.nat(), name);
const kindOf = <K extends string>(kind: K) => fc.constant(kind);
const address: fc.Arbitrary<FileAddress> = fc.oneof(
  fc.record(
    {
      ...{ kind: kindOf("file"), instance: fc.webUrl(), project, path: name, ref: name },
      ...{ lfs: fc.constant(true as const), fork: project },
    },
    { requiredKeys: ["kind", "instance", "project", "path", "ref"] },
  ),
  fc.record({ kind: kindOf("empty"), path: name }),
  fc.record({ kind: kindOf("submodule"), path: name, commit: fc.string() }, { requiredKeys: ["kind", "path"] }),
);

describe("addresses of files", () => {
  it("are read back for any names, with a folder before them too", () => {
    fc.assert(
      fc.property(address, fc.string(), (given, folder) => {
        assert.deepEqual(readAddress(addressParts(given, folder)), { ...given });
      }),
    );
  });

  it("differ for different files", () => {
    const [parts, back] = [addressParts, (one: FileAddress) => readAddress(addressParts(one))].map(
      (read) => (one: FileAddress) => JSON.stringify(read(one)),
    );
    fc.assert(
      fc.property(address, address, (one, other) =>
        assert.equal(parts?.(one) === parts?.(other), back?.(one) === back?.(other)),
      ),
    );
  });

  it("show the file's own path and name, so that tabs and languages are right", () => {
    const of = { instance: "https://git.example.com", project: "a/b", ref: "main" };
    const file = { kind: "file", ...of, path: "src/x y.ts" } as const;
    assert.equal(addressParts(file).path, "/src/x y.ts");
    assert.equal(addressParts(file, "topic/x").path, "/topic∕x/src/x y.ts", "a branch's slashes make no folders");
  });

  it("are nothing when they were not made here", () => {
    fc.assert(
      fc.property(fc.string(), fc.oneof(fc.string(), fc.json()), (path, query) => void readAddress({ path, query })),
    );
    const bare = '{"kind":"file","ref":"main"}';
    for (const query of ["", "{}", "[]", "null", bare, '{"kind":"file","instance":"x","project":"p","ref":""}'])
      assert.equal(readAddress({ path: "/a", query }), undefined, query);
    assert.equal(readAddress({ path: "/", query: '{"kind":"empty"}' }), undefined);
  });
});

const ref = {
  instance: "https://git.example.com/sub",
  project: "group/app",
  job: { id: 42, name: "build/linux: [a, b].js", status: "failed", web_url: "x" },
} as const;

describe("the address of a log", () => {
  it("names the job and leads back to it", () => {
    const parts = logParts(logAddress(ref));
    assert.equal(parts.path, "/build∕linux: [a, b].js #42");
    assert.deepEqual(readLogQuery(parts), logAddress(ref));
    assert.deepEqual(jobOf(logAddress(ref)), { ...ref, job: { ...ref.job, status: "", web_url: "" } });
    assert.equal(logParts({ ...logAddress(ref), name: " \u0007 " }).path, "/Job #42");
  });

  it("rejects other queries", () => {
    const [id, instance] = ['"id":42,"name":"x"', '"instance":"https://x"'];
    const typed = `{${instance},"project":1,"id":"42","name":"x"}`;
    for (const query of ["", "{", "null", "[]", typed, `{${instance},"project":"",${id}}`, `{"project":1,${id}}`])
      assert.equal(readLogQuery({ query }), undefined, query);
  });
});

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
