import assert from "node:assert/strict";
import * as vscode from "vscode";
import { hostileTexts } from "../support/hostileTexts.ts";
import { snippetStage } from "./snippetStage.ts";
import { setStage } from "./stage.ts";

describe("what people write on a host, in VS Code", () => {
  const stage = setStage();
  const snippets = snippetStage();
  /** Those that a title may have. */
  const titles = Object.values(hostileTexts).map((text) => text.slice(0, 200));
  // eslint-disable-next-line no-control-regex -- control characters are what this looks for
  const alive = /\$\([a-z]|\]\(|[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066\u2067]/u;

  it("shows names in boxes as plain text", async () => {
    for (const [at, title] of titles.entries())
      await snippets.make({ title: `${at} ${title}`, files: { "a.txt": "a" } });
    const open = vscode.commands.executeCommand("forgeline.snippet.open");
    const { rows, ...box } = await stage.look("Open Snippet", "13 ");
    assert.ok(rows.length > 3, `${rows.length} rows`);
    const texts = (value: unknown): string[] =>
      typeof value === "string"
        ? [value]
        : typeof value === "object" && value
          ? Object.values(value).flatMap(texts)
          : [];
    const left = texts([rows, box]).filter((text) => alive.test(text));
    assert.deepEqual(left, []);
    await stage.escape("Open Snippet");
    await open;
  });
});
