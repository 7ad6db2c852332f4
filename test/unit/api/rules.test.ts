import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { createAddresses } from "../../../src/api/addresses.ts";
import { ApiError } from "../../../src/api/errors.ts";
import { path } from "../../../src/api/path.ts";
import type { RequestSpec } from "../../../src/api/request.ts";
import {
  checkDates,
  checkExclusive,
  checkFilled,
  checkLength,
  checkNotEmpty,
  checkTimes,
} from "../../../src/api/rules.ts";

const addresses = createAddresses("https://git.example.com");
const http = {
  invalidArgument: (
    call: RequestSpec,
    code: Parameters<typeof addresses.invalidArgument>[1],
    why: string,
    ...fields: string[]
  ) => addresses.invalidArgument(call, code, why, fields),
};
const call: RequestSpec = { operation: "test.rule", path: path`/x` };

const refused =
  (code: string, ...fields: string[]) =>
  (error: unknown) => {
    assert.ok(error instanceof ApiError);
    assert.deepEqual(
      [error.kind, error.code, Object.keys(error.fields ?? {}), error.operation, error.instance],
      ["invalidArgument", code, fields, "test.rule", "https://git.example.com"],
    );
    return true;
  };

describe("rules before sending", () => {
  for (const good of [
    undefined,
    null,
    new Date(0),
    "2024-02-29T12:00:00Z",
    "2024-02-29T12:00:00.123+02:00",
    "2024-02-29T12:00:00-0500",
  ]) {
    it(`accept ${String(good)} as a time`, () => checkTimes(http, call, { since: good }, "since"));
  }
  for (const bad of [
    "",
    "yesterday",
    "2024-02-29",
    "2023-02-29T12:00:00Z",
    "2024-02-29T25:00:00Z",
    "2024-02-29T12:00:00",
    new Date(NaN),
    5,
  ]) {
    it(`refuse ${String(bad) || "nothing"} (${typeof bad}) as a time`, () =>
      assert.throws(() => checkTimes(http, call, { since: bad }, "since"), refused("date", "since")));
  }
  for (const good of [undefined, null, "", "2024-02-29"])
    it(`accept ${String(good)} as a date`, () => checkDates(http, call, { due: good }, "due"));
  for (const bad of ["2023-02-29", "24-02-29", "2024-2-9", "2024-02-29T00:00:00Z", 20240229]) {
    it(`refuse ${bad} as a date`, () =>
      assert.throws(() => checkDates(http, call, { due: bad }, "due"), refused("date", "due")));
  }

  it("refuse exclusive fields, of which undefined is none", () => {
    checkExclusive(http, call, { a: 1, b: undefined }, "a", "b");
    assert.throws(() => checkExclusive(http, call, { a: 1, b: "" }, "a", "b"), refused("exclusive", "a", "b"));
  });

  it("refuse an empty change, where null and empty text are changes", () => {
    for (const changes of [{ a: "" }, { a: null }, { a: 0 }, { a: [] }]) checkNotEmpty(http, call, changes);
    for (const none of [{}, { a: undefined }])
      assert.throws(() => checkNotEmpty(http, call, none), refused("nothingToChange"));
  });

  it("refuse blank fields", () => {
    checkFilled(http, call, { a: 0, b: "x", c: [] }, "a", "b", "c");
    for (const empty of [{}, { a: null }, { a: "" }, { a: " \n" }])
      assert.throws(() => checkFilled(http, call, empty, "a"), refused("required", "a"));
  });

  it("count characters, not UTF-16 units", () => {
    checkLength(http, call, { a: "😀😀" }, "a", 2);
    assert.throws(() => checkLength(http, call, { a: "😀😀x" }, "a", 2), refused("length", "a"));
  });
});
