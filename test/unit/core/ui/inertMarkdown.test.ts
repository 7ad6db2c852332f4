import assert from "node:assert/strict";
import fc from "fast-check";
import { Marked, type Token, type Tokens } from "marked";
import { describe, it } from "mocha";
import { inert, linkTarget } from "../../../../src/core/ui/inertMarkdown.ts";

const decode = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

describe("text from the host in a tooltip", () => {
  const nasty = [
    "<script>alert(1)</script>",
    "[click](command:workbench.action.quit)",
    "![x](https://evil.example/x.png)",
    "**bold** _it_ `code` ~~gone~~ | cell |",
    "$(alert) &lt;b&gt; &#60;b&#62;",
    "https://evil.example www.evil.example WWW.evil.example mailto:a@b.example a@b.example",
    "line\nbreak\r\n# heading\u2028\u202eover",
    "\\[escaped\\]",
  ];
  for (const text of nasty) {
    it(`is inert: ${JSON.stringify(text)}`, () => {
      const out = inert(text);
      assert.doesNotMatch(out, /[<>[\]()`*_~|$\\:@]|\n|www\.|&(?!#\d+;)/i);
      assert.equal(decode(out), text.replace(/[\r\n\u2028\u202e]+/g, " "), "and reads the same");
    });
  }

  it("has no character left that Markdown or HTML give a meaning to, whatever comes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) =>
        assert.doesNotMatch(inert(text), /[<>[\]()`*_~|$\\:@\n]|&(?!#\d+;)/),
      ),
    );
  });

  it("leaves ordinary names readable in the source", () => {
    assert.equal(inert("build-job 3.2 of release/v1.0!"), "build-job 3.2 of release/v1.0!");
  });

  it("is truncated when it is very long", () => {
    assert.equal(inert("x".repeat(1_000)).length, 300);
  });

  it("links to web pages only, and nothing ends the link early", () => {
    for (const odd of ["command:quit", "javascript:alert(1)", "file:///etc/passwd", "", null, 7, "https://"])
      assert.equal(linkTarget(odd), undefined);
    assert.equal(linkTarget("https://git.example.com/a/b/-/jobs/7"), "https://git.example.com/a/b/-/jobs/7");
    for (const page of ["https://[::1]/a/b", "http://[2001:db8::7]:8080/a?b=1#c"]) {
      assert.equal(linkTarget(page), page);
      const links: string[] = [];
      new Marked({
        walkTokens: (token: Token) => void (token.type === "link" && links.push((token as Tokens.Link).href)),
      }).parse(`[x](${linkTarget(page) ?? ""}) end`, { async: false });
      assert.deepEqual(links, [page]);
    }
    assert.equal(linkTarget("https://[::1]/[x](y)"), "https://[::1]/%5Bx%5D%28y%29");
    fc.assert(
      fc.property(fc.string(), (path) => {
        const target = linkTarget(`https://git.example.com/${path}`);
        assert.ok(target !== undefined);
        assert.doesNotMatch(target, /[()\\<>"'`*_\s[\]]/);
      }),
    );
  });
});
