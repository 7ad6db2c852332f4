import assert from "node:assert/strict";
import { env, l10n } from "vscode";
import { age, duration, moment } from "../../../../src/core/ui/age.ts";
import { listText, numberText, plural } from "../../../../src/core/ui/plural.ts";
import { isRunning, jobStyle, knownStatuses, statusStyle } from "../../../../src/core/ui/statusStyle.ts";

const now = Date.parse("2024-06-15T12:00:00Z");
const ago = (seconds: number): string => new Date(now - seconds * 1_000).toISOString();

describe("ages", () => {
  for (const [seconds, expected] of [
    [59, "now"],
    [-20, "now"],
    [60, "1 min ago"],
    [3_599, "59 min ago"],
    [3_600, "1 hr ago"],
    [86_399, "23 hr ago"],
    [86_400, "yesterday"],
    [6 * 86_400, "6 days ago"],
    [7 * 86_400, "last week"],
    [60 * 86_400, "2 months ago"],
    [800 * 86_400, "2 years ago"],
  ] as const)
    it(`${seconds} s: ${expected}`, () => assert.equal(age(ago(seconds), now, "en"), expected));

  it("are in the user's language, English if it is invalid, and absent without a time", () => {
    assert.equal(age(ago(120), now, "de"), "vor 2 Min.");
    for (const odd of ["xx-not a tag", "", undefined]) assert.equal(age(ago(120), now, odd), "2 min ago");
    for (const odd of [null, undefined, "", "soon"]) assert.equal(age(odd, now), undefined);
    assert.equal(moment("2024-08-27T14:56:19.000+02:00"), moment("2024-08-27T12:56:19Z"));
  });
});

it("durations are in two units, absent without a time, and spoken in full", () => {
  const odd = [null, undefined, -1, NaN, Infinity, "7" as unknown as number];
  const found = [0, 0.4, 59.6, 61, 3_600, 3_725, 90_000, 86_401, ...odd].map((seconds) => duration(seconds, "en"));
  assert.deepEqual(found, ["0s", "0s", "1m", "1m 1s", "1h", "1h 2m", "1d 1h", "1d", ...odd.map(() => undefined)]);
  assert.equal(duration(3_725, "en", "long"), "1 hour 2 minutes");
});

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

describe("the look of a status", () => {
  it("is that of canceled in either spelling, but the list of statuses has one", () => {
    assert.deepEqual(statusStyle("cancelled"), statusStyle("canceled"));
    assert.equal(isRunning("cancelled"), false);
    assert.ok(!(knownStatuses as readonly string[]).includes("cancelled"));
  });

  it("is a warning for a failed job that is allowed to fail", () => {
    assert.equal(jobStyle({ status: "failed", allow_failure: true }).icon, "warning");
    assert.equal(jobStyle({ status: "failed", allow_failure: false }).icon, "error");
    assert.equal(jobStyle({ status: "success", allow_failure: true }).icon, "pass");
  });

  it("is a question mark for a status that is unknown", () =>
    assert.equal(statusStyle("quantum_leap").icon, "question"));
});
