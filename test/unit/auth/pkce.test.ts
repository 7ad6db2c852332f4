import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { challengeOf, createPkce, createState } from "../../../src/auth/pkce.ts";

describe("pkce", () => {
  it("derives the documented challenge", () => {
    assert.equal(
      challengeOf("ks02i3jdikdo2k0dkfodf3m39rjfjsdk0wk349rj3jrhf"),
      "2i0WFA-0AerkjQm4X4oDEhqA17QIAKNjXpagHBXmO_U",
    );
  });

  it("makes verifiers of 43 to 128 unreserved characters, each another", () => {
    const pairs = Array.from({ length: 50 }, createPkce);
    for (const { verifier, challenge, method } of pairs) {
      assert.match(verifier, /^[A-Za-z0-9\-._~]{43,128}$/);
      assert.equal(challenge, challengeOf(verifier));
      assert.match(challenge, /^[\w-]{43}$/);
      assert.equal(method, "S256");
    }
    assert.equal(new Set(pairs.map(({ verifier }) => verifier)).size, 50);
  });

  it("makes states that no address has to encode, each another", () => {
    const states = Array.from({ length: 50 }, createState);
    for (const state of states) assert.match(state, /^[\w-]{43}$/);
    assert.equal(new Set(states).size, 50);
  });
});
