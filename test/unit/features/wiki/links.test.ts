import assert from "node:assert/strict";
import fc from "fast-check";
import type { WikiFormat } from "../../../../src/api/resources/wikis.ts";
import { headingLine } from "../../../../src/features/wiki/headings.ts";
import { linkTargets } from "../../../../src/features/wiki/linkTargets.ts";
import { pagesLinkingTo } from "../../../../src/features/wiki/mentions.ts";
import {
  relativeLink,
  resolveImage,
  resolveLink,
  wikiLinks,
  type LinkingPage,
} from "../../../../src/features/wiki/pageLinks.ts";

const targets = (text: string, format?: string) => linkTargets(text, format).map(({ target }) => target);

describe("where the links of a page lead", () => {
  it("is told in Markdown, by links, pictures, references, wiki links and HTML", () => {
    const text = [
      'See [the pier](Sensors/North-pier#depth "Title"), ![seen](uploads/1/a.png) and [both](<a b>)[next](c).',
      "A [release (1.2)](Notes-(1.2)) and [sign](a\\)b), [[Page]] [[words | Sensors/Dry dock ]].",
      "[reference]: Sensors/South",
      "[^note]: Only a footnote",
      '<a class="x" href="Guides">g</a> <img src=\'uploads/2/b.png\'>',
    ].join("\n");
    assert.deepEqual(targets(text, "markdown"), [
      ...["Sensors/North-pier#depth", "uploads/1/a.png", "a b", "c", "Notes-(1.2)", "a)b", "Page", "Sensors/Dry dock"],
      ...["Sensors/South", "Guides", "uploads/2/b.png"],
    ]);
  });

  it("is nothing in code", () => {
    const text =
      "`[a](b)` ``[[c]] ` [d](e)`` [real](f) `\n```md\n[g](h)\n~~~\n[[i]]\n```\n[[after]] `open\n~~~~\n[j](k)\n~~~\n[l](m)";
    assert.deepEqual(targets(text, "markdown"), ["f", "after"]);
  });

  it("is told as the other formats write links and pictures", () => {
    const picture = "uploads/1/a.png";
    const asciidoc = `link:Sensors[all] xref:home.asciidoc[Start] image::${picture}[] <<Guides/Dock,dock>> [a](b)`;
    for (const [format, text, expected] of [
      ["asciidoc", asciidoc, ["Sensors", "home.asciidoc", picture, "Guides/Dock"]],
      ["org", `[[Sensors][All of them]] [[file:${picture}]] [a](b)`, ["Sensors", picture]],
      ["rdoc", `{All}[Sensors] {a}[link:home.rdoc] rdoc-image:${picture}`, ["Sensors", "home.rdoc", picture]],
      [undefined, "[a](b) link:c[d] [[e][f]]", ["b", "c", "e"]],
    ] as const)
      assert.deepEqual(targets(text, format), expected);
  });

  it("stands where it says, in any script", () => {
    const text = "気象 🌊 [手引き](気象/手引き) [[ 北 | 気象/北 ]]";
    const found = linkTargets(text, "markdown").map(({ start, end }) => text.slice(start, end));
    assert.deepEqual(found, ["気象/手引き", "気象/北"]);
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("[", "]", "(", ")", "|", "`", "\n", "a", " ", "<", ">", "\\", "~") }),
        (odd) => {
          for (const { target, start, end } of linkTargets(odd, "org")) assert.equal(odd.slice(start, end), target);
          for (const { start, end } of linkTargets(odd, "markdown")) assert.ok(start < end && end <= odd.length);
        },
      ),
    );
  });
});

