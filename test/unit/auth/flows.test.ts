import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { flowsFor, obviousFlow, type Surface } from "../../../src/auth/flows.ts";

describe("flows", () => {
  for (const [surface, clientId, expected] of [
    ["desktop", "app", ["browser uriHandler", "token"]],
    ["web", "app", ["browser loopback", "token"]],
    ["desktop", undefined, ["token", "browser uriHandler"]],
    ["web", undefined, ["token", "browser loopback"]],
  ] as const satisfies readonly [Surface, string | undefined, readonly string[]][]) {
    it(`offers ${expected.join(", ")} on ${surface} ${clientId ? "with" : "without"} an application`, () => {
      const flows = flowsFor({ surface, clientId });
      assert.deepEqual(
        flows.map(({ id, receiver }) => [id, receiver].filter(Boolean).join(" ")),
        expected,
      );
    });
  }

  for (const [clientId, method, expected] of [
    ["app", undefined, "browser"],
    ["app", "token", "token"],
    [undefined, undefined, undefined],
    [undefined, "token", "token"],
  ] as const) {
    it(`takes ${expected ?? "none"} without a question ${clientId ? "with" : "without"} an application, asked for ${method ?? "none"}`, () =>
      assert.equal(obviousFlow({ surface: "web", clientId }, method)?.id, expected));
  }
});
