import assert from "node:assert/strict";
import * as fc from "fast-check";
import { describe, it } from "mocha";
import { type CallbackAnswer, readCallback, readPasted, stateOf } from "../../../src/auth/callback.ts";

const code: CallbackAnswer = { kind: "code", code: "4f8c-1_2" };
const table: readonly [string, string, CallbackAnswer][] = [
  ["loopback", "http://127.0.0.1:41234/callback?code=4f8c-1_2&state=abc", code],
  ["the editor's own address", "vscode://forgeline.forgeline/callback?code=4f8c-1_2&state=abc", code],
  ["through a proxy path", "https://code.example.com/proxy/41234/callback?state=abc&code=4f8c-1_2", code],
  ["a query alone", "?code=4f8c-1_2&state=abc", code],
  ["pairs alone", "code=4f8c-1_2&state=abc", code],
  ["a fragment behind it", "http://127.0.0.1/callback?code=4f8c-1_2&state=abc#_=_", code],
  ["all in the fragment", "http://127.0.0.1/callback#code=4f8c-1_2&state=abc", code],
  ["fields nobody asked for", "http://127.0.0.1/callback?iss=x&code=4f8c-1_2&state=abc&session=1", code],
  ["an encoded code", "http://127.0.0.1/callback?code=4f8c%2D1_2&state=abc", code],
  ["denied", "http://127.0.0.1/callback?error=access_denied&state=abc", { kind: "refused", error: "access_denied" }],
  [
    "denied, with the host's words",
    "http://127.0.0.1/callback?error=access_denied&error_description=The+resource+owner+denied&state=abc",
    { kind: "refused", error: "access_denied", description: "The resource owner denied" },
  ],
  ["denied in a fragment", "http://127.0.0.1/callback#error=access_denied&state=abc", { kind: "refused", error: "access_denied" }],
  ["another state", "http://127.0.0.1/callback?code=4f8c-1_2&state=abd", { kind: "wrongState" }],
  ["no state", "http://127.0.0.1/callback?code=4f8c-1_2", { kind: "wrongState" }],
  ["a refusal with another state", "http://127.0.0.1/callback?error=access_denied&state=x", { kind: "wrongState" }],
  ["the approval page itself", "https://git.example.com/oauth/authorize?client_id=1&state=abc&code_challenge=x", { kind: "unreadable" }],
  ["no query", "http://127.0.0.1/callback", { kind: "unreadable" }],
  ["an empty code", "http://127.0.0.1/callback?code=&state=abc", { kind: "unreadable" }],
  ["nothing", "", { kind: "unreadable" }],
  ["words", "it did not work", { kind: "unreadable" }],
];

describe("callback", () => {
  for (const [name, address, expected] of table) {
    it(`reads ${name}`, () => {
      assert.deepEqual(readCallback(address, "abc"), expected);
      assert.deepEqual(readPasted(` <${address}>\n`, "abc"), expected);
    });
  }

  for (const bare of ["4f8c0a9b", "8d1c.2e-3_4~5", "q83vEjRWeJA="]) {
    it(`takes the bare code ${bare} when pasted, not when it arrives`, () => {
      assert.deepEqual(readPasted(` ${bare}\n`, "abc"), { kind: "code", code: bare });
      assert.equal(readCallback(bare, "abc").kind, "unreadable");
    });
  }

  it("never trusts an empty state", () => {
    assert.equal(readCallback("?code=12345678&state=", "").kind, "wrongState");
    assert.equal(readCallback("?code=12345678", "").kind, "wrongState");
  });

  it("finds the state", () => {
    assert.equal(stateOf("x://y/callback?code=1&state=abc"), "abc");
    assert.equal(stateOf("x://y/callback"), undefined);
  });

  it("survives any text, and yields a code from an address only with the state", () => {
    const parts = ["code", "state", "error", "=", "&", "?", "#", "%", "%zz", "://", "unpredictabl", "8a7b6c5d", " ", "\n", "é"];
    const text = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((chosen) => chosen.join(""));
    fc.assert(
      fc.property(text, (address) => {
        assert.notEqual(readCallback(address, "unpredictable").kind, "code");
        readPasted(address, "unpredictable");
      }),
    );
  });
});
