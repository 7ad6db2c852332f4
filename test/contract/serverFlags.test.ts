import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "mocha";
import { root } from "../../tools/root.ts";
import { type ServerFlag, serverFlags, variableOf } from "./serverFlags.ts";
import { targets } from "./target.ts";

/** What a run with these flags fails with before its first call. */
async function failure(flags: Readonly<Partial<Record<ServerFlag, string>>>): Promise<string> {
  const env = Object.fromEntries(serverFlags.map((flag) => [variableOf(flag), flags[flag]]));
  try {
    for (const target of targets(env)) await (await target.open()).close();
  } catch (error) {
    return (error as Error).message;
  }
  return "nothing";
}

describe("flags of the calls against a server", () => {
  // Nobody listens there.
  const given = { "base-url": "http://127.0.0.1:9", token: "x", project: "1" } as const;

  it("are those of docs/contract-server.md", () => {
    const rows = readFileSync(join(root, "docs/contract-server.md"), "utf8").match(/^\| `--.*$/gm) ?? [];
    const named = rows.flatMap((row) => [...row.split(" | ", 1)[0]!.matchAll(/`--([a-z-]+)/g)].map(([, name]) => name));
    assert.deepEqual(named.sort(), [...serverFlags].sort());
  });

  it("are named where they are missing or wrong", async () => {
    assert.equal(await failure({ ...given, token: "" }), "--token is required with --base-url.");
    assert.equal(await failure({ ...given, project: "" }), "--project is required with --base-url.");
    assert.match(await failure({ ...given, "base-url": "git.example" }), /^--base-url git\.example: enter a URL/);
    assert.equal(await failure({ ...given, "feed-token": "x" }), "--feed-token is only used with --feed-user.");
    assert.equal(
      await failure({ ...given, "refresh-token": "x" }),
      "--refresh-token is only used with --redirect-uri.",
    );
    assert.match(
      await failure({ ...given, "merge-requests": "1;2" }),
      /^--merge-requests 1;2: enter one or more numbers/,
    );
    assert.match(await failure(given), /ECONNREFUSED/);
  });
});
