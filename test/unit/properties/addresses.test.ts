import assert from "node:assert/strict";
import path from "node:path";
import fc from "fast-check";
import { describe, it } from "mocha";
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
      const lower = <T extends { readonly authority: string }>(made: T): T => {
        return { ...made, authority: made.authority.toLowerCase() };
      };
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
