import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { page } from "../src/page.js";
import { summarise } from "../src/summary.js";

const reading = (sensor, temperature) => ({ time: "2026-06-01T06:00:00Z", sensor, values: { temperature } });

describe("summary", () => {
  it("is empty without readings", () => assert.deepEqual(summarise([]), {}));
  it("keeps lowest, highest and mean by sensor", () => {
    assert.deepEqual(summarise([reading("a", 1), reading("a", 3), reading("b", 7)]), {
      a: { temperature: { lowest: 1, highest: 3, mean: 2, count: 2 } },
      b: { temperature: { lowest: 7, highest: 7, mean: 7, count: 1 } },
    });
  });
  it("becomes a page, with names escaped", () => {
    const html = page("<Pier>", summarise([reading("a&b", 1.25)]));
    assert.match(html, /<h1>&#60;Pier&#62;<\/h1>/);
    assert.match(html, /<th>a&#38;b<\/th><td>temperature<\/td><td>1\.3 °C<\/td>/);
  });
});
