import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { wikiId, wikiRows } from "../../../../src/features/wiki/nodes.ts";
import { entriesOf } from "../../../../src/features/wiki/pages.ts";
import "../../../support/vscodeStub.ts";
const { markdownLink } = await import("../../../../src/features/wiki/preview/webPage.ts");

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
  page("Notes-10"),
  page("Notes-9", "Titles/with/Folders", "asciidoc"),
  page("気象/手引き", "手引き", "org"),
];

describe("folders of a wiki", () => {
  it("hold pages, folders and both under one name, home first", () => {
    assert.deepEqual(
      wikiRows(scope, pages, "").map((row) => [row.title, row.page, row.folder]),
      [
        ["home", true, false],
        ["Folders", true, false],
        ["Notes 10", true, false],
        ["Runbooks", false, true],
        ["Sensors", true, true],
        ["気象", false, true],
      ],
    );
    assert.deepEqual(
      entriesOf(pages, "Runbooks").map(({ slug, name, folder }) => [slug, name, folder]),
      [["Runbooks/Deep", "Deep", true]],
    );
    assert.deepEqual(entriesOf(pages, "Sens"), []);
    assert.deepEqual(
      wikiRows(scope, pages, "Sensors").map((row) => [row.title, row.slug, wikiId(row)]),
      [["North pier", "Sensors/North-pier", "https://host g/p/wiki/Sensors/North-pier"]],
    );
    assert.equal(wikiId({ ...scope, slug: "a b/ü?" }), "https://host g/p/wiki/a%20b/%C3%BC%3F");
  });
});

describe("rows of the Wiki view", () => {
  it("are linked so that nothing in them ends the link", () => {
    assert.equal(markdownLink({ slug: "a/b-(c)?", title: "b [c] \\" }), "[b \\[c\\] \\\\](a/b-%28c%29%3F)");
    assert.equal(markdownLink({ slug: "気象", title: "気象" }), "[気象](%E6%B0%97%E8%B1%A1)");
  });
});
