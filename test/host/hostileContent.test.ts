import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { fileUri, readFileUri } from "../../src/core/files/uris.ts";
import { hostMarkdown, untrusted } from "../../src/core/ui/hostMarkdown.ts";
import { inert } from "../../src/core/ui/inertMarkdown.ts";
import { notice } from "../../src/core/ui/notice.ts";
import { hostileTexts } from "../support/hostileTexts.ts";
import { renderedMarkdown } from "./renderedMarkdown.ts";
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
    assert.deepEqual(
      texts([rows, box]).filter((text) => alive.test(text)),
      [],
    );
    await stage.escape("Open Snippet");
    await open;
  });

  it("says names in the status bar as plain text", () => {
    for (const title of titles) notice(`Deleted ${title}.`);
    assert.deepEqual(
      stage.notices.splice(0).filter((text) => alive.test(text)),
      [],
    );
  });

  it("renders no name as Markdown, and no Markdown of people as HTML or picture", () => {
    for (const [name, text] of Object.entries(hostileTexts)) {
      const inName = renderedMarkdown(untrusted(inert(text)));
      assert.doesNotMatch(
        inName,
        /<(?:script|img|h\d|table|code|pre|a|b|strong|em|li|hr)\b|\shref="/,
        `${name}: ${inName.slice(0, 300)}`,
      );
      const markdown = untrusted(hostMarkdown(text, { longest: 20_000, shortened: "…" }));
      assert.deepEqual([markdown.isTrusted, markdown.supportHtml, markdown.supportThemeIcons], [false, false, false]);
      assert.ok(markdown.value.length < 21_000);
      // The preview allows HTML, which hovers do not: only pictures of Markdown count.
      if (!text.includes("<img")) assert.doesNotMatch(renderedMarkdown(markdown), /<img/, name);
    }
  });

  it("gives documents names that lead nowhere else", () => {
    const { instance, project } = stage.scope;
    for (const [name, text] of Object.entries(hostileTexts)) {
      const path = `a/${text.slice(0, 500)}`;
      const uri = fileUri({ instance, project, path, ref: text.slice(0, 100) || "main" }, { folder: "../../x" });
      const again = vscode.Uri.parse(uri.toString(), true);
      assert.deepEqual([again.scheme, again.authority], ["forgeline-file", ""], name);
      const read = readFileUri(again);
      assert.deepEqual([read?.path, read?.ref, read?.project], [path, text.slice(0, 100) || "main", project], name);
    }
  });
});
