import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { proxyFor } from "../../../../src/core/net/proxy.ts";

const none = { proxy: "", noProxy: [], support: "override", env: {} };

describe("proxyFor", () => {
  const host = "https://git.example.com";
  const p = { proxy: "http://p:1" };
  for (const [what, settings, expected, origin = host] of [
    ["nothing", {}, undefined],
    ["VS Code's proxy", p, "http://p:1"],
    ["VS Code's proxy before the environment's", { ...p, env: { HTTPS_PROXY: "http://b:2" } }, "http://p:1"],
    ["the environment's by scheme", { env: { HTTPS_PROXY: "b:2", http_proxy: "c:3" } }, "http://c:3", "http://a.org"],
    ["socks5h as SOCKS 5", { env: { ALL_PROXY: "socks5h://p:1080" } }, "socks5://p:1080"],
    ["nothing with support off", { ...p, support: "off" }, undefined],
    ["nothing for this machine", p, undefined, "http://127.0.0.1:4000"],
    ["nothing for this machine by IPv6", p, undefined, "http://[::1]:4000"],
    ["nothing of an address that cannot be read", { proxy: "http://" }, undefined],
  ] as const)
    it(`uses ${what}`, () => assert.equal(proxyFor(origin, { ...none, ...settings }), expected));

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
    ["2001:db8::7", ["https://[2001:db8::7]:8443"], ["https://[2001:db8::8]"]],
    ["db8::7", [], ["https://[2001:db8::7]"]],
    ["git.example.com:8443", ["https://git.example.com:8443"], ["https://git.example.com"]],
    ["git.example.com", ["http://git.example.com", "http://a.git.example.com"], ["http://example.com"]],
    [".Example.com", ["http://git.example.com", "http://example.com."], ["http://notexample.com"]],
    ["*.example.com:8443", ["https://git.example.com:8443"], ["https://git.example.com"]],
    ["git.example.com:443", ["https://git.example.com"], ["http://git.example.com"]],
    ["", [], ["http://git.example.com"]],
    [".", [], ["http://git.example.com"]],
    [":443", [], ["https://git.example.com"]],
    ["2.3", [], ["http://10.1.2.3"]],
  ] as const) {
    it(`skips the proxy for hosts that ${JSON.stringify(entry)} covers, in the setting and in the environment`, () => {
      for (const settings of [
        { ...none, proxy: "http://p:1", noProxy: ["a.org", ` ${entry} `] },
        { ...none, proxy: "http://p:1", env: { no_proxy: `a.org, ${entry} b.org` } },
      ]) {
        for (const origin of covered) assert.equal(proxyFor(origin, settings), undefined, origin);
        for (const origin of others) assert.equal(proxyFor(origin, settings), "http://p:1", origin);
      }
    });
  }
});
