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

describe("counts and lists in words:", () => {
  afterEach(() => display("en"));

  it("texts for counts are English with grouped digits, or follow the rules of a display language with a translation", () => {
    display("fr");
    const found = [0, 1, 2].map((count) => jobs(count));
    assert.deepEqual(found, ["0 jobs", "1 job", "2 jobs"]);
    display("de");
    assert.deepEqual([jobs(1234), numberText(1234), jobs(1234, "en")], ["1.234 jobs", "1.234", "1,234 jobs"]);
    display("fr", {});
    const listed = [0, 1, 2].map((count) => jobs(count));
    assert.deepEqual(listed, ["0 job", "1 job", "2 jobs"]);
  });

  it("names in a sentence are joined in the language of the sentence", () => {
    for (const text of ["", "a", "a and b", "a, b, and c"])
      assert.equal(listText(text.match(/\b[abc]\b/g) ?? []), text);
    display("de");
    assert.equal(listText(["a", "b"]), "a and b");
    display("de", {});
    assert.equal(listText(["a", "b"]), "a und b");
  });
});
