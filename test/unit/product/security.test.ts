import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "mocha";
import { root } from "../../../tools/root.ts";
import { read } from "./sources.ts";

const page = read("SECURITY.md");

describe("SECURITY.md", () => {
  const rows = page.split("\n").filter((line) => /^\|.*\btest\/\S+\.test\.ts/.test(line));
  const proofs = rows.flatMap((row) => [...row.matchAll(/`(test\/[^`]+\.test\.ts)` "([^"]+)"/g)]);

  it("names a test with its title for each promise", () => {
    const tables = page.slice(page.indexOf("## Tokens and sign-in")).split("\n");
    const claimed = tables.filter((line) => line.startsWith("|") && !/^\|( promise|---)/.test(line));
    assert.ok(claimed.length > 20);
    assert.deepEqual(claimed, rows);
    for (const row of rows) assert.match(row, /`test\/[^`]+\.test\.ts` "[^"]+"/);
  });

  it("names only existing tests", () => {
    for (const [, file = "", title = ""] of proofs) {
      assert.ok(existsSync(join(root, file)), file);
      assert.ok(read(file).includes(title), `${file} has no test “${title}”`);
    }
  });

  it("names only existing files", () => {
    const named = [...page.matchAll(/`((?:api|auth|core|git|features)\/[^`]+)`/g)].map(([, path = ""]) => path);
    assert.ok(named.length > 20);
    for (const path of named) assert.ok(existsSync(join(root, "src", path)), `src/${path}`);
  });
});
