import assert from "node:assert/strict";
import fc from "fast-check";
import { Marked, type Token } from "marked";
import { describe, it } from "mocha";
import { isCostlyMarkdown } from "../../../../src/core/ui/markdownCost.ts";
import "../../../support/vscodeStub.ts";

const { hostMarkdown, withoutImages } = await import("../../../../src/core/ui/hostMarkdown.ts");
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
  it("has no image in any form that one can have", () => {
    for (const text of forms) {
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
