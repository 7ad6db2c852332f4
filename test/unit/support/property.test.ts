import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { after, before, describe, it } from "mocha";
import { corpusFolder, holds, knownInputs } from "../../support/property.ts";

describe("properties", () => {
  let corpus: string;
  before(() => {
    corpus = mkdtempSync(join(tmpdir(), "corpus"));
    writeFileSync(join(corpus, "short.json"), JSON.stringify([{ why: "nine are too many", input: "123456789" }]));
  });
  after(() => rmSync(corpus, { recursive: true }));

  it("are tried with what once broke them, and say so", async () => {
    const check = (text: string): void => assert.ok(text.length < 9, "too long");
    await assert.rejects(holds("short", fc.string({ maxLength: 3 }), check, { corpus, runs: 1, whole: 1 }), (error) => {
      assert.match(String(error), /short: nine are too many, again: "123456789"[^]*too long/);
      return true;
    });
  });

  it("print what breaks them as an entry of the corpus, shrunk", async () => {
    const check = (text: string): void => assert.ok(!text.includes("b"), "there is a b");
    const words = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 20 });
    await assert.rejects(holds("words", words, check, { corpus, runs: 50, whole: 50 }), (error) => {
      const [, entry = ""] = /^ {2}(\{ "why".*\})$/m.exec(String(error)) ?? [];
      const { input } = JSON.parse(entry) as { input: string };
      assert.equal(input.match(/b/g)?.length, 1);
      assert.match(String(error), /words does not hold \(seed -?\d+.*there is a b/s);
      return true;
    });
  });

  it("have no corpus that none of them reads, and none without a reason", () => {
    const folder = join(corpusFolder, "..");
    const suites = readdirSync(folder).filter((name) => name.endsWith(".test.ts"));
    const read = suites.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
    const names = readdirSync(corpusFolder).map((name) => name.replace(/\.json$/, ""));
    assert.ok(names.length > 1);
    assert.deepEqual(
      names.filter((name) => !read.includes(`"${name}"`)),
      [],
    );
    for (const name of names)
      for (const { why, input } of knownInputs(name)) assert.ok(why.length > 10 && input !== undefined, name);
  });
});
