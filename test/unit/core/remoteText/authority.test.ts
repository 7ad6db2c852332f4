import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { authorityPart, readAuthorityPart } from "../../../../src/core/remoteText/authority.ts";

describe("texts in the authority of an address", () => {
  it("are readable, and leave nothing that ends the authority or a part of it", () => {
    assert.equal(authorityPart("http://127.0.0.1:8080/git"), "http:++127.0.0.1:8080+git");
    assert.equal(authorityPart("Größe+~@?#%"), "~47r~c3~b6~c3~9fe~2b~7e~40~3f~23~25");
  });

  it("are read back, also in the lower case that editors write", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const part = authorityPart(text);
        assert.match(part, /^[a-z0-9._:+~-]*$/);
        assert.equal(readAuthorityPart(part.toLowerCase()), text);
      }),
    );
  });

  it("are invalid where the escapes are", () => {
    for (const odd of ["~E0", "~", "~zz", "%"]) assert.equal(readAuthorityPart(odd), undefined, odd);
  });
});
