import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { accountLabel } from "../../../src/auth/accountLabel.ts";

const host = "https://git.example.com";
const short = "alice @ git.example.com";

describe("account label", () => {
  for (const [name, instance, others, taken, expected] of [
    ["host alone", `${host}/forge`, [], [], short],
    ["the port where it is not the usual one", `${host}:8443/forge`, [], [], `${short}:8443`],
    ["itself among the others", host, [host], [], short],
    ["other hosts", host, ["https://example.com", `${host}:8443`], [], short],
    ["another port", `${host}:8443`, [host], [], `${short}:8443`],
    ["another sub-path", `${host}/b`, [`${host}/a`], [], `${short}/b`],
    ["another scheme", "http://git.example.com", [host], [], "alice @ http://git.example.com"],
    ["the short form taken", `${host}/b`, [], [short], `${short}/b`],
    ["every form taken", host, [], [short, `alice @ ${host}`, `alice @ ${host} (2)`], `alice @ ${host} (3)`],
    ["others that are no address", host, ["nonsense"], [], short],
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
