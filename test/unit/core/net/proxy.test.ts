import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { proxyFor } from "../../../../src/core/net/proxy.ts";

const none = { proxy: "", noProxy: [], support: "override", env: {} };

describe("proxyFor", () => {
  for (const [what, origin, settings, expected] of [
    ["nothing set", "https://git.example.com", none, undefined],
    ["the editor's proxy", "https://git.example.com", { ...none, proxy: "http://proxy:3128" }, "http://proxy:3128"],
    [
      "the editor's proxy before the environment's",
      "https://git.example.com",
      { ...none, proxy: "http://a:1", env: { HTTPS_PROXY: "http://b:2" } },
      "http://a:1",
    ],
    [
      "the environment's by scheme",
      "http://git.example.com",
      { ...none, env: { HTTPS_PROXY: "http://b:2", http_proxy: "c:3" } },
      "http://c:3",
    ],
    ["support off", "https://git.example.com", { ...none, support: "off", proxy: "http://proxy:3128" }, undefined],
    ["loopback", "http://127.0.0.1:4000", { ...none, proxy: "http://proxy:3128" }, undefined],
    ["loopback v6", "http://[::1]:4000", { ...none, proxy: "http://proxy:3128" }, undefined],
    [
      "no-proxy host",
      "https://git.example.com",
      { ...none, proxy: "http://p:1", noProxy: ["git.example.com"] },
      undefined,
    ],
    [
      "no-proxy domain",
      "https://git.example.com",
      { ...none, proxy: "http://p:1", noProxy: ["*.Example.com"] },
      undefined,
    ],
    [
      "no-proxy with another port",
      "https://git.example.com",
      { ...none, proxy: "http://p:1", noProxy: ["git.example.com:8443"] },
      "http://p:1",
    ],
    [
      "NO_PROXY with an IPv6 address",
      "https://[2001:db8::7]:8443",
      { ...none, proxy: "http://p:1", env: { NO_PROXY: "2001:db8::7" } },
      undefined,
    ],
    [
      "NO_PROXY with an IPv6 address in brackets",
      "https://[2001:db8::7]:8443",
      { ...none, proxy: "http://p:1", env: { NO_PROXY: "[2001:db8::7]" } },
      undefined,
    ],
    [
      "NO_PROXY with another IPv6 address",
      "https://[2001:db8::7]",
      { ...none, proxy: "http://p:1", env: { NO_PROXY: "db8::7" } },
      "http://p:1",
    ],
    [
      "NO_PROXY list",
      "https://git.example.com",
      { ...none, proxy: "http://p:1", env: { NO_PROXY: "a.org, .example.com" } },
      undefined,
    ],
    [
      "a name that only ends alike",
      "https://notexample.com",
      { ...none, proxy: "http://p:1", noProxy: ["example.com"] },
      "http://p:1",
    ],
    ["an address that cannot be read", "https://git.example.com", { ...none, proxy: "http://" }, undefined],
  ] as const) {
    it(`knows ${what}`, () => assert.equal(proxyFor(origin, settings), expected));
  }
});
