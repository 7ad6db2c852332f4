import assert from "node:assert/strict";
import fc from "fast-check";
import { emojiNames } from "../../../../src/core/people/emoji.ts";
import { inlineCost, maxInlineCost } from "../../../../src/core/ui/markdownCost.ts";
import { wordsOf } from "../../../../src/core/webview/element.ts";
import { imageAddress, linkAddress, projectPage } from "../../../../src/core/webview/links.ts";
import { renderMarkdown } from "../../../../src/core/webview/markdown.ts";
import { assertHarmless, elementsOf, written } from "./tree.ts";

const instance = "https://git.example.com";
const place = { instance, project: `${instance}/group/app` };
const tags = (text: string): string[] => elementsOf(renderMarkdown(text, place).nodes).map(({ tag }) => tag);
const rendered = (text: string): string => written(renderMarkdown(text, place).nodes);

describe("a description in Markdown", () => {
  const project = "https://git.example.com/group/app";
  const task = (words: string, checked = ""): string =>
    `<input type="checkbox" disabled=""${checked} aria-label="${words}"></input> ${words}`;
  const below = `<ul><li class="task">${task("d")}</li></ul>`;
  const tasks =
    `<ul><li class="task"><p>${task("a", ' checked=""')}</p><p><em>b</em></p></li>` +
    `<li class="task"><p>${task("c")}</p>${below}</li></ul>`;
  const head = '<tr><th>a</th><th class="align-right">b</th></tr>';
  const body = '<tr><td>1</td><td class="align-right">2</td></tr>';
  const table = `<div class="wide" tabindex="0"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>`;
  const code = (inside: string): string => `<pre tabindex="0"><code>${inside}</code></pre>`;
  const link = (href: string, title: string, more = ""): string =>
    `<p><a href="${href}" title="${title}"${more}</a></p>`;
  const doc = `${project}/doc/a.md`;
  const evil = "https://evil.example/p.png";
  const web = "https://a.example/?b=1&c=2";
  for (const [what, text, html] of [
    [
      "headings, below those of the page",
      "# One\n## Two\n###### Six",
      '<h3 class="text-h1">One</h3><h4 class="text-h2">Two</h4><h6 class="text-h6">Six</h6>',
    ],
    ["emphasis", "**b** *i* ~~d~~ `c`", "<p><strong>b</strong> <em>i</em> <del>d</del> <code>c</code></p>"],
    ["lists from their first number on", "3. a\n4. b", '<ol start="3"><li>a</li><li>b</li></ol>'],
    ["tasks of several paragraphs, and tasks below one", "- [x] a\n\n  *b*\n\n- [ ] c\n  - [ ] d", tasks],
    ["a diff", "```diff\n a\n-b\n+c\n```", code(' a\n<span class="removed">-b</span>\n<span class="added">+c</span>')],
    ["code", "```js\nif (a < b) <b>\n```", code("if (a &#60; b) &#60;b&#62;")],
    ["tables", "| a | b |\n|---|--:|\n| 1 | 2 |", table],
    ["references", "a &lt;b&gt; &amp;amp; &#39;&copy;&unknown;", "<p>a &#60;b&#62; &#38;amp; '©&#38;unknown;</p>"],
    ["links", `[x](${web} "T")`, link(web, `T (${web})`, ">x")],
    ["relative links", "[x](doc/a.md)", link(doc, doc, ">x")],
    ["the words of a link that leads nowhere", "[words](command:x)", '<p><span class="no-link">words</span></p>'],
    [
      "uploads as images",
      "![p](/uploads/1/p.png)",
      `<p><img src="${project}/uploads/1/p.png" alt="p" title="p"></img></p>`,
    ],
    ["images of strangers as links", `![p](${evil})`, link(evil, evil, ' class="image">p')],
    ["harmless HTML without its attributes", 'a<br>b <kbd onclick="x()">K</kbd>', "<p>a<br></br>b <kbd>K</kbd></p>"],
    ["other HTML as text", "a <script>x</script> b", "<p>a &#60;script&#62;x&#60;/script&#62; b</p>"],
    ["no characters that make text read as something else", "safe\u202eexe.txt\u0007", "<p>safeexe.txt</p>"],
    [
      "details over several blocks",
      "<details open>\n<summary>S</summary>\n\n**in**\n\n</details>\n\nout",
      "<details>\n<summary>S</summary><p><strong>in</strong></p></details><p>out</p>",
    ],
    ["no comments", "a\n\n<!-- hidden -->\n\nb <!-- too -->c", "<p>a</p><p>b c</p>"],
  ] as const)
    it(`shows ${what}`, () => assert.equal(rendered(text), html));

  it("contains nothing that runs", () => {
    const urls =
      "javascript:alert(1) JaVaScRiPt:alert(1) command:workbench.action.quit vscode://x/y file:///etc/passwd";
    const more = "data:text/html,<script> &#106;avascript:alert(1) //evil.example";
    for (const text of [
      ...[...urls.split(" "), ...more.split(" ")].map((url) => `[x](${url})`),
      ...["![x](javascript:alert(1))", "![x](https://user@git.example.com/x.png)", "[x][y]\n\n[y]: javascript:1"],
      ...["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg/onload=alert(1)>"],
      ...["<iframe src=https://evil.example></iframe>", "<a href=javascript:alert(1)>x</a>", "<<script>script>"],
      ...["<style>*{display:none}</style>", "<base href=https://evil.example>", "<b <script>>", "<!--", "<a"],
      "<form action=https://evil.example><input name=a><button>b</button></form>",
      ...["<meta http-equiv=refresh content=0>", "<div style=position:fixed>x</div>", "</div></main></body>"],
      ...["<details><summary><script>1</script>", '<img src="https://evil.example/t.png">', "<http://[>"],
    ]) {
      const { nodes } = renderMarkdown(text, place);
      assertHarmless(nodes, instance);
      for (const { tag } of elementsOf(nodes))
        assert.doesNotMatch(tag, /^(script|style|iframe|form|base|meta|svg|button)$/, text);
    }
  });

  it("is harmless whatever is written", () => {
    const words = "< > / javascript: [ ]( ) ! ` * <!-- --> &#x6a; \" ' details script #1 @a | https://x.y";
    const bits = fc.constantFrom(...words.split(" "), "a href=", "img src=x", "- ", "\n", "\n\n", " ");
    fc.assert(
      fc.property(fc.array(bits, { maxLength: 60 }), (parts) =>
        assertHarmless(renderMarkdown(parts.join(""), place).nodes, instance),
      ),
      { numRuns: 500 },
    );
  });

  it("survives endless nesting", () => {
    for (const [mark, times] of [
      [">", 20_000],
      ["- ", 5_000],
      ["[", 20_000],
      ["<details>", 20_000],
      ["*a ", 5_000],
    ] as const) {
      const { nodes } = renderMarkdown(mark.repeat(times), place);
      assertHarmless(nodes, instance);
      assert.doesNotThrow(() => JSON.stringify(nodes));
    }
    assert.deepEqual(tags(`${">".repeat(400)} x`), ["pre"]);
  });

  it("leaves a paragraph as it is written where parsing it would take seconds, and formats the others", () => {
    const [many, few] = ["**a".repeat(20_000), "**a".repeat(20)];
    assert.equal(rendered(`*x*\n\n${many}\n\n*y*`), `<p><em>x</em></p><p>${many}</p><p><em>y</em></p>`);
    assert.notEqual(rendered(few), `<p>${few}</p>`);
  });

  it("counts the cost of every mark of a paragraph", () => {
    for (const mark of ["!", "-a", "https://a.b/(", "[a](", "`a", "<a ", "|"]) {
      const paragraph = mark.repeat(Math.ceil(190_000 / mark.length));
      assert.ok(inlineCost(paragraph) > maxInlineCost, mark);
    }
    assert.ok(inlineCost("A *word* or `two` of [prose](https://a.example). ".repeat(40)) < maxInlineCost);
  });

  it("shows lists as they are written from 31 levels on, quotes among them", () => {
    for (const marks of [["1. "], ["- "], ["> "], ["> ", "- "]]) {
      const nested = (depth: number): string =>
        Array.from({ length: depth }, (_, at) => marks[at % marks.length]).join("");
      assert.ok(!tags(`${nested(29)}a`).includes("pre"));
      assert.deepEqual(tags(`*x*\n\n${nested(31)}a`), ["p", "em", "pre"]);
      assert.equal(wordsOf(renderMarkdown(`*x*\n\n${nested(31)}a`, place).nodes), `x${nested(31)}a`);
    }
  });

  it("shows the rest of a text as it is written once its time is over", () => {
    const blocks = Array.from({ length: 1_000 }, (_, at) => `- *${at}*`).join("\n\nx\n\n");
    let asked = 0;
    const { nodes } = renderMarkdown(blocks, place, () => ++asked > 100);
    const last = nodes.at(-1);
    assert.ok(typeof last === "object" && last.tag === "pre");
    assert.ok(nodes.length > 1, "what was parsed before stays");
    assert.ok(blocks.endsWith(wordsOf(last)));
    assert.ok(asked < 2_000, `${asked} steps`);
  });

  for (const [what, text] of [
    ["a list", "- a\n".repeat(40_000)],
    ["a list item of many lines", `- a\n${"b\n".repeat(40_000)}`],
    ["a paragraph of many parts", "a  \n".repeat(40_000)],
  ] as const)
    it(`looks at the time within ${what}`, () => {
      let asked = 0;
      const { nodes } = renderMarkdown(text, place, () => ++asked > 50);
      assert.ok(asked <= 60, `${asked} steps`);
      assert.equal(elementsOf(nodes).length, 1);
    });

  it("shows a table of more than 20,000 cells as it is written", () => {
    const table = (rows: number): string => `${"|a".repeat(100)}|\n${"|-".repeat(100)}|\n${"|b\n".repeat(rows)}`;
    assert.ok(tags(table(100)).includes("table"));
    assert.deepEqual(tags(table(90_000)), ["pre"]);
  });

  it("truncates very long text, and reports it", () => {
    const { nodes, cut } = renderMarkdown("word ".repeat(50_000), place);
    assert.ok(cut && wordsOf(nodes).length <= 200_000);
    assert.equal(renderMarkdown("word", place).cut, false);
  });
});

