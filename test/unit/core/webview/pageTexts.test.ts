import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, it } from "mocha";
import { PageTexts } from "../../../../src/core/webview/pageTexts.ts";
import { written } from "./tree.ts";

const place = { instance: "https://git.example.com" };

/** Texts of a page whose clock moves by five milliseconds whenever it is looked at. */
function page() {
  let [clock, changes] = [0, 0];
  const texts = new PageTexts(
    () => (changes += 1),
    () => (clock += 5),
  );
  const shown = (text: string): string => written(texts.render(text, place).nodes);
  return { texts, shown, changes: () => changes };
}

/** Texts of which each takes a few milliseconds of that clock. */
const comments = (count: number): string[] => Array.from({ length: count }, (_, at) => `*${at}*`);
const isFormatted = (html: string): boolean => html.startsWith("<p><em>");

describe("the texts of a page", () => {
  it("are rendered once", () => {
    const { texts } = page();
    assert.equal(texts.render("*a*", place), texts.render("*a*", place));
  });

  it("wait for the next turn of the loop once they have taken long, and are shown as they are written until then", async () => {
    const { texts, shown, changes } = page();
    const all = comments(40);
    const first = all.map(shown);
    assert.ok(isFormatted(first[0] ?? ""));
    assert.deepEqual([first.at(-1), changes()], ["<pre>*39*</pre>", 0]);
    let turns = 0;
    while (!all.map(shown).every(isFormatted)) {
      const before = changes();
      await nextTurn();
      assert.equal(changes(), before + 1, "the page is drawn again");
      assert.ok(++turns < 40);
    }
    assert.ok(turns > 1);
    texts.dispose();
  });

  it("stay as they are written once the time of the page is over", async () => {
    const { texts, shown } = page();
    const all = comments(2_000);
    for (let turn = 0; turn < 200; turn++) {
      all.forEach(shown);
      await nextTurn();
    }
    const html = all.map(shown);
    const formatted = html.filter(isFormatted).length;
    assert.ok(formatted > 20 && formatted < 500, `${formatted} are formatted`);
    assert.equal(html.at(-1), "<pre>*1999*</pre>");
    texts.clear();
    assert.ok(isFormatted(shown("*1999*")), "another page begins anew");
    texts.dispose();
  });

  it("show no more than the start of each once they have a million characters", async () => {
    const { texts } = page();
    const all = Array.from({ length: 60 }, (_, at) => `${at} ${"1. ".repeat(63_000)}`);
    for (let turn = 0; turn < 60; turn++) {
      for (const text of all) texts.render(text, place);
      await nextTurn();
    }
    const size = all.reduce((sum, text) => sum + JSON.stringify(texts.render(text, place)).length, 0);
    assert.ok(size < 1_300_000, `${size} characters`);
    texts.dispose();
  });
});
