import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { accountLabel } from "../../../src/auth/accountLabel.ts";

describe("account label", () => {
  for (const [name, instance, others, taken, expected] of [
    ["host alone", "https://git.example.com/forge", [], [], "alice @ git.example.com"],
    [
      "the port where it is not the usual one",
      "https://git.example.com:8443/forge",
      [],
      [],
      "alice @ git.example.com:8443",
    ],
    ["itself among the others", "https://git.example.com", ["https://git.example.com"], [], "alice @ git.example.com"],
    [
      "other hosts",
      "https://git.example.com",
      ["https://example.com", "https://git.example.com:8443"],
      [],
      "alice @ git.example.com",
    ],
    ["another port", "https://git.example.com:8443", ["https://git.example.com"], [], "alice @ git.example.com:8443"],
    ["another sub-path", "https://git.example.com/b", ["https://git.example.com/a"], [], "alice @ git.example.com/b"],
    ["another scheme", "http://git.example.com", ["https://git.example.com"], [], "alice @ http://git.example.com"],
    ["the short form taken", "https://git.example.com/b", [], ["alice @ git.example.com"], "alice @ git.example.com/b"],
    [
      "every form taken",
      "https://git.example.com",
      [],
      ["alice @ git.example.com", "alice @ https://git.example.com", "alice @ https://git.example.com (2)"],
      "alice @ https://git.example.com (3)",
    ],
    ["others that are no address", "https://git.example.com", ["nonsense"], [], "alice @ git.example.com"],
  ] as const) {
    it(`with ${name}`, () => assert.equal(accountLabel("alice", instance, others, taken), expected));
  }

  it("names no other host, and is plain text, whatever a host calls its user", () => {
    for (const [username, expected] of [
      ["mallory @ git.example.com", "mallory _ git.example.com @ evil.example"],
      ["[x](command:quit) $(bug)", "_x__command_quit_ __bug_ @ evil.example"],
      ["a\u202eb\nc", "a_b_c @ evil.example"],
      ["jürgen.o-k_1", "jürgen.o-k_1 @ evil.example"],
      ["x".repeat(1_000_000), `${"x".repeat(100)} @ evil.example`],
    ] as const)
      assert.equal(accountLabel(username, "https://evil.example", [], []), expected);
  });
});
