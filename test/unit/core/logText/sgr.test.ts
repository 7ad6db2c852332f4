import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { applySgr } from "../../../../src/core/logText/sgr.ts";
import { FLAGS, NO_COLOR, PLAIN, type Style, toPalette, TRUE_COLOR } from "../../../../src/core/logText/style.ts";

const style = (part: Partial<Style>): Style => ({ ...PLAIN, ...part });

const everything = style({ fg: 1, bg: 2, flags: 127 });

describe("select graphic rendition", () => {
  const table: [parameters: string, after: Style, before?: Style][] = [
    ["", PLAIN, everything],
    ["0", PLAIN, everything],
    ["0;1", style({ flags: FLAGS.bold }), everything],
    ["1;", PLAIN],
    ["31", style({ fg: 1 })],
    ["37;40", style({ fg: 7, bg: 0 })],
    ["90", style({ fg: 8 })],
    ["97;107", style({ fg: 15, bg: 15 })],
    ["47;100", style({ bg: 8 })],
    ["38;5;208", style({ fg: 208 })],
    ["48;5;0", style({ bg: 0 })],
    ["38;5;256", PLAIN],
    ["38;2;1;2;3", style({ fg: TRUE_COLOR + 0x010203 })],
    ["48;2;255;255;255", style({ bg: TRUE_COLOR + 0xffffff })],
    ["38;2;1;2", PLAIN],
    ["38;2;1;2;300", PLAIN],
    ["38:5:208", style({ fg: 208 })],
    ["38:2:1:2:3", style({ fg: TRUE_COLOR + 0x010203 })],
    ["38:2::1:2:3", style({ fg: TRUE_COLOR + 0x010203 })],
    ["48:2::1:2:3;1", style({ bg: TRUE_COLOR + 0x010203, flags: FLAGS.bold })],
    ["58;5;1;31", style({ fg: 1 })],
    ["58;2;4;4;4;31", style({ fg: 1 })],
    ["1;2;3;4;7;8;9", style({ flags: 127 })],
    ["1;31", style({ fg: 9, flags: FLAGS.bold })],
    ["31;1", style({ fg: 9, flags: FLAGS.bold })],
    ["30", style({ fg: 8, flags: FLAGS.bold }), style({ flags: FLAGS.bold })],
    ["1;91", style({ fg: 9, flags: FLAGS.bold })],
    ["1;41", style({ bg: 1, flags: FLAGS.bold })],
    ["1;38;5;208", style({ fg: 208, flags: FLAGS.bold })],
    ["22;31", style({ fg: 1 }), style({ flags: FLAGS.bold })],
    ["8", style({ flags: FLAGS.conceal })],
    ["28", style({ fg: 1, bg: 2, flags: 127 & ~FLAGS.conceal }), everything],
    ["22", style({ fg: 1, bg: 2, flags: 127 & ~(FLAGS.bold | FLAGS.faint) }), everything],
    ["23", style({ fg: 1, bg: 2, flags: 127 & ~FLAGS.italic }), everything],
    ["24", style({ fg: 1, bg: 2, flags: 127 & ~FLAGS.underline }), everything],
    ["27;29", style({ fg: 1, bg: 2, flags: 127 & ~(FLAGS.inverse | FLAGS.strike) }), everything],
    ["39", style({ fg: NO_COLOR, bg: 2, flags: 127 }), everything],
    ["49", style({ fg: 1, bg: NO_COLOR, flags: 127 }), everything],
    ["21", style({ flags: FLAGS.underline })],
    ["4:3", style({ flags: FLAGS.underline })],
    ["4:0", style({ fg: 1, bg: 2, flags: 127 & ~FLAGS.underline }), everything],
    ["5;10;53;73;999", PLAIN],
    ["38", PLAIN],
    ["38;7;1", style({ flags: FLAGS.inverse | FLAGS.bold })],
  ];
  for (const [parameters, after, before = PLAIN] of table) {
    it(`ESC[${parameters}m`, () => assert.deepEqual(applySgr(before, parameters), after));
  }

  it("finds the nearest color of the palette", () => {
    const found = [0x000000, 0xffffff, 0xff0000, 0x5f87af, 0x303030].map((rgb) => toPalette(TRUE_COLOR + rgb));
    assert.deepEqual(found, [16, 231, 196, 67, 59]);
    assert.deepEqual([NO_COLOR, 3, 200].map(toPalette), [NO_COLOR, 3, 200]);
  });
});
