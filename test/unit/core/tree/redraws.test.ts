import assert from "node:assert/strict";
import { setTimeout as passed } from "node:timers/promises";
import { afterEach, beforeEach, describe, it } from "mocha";
import { Redraws } from "../../../../src/core/tree/redraws.ts";

/** Rows by their path: `a/b` stands below `a`. */
const parentOf = (path: string): string | undefined =>
  path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : undefined;

describe("drawing rows anew", () => {
  let drawn: (readonly string[] | "all")[];
  let redraws: Redraws<string>;
  let arrive: (() => void)[];

  const make = (longest = 60_000): void => {
    redraws = new Redraws<string>({
      parent: parentOf,
      draw: (elements) => drawn.push(elements ?? "all"),
      settling: 0,
      longest,
    });
  };
  /** Somebody opened a row; what stands below it is on its way until `arrive` is called. */
  const open = (path: string): Promise<unknown> =>
    redraws.below(path, new Promise<void>((resolve) => arrive.push(resolve)));

  beforeEach(() => {
    drawn = [];
    arrive = [];
    make();
  });
  afterEach(() => redraws.dispose());

  it("happens at once when nobody waits for rows", () => {
    redraws.draw(["a"]);
    redraws.draw(undefined);
    assert.deepEqual(drawn, [["a"], "all"]);
  });

  it("waits for the rows below what was just opened, where it is drawn itself or stands below what is", async () => {
    const opened = open("a/b");
    redraws.draw(["a/b"]);
    redraws.draw(["a"]);
    redraws.draw(["c"]);
    assert.deepEqual(drawn, []);
    arrive[0]?.();
    await opened;
    assert.deepEqual(drawn, [], "VS Code has its answer first");
    await passed(1);
    assert.deepEqual(drawn, [["a/b", "a", "c"]]);
  });

  it("does not wait for rows elsewhere, nor for those above", async () => {
    const opened = open("a/b");
    redraws.draw(["c", "a/d", "a/b/e"]);
    assert.deepEqual(drawn, [["c", "a/d", "a/b/e"]]);
    arrive[0]?.();
    await opened;
  });

  it("waits for rows below new ones that stand open too, known or not", async () => {
    const opened = open("a");
    redraws.draw(["a"]);
    arrive[0]?.();
    await opened;
    const known = redraws.below("a/b", ["a/b/c"]);
    assert.deepEqual(await known, ["a/b/c"]);
    assert.deepEqual(drawn, []);
    await passed(1);
    assert.deepEqual(drawn, [["a"]]);
  });

  it("of everything waits for all of them, failed ones too", async () => {
    const [first, second] = [open("a"), redraws.below("c", Promise.reject(new Error("gone")))];
    redraws.draw(["a"]);
    redraws.draw(undefined);
    await assert.rejects(second);
    await passed(1);
    assert.deepEqual(drawn, []);
    arrive[0]?.();
    await first;
    await passed(1);
    assert.deepEqual(drawn, ["all"]);
  });

  it("waits for whoever asked last for the same rows", async () => {
    const both = [open("a"), open("a")];
    redraws.draw(["a"]);
    arrive[0]?.();
    await both[0];
    await passed(1);
    assert.deepEqual(drawn, []);
    arrive[1]?.();
    await both[1];
    await passed(1);
    assert.deepEqual(drawn, [["a"]]);
  });

  it("waits for rows elsewhere that VS Code takes along with those that came before", async () => {
    await redraws.below("a", ["a/b"]);
    const other = open("c");
    await passed(1);
    redraws.draw(["a"]);
    assert.deepEqual(drawn, [], "VS Code would keep the rows that it got before");
    arrive[0]?.();
    await other;
    await passed(1);
    assert.deepEqual(drawn, [["a"]]);
    redraws.draw(["a"]);
    assert.deepEqual(drawn, [["a"], ["a"]], "nothing is awaited any more");
  });

  it("happens once more below what was opened before VS Code acted on one of a row above, of itself or of everything", async () => {
    for (const [before, opened] of [
      [["a"], "a/b/c"],
      [["a/b"], "a/b"],
      [undefined, "c"],
    ] as const) {
      drawn = [];
      redraws.draw(before);
      await redraws.below(opened, [], true);
      assert.deepEqual(drawn, [before ?? "all"]);
      await passed(1);
      assert.deepEqual(drawn, [before ?? "all", [opened]]);
      await redraws.below(opened, []);
      await passed(1);
      assert.equal(drawn.length, 2, "its rows are asked for again, and that is all");
      redraws.dispose();
      make();
    }
  });

  it("happens once more where VS Code acts on it seconds later, as on a busy machine", async () => {
    const now = Date.now;
    redraws.draw(["a"]);
    Date.now = () => now() + 5_000;
    try {
      await redraws.below("a/b", [], true);
    } finally {
      Date.now = now;
    }
    await passed(1);
    assert.deepEqual(drawn, [["a"], ["a/b"]]);
  });

  it("does not happen again for what VS Code asks for because of it", async () => {
    redraws.draw(["a"]);
    await redraws.below("a", []);
    for (const path of ["a/b", "a/b/c"]) await redraws.below(path, [], true);
    await passed(1);
    redraws.draw(undefined);
    redraws.askedForAll();
    for (const path of ["a", "a/b", "c"]) await redraws.below(path, [], true);
    await passed(1);
    redraws.draw(["c"]);
    await redraws.below("a/b", [], true);
    await passed(1);
    assert.deepEqual(drawn, [["a"], "all", ["c"]]);
  });

  it("does not wait for ever, and happens again when the rows are there", async () => {
    redraws.dispose();
    make(1);
    const opened = open("a");
    redraws.draw(["a"]);
    await passed(5);
    redraws.draw(["c"]);
    assert.deepEqual(drawn, [["a"], ["c"]], "others wait no longer than before");
    drawn = [];
    arrive[0]?.();
    await opened;
    await passed(1);
    assert.deepEqual(drawn, [["a"]], "once more when the rows are there, since the first may be lost");
  });

  it("ends with the view", async () => {
    const opened = open("a");
    redraws.draw(["a"]);
    redraws.dispose();
    arrive[0]?.();
    await opened;
    await passed(1);
    assert.deepEqual(drawn, []);
  });
});
