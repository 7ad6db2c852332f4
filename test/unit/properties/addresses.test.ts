import assert from "node:assert/strict";
import path from "node:path";
import * as xmlLibrary from "@rgrove/parse-xml";
import fc from "fast-check";
import { ApiError } from "../../../src/api/errors.ts";
import type { Http } from "../../../src/api/http.ts";
import { UnexpectedBody } from "../../../src/api/json.ts";
import { path as requestPath, queryPairs, queryString, segments } from "../../../src/api/path.ts";
import type { RequestSpec } from "../../../src/api/request.ts";
import { packagesV2 } from "../../../src/api/resources/packagesV2.ts";
import { readEntries, readMetadataDocument, readServiceDocument } from "../../../src/api/resources/packagesV2Xml.ts";
import { parseXml } from "../../../src/api/xml.ts";
import { descriptionParts, readDescriptionAddress } from "../../../src/core/addresses/descriptions.ts";
import { readSnippetAddress, snippetAddress } from "../../../src/core/addresses/snippets.ts";
import {
  pagePath,
  readPagePath,
  readVersionQuery,
  readWikiAuthority,
  wikiAuthority,
} from "../../../src/core/addresses/wiki.ts";
import { artifactAddress, isPlainPath, readArtifactAddress } from "../../../src/core/artifacts/address.ts";
import { addressParts, readAddress } from "../../../src/core/files/address.ts";
import { logParts, readLogQuery } from "../../../src/core/logText/address.ts";
import { authorityPart, readAuthorityPart } from "../../../src/core/remoteText/authority.ts";
import { linkTarget } from "../../../src/core/ui/inertMarkdown.ts";
import { linkAddress } from "../../../src/core/webview/links.ts";
import {
  attributesParts,
  readAttributesAddress,
} from "../../../src/features/administration/customAttributes/address.ts";
import { anyText, wellFormed } from "../../support/anyText.ts";
import { mutated } from "../../support/mutated.ts";
import { holds } from "../../support/property.ts";

const text = fc
  .oneof(
    anyText({ maxLength: 12 }),
    fc
      .array(fc.constantFrom("a", "..", "/", "\\", "?", "#", "%2e", "~", "+", "@", ":", "é", "\u202e", "\n"), {
        maxLength: 6,
      })
      .map((parts) => parts.join("")),
  )
  .map(wellFormed);
const query = '{"kind":"file","instance":"https://a","project":1,"ref":"r","path":"a","iid":1,"id":2,"name":"n"}';
const named = text.filter((name) => name !== "");
const scope = fc.record({
  instance: fc.constantFrom("https://git.example.com", "http://[::1]:8080/forge", "https://xn--bcher-kva.example"),
  project: fc.oneof(
    fc.nat(),
    named.filter((name) => !/^\d+$/.test(name) && name === name.toLowerCase()),
  ),
});

describe("addresses of documents, whatever names they hold", function () {
  it("can be read back", () =>
    holds("addresses", fc.tuple(scope, named, text, fc.nat()), ([{ instance, project }, name, other, id]) => {
      // VS Code writes authorities in lower case.
      const lower = <T extends { readonly authority: string }>(made: T): T => ({
        ...made,
        authority: made.authority.toLowerCase(),
      });
      assert.match(authorityPart(name), /^[a-z0-9._:+~-]*$/);
      assert.equal(readAuthorityPart(authorityPart(name).toLowerCase()), name);
      assert.deepEqual(readWikiAuthority(wikiAuthority({ instance, project }).toLowerCase()), { instance, project });
      const log = { instance, project, id, name: other };
      assert.deepEqual(readLogQuery(logParts(log)), log);
      const description = { instance, project, iid: id };
      assert.deepEqual(readDescriptionAddress(descriptionParts(description).query), description);
      const owner = { instance, owner: { kind: "users" as const, name: other, id } };
      assert.deepEqual(readAttributesAddress(attributesParts(owner).query), owner);
      const file = { kind: "file" as const, instance, project, path: name, ref: `${other}x` };
      assert.deepEqual(readAddress(addressParts(file, other)), file);
      if (isPlainPath(name)) {
        const place = { instance, project, job: id, path: name };
        assert.deepEqual(readArtifactAddress(lower(artifactAddress(place))), place);
        const snippet = { instance, id, path: name, ref: other };
        assert.deepEqual(readSnippetAddress(lower(snippetAddress(snippet))), snippet);
      }
    }));

  it("are shown in tabs without control characters", () =>
    holds("tabs", fc.tuple(text, fc.nat()), ([name, id]) => {
      const tab = path.posix.basename(logParts({ instance: "https://a", project: 1, id, name }).path);
      assert.ok(tab.endsWith(` #${id}`));
      assert.doesNotMatch(tab, /[\p{Cc}\p{Cf}\\]/u);
    }));

  it("of others are rejected or stay in their folder", () =>
    holds(
      "foreignAddresses",
      fc.tuple(
        fc.oneof(mutated("/g+p/12/dist/app.js", ["..", "/", "%2e", "~2f", "\\", "0", "C:", "\0"]), text),
        fc.oneof(mutated(query, ["null", "[", "1e999", '"__proto__":{},', "-1", '""']), text),
        fc.oneof(mutated("g+p@https:++git.example.com", ["~", "~zz", "@", "+", "~00", "~2e~2e"]), text),
      ),
      ([place, made, authority]) => {
        const parts = { path: place, query: made, authority };
        readAddress(parts);
        readLogQuery(parts);
        readDescriptionAddress(made);
        readAttributesAddress(made);
        readWikiAuthority(authority);
        readVersionQuery(made);
        const page = readPagePath(place);
        if (page) assert.equal(readPagePath(pagePath(page))?.slug, page.slug);
        const snippet = readSnippetAddress(parts);
        if (snippet) assert.ok(Number.isSafeInteger(snippet.id));
        const artifact = readArtifactAddress(parts);
        if (artifact) {
          assert.ok(Number.isSafeInteger(artifact.job));
          assert.ok(path.win32.resolve("C:\\root\\x", artifact.path).startsWith("C:\\root\\x"), artifact.path);
          assert.ok(path.posix.resolve("/root/x", artifact.path).startsWith("/root/x"), artifact.path);
        }
      },
    ));
});

