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
  it("keeps what is found out over restarts, each instance for itself", () => {
    const store = new Store();
    const before = new CapabilityStore(store);
    before.of("https://a").set("dialect", "gitlab");
    before.of("https://b").set("dialect", "neutral");
    const after = new CapabilityStore(store);
    assert.deepEqual(
      [
        after.of("https://a").get("dialect"),
        after.of("https://b").get("dialect"),
        after.of("https://c").get("dialect"),
      ],
      ["gitlab", "neutral", undefined],
    );
  });

  it("is the same for every client of an instance, and keeps what another window wrote meanwhile", () => {
    const store = new Store();
    const [one, other] = [new CapabilityStore(store), new CapabilityStore(store)];
    one.of("https://a").set("extra.project", "yes");
    other.of("https://a").set("dialect", "gitlab");
    assert.deepEqual(
      [
        one.of("https://a").get("extra.project"),
        new CapabilityStore(store).of("https://a").get("extra.project"),
        one.of("https://a").get("dialect"),
      ],
      ["yes", "yes", "gitlab"],
    );
  });

  for (const stored of ["text", null, { "https://a": "no record" }, { "https://a": { dialect: 5 } }, []]) {
    it(`takes ${JSON.stringify(stored)} in the store for nothing`, () => {
      const store = new Store();
      store.values.set("forgeline.instanceFacts", stored);
      assert.equal(new CapabilityStore(store).of("https://a").get("dialect"), undefined);
    });
  }

  it("knows what it found out even when it cannot be kept", () => {
    const capabilities = new CapabilityStore({
      get: () => undefined,
      update: () => Promise.reject(new Error("full")),
    }).of("https://a");
    capabilities.set("dialect", "gitlab");
    assert.equal(capabilities.get("dialect"), "gitlab");
  });
});
