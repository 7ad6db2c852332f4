import assert from "node:assert/strict";
import ts from "typescript";
import { sources, texts as manifestTexts } from "./sources.ts";
import tables from "./words.json" with { type: "json" };

interface UserText {
  /** File and line, or the key in package.nls.json. */
  readonly where: string;
  readonly text: string;
}

/** The message of a call of `l10n.t`, be it a text or in an object. */
function messageOf(call: ts.CallExpression): ts.StringLiteralLike | undefined {
  const [given] = call.arguments;
  if (given === undefined || !ts.isObjectLiteralExpression(given))
    return given !== undefined && ts.isStringLiteralLike(given) ? given : undefined;
  for (const property of given.properties)
    if (ts.isPropertyAssignment(property) && property.name.getText() === "message")
      return ts.isStringLiteralLike(property.initializer) ? property.initializer : undefined;
  return undefined;
}

/** Every text that the code hands to `l10n.t`. @throws Error for one that is put together */
function codeTexts(): UserText[] {
  return [...sources()].flatMap(([file, source]) => {
    if (!source.includes("l10n.t(")) return [];
    const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
    const found: UserText[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && /\bl10n\.t$/.test(node.expression.getText())) {
        const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
        const where = `${file}:${line + 1}`;
        const message = messageOf(node);
        if (message === undefined) throw new Error(`${where}: l10n.t takes a literal`);
        found.push({ where, text: message.text });
      }
      ts.forEachChild(node, visit);
    };
    visit(tree);
    return found;
  });
}

/** Texts of settings and welcomes name settings, queries and code in backticks, and commands by their ids in links. */
const withoutCode = (text: string): string => text.replaceAll(/`[^`]*`/g, "").replaceAll(/\]\([^)]*\)/g, "]");

const texts: readonly UserText[] = [
  ...codeTexts(),
  ...Object.entries(manifestTexts).map(([where, text]) => ({ where, text: withoutCode(text) })),
];

/** Words that the product does not use, with what it writes instead: the terms of GitLab and VS Code, one for each thing. */
const unwanted = tables.unwanted.map(([word = "", flags, instead]) => [new RegExp(word, flags), instead] as const);

/** Texts that have an unwanted word or sign nevertheless, with the reason. */
const exceptions = tables.exceptions.map(([text = ""]) => new RegExp(text));

describe("texts that users read", () => {
  it("are all extracted", () => assert.ok(texts.length > 4_000, String(texts.length)));

  it("use the words of the product", () => {
    const wrong = texts
      .filter(({ text }) => !exceptions.some((pattern) => pattern.test(text)))
      .flatMap(({ where, text }) =>
        unwanted.flatMap(([word, instead]) => (word.test(text) ? [`${where}: ${text} (write ${instead})`] : [])),
      );
    assert.deepEqual(wrong, []);
  });

  it("have no idle exception", () => {
    const idle = exceptions.filter((pattern) => !texts.some(({ text }) => pattern.test(text)));
    assert.deepEqual(idle, []);
  });
});
