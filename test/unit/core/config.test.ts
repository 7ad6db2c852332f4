import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { Config, SettingsManifest } from "../../../src/core/config.ts";
import { root } from "../../../tools/root.ts";
import { vscodeFakes } from "../../support/vscodeStub.ts";

const { openConfig, readInstances } = await import("../../../src/core/config.ts");

describe("instances of the settings", () => {
  it("are read with what is right of them, once each", () => {
    const url = "https://git.example.com";
    assert.deepEqual(
      readInstances([
        {
          url: `${url}/`,
          name: "Work",
          clientId: " app ",
          scopes: ["api", 1],
          redirect: "own",
          dialect: "gitlab",
          more: 1,
        },
        { url },
        "https://other.example.com/forge",
        { url: "https://old.example.com", clientId: "app", redirect: "shared" },
        { url: "https://odd.example.com", clientId: "", redirect: "mine", dialect: "odd" },
        { url: "no address" },
        null,
      ]),
      [
        { url, name: "Work", clientId: "app", scopes: ["api"], redirect: "own", dialect: "gitlab" },
        { url: "https://other.example.com/forge" },
        { url: "https://old.example.com", clientId: "app", redirect: "shared" },
        { url: "https://odd.example.com" },
      ],
    );
    assert.deepEqual(readInstances("text"), []);
  });
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
    vscodeFakes.reset();
  });

  it("have the value of settings.json", () => {
    stored.set("forgeline.blame.enabled", true);
    stored.set("forgeline.http.timeout", 1.5);
    stored.set("forgeline.packages.feedVersion", "v2");
    stored.set("forgeline.mergeRequests.queries", "no list");
    assert.equal(config.get("forgeline.blame.enabled"), true);
    assert.equal(config.get("forgeline.http.timeout"), 1.5);
    assert.equal(config.get("forgeline.packages.feedVersion"), "v2");
    assert.equal(config.get("forgeline.mergeRequests.queries"), "no list");
    assert.deepEqual(invalid, []);
  });

  it("have their default in place of what is not of their type", () => {
    for (const value of [undefined, null, "true", 1]) {
      stored.set("forgeline.log.colors", value);
      assert.equal(config.get("forgeline.log.colors"), true);
      stored.set("forgeline.blame.enabled", value);
      assert.equal(config.get("forgeline.blame.enabled"), false);
    }
    for (const value of [undefined, "5", 0, -1, 51, Infinity, NaN]) {
      stored.set("forgeline.log.finishedChannels", value);
      assert.equal(config.get("forgeline.log.finishedChannels"), 5);
    }
    for (const value of [undefined, "v4", 3]) {
      stored.set("forgeline.packages.feedVersion", value);
      assert.equal(config.get("forgeline.packages.feedVersion"), "v3");
    }
  });

  it("are said to be invalid whenever such a value is read", () => {
    stored.set("forgeline.http.timeout", 0.5);
    stored.set("forgeline.packages.feedVersion", "v4");
    config.get("forgeline.http.timeout");
    config.get("forgeline.packages.feedVersion");
    config.get("forgeline.log.finishedChannels");
    assert.deepEqual(invalid, [
      ["forgeline.http.timeout", 0.5],
      ["forgeline.packages.feedVersion", "v4"],
      ["forgeline.log.finishedChannels", undefined],
    ]);
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

  it("have a default that is one of their values", () => {
    for (const [id, { enum: values, default: initial }] of manifest.contributes.configuration.flatMap(
      ({ properties }) => Object.entries(properties),
    ))
      if (values) assert.ok(values.includes(initial), id);
  });
});