/** Texts of any characters, and texts that are addresses or parts of them. */
const addressText = fc.oneof(
  anyText({ maxLength: 20 }),
  fc
    .array(fc.constantFrom("a", "/", "..", ".", "%2e", "%2F", "?", "#", "\\", "&", "=", "+", " ", ";", "@", ":", "é"), {
      maxLength: 10,
    })
    .map((parts) => parts.join("")),
);

/** Returns what `make` returns; undefined where it refuses the parameters. */
function sent(make: () => string): string | undefined {
  try {
    return make();
  } catch (error) {
    assert.ok(error instanceof ApiError && error.kind === "invalidArgument", String(error));
    return undefined;
  }
}

describe("addresses of requests, for any parameters", function () {
  it("have the given segments for the WHATWG URL parser, or are rejected", () =>
    holds("paths", fc.tuple(addressText, addressText), ([hole, file]) => {
      const made = sent(() => requestPath`/projects/${hole}/files/${segments(file)}`);
      if (made === undefined) return;
      const url = new URL(`https://git.example.com/api/v4${made}`);
      assert.deepEqual([url.search, url.hash, url.host], ["", "", "git.example.com"]);
      const [, , , projects, project, files, ...rest] = url.pathname.split("/").map(decodeURIComponent);
      assert.deepEqual([projects, project, files, rest], ["projects", hole, "files", file.split("/")]);
    }));

  const scalar = fc.oneof(addressText, fc.integer(), fc.boolean(), fc.constant(null));
  const value = fc.oneof(scalar, fc.array(addressText, { maxLength: 3 }), fc.dictionary(addressText, scalar));
  it("have the given query for the WHATWG URL parser", () =>
    holds("queries", fc.dictionary(addressText, value, { noNullPrototype: true }), (query) => {
      const text = queryString(query);
      const url = new URL(`https://git.example.com/x${text}`);
      assert.deepEqual([url.pathname, url.hash], ["/x", ""]);
      const found = [...url.searchParams];
      const expected = queryPairs(query).map((pair) => pair.map(wellFormed));
      assert.deepEqual(found, expected);
    }));
});

