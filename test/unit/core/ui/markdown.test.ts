import assert from "node:assert/strict";
import fc from "fast-check";
import { Marked, type Token, type Tokens } from "marked";
import { describe, it } from "mocha";
import { emojiNames } from "../../../../src/core/people/emoji.ts";
import { inert, linkTarget } from "../../../../src/core/ui/inertMarkdown.ts";
import "../../../support/vscodeStub.ts";
import { isCostlyMarkdown } from "../../../../src/core/ui/markdownCost.ts";
import { withProjectLinks } from "../../../../src/core/ui/projectLinks.ts";
import tables from "./markdown.json" with { type: "json" };

const { hostMarkdown, withoutImages } = await import("../../../../src/core/ui/hostMarkdown.ts");
const { milestoneTooltip } = await import("../../../../src/features/milestones/tooltip.ts");
const { hostComment } = await import("../../../../src/features/repository/comments/shownComment.ts");

const decode = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

describe("text from the host in a tooltip", () => {
  for (const text of tables.inert)
    it(`is inert: ${JSON.stringify(text)}`, () => {
      const out = inert(text);
      assert.doesNotMatch(out, /[<>[\]()`*_~|$\\:@]|\n|www\.|&(?!#\d+;)/i);
      assert.equal(decode(out), text.replace(/[\r\n\u2028\u202e]+/g, " "), "and reads the same");
    });

  it("has no character left that Markdown or HTML give a meaning to, whatever comes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) =>
        assert.doesNotMatch(inert(text), /[<>[\]()`*_~|$\\:@\n]|&(?!#\d+;)/),
      ),
    );
  });

  it("leaves ordinary names readable in the source", () => {
    assert.equal(inert("build-job 3.2 of release/v1.0!"), "build-job 3.2 of release/v1.0!");
  });

  it("is truncated when it is very long", () => {
    assert.equal(inert("x".repeat(1_000)).length, 300);
  });

  it("links to web pages only, and nothing ends the link early", () => {
    for (const odd of ["command:quit", "javascript:alert(1)", "file:///etc/passwd", "", null, 7, "https://"])
      assert.equal(linkTarget(odd), undefined);
    assert.equal(linkTarget("https://git.example.com/a/b/-/jobs/7"), "https://git.example.com/a/b/-/jobs/7");
    for (const page of ["https://[::1]/a/b", "http://[2001:db8::7]:8080/a?b=1#c"]) {
      assert.equal(linkTarget(page), page);
      const links: string[] = [];
      new Marked({
        walkTokens: (token: Token) => void (token.type === "link" && links.push((token as Tokens.Link).href)),
      }).parse(`[x](${linkTarget(page) ?? ""}) end`, { async: false });
      assert.deepEqual(links, [page]);
    }
    assert.equal(linkTarget("https://[::1]/[x](y)"), "https://[::1]/%5Bx%5D%28y%29");
    fc.assert(
      fc.property(fc.string(), (path) => {
        const target = linkTarget(`https://git.example.com/${path}`);
        assert.ok(target !== undefined);
        assert.doesNotMatch(target, /[()\\<>"'`*_\s[\]]/);
      }),
    );
  });
});

const options = { longest: 2_000, shortened: "Shortened." };

/** Images that VS Code's renderer would make, which is marked with HTML taken out. */
function imagesOf(text: string): string[] {
  const found: string[] = [];
  const marked = new Marked({ renderer: { html: () => "" } });
  marked.use({ walkTokens: (token: Token) => void (token.type === "image" && found.push(token.raw)) });
  const html = marked.parse(text, { async: false });
  return [...found, ...(html.match(/<\s*(img|picture|source|image|video)\b[^>]*/gi) ?? [])];
}

const address = "https://tracker.example/p.png";

const scope = { instance: "https://git.example.com", project: "group/project" };

describe("Markdown of the host for VS Code's renderer", () => {
  it("has no image in any form that one can have", () => {
    for (const text of tables.images) {
      for (const shown of [hostMarkdown(text, options), hostComment(scope, { note: text, author: null }).body])
        assert.deepEqual(imagesOf(typeof shown === "string" ? shown : shown.value), [], text);
      const milestone = { id: 1, iid: 1, title: text, description: text, web_url: address };
      const row = { kind: "milestone", instance: scope.instance, project: 1, milestone };
      const tooltip = milestoneTooltip(row as unknown as Parameters<typeof milestoneTooltip>[0]);
      assert.deepEqual(imagesOf(tooltip.value), [], text);
      assert.deepEqual([tooltip.isTrusted, tooltip.supportHtml, tooltip.supportThemeIcons], [false, false, false]);
    }
  });

  it("has no image, whatever comes", () => {
    const pieces = "! [ ] ( ) < > \\ ` * _ | & # ![ &#33; &excl; &#91; \\| \u200b \u0000 \ufeff [r] x".split(" ");
    const piece = fc.constantFrom(
      ...pieces,
      ...[
        "\n",
        "\t",
        " ",
        "\r\n",
        "> ",
        "- ",
        "    ",
        "| a |\n|---|\n",
        "[r]: ",
        `](${address})`,
        address,
        "<img src=",
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (parts) => {
        const text = parts.join("") + `\n\n[r]: ${address}\n\n[x]: ${address}`;
        assert.deepEqual(imagesOf(hostMarkdown(text, options)), []);
      }),
      { numRuns: 2_000 },
    );
  });

  it("reads the same without its images", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) =>
        assert.equal(withoutImages(text).replaceAll("!\u200b[", "!["), text.replaceAll("!\u200b[", "![")),
      ),
    );
  });

  it("is truncated, with a remark where to read the rest", () => {
    assert.equal(hostMarkdown("word ".repeat(400), options), "word ".repeat(400));
    assert.equal(hostMarkdown("word ".repeat(401), options), `${"word ".repeat(400)}\n\n…\n\nShortened.`);
    const comment = hostComment(scope, { note: "word ".repeat(50_000), author: null }).body;
    assert.ok(typeof comment !== "string");
    assert.ok(comment.value.length < 21_000);
    assert.match(comment.value, /Show Commit Comments/);
  });

  it("is shown as it is written where rendering it would take seconds", () => {
    const costly = `\`\`\`\n${"**a".repeat(6_000)}![`;
    const shown = hostMarkdown(costly, { ...options, longest: 20_000 });
    assert.equal(shown, `\`\`\`\`\n${costly}\n\`\`\`\``);
    assert.deepEqual(imagesOf(shown), []);
    assert.equal(isCostlyMarkdown("- ".repeat(40)), false, "a rule");
    assert.equal(isCostlyMarkdown("A *word* or `two` of [prose](https://a.example).\n\n".repeat(4_000)), false);
  });

  const table = (rows: number): string => `${"|a".repeat(100)}|\n${"|-".repeat(100)}|\n${"|\n".repeat(rows)}`;
  const deeper = (depth: number): string =>
    Array.from({ length: depth }, (_, at) => `${"  ".repeat(at)}- a`).join("\n");
  for (const [what, allowed, refused] of [
    ["quotes are nested more than 30 deep", `a\n\n${"> ".repeat(30)}b`, `a\n\n${"> ".repeat(31)}b`],
    ["lists are nested more than 30 deep", `a\n\n${"- ".repeat(30)}b`, `a\n\n${"- ".repeat(31)}b`],
    ["numbered lists are nested more than 30 deep", `a\n\n${"1. ".repeat(30)}b`, `a\n\n${"1. ".repeat(31)}b`],
    ["lists in quotes are nested more than 30 deep", `a\n\n${"> * ".repeat(15)}b`, `a\n\n${"> * ".repeat(16)}b`],
    ["lines of a list are indented more than 30 deep", deeper(30), deeper(40)],
    ["a table would have more than 20,000 cells", table(150), table(250)],
  ] as const)
    it(`is shown as it is written where ${what}`, () =>
      assert.deepEqual([allowed, refused].map(isCostlyMarkdown), [false, true]));
});

const instance = "https://git.example/sub";
const project = `${instance}/a/b`;
const linked = (text: string): string => withProjectLinks(text, { instance, project });

describe("links of a project in Markdown for VS Code's renderer", () => {
  for (const [title, rows] of tables.links as [string, [string, string][]][])
    it(title, () => {
      for (const [text, expected] of rows) assert.equal(linked(text), expected);
    });

  it("are made of people alone without a project", () => {
    const found = withProjectLinks("[x](docs) #1 @alice", { instance });
    assert.equal(found, `x #1 [&#64;alice](${instance}/alice)`);
  });

  it("leave emoji beside them, also in the words of links, but not in code and addresses", async () => {
    const names = await emojiNames();
    const emoji = (text: string): string => names.inText(text);
    for (const [text = "", expected] of tables.emoji)
      assert.equal(withProjectLinks(text, { instance, project, emoji }), expected);
    assert.equal(withProjectLinks("[:tada:](docs) :x:", { instance, emoji }), "🎉 ❌");
  });

  it("are left out of what takes a parser long", () => {
    const costly = `#1 ${"*a _b ".repeat(20_000)}`;
    assert.equal(linked(costly), costly);
  });
});
