import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { editedText } from "../../../src/core/base/textEdit.ts";
import { addSource, NugetConfigError, readNugetConfig } from "../../../src/features/packages/nuget/nugetConfig.ts";
import { mutated } from "../../support/mutated.ts";
import { holds } from "../../support/property.ts";

const whole = `\ufeff<?xml version="1.0" encoding="utf-8"?>\r\n<!-- ours -->\r\n<configuration>\r\n  <packageSources>\r\n    <clear />\r\n    <add key="public" value="https://x" protocolVersion="3" />\r\n  </packageSources>\r\n  <packageSourceMapping>\r\n    <packageSource key="public">\r\n      <package pattern="*" />\r\n    </packageSource>\r\n  </packageSourceMapping>\r\n  <config><add key="x" value="%HOME%" /></config>\r\n</configuration>\r\n`;
const bare = "<configuration/>";
const pieces = (
  "<!-- </packageSources> -->¦<packageSources/>¦<packageSources>¦</packageSources>¦<packageSourceMapping />¦<a b='/>'/>¦<a b='>'>" +
  "¦<![CDATA[ </configuration> ]]>¦<?pi </packageSources> ?>¦</a >¦&amp;¦&bad;¦\t¦\n¦\r¦\u2028¦x"
).split("¦");
const source = fc.record({
  name: fc.constantFrom("demo", 'a"b', "a&amp;b", "<x>", "é\ttab", "]]>", "--"),
  address: fc.constantFrom("https://git.example.com/v3/index.json?a=1&b='2'", "http://127.0.0.1/x"),
  patterns: fc.array(fc.constantFrom("Weather.*", '"*"', "a&b"), { maxLength: 2 }),
});

describe("edits of NuGet.config, for any file", function () {
  it("add the source and keep everything else, or are rejected", () =>
    holds(
      "nugetConfig",
      fc.record({ text: fc.oneof(mutated(whole, pieces), mutated(bare, pieces)), added: source }),
      ({ text, added }) => {
        let before;
        try {
          before = readNugetConfig(text);
        } catch (error) {
          assert.ok(error instanceof NugetConfigError, String(error));
          assert.throws(() => addSource(text, added), NugetConfigError);
          return;
        }
        const edits = addSource(text, added);
        for (const { start, end } of edits)
          assert.match(text.slice(start, end), /^(?:\s*\/>)?$/, "only an empty element is opened");
        const after = readNugetConfig(editedText(text, edits));
        assert.deepEqual(after.sources.at(-1), { name: added.name, address: added.address });
        assert.deepEqual(after.sources.slice(0, -1), before.sources);
        assert.deepEqual(after.disabled, before.disabled);
        const maps = edits.length > 1;
        assert.deepEqual(after.mapped, maps ? [...before.mapped, added.name] : before.mapped);
        // The same file ends its lines as before.
        if (/\n/.test(text) && !/(?<!\r)\n|\r(?!\n)/.test(text))
          assert.doesNotMatch(editedText(text, edits), /(?<!\r)\n/);
      },
    ));

  it("are made at once in files of 200 kB that are made to be slow", () => {
    for (const filling of [" ", "\n", "\r\n", "\r", "\t\n", "<a/>", "/", "-", "</"]) {
      const much = filling.repeat(200_000 / filling.length);
      const text = /^[\s/-]+$/.test(filling)
        ? `<configuration>${much}<packageSources>${much}</packageSources></configuration>`
        : `<configuration><!--${much}--><packageSources></packageSources></configuration>`;
      const after = readNugetConfig(editedText(text, addSource(text, { name: "a", address: "https://a" })));
      assert.deepEqual(after.sources, [{ name: "a", address: "https://a" }]);
    }
  });
});
