import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { isSha, momentOf, withField } from "../../../../src/core/pipelines/filterFields.ts";

const now = Date.UTC(2026, 0, 31, 12);

describe("momentOf", () => {
  const local = (...parts: [number, number, number, number?, number?, number?]): string =>
    new Date(...(parts as [number, number, number])).toISOString();
  const cases: readonly [text: string, expected: string | undefined][] = [
    ["90min", "2026-01-31T10:30:00.000Z"],
    ["12h", "2026-01-31T00:00:00.000Z"],
    ["3d", "2026-01-28T12:00:00.000Z"],
    ["2 W", "2026-01-17T12:00:00.000Z"],
    ["2026-01-31", local(2026, 0, 31)],
    ["2026-01-31 18:30", new Date(2026, 0, 31, 18, 30).toISOString()],
    ["2026-01-31T18:30:05", new Date(2026, 0, 31, 18, 30, 5).toISOString()],
    ["2026-01-31T18:30Z", "2026-01-31T18:30:00.000Z"],
    ["2026-01-31T18:30:00.123+02:00", "2026-01-31T16:30:00.123Z"],
    ["2026-02-31", undefined],
    ["2026-13-01", undefined],
    ["2026-01-31 25:00", undefined],
    ["yesterday", undefined],
    ["3", undefined],
    ["3 months", undefined],
    ["", undefined],
  ];
  for (const [text, expected] of cases)
    it(`reads ${JSON.stringify(text)} as ${expected ?? "no moment"}`, () =>
      assert.equal(momentOf(text, now), expected));

  it("reads what it wrote", () => {
    const iso = momentOf("90min", now) ?? "";
    assert.equal(momentOf(iso, 0), iso);
  });
});

describe("withField", () => {
  const filter = { status: "failed", ref: "main" } as const;
  it("sets one", () => assert.deepEqual(withField(filter, "username", " alice "), { ...filter, username: "alice" }));
  it("replaces one", () => assert.deepEqual(withField(filter, "ref", "dev"), { status: "failed", ref: "dev" }));
  for (const nothing of [undefined, "", "  "])
    it(`leaves one out by ${JSON.stringify(nothing)}`, () =>
      assert.deepEqual(withField(filter, "ref", nothing), { status: "failed" }));
  it("turns a switch on and off", () => {
    assert.deepEqual(withField({}, "yaml_errors", true), { yaml_errors: true });
    assert.deepEqual(withField({ yaml_errors: true }, "yaml_errors", false), {});
  });
  it("leaves the service's own order out", () => assert.deepEqual(withField({ sort: "asc" }, "sort", "desc"), {}));
});

describe("isSha", () => {
  for (const [text, is] of [
    ["abcd", true],
    ["ABCD1234", true],
    ["a".repeat(64), true],
    ["abc", false],
    ["xyz1", false],
    ["a".repeat(65), false],
  ] as const) {
    it(`${text.slice(0, 10)} ${is ? "is" : "is not"} one`, () => assert.equal(isSha(text), is));
  }
});
