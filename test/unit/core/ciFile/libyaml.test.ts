import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { isMap, isScalar, isSeq } from "yaml";
import { parseCi } from "../../../../src/core/ciFile/document.ts";
import { isReference, pairsOf, resolveAlias, type Targets, textOf } from "../../../../src/core/ciFile/nodes.ts";

/**
 * Texts, each with what Psych 4.0.3 over libyaml 0.2.5 loads from it (null for several documents), or the line of its error, which is
 * where the collection with the error begins.
 */
const samples = readFileSync(new URL("samples/libyaml.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as [text: string, answer: unknown]);

function valueOf(node: unknown, targets: Targets): unknown {
  const found = resolveAlias(node, targets);
  if (isScalar(found)) return found.tag === undefined ? found.value : (found.source ?? null);
  if (isSeq(found)) {
    const items = found.items.map((item) => valueOf(item, targets));
    return isReference(found) ? ["!reference", items] : items;
  }
  if (!isMap(found)) return null;
  const pairs = [...pairsOf(found, targets)].reverse();
  return Object.fromEntries(
    pairs.flatMap(({ key, value }) => {
      const name = textOf(resolveAlias(key, targets));
      return name === undefined ? [] : [[name, valueOf(value, targets)]];
    }),
  );
}

describe("YAML of CI files", () => {
  it("is refused where libyaml refuses it, and is read with the values that Ruby loads", () => {
    assert.ok(samples.length > 500);
    for (const [text, answer] of samples) {
      const { faults, entries, targets } = parseCi(text);
      const [first] = faults.map(({ start }) => start).sort((a, b) => a - b);
      if (typeof answer === "number") {
        assert.ok(first !== undefined, text);
        const line = text.slice(0, first).split(/\r\n|[\r\n\u0085\u2028\u2029]/).length;
        assert.ok(line >= answer - 1, text);
      } else {
        assert.deepEqual(faults, [], text);
        const values = Object.fromEntries(entries.map(({ name, value }) => [name, valueOf(value, targets)]));
        if (answer !== null && typeof answer === "object" && !Array.isArray(answer))
          assert.deepEqual(values, answer, text);
      }
    }
  });
});
