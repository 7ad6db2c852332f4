import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { CapabilityStore } from "../../../src/core/capabilities.ts";

class Store {
  readonly values = new Map<string, unknown>();
  readonly get = (key: string): unknown => this.values.get(key);
  readonly update = (key: string, value: unknown): Promise<void> => {
    this.values.set(key, value);
    return Promise.resolve();
  };
}

describe("CapabilityStore", () => {
  it("keeps what it learns of each instance, together with what another window wrote meanwhile", () => {
    const store = new Store();
    const [one, other] = [new CapabilityStore(store), new CapabilityStore(store)];
    one.of("https://a").set("extra.project", "yes");
    other.of("https://a").set("dialect", "gitlab");
    other.of("https://b").set("dialect", "neutral");
    for (const capabilities of [one, new CapabilityStore(store)])
      assert.deepEqual(
        ["https://a", "https://b", "https://c"].map((url) => capabilities.of(url).get("dialect")),
        ["gitlab", "neutral", undefined],
      );
    assert.equal(new CapabilityStore(store).of("https://a").get("extra.project"), "yes");
  });

  it("ignores malformed stored values", () => {
    for (const stored of ["text", null, { "https://a": "no record" }, { "https://a": { dialect: 5 } }, []]) {
      const store = new Store();
      store.values.set("forgeline.instanceFacts", stored);
      assert.equal(new CapabilityStore(store).of("https://a").get("dialect"), undefined);
    }
  });

  it("knows what it learned even when that cannot be stored", () => {
    const full = { get: () => undefined, update: () => Promise.reject(new Error("full")) };
    const capabilities = new CapabilityStore(full).of("https://a");
    capabilities.set("dialect", "gitlab");
    assert.equal(capabilities.get("dialect"), "gitlab");
  });
});
