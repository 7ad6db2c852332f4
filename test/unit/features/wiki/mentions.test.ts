import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { pagesLinkingTo } from "../../../../src/features/wiki/mentions.ts";

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