describe("links between wiki pages", () => {
  const linking = (slug: string, pages: Readonly<Record<string, string>>): string[] =>
    pagesLinkingTo(
      Object.entries(pages).map(([name, content]) => ({ slug: name, content })),
      slug,
    ).map((page) => page.slug);

  it("are found as each format writes them", () => {
    const pages = {
      markdown: 'see [it](Sensors/North-pier "Title")',
      spaced: "[it](<Sensors/North-pier>)",
      encoded: "[it](Sensors/North%2Dpier#top)",
      reference: "[it]\n\n[it]: Sensors/North-pier",
      brackets: "[[Sensors/North pier]]",
      named: "[[the pier|Sensors/North-pier]]",
      org: "[[Sensors/North-pier][the pier]]",
      asciidoc: "link:Sensors/North-pier[the pier]",
      html: '<a href="/group/project/-/wikis/Sensors/North-pier">',
      "Sensors/South": "[it](./North-pier)",
      "Sensors/deep/x": "[it](../North-pier)",
    };
    assert.deepEqual(linking("Sensors/North-pier", pages), Object.keys(pages));
  });

  it("are found where the slug of a page has blanks", () => {
    const pages = {
      link: "[it](Sizes%20&%20units)",
      written: "[[Sizes & units]]",
      other: "[it](Sizes)",
      "a/b": "[it](../Sizes%20&%20units)",
    };
    assert.deepEqual(linking("Sizes & units", pages), ["link", "written", "a/b"]);
  });

  it("are not what only names a page, leads elsewhere, or is the page's own", () => {
    const pages = {
      name: "Sensors/North-pier is cold",
      other: "[it](Sensors/North-pier-2)",
      relative: "[it](./Sensors/North-pier)/",
      outside: "[it](https://elsewhere/North-pier)",
      "Sensors/North-pier": "[me](Sensors/North-pier)",
      broken: "[it](%zz)",
    };
    assert.deepEqual(linking("Sensors/North-pier", pages), ["relative"]);
    assert.deepEqual(linking("North-pier", pages), []);
  });
});

const pages = new Map<string, WikiFormat>([
  ["home", "markdown"],
  ["Sensors", "markdown"],
  ["Sensors/North-pier", "asciidoc"],
  ["Sensors/Dry-dock", "markdown"],
  ["Release-1.2", "markdown"],
  ["気象/手引き", "org"],
  ["Q&A #1", "markdown"],
  ["Sizes & units/Foot", "markdown"],
]);
const on = (path: string): LinkingPage => ({
  path,
  web: "https://git.example.com/base/demo/weather/-/wikis",
  formatOf: (slug) => pages.get(slug),
});

describe("links of a wiki page in the preview", () => {
  const [jp, guide] = ["気象", "手引き"].map(encodeURIComponent);
  const cases: readonly (readonly [from: string, href: string, to: string | undefined])[] = [
    // From the root, whatever folder the page is in, as hosts count.
    ["/home.md", "Sensors", "./Sensors.md"],
    ["/Sensors/Dry-dock.md", "home", "../home.md"],
    ["/Sensors/Dry-dock.md", "/home", "../home.md"],
    ["/home.md", "Sensors/North-pier", "./Sensors/North-pier.asciidoc"],
    ["/Sensors/Dry-dock.md", "Sensors/North-pier#Depth", "./North-pier.asciidoc#Depth"],
    // A page beside, where the root has none.
    ["/Sensors/Dry-dock.md", "North-pier", "./North-pier.asciidoc"],
    ["/Sensors/Dry-dock.md", "./North-pier", "./North-pier.asciidoc"],
    ["/Sensors/Dry-dock.md", "../home", "../home.md"],
    ["/Sensors/Dry-dock.md", "../../../home", "../home.md"],
    // With endings; a wrong one is corrected.
    ["/home.md", "Sensors.md#top", "./Sensors.md#top"],
    ["/home.md", "Sensors/North-pier.md", "./Sensors/North-pier.asciidoc"],
    ["/Sensors/Dry-dock.md", "North-pier.asciidoc", "./North-pier.asciidoc"],
    // Spaces, other scripts, signs.
    ["/home.md", "Sensors/North%20pier", "./Sensors/North-pier.asciidoc"],
    ["/home.md", "気象/手引き", `./${jp}/${guide}.org`],
    ["/home.md", "Release-1.2", "./Release-1.2.md"],
    // A slug with blanks, where a host has such, goes before the one that is derived.
    ["/home.md", "Q&A%20%231", "./Q%26A%20%231.md"],
    ["/home.md", "Q&A-%231", "./Q%26A-%231.md"],
    ["/Sizes & units/Foot.md", "Sizes & units/Foot", "./Foot.md"],
    ["/Sizes & units/Foot.md", "./Foot.md#Inch", "./Foot.md#Inch"],
    ["/home.md", "/Sizes%20&%20units/Foot", `./${encodeURIComponent("Sizes & units")}/Foot.md`],
    // Pages that are not there yet, and files.
    ["/home.md", "New/Page", "./New/Page.md"],
    ["/home.md", "New/Page.org", "./New/Page.org"],
    ["/home.md", "manuals/pump.pdf", "./manuals/pump.pdf"],
    ["/Sensors/Dry-dock.md", "uploads/abc/manual.pdf", "../uploads/abc/manual.pdf"],
    // The host's own addresses of pages.
    ["/home.md", "https://git.example.com/base/demo/weather/-/wikis/Sensors?view=1#x", "./Sensors.md#x"],
    ["/home.md", "/base/demo/weather/-/wikis/Sensors", "./Sensors.md"],
    // Links that stay.
    ["/home.md", "https://example.com/Sensors", undefined],
    ["/home.md", "//example.com/Sensors", undefined],
    ["/home.md", "mailto:a@example.com", undefined],
    ["/home.md", "#heading", undefined],
    ["/home.md", "", undefined],
  ];
  it("lead to the page's file, or where they say", () => {
    for (const [from, href, to] of cases) assert.equal(relativeLink(on(from), href), to, `${href} from ${from}`);
  });

  it("resolve to whole paths and fragments", () => {
    assert.deepEqual(resolveLink(on("/Sensors/Dry-dock.md"), "Sensors/North%20pier#Depth"), {
      path: "/Sensors/North-pier.asciidoc",
      fragment: "#Depth",
    });
    assert.deepEqual(resolveLink(on("/Sensors/Dry-dock.md"), "../uploads/abc/a%20b.png#x"), {
      path: "/uploads/abc/a b.png",
      fragment: "",
    });
    assert.equal(resolveLink(on("/home.md"), "https://example.com/"), undefined);
  });

  it("are found as wikis write them between brackets", () => {
    assert.deepEqual(wikiLinks("See [[Sensors]] and [[the pier| Sensors/North pier ]]."), [
      "See ",
      { words: "Sensors", target: "Sensors" },
      " and ",
      { words: "the pier", target: "Sensors/North pier" },
      ".",
    ]);
    assert.deepEqual(wikiLinks("a [[]] b [[ c"), ["a [[]] b [[ c"]);
  });
});

