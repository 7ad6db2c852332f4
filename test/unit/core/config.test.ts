import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openConfig, readInstances, type Config, type SettingsManifest } from "../../../src/core/config.ts";
import { root } from "../../../tools/root.ts";
import { vscodeFakes } from "../../support/vscodeStub.ts";

it("instances of the settings are read with what is right of them, once each", () => {
  const url = "https://git.example.com";
  const work = { url, name: "Work", redirect: "own", dialect: "gitlab" };
  const old = { url: "https://old.example.com", clientId: "app", redirect: "shared" };
  const read = readInstances([
    { ...work, url: `${url}/`, clientId: " app ", scopes: ["api", 1], more: 1 },
    { url },
    "https://other.example.com/forge",
    old,
    { url: "https://odd.example.com", clientId: "", redirect: "mine", dialect: "odd" },
    { url: "no address" },
    null,
  ]);
  const others = [{ url: "https://other.example.com/forge" }, old, { url: "https://odd.example.com" }];
  assert.deepEqual(read, [{ ...work, clientId: "app", scopes: ["api"] }, ...others]);
  assert.deepEqual(readInstances("text"), []);
});

describe("settings", () => {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as SettingsManifest;
  const stored = new Map<string, unknown>();
  const invalid: [string, unknown][] = [];
  let config: Config;

  beforeEach(() => {
    stored.clear();
    vscodeFakes.workspace = {
      getConfiguration: (section: string) => ({
        get: (key: string) => stored.get(`${section}.${key}`),
        inspect: (key: string) => ({ globalValue: stored.get(`${section}.${key}`) }),
      }),
      onDidChangeConfiguration: () => ({ dispose: () => undefined }),
    };
    invalid.length = 0;
    config = openConfig(manifest, (key, value) => invalid.push([key, value]));
  });
  afterEach(() => {
    config.dispose();
  });

  it("have the value of settings.json if it is of their type and in their range, else their default", () => {
    for (const [key, value, expected] of [
      ["forgeline.blame.enabled", true, true],
      ["forgeline.http.timeout", 1.5, 1.5],
      ["forgeline.packages.feedVersion", "v2", "v2"],
      ["forgeline.mergeRequests.queries", "no list", "no list"],
      ...[undefined, null, "true", 1].map((odd) => ["forgeline.log.colors", odd, true] as const),
      ...[undefined, null, "true", 1].map((odd) => ["forgeline.blame.enabled", odd, false] as const),
      ...[undefined, "5", 0, -1, 51, Infinity, NaN].map((odd) => ["forgeline.log.finishedChannels", odd, 5] as const),
      ...[undefined, "v4", 3].map((odd) => ["forgeline.packages.feedVersion", odd, "v3"] as const),
    ] as const) {
      invalid.length = 0;
      stored.set(key, value);
      assert.equal(config.get(key), expected, `${key} ${String(value)}`);
      assert.deepEqual(invalid, value === expected ? [] : [[key, value]]);
    }
  });

  it("name the hosts that are left out", () => {
    for (const [value, wrong] of [
      [[{ url: "https://git.example.com" }], false],
      [[{ url: "no address" }], true],
      [[null], true],
    ] as const) {
      invalid.length = 0;
      stored.set("forgeline.instances", value);
      assert.equal(config.instances.length, wrong ? 0 : 1);
      assert.deepEqual(invalid, wrong ? [["forgeline.instances", value]] : []);
    }
  });
});
