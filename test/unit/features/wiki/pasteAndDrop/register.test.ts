import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { shiftSpan } from "../../../../../src/core/ui/shiftSpan.ts";
import { attachmentLink } from "../../../../../src/features/wiki/attachmentLink.ts";
import { isFileName, repositoryFile } from "../../../../../src/features/wiki/attachmentPath.ts";
import { placeholder } from "../../../../../src/features/wiki/preview/placeholder.ts";

describe("attachments of a wiki", () => {
  const picture = {
    file_name: "a [b].png",
    link: { url: "uploads/abc/a_b.png", markdown: "![a_b](uploads/abc/a_b.png){width=3}" },
  };
  const file = { file_name: "a.pdf", link: { url: "uploads/abc/a.pdf", markdown: "[a.pdf](uploads/abc/a.pdf)" } };

  it("are linked as the service answered, or as the page's format writes links", () => {
    const formats = ["markdown", "asciidoc", "org", "rdoc", "plain"];
    assert.deepEqual(
      formats.map((format) => attachmentLink(format, picture)),
      [
        picture.link.markdown,
        "image:uploads/abc/a_b.png[a b]",
        "[[file:uploads/abc/a_b.png]]",
        "rdoc-image:uploads/abc/a_b.png",
        picture.link.markdown,
      ],
    );
    assert.deepEqual(
      formats.map((format) => attachmentLink(format, file)),
      [
        file.link.markdown,
        "link:uploads/abc/a.pdf[a.pdf]",
        "[[file:uploads/abc/a.pdf][a.pdf]]",
        "{a.pdf}[uploads/abc/a.pdf]",
        file.link.markdown,
      ],
    );
  });

  it("are found below whatever page links to them", () => {
    assert.deepEqual(
      [
        "/uploads/a/b.png",
        "/Deep/er/uploads/a/b.png",
        "/Deep/.wiki/img/b.png",
        "/Deep/img/b.png",
        "/myuploads/b.png",
      ].map(repositoryFile),
      ["uploads/a/b.png", "uploads/a/b.png", "img/b.png", "Deep/img/b.png", "myuploads/b.png"],
    );
    assert.deepEqual(["b.png", "Release-1.2", "a/b", "x.tar.gz"].map(isFileName), [true, false, false, true]);
  });

  it("go where they were dropped, whatever is typed before, behind and around", () => {
    const texts = fc.string({ maxLength: 8 });
    fc.assert(
      fc.property(texts, texts, fc.array(fc.tuple(fc.nat(40), fc.nat(3), texts)), (before, after, changes) => {
        let text = `${before}\u{1}${after}`;
        let place = { start: before.length, end: before.length + 1 };
        for (const [offset, length, words] of changes) {
          const rangeOffset = Math.min(offset, text.length);
          const rangeLength = Math.min(length, text.length - rangeOffset);
          text = text.slice(0, rangeOffset) + words.replaceAll("\u{1}", "") + text.slice(rangeOffset + rangeLength);
          place = shiftSpan(place, { rangeOffset, rangeLength, text: words.replaceAll("\u{1}", "") });
          assert.ok(place.start >= 0 && place.start <= place.end && place.end <= text.length);
        }
        if (text.includes("\u{1}")) assert.equal(text.slice(place.start, place.end), "\u{1}");
      }),
    );
  });
});

describe("the placeholder of a picture", () => {
  it("says which picture and why, as a picture, and nothing that runs", () => {
    const address = placeholder(
      "<script>.png",
      "Git is required to read the wiki's repository. Install it, or set its path in the setting git.path.",
    );
    const svg = decodeURIComponent(address.slice("data:image/svg+xml,".length));
    assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    assert.ok(svg.includes("Git is required to read") && svg.includes("git.path."));
    assert.equal(svg.includes("<script>"), false);
  });
});
