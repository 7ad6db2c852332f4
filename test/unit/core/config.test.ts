import assert from "node:assert/strict";
import { describe, it } from "mocha";
import "../../support/vscodeStub.ts";

const { readInstances } = await import("../../../src/core/config.ts");

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
