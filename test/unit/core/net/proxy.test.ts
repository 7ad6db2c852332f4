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

  for (const [entry, covered, others] of [
    ["*", ["http://git.example.com", "https://10.1.2.3", "http://[2001:db8::1]"], []],
    ["10.0.0.0/8", ["http://10.1.2.3", "https://10.255.0.1:8443"], ["http://11.0.0.1", "http://10.example.com"]],
    ["192.168.4.0/22", ["http://192.168.7.255"], ["http://192.168.8.0"]],
    ["10.1.2.3/32", ["http://10.1.2.3"], ["http://10.1.2.4"]],
    ["0.0.0.0/0", ["http://8.8.8.8"], ["http://[2001:db8::1]", "http://git.example.com"]],
    ["fd00::/8", ["http://[fd12:3456::1]", "https://[fdff::]:8443"], ["http://[fe80::1]", "http://10.0.0.1"]],
    ["2001:db8:0:4::/62", ["http://[2001:db8:0:7::9]"], ["http://[2001:db8:0:8::9]"]],
    ["[2001:db8::]/32", ["http://[2001:db8:1::9]"], ["http://[2001:db9::1]"]],
    ["10.0.0.0/33", [], ["http://10.0.0.1"]],
    ["10.0.0.0/x", [], ["http://10.0.0.1"]],
    ["10.1.2.3", ["http://10.1.2.3:8080", "http://[::ffff:10.1.2.3]"], ["http://10.1.2.30", "http://110.1.2.3"]],
    ["10.1.2.3:8080", ["http://10.1.2.3:8080"], ["http://10.1.2.3"]],
    ["2001:db8:0:0::7", ["http://[2001:db8::7]"], ["http://[2001:db8::8]"]],
    ["[2001:db8::7]:8443", ["https://[2001:db8::7]:8443"], ["https://[2001:db8::7]"]],
    ["git.example.com", ["http://git.example.com", "http://a.git.example.com"], ["http://example.com"]],
    [".Example.com", ["http://git.example.com", "http://example.com."], ["http://notexample.com"]],
    ["*.example.com:8443", ["https://git.example.com:8443"], ["https://git.example.com"]],
    ["git.example.com:443", ["https://git.example.com"], ["http://git.example.com"]],
    ["", [], ["http://git.example.com"]],
    [".", [], ["http://git.example.com"]],
    [":443", [], ["https://git.example.com"]],
    ["2.3", [], ["http://10.1.2.3"]],
  ] as const) {
    it(`takes ${JSON.stringify(entry)} in a no-proxy list for what it says, in the setting and in the environment`, () => {
      for (const settings of [
        { ...none, proxy: "http://p:1", noProxy: ["a.org", ` ${entry} `] },
        { ...none, proxy: "http://p:1", env: { no_proxy: `a.org, ${entry} b.org` } },
      ]) {
        for (const origin of covered) assert.equal(proxyFor(origin, settings), undefined, origin);
        for (const origin of others) assert.equal(proxyFor(origin, settings), "http://p:1", origin);
      }
    });
  }

  it("knows socks5h as the SOCKS proxy it is", () =>
    assert.equal(
      proxyFor("https://git.example.com", { ...none, env: { ALL_PROXY: "socks5h://p:1080" } }),
      "socks5://p:1080",
    ));
});
