/** The harness as a person starts it against a server that has the documented operations alone. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import { cleanEnvironment, startChild } from "../../tools/children.ts";
import { root } from "../../tools/root.ts";
import { Scope } from "../../tools/scope.ts";
import { resultsVariable } from "../support/results.ts";
import { endpoints, routeOf } from "./contract.ts";
import { type DocumentedServer, startDocumentedServer } from "./documentedServer.ts";

/** A minimal and a maximal one of each operation. */
const calls = 2 * endpoints.length;
/** Without what this process itself was started with. */
const environment = Object.fromEntries(
  Object.entries(cleanEnvironment()).filter(([name]) => !name.startsWith("FORGELINE_")),
);

describe("calls against a server with the documented operations alone", function () {
  let server: DocumentedServer;
  before(async () => {
    server = await startDocumentedServer();
  });
  after(() => server.close());

  it("run except for those that need a person, and reach documented routes alone", async () => {
    // As `npm run test:server -- FLAGS` does.
    const typed = Object.entries(server.flags).map(([flag, value]) => `--${flag}=${value}`);
    const args = [join(root, "test/support/mocha.ts"), "contract", ...typed];
    await using scope = new Scope();
    const env = { ...environment, [resultsVariable]: await scope.folder("forgeline-results-") };
    await using child = await startChild(process.execPath, args, { cwd: root, env });
    const exitCode = await child.exited;
    const lines = child.output().split("\n");
    assert.equal(exitCode, 0, lines.join("\n"));
    const skipped = ["minimal", "maximal"].map((variant) => `    - oauth.authorize, ${variant} call`);
    assert.deepEqual(
      lines.filter((line) => line.startsWith("    - ")),
      skipped,
    );
    assert.ok(lines.includes(`${calls - skipped.length} passed, 0 failed`), lines.join("\n"));
    const all = endpoints.map(({ id }) => id);
    const summary = `  Called ${all.length - 1} of the ${all.length} documented operations. Skipped:`;
    assert.ok(lines.includes(summary), lines.join("\n"));
    const reached = new Set<string>();
    for (const { method, path, status } of await server.control.requests()) {
      const [plain = ""] = path.split("?", 1);
      const route = routeOf(method, plain);
      if (!route) assert.equal(status, 404, `${method} ${plain}`);
      else if (status < 400) reached.add(route.endpoint.id);
    }
    assert.deepEqual(
      all.filter((id) => !reached.has(id)),
      ["oauth.authorize"],
    );
    assert.deepEqual(server.front.problems, []);
  });
});
