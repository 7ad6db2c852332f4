import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { flowsFor, type Surface } from "../../../src/auth/flows.ts";

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
});
