import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { filteredRows, wikiId, wikiRows, withBegun } from "../../../../src/features/wiki/nodes.ts";
import "../../../support/vscodeStub.ts";

const { wikiFilters } = await import("../../../../src/features/wiki/filter.ts");

const scope = { instance: "https://host", project: "g/p" };
const page = (slug: string, title = slug.split("/").at(-1)!.replaceAll("-", " "), format = "markdown") => ({
  slug,
  title,
  format,
});
const pages = [
  page("Sensors"),
  page("Sensors/North-pier"),
  page("home"),
  page("Runbooks/Deep/er"),
  page("気象/手引き", "手引き", "org"),
  page("Old", "Titles/with/Folders"),
];

describe("rows of the Wiki view", () => {
  it("are folders, pages, and both in one", () => {
    const rows = wikiRows(scope, pages, "");
    assert.deepEqual(
      rows.map((row) => [row.title, row.page, row.folder]),
      [
        ["home", true, false],
        ["Folders", true, false],
        ["Runbooks", false, true],
        ["Sensors", true, true],
        ["気象", false, true],
      ],
    );
    assert.deepEqual(
      wikiRows(scope, pages, "Sensors").map((row) => [row.title, row.slug, wikiId(row)]),
      [["North pier", "Sensors/North-pier", "https://host g/p/wiki/Sensors/North-pier"]],
    );
    assert.equal(wikiId({ ...scope, slug: "a b/ü?" }), "https://host g/p/wiki/a%20b/%C3%BC%3F");
  });

  it("are pages alone under a filter, which finds titles, paths and spaces, whatever the case", () => {
    const found = (text: string) =>
      filteredRows(scope, pages, wikiFilters.parse({ text })).map((row) => [row.title, row.where]);
    assert.deepEqual(found("NORTH PIER"), [["North pier", "Sensors"]]);
    assert.deepEqual(found("sensors"), [
      ["Sensors", undefined],
      ["North pier", "Sensors"],
    ]);
    assert.deepEqual(found("手引"), [["手引き", "気象"]]);
    assert.deepEqual(found("none"), []);
    assert.deepEqual(
      [wikiFilters.parse({ text: "  " }), wikiFilters.parse(null), wikiFilters.parse({ text: 1 })],
      [{}, {}, {}],
    );
  });

  it("hold what was begun here, unless the host has it by now", () => {
    const rows = wikiRows(scope, withBegun(pages, [page("home"), page("New/one")]), "New");
    assert.deepEqual(
      rows.map((row) => [row.title, row.begun]),
      [["one", true]],
    );
    assert.equal(withBegun(pages, [page("home")]).length, pages.length);
  });

  it("take what hosts leave out", () => {
    const [row] = wikiRows(scope, [{ slug: "x", title: "", format: null }], "");
    assert.deepEqual([row?.title, row?.format], ["x", "markdown"]);
  });

  it("stand by number for 500 pages in one folder", () => {
    const many = [
      ...Array.from({ length: 500 }, (_, at) => page(`All/Page-${at}`)),
      page(Array.from({ length: 20 }, () => "d").join("/")),
    ];
    assert.equal(wikiRows(scope, many, "All").length, 500);
    assert.deepEqual(
      wikiRows(scope, many, "All")
        .slice(0, 3)
        .map(({ title }) => title),
      ["Page 0", "Page 1", "Page 2"],
    );
  });
});
