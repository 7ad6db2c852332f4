import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import "../../../support/vscodeStub.ts";

const { env, l10n } = await import("vscode");
const { listText, numberText, plural } = await import("../../../../src/core/ui/plural.ts");

const jobs = (count: number, language?: string): string =>
  plural(count, (shown) => ({ one: `${shown} job`, other: `${shown} jobs` }), language);

/** Displays VS Code in a language. @param bundle translations of the extension, if there are any */
const display = (language: string, bundle?: object): void => {
  Object.assign(env, { language });
  Object.assign(l10n, { bundle });
};

describe("texts for counts", () => {
  afterEach(() => display("en"));

  for (const [count, text] of [
    [0, "0 jobs"],
    [1, "1 job"],
    [2, "2 jobs"],
    [1234, "1,234 jobs"],
  ] as const)
    it(`are English for ${count}`, () => assert.equal(jobs(count), text));

  it("write the number as the display language does, or the language that is given", () => {
    display("de");
    assert.equal(jobs(1234), "1.234 jobs");
    assert.equal(numberText(1234), "1.234");
    assert.equal(jobs(1234, "en"), "1,234 jobs");
  });

  describe("in a display language that counts differently", () => {
    beforeEach(() => display("fr"));

    it("stay English without a translation", () =>
      assert.deepEqual(
        [0, 1, 2].map((count) => jobs(count)),
        ["0 jobs", "1 job", "2 jobs"],
      ));

    it("follow its rules with one", () => {
      display("fr", {});
      assert.deepEqual(
        [0, 1, 2].map((count) => jobs(count)),
        ["0 job", "1 job", "2 jobs"],
      );
    });
  });
});

describe("names in a sentence", () => {
  afterEach(() => display("en"));

  for (const [names, text] of [
    [[], ""],
    [["a"], "a"],
    [["a", "b"], "a and b"],
    [["a", "b", "c"], "a, b, and c"],
  ] as const)
    it(`are joined: ${text}`, () => assert.equal(listText(names), text));

  it("are joined in the language of the sentence", () => {
    display("de");
    assert.equal(listText(["a", "b"]), "a and b");
    display("de", {});
    assert.equal(listText(["a", "b"]), "a und b");
  });
});
