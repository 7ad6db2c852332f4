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
const http: Parameters<typeof checkDates>[0] = {
  invalidArgument: (call, code, why, ...fields) => addresses.invalidArgument(call, code, why, fields),
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
  it("accept times with an offset, and dates that exist", () => {
    const day = "2024-02-29";
    const times = [`${day}T12:00:00Z`, `${day}T12:00:00.123+02:00`, `${day}T12:00:00-0500`];
    for (const since of [undefined, null, new Date(0), ...times]) checkTimes(http, call, { since }, "since");
    for (const due of [undefined, null, "", day]) checkDates(http, call, { due }, "due");
  });

  const noTimes = ["2024-02-29", "2023-02-29T12:00:00Z", "2024-02-29T25:00:00Z", "2024-02-29T12:00:00"];
  for (const since of ["", "yesterday", ...noTimes, new Date(NaN), 5]) {
    it(`refuse ${String(since) || "nothing"} (${typeof since}) as a time`, () =>
      assert.throws(() => checkTimes(http, call, { since }, "since"), refused("date", "since")));
  }
  for (const due of ["2023-02-29", "24-02-29", "2024-2-9", "2024-02-29T00:00:00Z", 20240229]) {
    it(`refuse ${due} as a date`, () =>
      assert.throws(() => checkDates(http, call, { due }, "due"), refused("date", "due")));
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
