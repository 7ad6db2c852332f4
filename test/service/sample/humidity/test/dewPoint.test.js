import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { dewPoint } from "../src/dewPoint.js";

describe("dew point", () => {
  it("is the temperature itself in saturated air", () => assert.equal(dewPoint(12, 100).toFixed(6), "12.000000"));
  it("falls with the humidity", () => assert.equal(dewPoint(20, 50).toFixed(1), "9.3"));
  for (const humidity of [0, -1, 101]) it(`refuses ${humidity} %`, () => assert.throws(() => dewPoint(20, humidity), RangeError));
});
