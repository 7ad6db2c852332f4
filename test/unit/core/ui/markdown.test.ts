import assert from "node:assert/strict";
import fc from "fast-check";
import { Marked, type Token, type Tokens } from "marked";
import { emojiNames } from "../../../../src/core/people/emoji.ts";
import { hostMarkdown, withoutImages } from "../../../../src/core/ui/hostMarkdown.ts";
import { inert, linkTarget } from "../../../../src/core/ui/inertMarkdown.ts";
import { isCostlyMarkdown } from "../../../../src/core/ui/markdownCost.ts";
import { withProjectLinks } from "../../../../src/core/ui/projectLinks.ts";
import { milestoneTooltip } from "../../../../src/features/milestones/tooltip.ts";
import { hostComment } from "../../../../src/features/repository/comments/shownComment.ts";

const decode = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

describe("text from the host in a tooltip", () => {
  const nasty = [
    "<script>alert(1)</script>",
    "[click](command:workbench.action.quit)",
    "![x](https://evil.example/x.png)",
    "**bold** _it_ `code` ~~gone~~ | cell |",
    "$(alert) &lt;b&gt; &#60;b&#62;",
    "https://evil.example www.evil.example WWW.evil.example mailto:a@b.example a@b.example",
    "line\nbreak\r\n# heading\u2028\u202eover",
    "\\[escaped\\]",
  ];
  for (const text of nasty)
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

const instance = "https://git.example/sub";
const project = `${instance}/a/b`;
const linked = (text: string): string => withProjectLinks(text, { instance, project });

describe("links of a project in Markdown for VS Code's renderer", () => {
  it("are made of short references, and of addresses relative to the project", () => {
    const found = linked("See #12, c/d!5.");
    assert.equal(found, `See [&#35;12](${project}/-/issues/12), [c/d!5](${instance}/c/d/-/merge%5Frequests/5).`);
    const listed = linked("**@al_ice**, !5");
    assert.equal(listed, `**[&#64;al&#95;ice](${instance}/al%5Fice)**, [!5](${project}/-/merge%5Frequests/5)`);
    assert.equal(linked("[*the* docs](docs/x.md)"), `[*the* docs](${project}/docs/x.md)`);
    assert.equal(linked("[log](/uploads/1a/x.txt 'A log')"), `[log](${project}/uploads/1a/x.txt)`);
    assert.equal(linked("[there][1]\n\n[1]: /c/d"), "[there](https://git.example/c/d)\n\n[1]: /c/d");
  });

  it("are made in quotes, lists and tables, in the lines that have them", () => {
    const issue = (number: number): string => `[&#35;${number}](${project}/-/issues/${number})`;
    for (const text of [
      "> a\n> #1\n> and #2",
      "1. #1\n   - [ ] #2\n     and #3",
      "| #1 | b |\n|---|---|\n| a | #2 |",
      "# #1\n#2",
    ])
      assert.equal(
        linked(text),
        text.replace(/#(\d)/g, (_, number) => issue(Number(number))),
      );
  });

  it("are not made in code, in other links, or of what is escaped", () => {
    for (const text of [
      "`#1` and ``@alice``",
      "```\n#1 @alice\n```",
      "- a\n\n  ```\n  [x](y) #1\n  ```",
      "[#1](https://x.example/)",
      "\\#1 \\@alice",
      "https://x.example/#1",
    ])
      assert.equal(linked(text), text);
    assert.equal(linked("`#1` #1"), `\`#1\` [&#35;1](${project}/-/issues/1)`);
    assert.equal(linked("`#1`\n\n#1"), `\`#1\`\n\n[&#35;1](${project}/-/issues/1)`);
  });

  it("are made of pictures, which VS Code would fetch", () => {
    assert.equal(linked("![a *b*](https://x.example/y.png)"), "[a &#42;b&#42;](https://x.example/y.png)");
    assert.equal(linked("![](/uploads/1a/x.png)"), `[/uploads/1a/x.png](${project}/uploads/1a/x.png)`);
  });

  it("lead nowhere but to web pages", () => {
    for (const target of ["command:x", "javascript:x", "vscode://x", "file:///etc/passwd"]) {
      assert.equal(linked(`[x](${target})`), `[x](${target})`);
      assert.equal(linked(`![x](${target})`), "x");
    }
    assert.equal(linked("[x](/%5C..%5C)[y](a)b(c)"), `[x](https://git.example/%5C..%5C)[y](${project}/a)b(c)`);
    assert.equal(withProjectLinks("[x](docs) #1 @alice", { instance }), `x #1 [&#64;alice](${instance}/alice)`);
  });

  it("leave emoji beside them, also in the words of links, but not in code and addresses", async () => {
    const names = await emojiNames();
    const emoji = (text: string): string => names.inText(text);
    const shown = (text: string): string => withProjectLinks(text, { instance, project, emoji });
    const told = shown("> :tada: #1 **:white_check_mark:**\n- (:+1:)");
    assert.equal(told, `> 🎉 [&#35;1](${project}/-/issues/1) **✅**\n- (👍)`);
    assert.equal(
      shown("[:tada: `:tada:` #1](docs) [*:tada:*](https://x.example/:tada:) [:x:](/%5C..%5C) :tada:"),
      `[🎉 \`:tada:\` #1](${project}/docs) [*🎉*](https://x.example/:tada:) [❌](https://git.example/%5C..%5C) 🎉`,
    );
    assert.equal(withProjectLinks("[:tada:](docs) :x:", { instance, emoji }), "🎉 ❌");
    for (const text of [
      "`:tada:`",
      "```\n:tada:\n```",
      "\\:tada:",
      "http://host:80:tada:",
      "<https://x.example/:tada:>",
      "ssh://host:22:tada:",
      "12:100:30 a:tada: :tada:b :our_own: ::tada::",
    ])
      assert.equal(shown(text), text);
  });

  it("are left out of what takes a parser long", () => {
    const costly = `#1 ${"*a _b ".repeat(20_000)}`;
    assert.equal(linked(costly), costly);
  });
});
