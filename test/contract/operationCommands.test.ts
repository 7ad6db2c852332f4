import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "mocha";
import { endpointIds } from "../../contract/endpointIds.ts";
import { operationCommands } from "../support/operationCommands.ts";

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly authentication: readonly { readonly id: string }[];
  };
}

const rows = Object.entries(operationCommands);
/** It can do everything, which says nothing. */
const console = "forgeline.api.sendRequest";

describe("where a person meets each operation", () => {
  it("is said for every operation of the contract", () =>
    assert.deepEqual(
      rows.map(([id]) => id),
      endpointIds,
    ));

  it("is in what the extension contributes, and not only in Send API Request", () => {
    const { activationEvents, contributes } = JSON.parse(
      readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"),
    ) as Manifest;
    const contributed = new Set([
      ...contributes.commands.map(({ command }) => command),
      ...Object.values(contributes.views)
        .flat()
        .map(({ id }) => id),
      ...activationEvents.map((event) => `${event.replace(/^onFileSystem:/, "")}:`),
      ...contributes.authentication.map(({ id }) => `authentication:${id}`),
    ]);
    contributed.delete(console);
    for (const [id, entries] of rows)
      assert.deepEqual(
        entries.filter((entry) => !contributed.has(entry)),
        [],
        id,
      );
  });
});
