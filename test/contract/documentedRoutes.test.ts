/** The harness as a person starts it against a server that has the documented operations alone. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import { cleanEnvironment, startChild } from "../../tools/children.ts";
import { root } from "../../tools/root.ts";
import { endpoints, routeOf } from "./contract.ts";
import { type DocumentedServer, startDocumentedServer } from "./documentedServer.ts";
import type { ServerFlag } from "./serverFlags.ts";

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

  /** Runs them as `npm run test:server -- FLAGS` does. */
  const run = async (flags: Readonly<Partial<Record<ServerFlag, string>>>) => {
    const typed = Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`);
    const args = [join(root, "test/support/mocha.ts"), "contract", ...typed];
    await using child = await startChild(process.execPath, args, { cwd: root, env: environment });
    const exitCode = await child.exited;
    const output = child.output();
    const lines = output.split("\n");
    const skipped = lines.flatMap((line) => /^ {4}- (.*)$/.exec(line)?.[1] ?? []);
    assert.equal(exitCode, 0, output);
    assert.ok(
      lines.includes(`  server: ${calls - skipped.length} passed, 0 failed, ${skipped.length} skipped`),
      output,
    );
    return { skipped, lines };
  };

  it("run, but for those that need a person, and reach no other route that the server has", async () => {
    const { skipped, lines } = await run(server.flags);
    assert.deepEqual(
      skipped,
      ["minimal", "maximal"].map(
        (variant) => `oauth.authorize, ${variant} call: needs a person who approves in a browser`,
      ),
    );
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

  it("name the flags that more calls need, where there are only those that are required", async () => {
    const { "base-url": url, token } = server.flags;
    const { skipped } = await run({ "base-url": url, token, project: server.projectPath });
    const reasons = new Set(skipped.map((line) => line.slice(line.indexOf(": ") + 2)));
    assert.deepEqual([...reasons].sort(), [
      "needs --admin-token",
      "needs --client-id",
      "needs --feed-user and --feed-token",
      "needs --group",
      "needs --merge-requests",
      "needs --oauth-token",
      "needs --refresh-token and --redirect-uri",
      "needs --second-project",
      "needs --submodule",
      "needs --vulnerability",
      "needs a person who approves in a browser",
    ]);
    assert.ok(skipped.length < calls / 2, `${skipped.length} of ${calls} calls are skipped`);
  });

  it("end before the first call with what is wrong with the flags", async () => {
    const args = [
      join(root, "test/support/mocha.ts"),
      "contract",
      `--base-url=${server.front.url}`,
      "--token=x",
      "--project=1",
    ];
    await using child = await startChild(process.execPath, args, { cwd: root, env: environment });
    assert.equal(await child.exited, 1);
    assert.match(child.output(), /The server rejected the personal access token of --token: GET .* answered 401/);
    assert.doesNotMatch(child.output(), /passed|failed/);
  });
});
