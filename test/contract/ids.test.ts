import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "mocha";
import { createClient } from "../../src/api/client.ts";
import { generated } from "../../tools/contractTable.ts";
import { calls } from "./calls.ts";
import { operationIds } from "./ids.ts";
import { readWireTypes } from "./wireTypes.ts";

describe("ids of the contract", () => {
  it("are those of the generated type and docs/operations.md (npm run contract:table)", () => {
    for (const { path, text } of generated(readWireTypes())) assert.equal(readFileSync(path, "utf8"), text, path);
  });

  it("have calls, and are the client's operations", () => {
    const dispatcher = () => Promise.reject(new Error("nothing is sent here"));
    const client = createClient({ baseUrl: "https://git.example.com", dispatcher });
    assert.deepEqual(Object.keys(calls).sort(), operationIds(client).sort());
  });
});
