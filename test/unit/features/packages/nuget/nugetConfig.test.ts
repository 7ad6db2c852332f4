import assert from "node:assert/strict";
import { editedText } from "../../../../../src/core/base/textEdit.ts";
import {
  addSource,
  newNugetConfig,
  NugetConfigError,
  readNugetConfig,
  type NewSource,
} from "../../../../../src/features/packages/nuget/nugetConfig.ts";

const feed: NewSource = {
  name: "demo_app",
  address: "https://git.example.com/api/v4/projects/7/packages/nuget/index.json",
};
const line = `<add key="${feed.name}" value="${feed.address}" />`;
const add = (text: string, source = feed): string => editedText(text, addSource(text, source));

const names = (text: string): string[] => readNugetConfig(text).sources.map(({ name }) => name);

describe("NuGet.config", () => {
  it("is made with the source alone", () =>
    assert.equal(
      newNugetConfig(feed),
      `<?xml version="1.0" encoding="utf-8"?>\n<configuration>\n  <packageSources>\n    ${line}\n  </packageSources>\n</configuration>\n`,
    ));

  it("keeps comments, order, quotes, entities, line ends and the byte order mark, and indents as the lines around", () => {
    const text =
      "\ufeff<?xml version='1.0'?>\r\n<!-- ours -->\r\n<configuration>\r\n\t<packageSources>\r\n\t\t<clear />\r\n\t\t<add key='a&amp;b' value='https://x'/> <!-- the first, é😀 -->\r\n\t</packageSources>\r\n\t<config><add key=\"x\" value=\"%HOME%\"/></config>\r\n</configuration>";
    assert.equal(
      add(text),
      text.replace("\t</packageSources>", () => `\t\t${line}\r\n\t</packageSources>`),
    );
  });

  for (const [what, text, expected] of [
    [
      "an empty root",
      "<configuration/>",
      `<configuration>\n  <packageSources>\n    ${line}\n  </packageSources>\n</configuration>`,
    ],
    [
      "an empty element",
      "<configuration>\n    <packageSources />\n</configuration>\n",
      `<configuration>\n    <packageSources>\n        ${line}\n    </packageSources>\n</configuration>\n`,
    ],
    [
      "an empty section",
      "<configuration><packageSources></packageSources></configuration>",
      `<configuration><packageSources>\n  ${line}\n</packageSources></configuration>`,
    ],
    [
      "no section",
      "<configuration>\n  <!-- nothing -->\n</configuration>",
      `<configuration>\n  <!-- nothing -->\n  <packageSources>\n    ${line}\n  </packageSources>\n</configuration>`,
    ],
    [
      "several sections, after what is cleared",
      "<configuration>\n <packageSources>\n  <add key='a' value='1'/>\n </packageSources>\n <packageSources>\n  <add key='b' value='2'/><clear/>\n </packageSources>\n</configuration>",
      `<configuration>\n <packageSources>\n  <add key='a' value='1'/>\n </packageSources>\n <packageSources>\n  <add key='b' value='2'/><clear/>\n  ${line}\n </packageSources>\n</configuration>`,
    ],
    [
      "other indentation, after the last clear",
      "<configuration>\n  <packageSources>\n      <clear />\n      <add key='a' value='1' />\n      <clear />\n  </packageSources>\n</configuration>\n",
      `<configuration>\n  <packageSources>\n      <clear />\n      <add key='a' value='1' />\n      <clear />\n      ${line}\n  </packageSources>\n</configuration>\n`,
    ],
  ] as const)
    it(`takes a source into ${what}`, () => {
      assert.equal(add(text), expected);
      assert.deepEqual(names(add(text)), [...names(text), feed.name]);
    });

  it("maps names to the source if it maps names to others", () => {
    const text = `<configuration>\n  <packageSources>\n    <add key="public" value="https://x" />\n  </packageSources>\n  <packageSourceMapping>\n    <packageSource key="public">\n      <package pattern="*" />\n    </packageSource>\n  </packageSourceMapping>\n</configuration>\n`;
    assert.deepEqual(readNugetConfig(text).mapped, ["public"]);
    assert.equal(
      add(text, { ...feed, patterns: ["Weather.*", "Other"] }),
      text
        .replace("  </packageSources>", () => `    ${line}\n  </packageSources>`)
        .replace(
          "  </packageSourceMapping>",
          () =>
            `    <packageSource key="demo_app">\n      <package pattern="Weather.*" />\n      <package pattern="Other" />\n    </packageSource>\n  </packageSourceMapping>`,
        ),
    );
    assert.ok(!add("<configuration />", { ...feed, patterns: ["A"] }).includes("pattern"));
  });

  it("allows an address without encryption", () =>
    assert.match(
      add("<configuration />", { ...feed, address: "http://127.0.0.1/x" }),
      /value="http:\/\/127\.0\.0\.1\/x" allowInsecureConnections="true" \/>/,
    ));

  it("names the sources that are turned off", () => {
    const text = `<configuration><disabledPackageSources><add key="a" value="true"/><add key="b" value="false"/></disabledPackageSources></configuration>`;
    assert.deepEqual(readNugetConfig(text).disabled, ["a"]);
  });

  for (const [text, errorLine] of [
    ["<configuration>\n<a></b>\n</configuration>", 2],
    ["<project />", 1],
    ["", 1],
    ['<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<configuration>&b;</configuration>', 2],
  ] as const)
    it(`is invalid in line ${errorLine}: ${JSON.stringify(text)}`, () =>
      assert.throws(
        () => readNugetConfig(text),
        (error) => error instanceof NugetConfigError && error.line === errorLine,
      ));
});