describe("emoji in a text", () => {
  const shown = async (text: string): Promise<string> => {
    const names = await emojiNames();
    return written(renderMarkdown(text, { ...place, emoji: (one) => names.inText(one) }).nodes);
  };

  it("are shown in place of their names, wherever words are", async () => {
    assert.equal(await shown("**:tada:** (:+1:)"), "<p><strong>🎉</strong> (👍)</p>");
    assert.match(await shown("- [ ] :x: a"), /aria-label="❌ a"><\/input> ❌ a/);
    assert.match(await shown("[:tada:](https://x.example/)"), />🎉<\/a>/);
  });

  it("are left as they are in code, addresses and escaped text", async () => {
    for (const text of [
      ...["`:tada:`", "<code>:tada:</code>", "    :tada:", "```\n:tada:\n```", "<pre>\n:tada:\n</pre>", "\\:tada:"],
      ...["http://host:80:tada:", "https://x.example/:tada:/a", "a:tada:", "12:100:30", ":our_own:"],
    ])
      assert.equal(await shown(text), rendered(text));
  });
});

describe("references in a description", () => {
  const hrefs = (text: string, at: { instance: string; project?: string } = place): string[] =>
    elementsOf(renderMarkdown(text, at).nodes).flatMap(({ tag, attributes, children }) =>
      tag === "a" ? [`${wordsOf(children ?? [])} ${attributes?.href ?? ""}`] : [],
    );

  for (const [text, ...expected] of [
    ["see #12, !3 and (@alice.b).", "#12 group/app/-/issues/12", "!3 group/app/-/merge_requests/3", "@alice.b alice.b"],
    ["group/other#4 or a/b/c!5.", "group/other#4 group/other/-/issues/4", "a/b/c!5 a/b/c/-/merge_requests/5"],
    ["-a/b#1 a-b/c-d!2 a//b#4", "a/b#1 a/b/-/issues/1", "a-b/c-d!2 a-b/c-d/-/merge_requests/2"],
    ["Ask @bob.", "@bob bob"],
    ["a#12 #12a `#12` color #fff ##12 a!b [#12](command:x)"],
  ] as const)
    it(`are ${expected.length} in ${text}`, () =>
      assert.deepEqual(
        hrefs(text),
        expected.map((one) => one.replace(" ", ` ${instance}/`)),
      ));

  it("are not found in an e-mail address, and only of people without a project", () => {
    assert.ok(hrefs("bob@example.com2").every((href) => href.includes("mailto:")));
    assert.deepEqual(hrefs("#12 @bob", { instance }), ["@bob https://git.example.com/bob"]);
  });
});

