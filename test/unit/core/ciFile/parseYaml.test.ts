import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { parseCi } from "../../../../src/core/ciFile/document.ts";
import { longestYaml, parseYaml } from "../../../../src/core/ciFile/parseYaml.ts";
import { problems } from "./read.ts";

const errorsOf = (text: string) => parseYaml(text, {}).flatMap(({ errors }) => errors);

describe("YAML", () => {
  it("is parsed without working out the line of each error", () => {
    const [error] = errorsOf("a: 1\nb: &a &a 2\n");
    assert.deepEqual([error?.pos[0], error?.linePos], [11, undefined]);
    assert.doesNotMatch(error?.message ?? "", /line/);
  });

  it("has a limited number of errors", () => {
    assert.equal(errorsOf("]".repeat(5_000)).length, 100);
    const documents = parseYaml(`a: 1\n${"]\n".repeat(500)}---\nb: 2\n`, {});
    assert.equal(documents.length, 2);
  });

  it("is not parsed when it is too long, which is no error of the file", async () => {
    const line = "a: 1 # ";
    const [allowed, long] = [longestYaml, longestYaml + 1].map((length) => line + "x".repeat(length - line.length));
    assert.equal(parseCi(allowed ?? "").entries.length, 1);
    assert.throws(() => parseYaml(long ?? "", {}), RangeError);
    const { entries, faults, text } = parseCi(long ?? "");
    assert.deepEqual([entries, faults, text], [[], [{ start: 0, end: 0, unread: true }], long]);
    assert.deepEqual(await problems(long ?? ""), []);
  });

  it("is not parsed when it has too many lines or documents, each of which costs as much as a hundred characters", () => {
    assert.equal(
      parseCi("a: 1\n".repeat(15_000)).faults.some(({ unread }) => unread),
      false,
    );
    assert.deepEqual(parseCi("a: 1\n".repeat(15_001)).faults, [{ start: 0, end: 0, unread: true }]);
    assert.deepEqual(parseCi("a: 1\r".repeat(15_001)).faults, [{ start: 0, end: 0, unread: true }]);
    assert.deepEqual(parseCi(`a: 1\n${"---\n".repeat(101)}`).faults, [{ start: 0, end: 0, unread: true }]);
  });
});
