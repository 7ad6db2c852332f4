import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { WikiFormat } from "../../../../src/api/resources/wikis.ts";
import {
  relativeLink,
  type LinkingPage,
  resolveImage,
  resolveLink,
  wikiLinks,
} from "../../../../src/features/wiki/pageLinks.ts";

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
