import assert from "node:assert/strict";
import { existsSync, readdirSync, statSync } from "node:fs";
import path, { join } from "node:path";
import { marked } from "marked";
import { operations } from "../../../src/features/apiConsole/contractTable.ts";
import { packedReadme } from "../../../tools/packedReadme.ts";
import { addresses, fileAddress, pictureAddress, project } from "../../../tools/project.ts";
import { root } from "../../../tools/root.ts";
import { read, files, manifest, textOf, titles, views } from "./sources.ts";

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

const pages = ["README.md", ...files("docs/*.md")];

interface Target {
  readonly image: boolean;
  readonly words: string;
  readonly address: string;
}

/** Links and pictures of a Markdown text, in their order. */
function targets(markdown: string): Target[] {
  const found: Target[] = [];
  void marked.walkTokens(marked.lexer(markdown), (token) => {
    if (token.type === "link" || token.type === "image")
      found.push({ image: token.type === "image", words: String(token.text), address: String(token.href) });
  });
  return found;
}

/** Anchors of a page's headings, as GitLab and GitHub make them. */
const anchors = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, words = ""]) =>
    words
      .toLowerCase()
      .replaceAll(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );

describe("the documentation", () => {
  for (const page of pages)
    it(`${page} has no broken links`, () => {
      for (const { address, words, image } of targets(read(page))) {
        assert.notEqual(words, "", `${address} has no words`);
        if (/^\w+:/.test(address)) continue;
        const [file = "", anchor] = address.split("#");
        const target = file === "" ? page : path.join(path.dirname(page), file);
        assert.ok(existsSync(path.join(root, target)), `${page}: ${address}`);
        if (anchor !== undefined) assert.ok(anchors(read(target)).includes(anchor), `${page}: ${address}`);
        if (image) assert.match(target, /^docs\/pictures\//, address);
      }
    });

  it("shows every picture and lists every page", () => {
    const shown = new Set(pages.flatMap((page) => targets(read(page)).map(({ address }) => path.basename(address))));
    const seen = readdirSync(path.join(root, "docs/pictures")).filter((name) => !shown.has(name));
    assert.deepEqual(seen, []);
    const listed = targets(read("docs/README.md")).map(({ address }) => `docs/${address}`);
    assert.deepEqual(
      pages.slice(1).filter((page) => page !== "docs/README.md" && !listed.includes(page)),
      [],
    );
  });

  it("has a README of at most 650 words with seven pictures, the first of at most 1.5 MB", () => {
    const words = read("README.md")
      .split(/\s+/)
      .filter((word) => /\w/.test(word));
    assert.ok(words.length <= 650, `${words.length} words`);
    const pictures = targets(read("README.md")).filter(({ image }) => image);
    assert.equal(pictures.length, 7);
    const { size } = statSync(path.join(root, pictures[0]?.address ?? ""));
    assert.ok(size <= 1_500_000, `${size} bytes`);
  });
});

/** Bold words of the documentation that are not of the extension's manifest: VS Code's, a host's, or a button. */
const otherNames = new Set([
  ...["Forgeline", "Manage Workspace Trust", "Me", "Preferences > Applications", "Problems"],
  ...["Approve in the Browser (OAuth).", "Forgeline sends no telemetry.", "Personal Access Token."],
]);

describe("the names in the documentation", () => {
  const names = new Set([...titles.values(), ...views["forgeline"]!.map(({ name }) => textOf(name))]);

  const named = pages.filter((name) => !/^docs\/(operations|testing)\.md$/.test(name));
  /** Bold words of a page. In the README, those that end with a period begin a paragraph. */
  const boldOf = (page: string): string[] =>
    [...read(page).matchAll(/\*\*(.+?)\*\*/g)]
      .map(([, words = ""]) => words.replace(/^Forgeline: /, ""))
      .filter((words) => page !== "README.md" || !words.endsWith("."));

  for (const page of named)
    it(`of commands and views in ${page} are those in VS Code`, () =>
      assert.deepEqual(
        boldOf(page).filter((words) => !names.has(words) && !otherNames.has(words)),
        [],
      ));

  it("of other things are all used", () => {
    const bold = new Set(named.flatMap(boldOf));
    const shown = [...otherNames].filter((words) => !bold.has(words) || names.has(words));
    assert.deepEqual(shown, []);
  });

  it("include a row for every part of the API", () => {
    const parts = new Set(operations.map(({ section }) => section.replace(/ \(.*\)$/, "")));
    const rows = [...read("docs/api.md").matchAll(/^\| (?!part of)([^|]+?) \|/gm)].map(([, part = ""]) => part);
    const shown = rows.map((part) => part.replace(/ \(.*\)$/, ""));
    assert.deepEqual(shown, [...parts]);
  });
});

describe("the packed README", () => {
  const packed = (): string => packedReadme(read("README.md"));

  it("links to the published files and pictures", () => {
    const found = targets(packed());
    assert.ok(found.some(({ address }) => address === fileAddress("docs/privacy.md")));
    assert.ok(found.some(({ address }) => address === pictureAddress("docs/pictures/graph.png")));
    for (const { address } of found) assert.match(address, /^https:\/\//);
  });

  it("keeps addresses and anchors, and rejects pictures of another server", () => {
    const text = "[a](https://example.com/x) and [b](#requirements)";
    assert.equal(packedReadme(text), text);
    assert.throws(() => packedReadme("![a](https://example.com/a.png)"), /another server/);
  });
});

describe("the addresses in package.json", () => {
  it("come from one constant", () => {
    const { homepage, repository, bugs } = manifest as unknown as Record<string, unknown>;
    assert.deepEqual({ ...addresses }, { homepage, repository, bugs });
    assert.deepEqual(new Set(read("package.json").match(/https:\/\/example\.invalid\/\w+/g)), new Set([project]));
  });
});
