import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { entriesOf, fileNames, pagesBelow } from "../../../../src/features/wiki/pages.ts";

const page = (slug: string, format = "markdown") => ({ slug, title: slug, format });
const pages = [
  page("Sensors"),
  page("Sensors/North-pier"),
  page("home"),
  page("Runbooks/Deep/er"),
  page("Notes-10"),
  page("Notes-9", "asciidoc"),
];

describe("the folders of a wiki", () => {
  it("hold pages, folders, and both under one name, home first", () => {
    assert.deepEqual(
      entriesOf(pages, "").map(({ slug, page: own, folder }) => [slug, own !== undefined, folder]),
      [
        ["home", true, false],
        ["Notes-9", true, false],
        ["Notes-10", true, false],
        ["Runbooks", false, true],
        ["Sensors", true, true],
      ],
    );
    assert.deepEqual(
      entriesOf(pages, "Runbooks").map(({ slug, name, folder }) => [slug, name, folder]),
      [["Runbooks/Deep", "Deep", true]],
    );
    assert.deepEqual(entriesOf(pages, "Sens"), []);
  });

  it("list files with their endings", () => {
    assert.deepEqual(
      fileNames(entriesOf(pages, "")).map(({ name }) => name),
      ["home.md", "Notes-9.asciidoc", "Notes-10.md", "Runbooks", "Sensors", "Sensors.md"],
    );
  });

  it("know what is below them, and not what only begins alike", () => {
    assert.deepEqual(
      pagesBelow([...pages, page("Sensors-old")], "Sensors").map(({ slug }) => slug),
      ["Sensors/North-pier"],
    );
    assert.equal(pagesBelow(pages, "").length, pages.length);
  });
});