describe("pictures of a wiki page in the preview", () => {
  const cases: readonly (readonly [from: string, src: string, file: string | undefined, address?: string])[] = [
    ["/home.md", "uploads/abc/pier.png", "uploads/abc/pier.png", "uploads/abc/pier.png"],
    ["/home.md", "/uploads/abc/pier.png", "uploads/abc/pier.png", "uploads/abc/pier.png"],
    ["/Sensors/Dry-dock.md", "uploads/abc/a b.png", "uploads/abc/a b.png", "uploads/abc/a%20b.png"],
    ["/Sensors/Dry-dock.md", "../uploads/abc/a%20b.png", "uploads/abc/a b.png", "uploads/abc/a%20b.png"],
    ["/Sensors/Dry-dock.md", "img/dock.png", "Sensors/img/dock.png", "img/dock.png"],
    ["/Sensors/Dry-dock.md", "/img/dock.png", "img/dock.png", ".wiki/img/dock.png"],
    ["/Sensors/Dry-dock.md", "../img/dock.png", "img/dock.png", ".wiki/img/dock.png"],
    [
      "/home.md",
      "https://git.example.com/base/demo/weather/-/wikis/uploads/abc/pier.png",
      "uploads/abc/pier.png",
      "uploads/abc/pier.png",
    ],
    ["/home.md", "https://example.com/pier.png", undefined],
    ["/home.md", "data:image/png;base64,AAAA", undefined],
  ];
  it("are found in the repository, and have an address from the page", () => {
    for (const [from, src, file, address] of cases)
      assert.deepEqual(resolveImage(on(from), src), file === undefined ? undefined : { file, address }, src);
  });
});

describe("the heading that a link means", () => {
  const text =
    "# Dry dock\r\n\n## Depth\n\n```sh\n# Depth\n```\n## Depth ##\n### [Q&A](x): `how to_do`?\n#no heading\n## 気象 データ\n";

  it("is found as hosts name headings, whatever the case", () => {
    const cases = [
      ["#dry-dock", 0],
      ["#Depth", 2],
      ["#depth-1", 7],
      ["#qa-how-to_do", 8],
      ["#気象-データ", 10],
      [`#${encodeURIComponent("気象-データ")}`, 10],
    ] as const;
    for (const [fragment, line] of cases) assert.equal(headingLine(text, fragment), line, fragment);
  });

  it("is none that the page has not", () => {
    for (const fragment of ["#", "#depth-2", "#no-heading", "#%E0%A4%A"])
      assert.equal(headingLine(text, fragment), undefined, fragment);
  });
});