const hostUrl = "https://example.com/git";
const project = `${hostUrl}/group/app`;
const inProject = { instance: hostUrl, project };

describe("addresses of a description", () => {
  const links: readonly (readonly [href: string, address: string | undefined])[] = [
    ["https://a.example/x", "https://a.example/x"],
    ["http://a.example", "http://a.example/"],
    ["//a.example/x", "https://a.example/x"],
    ["mailto:a@b.example", "mailto:a@b.example"],
    ["/uploads/1/a.png", `${project}/uploads/1/a.png`],
    ["/git/group/other", "https://example.com/git/group/other"],
    ["doc/a.md", `${project}/doc/a.md`],
    ["../../x", "https://example.com/git/x"],
    ["#heading", undefined],
    ["", undefined],
    ["javascript:alert(1)", undefined],
    [" javascript:alert(1)", undefined],
    ["java\nscript:alert(1)", `${project}/javascript:alert(1)`],
    ["command:x", undefined],
    ["vscode:x", undefined],
    ["file:///x", undefined],
    ["data:text/html,x", undefined],
    ["https://bank.example@evil.example/", undefined],
    ["http://[", undefined],
  ];
  for (const [href, address] of links)
    it(`${address === undefined ? "refuses" : "completes"} ${JSON.stringify(href)}`, () =>
      assert.equal(linkAddress(href, inProject), address));

  it("are shown as images from the host alone, over https", () => {
    assert.equal(imageAddress("/uploads/1/a.png", inProject), `${project}/uploads/1/a.png`);
    assert.equal(imageAddress("https://other.example/a.png", inProject), undefined);
    assert.equal(imageAddress("http://example.com/a.png", inProject), undefined);
    const plain = { instance: "http://127.0.0.1:8080", project: "http://127.0.0.1:8080/a/b" };
    assert.equal(imageAddress("/uploads/a.png", plain), undefined);
  });
});

it("the page of a project is where the page of its merge request begins, of the same host alone", () => {
  for (const rest of ["/-/merge_requests/3", "/merge_requests/3"])
    assert.equal(projectPage(hostUrl, `${project}${rest}`), project);
  const elsewhere = ["https://evil.example/a/b/-/merge_requests/3", `${hostUrl}/-/merge_requests/3`, project];
  for (const odd of [undefined, null, 3, "", ...elsewhere]) assert.equal(projectPage(hostUrl, odd), undefined);
});
