import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { linkTargets } from "../../../../src/features/wiki/linkTargets.ts";

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
    assert.deepEqual(
      linkTargets(text, "markdown").map(({ start, end }) => text.slice(start, end)),
      ["気象/手引き", "気象/北"],
    );
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
