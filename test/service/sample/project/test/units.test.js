import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toFahrenheit, toInchesOfMercury, withUnit } from "../src/units.js";

describe("units", () => {
  for (const [celsius, fahrenheit] of [[0, 32], [100, 212], [-40, -40]]) {
    it(`${celsius} °C are ${fahrenheit} °F`, () => assert.equal(toFahrenheit(celsius), fahrenheit));
  }
  it("converts pressure", () => assert.equal(toInchesOfMercury(1013.25).toFixed(2), "29.92"));
  it("writes one decimal and the unit", () => {
    assert.equal(withUnit("temperature", 11.26), "11.3 °C");
    assert.equal(withUnit("pressure", 1013), "1013.0 hPa");
    assert.equal(withUnit("gusts", 4), "4.0");
  });
});
