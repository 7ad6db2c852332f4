import assert from "node:assert/strict";
import {
  accessEnvironment,
  connectionSettings,
  userEnvironment,
} from "../../../../../src/features/wiki/repository/access.ts";
import { readHistory } from "../../../../../src/features/wiki/repository/history.ts";

const access = { instance: "https://git.example.com/base", token: "s3cret", proxy: undefined, verify: true };
const settings = (environment: Record<string, string>): [string, string | undefined][] =>
  Array.from({ length: Number(environment["GIT_CONFIG_COUNT"]) }, (_, at) => [
    environment[`GIT_CONFIG_KEY_${at}`] ?? "",
    environment[`GIT_CONFIG_VALUE_${at}`],
  ]);

describe("the environment of git at a wiki's repository", () => {
  const set = (changes: object = {}, around: Record<string, string> = {}) =>
    new Map(settings(accessEnvironment({ ...access, ...changes }, around)));
  const header = "http.https://git.example.com/base/.extraHeader";

  it("has the credential for the instance alone, if any, and asks for no other", () => {
    const credential = `Authorization: Basic ${Buffer.from("oauth2:s3cret").toString("base64")}`;
    assert.deepEqual([set().get(header), set().get("http.followRedirects")], [credential, "false"]);
    const environment = accessEnvironment(access, { PATH: "/bin" });
    assert.deepEqual([environment["GIT_ASKPASS"], environment["PATH"]], ["", "/bin"]);
    assert.ok(!JSON.stringify(accessEnvironment({ ...access, token: undefined }, {})).includes("Authorization"));
  });

  it("has the editor's proxy, or none, and its check of certificates", () => {
    const around = { https_proxy: "http://other" };
    assert.equal(set({ proxy: "http://proxy:8080" }, around).get("http.proxy"), "http://proxy:8080");
    assert.equal(set({}, around).get("http.proxy"), "");
    assert.deepEqual([set().has("http.sslVerify"), set({ verify: false }).get("http.sslVerify")], [false, "false"]);
  });

  it("has nothing of another repository around it, nor a trace that shows the credential", () => {
    const around = {
      GIT_DIR: "/x",
      GIT_WORK_TREE: "/x",
      GIT_TRACE_CURL: "1",
      GIT_TRACE2_EVENT: "/x",
      GIT_CURL_VERBOSE: "1",
      GIT_CONFIG_PARAMETERS: "'x'",
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "a.b",
      GIT_CONFIG_VALUE_0: "c",
      HOME: "/home",
    };
    const environment = accessEnvironment({ ...access, token: undefined }, around);
    assert.deepEqual(
      Object.keys(environment).filter((name) => name in around && environment[name] === around[name as "HOME"]),
      ["HOME"],
    );
    const found = settings(environment).some(([name]) => name === "a.b");
    assert.equal(found, false);
    // A command without the credential reads the user's own.
    assert.deepEqual(Object.keys(userEnvironment(around)), [
      "GIT_CONFIG_COUNT",
      "GIT_CONFIG_KEY_0",
      "GIT_CONFIG_VALUE_0",
      "HOME",
    ]);
  });

  it("has the user's settings of certificates, and none of proxies, redirects, headers or cookies", () => {
    const printed = [
      "http.sslcainfo\n/etc/ca.pem",
      "http.sslverify",
      "http.lowspeedlimit\n1000",
      "http.proxy\nhttp://elsewhere",
      "http.followredirects\ntrue",
      "http.extraheader\nA: b",
      "http.cookiefile\n/cookies",
      "http.curloptresolve\nhost:443:127.0.0.1",
      "",
    ].join("\0");
    const own = connectionSettings(printed);
    assert.deepEqual(settings(accessEnvironment({ ...access, settings: own }, {})).slice(0, 4), [
      ["http.sslcainfo", "/etc/ca.pem"],
      ["http.sslverify", "true"],
      ["http.lowspeedlimit", "1000"],
      ["http.followRedirects", "false"],
    ]);
  });
});

describe("the history of a wiki page", () => {
  const sha = "a".repeat(40);
  const record = (...parts: string[]) => `\x1e${[sha, "Ann", "1700000000", "Title", "", ...parts].join("\0")}\0`;
  it("tells names as they were, and that the page was removed", () => {
    const [renamed, removed, merge] = [record("\nR086", "Old.md", "New.md"), record("\nD", "Old.md"), record()];
    assert.deepEqual(readHistory(renamed + removed + merge + "\x1enonsense"), [
      { sha, author: "Ann", at: 1_700_000_000_000, title: "Title", path: "New.md", oldPath: "Old.md", removed: false },
      { sha, author: "Ann", at: 1_700_000_000_000, title: "Title", path: "Old.md", removed: true },
    ]);
  });
});
