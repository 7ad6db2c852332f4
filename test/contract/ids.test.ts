import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { endpointIds } from "../../contract/endpointIds.ts";
import { createClient } from "../../src/api/client.ts";
import { root } from "../../tools/root.ts";
import { calls } from "./calls.ts";
import { endpoints } from "./contract.ts";
import { operationIds } from "./ids.ts";

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly authentication: readonly { readonly id: string }[];
  };
}

/** The words in backquotes in each cell of the table of docs/operations.md. */
const rows = readFileSync(join(root, "docs/operations.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => line.split(" | ").map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word)));

describe("operations of the contract", () => {
  it("are those of the ID type, the client and the calls", () => {
    const ids = endpoints.map(({ id }) => id);
    assert.deepEqual(endpointIds, ids);
    const dispatcher = () => Promise.reject(new Error("nothing is sent here"));
    const client = createClient({ baseUrl: "https://git.example.com", dispatcher });
    assert.deepEqual([Object.keys(calls).sort(), operationIds(client).sort()], [ids.toSorted(), ids.toSorted()]);
  });

  it("are in docs/operations.md, with their routes and the file that has them", () => {
    assert.deepEqual(
      rows.map(([id, routes]) => [id, routes]),
      endpoints.map(({ id, method, root: below, fullPaths }) => [
        [id],
        fullPaths.map(({ path }) => `${method} ${below === "api" ? "" : "(base)"}${path}`),
      ]),
    );
    for (const [[id] = [], , [file = ""] = []] of rows) assert.ok(existsSync(join(root, file)), `${id}`);
  });

  it("each have a command, view or document besides Send API Request", () => {
    const { activationEvents, contributes } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
    const contributed = new Set([
      ...contributes.commands.map(({ command }) => command),
      ...Object.values(contributes.views)
        .flat()
        .map(({ id }) => id),
      ...activationEvents.map((event) => `${event.replace(/^onFileSystem:/, "")}:`),
      ...contributes.authentication.map(({ id }) => `authentication:${id}`),
    ]);
    contributed.delete("forgeline.api.sendRequest");
    for (const [[id] = [], , , entries = []] of rows) {
      assert.ok(entries.length > 0, id);
      for (const entry of entries) assert.ok(contributed.has(entry!), `${id}: ${entry}`);
    }
  });
});
