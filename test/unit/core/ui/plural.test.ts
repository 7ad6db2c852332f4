import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
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

  it("are English with grouped digits, in a display language without a translation too", () => {
    for (const language of ["en", "fr"]) {
      display(language);
      assert.deepEqual(
        [0, 1, 2].map((count) => jobs(count)),
        ["0 jobs", "1 job", "2 jobs"],
      );
    }
    display("de");
    assert.deepEqual([jobs(1234), numberText(1234), jobs(1234, "en")], ["1.234 jobs", "1.234", "1,234 jobs"]);
  });

  it("follow the rules of the display language with a translation", () => {
    display("fr", {});
    assert.deepEqual(
      [0, 1, 2].map((count) => jobs(count)),
      ["0 job", "1 job", "2 jobs"],
    );
  });
});

describe("names in a sentence", () => {
  afterEach(() => display("en"));

  it("are joined in the language of the sentence", () => {
    for (const [names, text] of [
      ["", ""],
      ["a", "a"],
      ["a b", "a and b"],
      ["a b c", "a, b, and c"],
    ] as const)
      assert.equal(listText(names.split(" ")), text);
    display("de");
    assert.equal(listText(["a", "b"]), "a and b");
    display("de", {});
    assert.equal(listText(["a", "b"]), "a und b");
  });
});
