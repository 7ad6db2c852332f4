import assert from "node:assert/strict";
import { type Lines, mentionInLine, mentionInMarkdown } from "../../../../../src/features/people/users/mentions.ts";

/** The user names that are mentions, wherever in the line one points. */
const inLine = (line: string): string[] => [
  ...new Set(
    [...Array(line.length + 1).keys()]
      .map((at) => mentionInLine(line, at)?.username)
      .filter((name) => name !== undefined),
  ),
];

const linesOf = (text: string): Lines => {
  const lines = text.split("\n");
  return { lineCount: lines.length, line: (at) => lines[at] ?? "" };
};

/** The user names that are mentions anywhere in a Markdown text. */
function inMarkdown(text: string): string[] {
  const lines = linesOf(text);
  const names = [...Array(lines.lineCount).keys()].flatMap((at) =>
    [...Array(lines.line(at).length + 1).keys()].map((character) => mentionInMarkdown(lines, at, character)?.username),
  );
  return [...new Set(names.filter((name) => name !== undefined))];
}

describe("mentions of users", () => {
  it("are names after an at-sign that begins a word, without the stop that ends a sentence", () => {
    assert.deepEqual(inLine("Ask @bob, (@alice.a-b_c) or “@max”. Thanks to @rita."), [
      "bob",
      "alice.a-b_c",
      "max",
      "rita",
    ]);
    assert.deepEqual(inLine("@bob's idea, **@alice** said; see @max: @rita-"), ["bob", "alice", "max", "rita"]);
  });

  it("are found from the at-sign to the end of the name, and nowhere else", () => {
    const line = "Hi @bob!";
    const shown = [2, 3, 5, 7, 8].map((at) => mentionInLine(line, at)?.username);
    assert.deepEqual(shown, [undefined, "bob", "bob", "bob", undefined]);
    assert.deepEqual(mentionInLine(line, 4), { username: "bob", start: 3, end: 7 });
  });

  it("may be written in any script", () => {
    assert.deepEqual(inLine("@jörg, @Łukasz, @山田太郎 and @сергей.п, @e\u0301lan"), [
      "jörg",
      "Łukasz",
      "山田太郎",
      "сергей.п",
      "e\u0301lan",
    ]);
    assert.deepEqual(mentionInLine("𝒳 @bob", 4), { username: "bob", start: 3, end: 7 });
  });

  it("are no e-mail addresses, names at other services, scopes of packages, groups, addresses or escaped signs", () => {
    const lines =
      "joe@example.com|joe.@example.com|jörg@example.com|<mailto:a+b@example.com>|@bob@social.example|@types/node|import '@vue/cli-service'|@group/subgroup/name|@foo.bar/baz|https://host.example/@bob|https://host.example/x?by=@bob|see (https://host.example/~@bob)|git+ssh://git@host.example|\\@bob|a/@bob|@|@ bob|@-|name_@bob";
    for (const line of lines.split("|")) assert.deepEqual(inLine(line), [], line);
  });

  it("are not the words that mean everybody", () => {
    assert.deepEqual(inLine("@all @ALL @here @everyone @allan"), ["allan"]);
  });

  it("are found in lines of any length at once", () => {
    const line = `${"a".repeat(200_000)} @bob ${"`@".repeat(100_000)}`;
    assert.equal(mentionInLine(line, 200_003)?.username, "bob");
    assert.equal(mentionInMarkdown(linesOf(line), 0, 200_003)?.username, "bob");
  });
});

describe("mentions in Markdown", () => {
  for (const [title, ...rows] of [
    [
      "are not in code within a line, whatever the number of backticks",
      ["`@Override` @bob ``a ` @b`` @alice `@c` @max", "bob alice max"],
      ["one ` alone, @bob ``and two", "bob"],
      ["an escaped \\`@bob\\` is none", "bob"],
    ],
    [
      "are not between fences, also of lists and quotes, nor after one that is not closed",
      ["@a\n```ts\n@Component()\n~~~\n@x\n```\n@b\n~~~~ @y\n```\n@z\n~~~\n~~~~\n@c", "a b c"],
      ["- item\n  ```\n  @x\n  ```\n- @a\n> ```\n> @y\n> ```\n> @b", "a b"],
      ["@a\n```\n@x\n\n@y", "a"],
      ["```not a `fence` @a", "a"],
    ],
    [
      "are not in indented code, but in indented paragraphs and lists",
      ["text\n\n    @x\n\n    @y\ntext", ""],
      ["    @x", ""],
      ["\t@x", ""],
      ["- item\n\n    @a\n    - @b\n\ntext goes\n    on with @c", "a b c"],
    ],
  ] as const)
    it(title, () => {
      for (const [text, names] of rows) assert.equal(inMarkdown(text).join(" "), names, text);
    });
});
