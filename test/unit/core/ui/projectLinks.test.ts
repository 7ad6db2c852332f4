import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { emojiNames } from "../../../../src/core/people/emoji.ts";
import { withProjectLinks } from "../../../../src/core/ui/projectLinks.ts";

const instance = "https://git.example/sub";
const project = `${instance}/a/b`;
const linked = (text: string): string => withProjectLinks(text, { instance, project });

describe("links of a project in Markdown for VS Code's renderer", () => {
  it("are made of short references, and of addresses relative to the project", () => {
    const found = linked("See #12, c/d!5.");
    assert.equal(found, `See [&#35;12](${project}/-/issues/12), [c/d!5](${instance}/c/d/-/merge%5Frequests/5).`);
    const listed = linked("**@al_ice**, !5");
    assert.equal(listed, `**[&#64;al&#95;ice](${instance}/al%5Fice)**, [!5](${project}/-/merge%5Frequests/5)`);
    assert.equal(linked("[*the* docs](docs/x.md)"), `[*the* docs](${project}/docs/x.md)`);
    assert.equal(linked("[log](/uploads/1a/x.txt 'A log')"), `[log](${project}/uploads/1a/x.txt)`);
    assert.equal(linked("[there][1]\n\n[1]: /c/d"), "[there](https://git.example/c/d)\n\n[1]: /c/d");
  });

  it("are made in quotes, lists and tables, in the lines that have them", () => {
    const issue = (number: number): string => `[&#35;${number}](${project}/-/issues/${number})`;
    for (const text of [
      "> a\n> #1\n> and #2",
      "1. #1\n   - [ ] #2\n     and #3",
      "| #1 | b |\n|---|---|\n| a | #2 |",
      "# #1\n#2",
    ])
      assert.equal(
        linked(text),
        text.replace(/#(\d)/g, (_, number) => issue(Number(number))),
      );
  });

  it("are not made in code, in other links, or of what is escaped", () => {
    for (const text of [
      "`#1` and ``@alice``",
      "```\n#1 @alice\n```",
      "- a\n\n  ```\n  [x](y) #1\n  ```",
      "[#1](https://x.example/)",
      "\\#1 \\@alice",
      "https://x.example/#1",
    ])
      assert.equal(linked(text), text);
    assert.equal(linked("`#1` #1"), `\`#1\` [&#35;1](${project}/-/issues/1)`);
    assert.equal(linked("`#1`\n\n#1"), `\`#1\`\n\n[&#35;1](${project}/-/issues/1)`);
  });

  it("are made of pictures, which VS Code would fetch", () => {
    assert.equal(linked("![a *b*](https://x.example/y.png)"), "[a &#42;b&#42;](https://x.example/y.png)");
    assert.equal(linked("![](/uploads/1a/x.png)"), `[/uploads/1a/x.png](${project}/uploads/1a/x.png)`);
  });

  it("lead nowhere but to web pages", () => {
    for (const target of ["command:x", "javascript:x", "vscode://x", "file:///etc/passwd"]) {
      assert.equal(linked(`[x](${target})`), `[x](${target})`);
      assert.equal(linked(`![x](${target})`), "x");
    }
    assert.equal(linked("[x](/%5C..%5C)[y](a)b(c)"), `[x](https://git.example/%5C..%5C)[y](${project}/a)b(c)`);
    assert.equal(withProjectLinks("[x](docs) #1 @alice", { instance }), `x #1 [&#64;alice](${instance}/alice)`);
  });

  it("leave emoji beside them, also in the words of links, but not in code and addresses", async () => {
    const names = await emojiNames();
    const emoji = (text: string): string => names.inText(text);
    const shown = (text: string): string => withProjectLinks(text, { instance, project, emoji });
    const told = shown("> :tada: #1 **:white_check_mark:**\n- (:+1:)");
    assert.equal(told, `> 🎉 [&#35;1](${project}/-/issues/1) **✅**\n- (👍)`);
    assert.equal(
      shown("[:tada: `:tada:` #1](docs) [*:tada:*](https://x.example/:tada:) [:x:](/%5C..%5C) :tada:"),
      `[🎉 \`:tada:\` #1](${project}/docs) [*🎉*](https://x.example/:tada:) [❌](https://git.example/%5C..%5C) 🎉`,
    );
    assert.equal(withProjectLinks("[:tada:](docs) :x:", { instance, emoji }), "🎉 ❌");
    for (const text of [
      "`:tada:`",
      "```\n:tada:\n```",
      "\\:tada:",
      "http://host:80:tada:",
      "<https://x.example/:tada:>",
      "ssh://host:22:tada:",
      "12:100:30 a:tada: :tada:b :our_own: ::tada::",
    ])
      assert.equal(shown(text), text);
  });

  it("are left out of what takes a parser long", () => {
    const costly = `#1 ${"*a _b ".repeat(20_000)}`;
    assert.equal(linked(costly), costly);
  });
});