describe("OData of package feeds, for any package", function () {
  /** Reads an OData literal: in single quotes, with those inside doubled. Undefined for anything else. */
  const literalIn = (text: string): string | undefined => /^'((?:[^']|'')*)'$/s.exec(text)?.[1]?.replaceAll("''", "'");
  type Feed = ReturnType<typeof packagesV2>;
  /** The request that a call sends. */
  const requestOf = async (call: (feed: Feed) => Promise<unknown>): Promise<RequestSpec> => {
    let request: RequestSpec | undefined;
    const http = {
      read: (spec: RequestSpec) => {
        request = spec;
        return Promise.resolve(undefined);
      },
      invalidArgument: (spec: RequestSpec) =>
        new ApiError({ kind: "invalidArgument", message: "", request: { method: "GET", url: spec.path } }),
    } as unknown as Http;
    await call(packagesV2(http));
    return request ?? assert.fail("nothing is sent");
  };

  it("requests any name and version", () =>
    holds("odata", fc.tuple(addressText, addressText, fc.boolean()), async ([plain, version, quoted]) => {
      const name = quoted ? `${plain}' or '1' eq '1` : plain;
      for (const [call, wanted] of [
        [(feed: Feed) => feed.package(1, name, version), [name, version]],
        [(feed: Feed) => feed.packages(1, name), [name.toLowerCase()]],
        [(feed: Feed) => feed.findPackagesById(1, name), [name]],
      ] as const) {
        const request = await requestOf(call).catch((error: unknown) => {
          assert.ok(error instanceof ApiError && error.kind === "invalidArgument", String(error));
        });
        if (!request) continue;
        const url = new URL(`https://git.example.com${request.path}${queryString(request.query ?? {})}`);
        const last = decodeURIComponent(url.pathname.split("/").at(-1) ?? "");
        assert.equal(url.pathname.split("/").length, 7, url.pathname);
        const filter = url.searchParams.get("$filter");
        const found =
          filter !== null
            ? [/^\(tolower\(Id\) eq (.*)\)$/s.exec(filter)?.[1]]
            : url.searchParams.has("id")
              ? [url.searchParams.get("id") ?? ""]
              : /^Packages\(Id=('(?:[^']|'')*'),Version=('(?:[^']|'')*')\)$/s.exec(last)?.slice(1);
        assert.deepEqual(
          found?.map((text) => literalIn(text ?? "")),
          wanted.map(wellFormed),
        );
      }
    }));

  const feed = `<?xml version="1.0"?><feed xml:base="https://a/v2" xmlns:d="d" xmlns:m="m"><entry><id>i</id><category term="t"/><title>A &amp; B</title><content type="t" src="https://a"/><m:properties><d:Version>1</d:Version><d:DownloadCount>7</d:DownloadCount><d:Tags m:null="true"/></m:properties></entry></feed>`;
  const model = `<edmx:Edmx><Schema><EntityType Name="P"><Key><PropertyRef Name="Id"/></Key><Property Name="Id" Type="T" Nullable="false"/></EntityType><EntitySet Name="P" EntityType="N.P"/><FunctionImport Name="F"><Parameter Name="id" Type="T"/></FunctionImport></Schema></edmx:Edmx>`;
  const service = `<service base="https://a/v2"><workspace><title>D</title><collection href="P"><title>P</title></collection></workspace></service>`;
  const damage = "< > & ]]> <![CDATA[ &#0; &#x110000; &x; <!DOCTYPE> <__proto__/> ' \0 <entry> </entry> </id>".split(
    " ",
  );
  it("is read or rejected when damaged", () =>
    holds("feeds", fc.oneof(...[feed, model, service].map((text) => mutated(text, damage))), (text) => {
      for (const read of [readEntries, readMetadataDocument, readServiceDocument])
        try {
          read(parseXml(xmlLibrary, text, "application/xml"));
        } catch (error) {
          assert.ok(error instanceof UnexpectedBody, String((error as Error).stack));
        }
    }));
});

describe("links to what a host names, whatever it names", function () {
  const scheme = fc.constantFrom(
    ...["https:", "http:", "HTTPS:", "javascript:", "vscode:", "command:", "data:", "file:", "", "//"],
  );
  const link = fc
    .tuple(scheme, fc.constantFrom("//", "/\\", "", "//u:p@", "//[::1]"), addressText)
    .map((parts) => parts.join(""));
  it("lead to the web, to where WHATWG URL says, and end no Markdown", () =>
    holds("links", link, (href) => {
      const target = linkTarget(href);
      if (target !== undefined) {
        assert.match(target, /^https?:\/\/[^\s()<>"'`\\]+$/);
        assert.equal(new URL(target).origin, new URL(href).origin);
      }
      const instance = "https://git.example.com/forge";
      const address = linkAddress(href, { instance, project: `${instance}/g/p` });
      if (address === undefined) return;
      assert.match(address, /^(?:https?:\/\/|mailto:[^\s@]+@)/i);
      const text = href.trim();
      const absolute = text.startsWith("//") ? `https:${text}` : text;
      const elsewhere = /^[a-z][a-z\d+.-]*:/i.test(absolute) ? new URL(absolute).origin : undefined;
      assert.equal(new URL(address).origin, elsewhere ?? "https://git.example.com");
    }));
});
