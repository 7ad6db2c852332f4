import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
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

describe("NuGet.config", () => {
  it("is made where there is none, with the source alone", () => {
    assert.equal(
      newNugetConfig(feed),
      `<?xml version="1.0" encoding="utf-8"?>\n<configuration>\n  <packageSources>\n    ${line}\n  </packageSources>\n</configuration>\n`,
    );
  });

  it("keeps comments, order, quotes, entities, line ends and the byte order mark, and indents as the lines around", () => {
    const text =
      "\ufeff<?xml version='1.0'?>\r\n<!-- ours -->\r\n<configuration>\r\n\t<packageSources>\r\n\t\t<clear />\r\n\t\t<add key='a&amp;b' value='https://x'/> <!-- the first, é😀 -->\r\n\t</packageSources>\r\n\t<config><add key=\"x\" value=\"%HOME%\"/></config>\r\n</configuration>";
    assert.equal(
      add(text),
      text.replace("\t</packageSources>", () => `\t\t${line}\r\n\t</packageSources>`),
    );
  });

  it("opens sections that are empty or missing, and roots without anything", () => {
    assert.equal(
      add("<configuration/>"),
      `<configuration>\n  <packageSources>\n    ${line}\n  </packageSources>\n</configuration>`,
    );
    assert.equal(
      add("<configuration>\n    <packageSources />\n</configuration>\n"),
      `<configuration>\n    <packageSources>\n        ${line}\n    </packageSources>\n</configuration>\n`,
    );
    assert.equal(
      add("<configuration><packageSources></packageSources></configuration>"),
      `<configuration><packageSources>\n  ${line}\n</packageSources></configuration>`,
    );
    assert.equal(
      add("<configuration>\n  <!-- nothing -->\n</configuration>"),
      `<configuration>\n  <!-- nothing -->\n  <packageSources>\n    ${line}\n  </packageSources>\n</configuration>`,
    );
  });

  it("adds after the last of several sections, and after what is cleared", () => {
    const text =
      "<configuration>\n <packageSources>\n  <add key='a' value='1'/>\n </packageSources>\n <packageSources>\n  <add key='b' value='2'/><clear/>\n </packageSources>\n</configuration>";
    assert.deepEqual(readNugetConfig(text).sources, [{ name: "a", address: "1" }]);
    assert.deepEqual(
      readNugetConfig(add(text)).sources.map(({ name }) => name),
      ["a", feed.name],
    );
    assert.ok(add(text).indexOf(line) > add(text).indexOf("<clear/>"));
  });

  it("stands below what it is added to, however that is indented, and after the last clear", () => {
    const text =
      "<configuration>\n  <packageSources>\n      <clear />\n      <add key='a' value='1' />\n      <clear />\n  </packageSources>\n</configuration>\n";
    assert.deepEqual(readNugetConfig(text).sources, []);
    assert.equal(
      add(text),
      text.replace("  </packageSources>", () => `      ${line}\n  </packageSources>`),
    );
  });

  it("leads names to the source where the file maps names to sources", () => {
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
    assert.ok(
      !add("<configuration />", { ...feed, patterns: ["A"] }).includes("pattern"),
      "nothing is mapped where nothing was",
    );
  });

  it("lets clients use an address without encryption, as they would not", () => {
    assert.match(
      add("<configuration />", { ...feed, address: "http://127.0.0.1/x" }),
      /value="http:\/\/127\.0\.0\.1\/x" allowInsecureConnections="true" \/>/,
    );
  });

  it("tells which sources are switched off", () => {
    const text = `<configuration><disabledPackageSources><add key="a" value="true"/><add key="b" value="false"/></disabledPackageSources></configuration>`;
    assert.deepEqual(readNugetConfig(text).disabled, ["a"]);
  });

  it("refuses what is none, and says in which line", () => {
    const at = (text: string): number | undefined => {
      try {
        readNugetConfig(text);
      } catch (error) {
        assert.ok(error instanceof NugetConfigError);
        return error.line;
      }
      assert.fail("it was taken");
    };
    assert.equal(at("<configuration>\n<a></b>\n</configuration>"), 2);
    assert.equal(at("<project />"), 1);
    assert.equal(at(""), 1);
    assert.equal(at('<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<configuration>&b;</configuration>'), 2);
  });

  it("holds the source exactly as it is called afterwards, and everything else as it was, whatever the layout", () => {
    const blank = fc.constantFrom("", " ", "\n", "\r\n", "\n\t", "  \n    ");
    const piece = fc.constantFrom(
      "<!-- c -->",
      "<add key='k' value='v'/>",
      '<add key="q" value="a&lt;b" />',
      "<clear/>",
    );
    const section = fc
      .tuple(
        fc.constantFrom("packageSources", "config", "disabledPackageSources"),
        fc.array(fc.tuple(blank, piece)),
        blank,
      )
      .map(([name, inner, end]) => `<${name}>${inner.flat().join("")}${end}</${name}>`);
    const layout = fc.tuple(
      fc.constantFrom("", "\ufeff", "<?xml version='1.0'?>\n"),
      fc.array(fc.tuple(blank, fc.oneof(section, fc.constantFrom("<packageSources/>", "<!-- x -->")))),
      blank,
      blank,
    );
    const file = layout.map(
      ([head, inner, end, tail]) => `${head}<configuration>${inner.flat().join("")}${end}</configuration>${tail}`,
    );
    fc.assert(
      fc.property(
        file,
        fc.string({ minLength: 1, unit: "grapheme" }).filter((name) => !/[^\t\n\r\P{Cc}]|[\ufffe\uffff]/u.test(name)),
        (text, name) => {
          const after = add(text, { name, address: "https://x/?a=1&b='2'" });
          assert.deepEqual(readNugetConfig(after).sources.at(-1), { name, address: "https://x/?a=1&b='2'" });
          // Taking what was put in out again leaves the file, apart from an empty element that had to be opened.
          const changes = addSource(text, { name, address: "https://x/?a=1&b='2'" });
          assert.equal(changes.length, 1);
          const [{ start, end, text: news } = assert.fail()] = changes;
          assert.equal(after.slice(0, start) + text.slice(start, end) + after.slice(start + news.length), text);
          assert.match(text.slice(start, end), /^(?:\s*\/>)?$/);
        },
      ),
    );
  });
});
