import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import { concernedTests } from "../../support/concernedTests.ts";
import { type ImportGraph, readImportGraph } from "../../support/importGraph.ts";

describe("tests that a change concerns", () => {
  let graph: ImportGraph;
  before(async () => {
    graph = await readImportGraph();
  });

  it("are, for the code of one command, those of its area", () => {
    const { kinds } = concernedTests(["src/features/pipelines/commands/change.ts"], graph);
    const { host = [] } = kinds;
    assert.ok(host.includes("test/host/commandsPipelines.test.ts"));
    assert.ok(!host.includes("test/host/commandsWiki.test.ts"));
    assert.ok(host.length < 6, host.join());
  });

  it("are those that import it, at once or later", () => {
    const { unit = [] } = concernedTests(["src/auth/pkce.ts"], graph).kinds;
    assert.ok(unit.includes("test/unit/auth/pkce.test.ts"));
    assert.ok(unit.includes("test/unit/auth/signIn.test.ts"));
    assert.ok(!unit.includes("test/unit/core/logText/sgr.test.ts"));
  });

  it("are all in the extension host for what every window loads", () => {
    const { kinds } = concernedTests(["src/extension.ts"], graph);
    assert.ok((kinds["host"]?.length ?? 0) > 80);
  });

  it("are themselves", () => {
    const { kinds } = concernedTests(["test/e2e/demo.test.ts", "test/host/blame.test.ts"], graph);
    assert.deepEqual([kinds["e2e"], kinds["host"]], [["test/e2e/demo.test.ts"], ["test/host/blame.test.ts"]]);
  });
});
