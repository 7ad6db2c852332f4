import assert from "node:assert/strict";
import fc from "fast-check";
import { Marked, type Token } from "marked";
import { describe, it } from "mocha";
import { isCostlyMarkdown } from "../../../../src/core/ui/markdownCost.ts";
import "../../../support/vscodeStub.ts";

const { hostMarkdown, untrusted, withoutImages } = await import("../../../../src/core/ui/hostMarkdown.ts");
const { milestoneTooltip } = await import("../../../../src/features/milestones/tooltip.ts");
const { hostComment } = await import("../../../../src/features/repository/comments/shownComment.ts");

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
const forms = [
  `![x](${address})`,
  `!![x](${address})`,
  `!!!![x](${address})`,
  `[![x](${address})](https://a.example)`,
  `![![x](${address})](${address})`,
  `![[x]](${address})`,
  `![x][r]\n\n[r]: ${address}`,
  `![r][]\n\n[r]: ${address}`,
  `![r]\n\n[r]: ${address}`,
  `![r]:\n\n[r]: ${address}`,
  `\\![x](${address})`,
  `\\\\![x](${address})`,
  `&#33;![x](${address})`,
  `!\\[![x](${address})`,
  `> ![x\n> y](${address})`,
  `| a |\n|---|\n| ![x](${address}) |`,
  `*!*![x](${address})`,
  `!\r\n![x](${address})`,
  `<img src="${address}">`,
  `<a>![x](<${address}>)</a>`,
  `- [ ] <b>![x](${address} "t")`,
  `# ![x](${address}) #`,
];

const scope = { instance: "https://git.example.com", project: "group/project" };

describe("Markdown of the host for VS Code's renderer", () => {
  for (const text of forms) {
    it(`has no image: ${JSON.stringify(text)}`, () => {
      for (const shown of [hostMarkdown(text, options), hostComment(scope, { note: text, author: null }).body])
        assert.deepEqual(imagesOf(typeof shown === "string" ? shown : shown.value), []);
      const tooltip = milestoneTooltip({
        kind: "milestone",
        instance: "https://git.example.com",
        project: 1,
        milestone: { id: 1, iid: 1, title: text, description: text, web_url: address },
      } as unknown as Parameters<typeof milestoneTooltip>[0]);
      assert.deepEqual(imagesOf(tooltip.value), []);
      assert.deepEqual([tooltip.isTrusted, tooltip.supportHtml, tooltip.supportThemeIcons], [false, false, false]);
    });
  }

  it("has no image, whatever comes", () => {
    const piece = fc.constantFrom(
      ..."!![[]](())<>\\`*_|&#\n\t ".split(""),
      "![",
      "&#33;",
      "&excl;",
      "&#91;",
      "\r\n",
      "> ",
      "- ",
      "    ",
      "| a |\n|---|\n",
      "\\|",
      "\u200b",
      "\u0000",
      "\ufeff",
      "[r]: ",
      "[r]",
      `](${address})`,
      address,
      "<img src=",
      "x",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join("") + `\n\n[r]: ${address}\n\n[x]: ${address}`;
        assert.deepEqual(imagesOf(hostMarkdown(text, options)), []);
      }),
      { numRuns: 2_000 },
    );
  });

  it("reads the same", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) =>
        assert.equal(withoutImages(text).replaceAll("!\u200b[", "!["), text.replaceAll("!\u200b[", "![")),
      ),
    );
  });

  it("is cut, and says where to read the rest", () => {
    assert.equal(hostMarkdown("word ".repeat(400), options), "word ".repeat(400));
    assert.equal(hostMarkdown("word ".repeat(401), options), `${"word ".repeat(400)}\n\n…\n\nShortened.`);
    const comment = hostComment(scope, { note: "word ".repeat(50_000), author: null }).body;
    assert.ok(typeof comment !== "string");
    assert.ok(comment.value.length < 21_000);
    assert.match(comment.value, /Show Commit Comments/);
  });

  it("links what comments on commits refer to", () => {
    const { body } = hostComment(scope, { note: "See #12, @bob.", author: null });
    assert.equal(
      typeof body !== "string" && body.value,
      "See [&#35;12](https://git.example.com/group/project/-/issues/12), [&#64;bob](https://git.example.com/bob).",
    );
  });

  it("is shown as it is written where rendering it would take seconds", () => {
    const costly = `\`\`\`\n${"**a".repeat(6_000)}![`;
    const shown = hostMarkdown(costly, { ...options, longest: 20_000 });
    assert.equal(shown, `\`\`\`\`\n${costly}\n\`\`\`\``);
    assert.deepEqual(imagesOf(shown), []);
    assert.equal(isCostlyMarkdown("A *word* or `two` of [prose](https://a.example).\n\n".repeat(4_000)), false);
  });

  for (const [what, mark] of [
    ["quotes", "> "],
    ["lists", "- "],
    ["numbered lists", "1. "],
    ["lists in quotes", "> * "],
  ] as const)
    it(`is shown as it is written where ${what} are nested more than 30 deep`, () => {
      const marks = mark.trim().split(" ").length;
      assert.equal(isCostlyMarkdown(`a\n\n${mark.repeat(30 / marks)}b`), false);
      assert.equal(isCostlyMarkdown(`a\n\n${mark.repeat(30 / marks + 1)}b`), true);
    });

  it("is shown as it is written where the lines of a list are indented ever deeper, but not for a rule", () => {
    const lines = Array.from({ length: 40 }, (_, depth) => `${"  ".repeat(depth)}- a`);
    assert.equal(isCostlyMarkdown(lines.slice(0, 30).join("\n")), false);
    assert.equal(isCostlyMarkdown(lines.join("\n")), true);
    assert.equal(isCostlyMarkdown("- ".repeat(40)), false);
  });

  it("is shown as it is written where a table would have more than 20,000 cells", () => {
    const table = (rows: number): string => `${"|a".repeat(100)}|\n${"|-".repeat(100)}|\n${"|\n".repeat(rows)}`;
    assert.equal(isCostlyMarkdown(table(150)), false);
    assert.equal(isCostlyMarkdown(table(250)), true);
  });

  it("is not trusted", () => {
    const { isTrusted, supportHtml, supportThemeIcons } = untrusted("x");
    assert.deepEqual([isTrusted, supportHtml, supportThemeIcons], [false, false, false]);
  });
});
