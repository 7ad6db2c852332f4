import assert from "node:assert/strict";
import fc from "fast-check";
import { labelColors, luminance } from "../../../../../src/features/mergeRequests/page/labelColors.ts";

const channels = (color: string): [number, number, number] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number, number];

describe("the colours of a label", () => {
  it("can be read on any background (WCAG AA)", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (color) => {
        const [background, text] = labelColors(`#${color.toString(16).padStart(6, "0")}`) ?? ["", ""];
        const [light, dark] = [luminance(channels(background)), luminance(channels(text))].sort((a, b) => b - a) as [
          number,
          number,
        ];
        assert.ok((light + 0.05) / (dark + 0.05) >= 4.5);
      }),
    );
  });

  it("are black on light ones and white on dark ones", () => {
    assert.deepEqual(labelColors("#FFFFFF"), ["#ffffff", "#000000"]);
    assert.deepEqual(labelColors("#003"), ["#000033", "#ffffff"]);
  });

  it("are the theme's for anything else", () => {
    const texts = ["", "red", "#12", "#12345g", "url(https://evil.example)", "#fff;background:url(x)"];
    for (const odd of [undefined, null, 7, ...texts]) assert.equal(labelColors(odd), undefined, String(odd));
  });
});
