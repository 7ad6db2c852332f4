import assert from "node:assert/strict";
import { attachmentLink } from "../../../../../src/features/wiki/attachmentLink.ts";
import { isFileName, repositoryFile } from "../../../../../src/features/wiki/attachmentPath.ts";
import { placeholder } from "../../../../../src/features/wiki/preview/placeholder.ts";

describe("attachments of a wiki", () => {
  it("are linked as the host answered, or as the page's format writes links", () => {
    const picture = { url: "uploads/x/a_b.png", markdown: "![a_b](uploads/x/a_b.png){width=3}" };
    const file = { url: "uploads/x/a.pdf", markdown: "[a.pdf](uploads/x/a.pdf)" };
    for (const [format, ofPicture, ofFile] of [
      ["markdown", picture.markdown, file.markdown],
      ["asciidoc", "image:uploads/x/a_b.png[a b]", "link:uploads/x/a.pdf[a.pdf]"],
      ["org", "[[file:uploads/x/a_b.png]]", "[[file:uploads/x/a.pdf][a.pdf]]"],
      ["rdoc", "rdoc-image:uploads/x/a_b.png", "{a.pdf}[uploads/x/a.pdf]"],
      ["plain", picture.markdown, file.markdown],
    ] as const) {
      assert.equal(attachmentLink(format, { file_name: "a [b].png", link: picture }), ofPicture);
      assert.equal(attachmentLink(format, { file_name: "a.pdf", link: file }), ofFile);
    }
  });

  it("are found below whatever page links to them", () => {
    for (const [path, file] of [
      ["/uploads/a/b.png", "uploads/a/b.png"],
      ["/Deep/er/uploads/a/b.png", "uploads/a/b.png"],
      ["/Deep/.wiki/img/b.png", "img/b.png"],
      ["/Deep/img/b.png", "Deep/img/b.png"],
      ["/myuploads/b.png", "myuploads/b.png"],
    ] as const)
      assert.equal(repositoryFile(path), file);
    assert.deepEqual(["b.png", "Release-1.2", "a/b", "x.tar.gz"].map(isFileName), [true, false, false, true]);
  });

  it("that cannot be shown leave a picture with name and reason, and nothing that runs", () => {
    const address = placeholder("<script>.png", "Git is required to read the wiki's repository. Set git.path.");
    const svg = decodeURIComponent(address.slice("data:image/svg+xml,".length));
    assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    assert.ok(svg.includes("Git is required to read") && svg.includes("git.path."));
    assert.equal(svg.includes("<script>"), false);
  });
});
