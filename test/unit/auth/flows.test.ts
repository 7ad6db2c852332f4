import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { flowsFor, obviousFlow } from "../../../src/auth/flows.ts";

describe("flows", () => {
  it("begin with the browser where the application is known, else with a token", () => {
    for (const [surface, clientId, expected] of [
      ["desktop", "app", ["browser uriHandler", "token"]],
      ["web", "app", ["browser loopback", "token"]],
      ["desktop", undefined, ["token", "browser uriHandler"]],
      ["web", undefined, ["token", "browser loopback"]],
    ] as const) {
      const flows = flowsFor({ surface, clientId }).map(({ id, receiver }) => [id, receiver].filter(Boolean).join(" "));
      assert.deepEqual(flows, expected);
    }
  });

  it("are chosen without a question where the application is known or a method is requested", () => {
    for (const [clientId, method, expected] of [
      ["app", undefined, "browser"],
      ["app", "token", "token"],
      [undefined, undefined, undefined],
      [undefined, "token", "token"],
    ] as const)
      assert.equal(obviousFlow({ surface: "web", clientId }, method)?.id, expected);
  });
});
