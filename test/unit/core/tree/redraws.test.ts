import assert from "node:assert/strict";
import { setTimeout as passed } from "node:timers/promises";
import { afterEach, beforeEach, describe, it } from "mocha";
import { Redraws } from "../../../../src/core/tree/redraws.ts";

/** Rows by their path: `a/b` is below `a`. */
const parentOf = (path: string): string | undefined =>
  path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : undefined;

describe("redraws of rows", () => {
  let drawn: (readonly string[] | "all")[];
  let redraws: Redraws<string>;
  let arrive: (() => void)[];

  const make = (longest = 60_000): void => {
    [drawn, arrive] = [[], []];
    redraws = new Redraws<string>({
      parent: parentOf,
      draw: (elements) => drawn.push(elements ?? "all"),
      settling: 0,
      longest,
    });
  };
  /** Somebody opened a row, whose rows are on their way until `arrive` is called. */
  const open = (path: string): Promise<unknown> =>
    redraws.below(path, new Promise<void>((resolve) => arrive.push(resolve)));
  /** The rows of the nth opened row arrive. */
  const answer = async (opened: Promise<unknown>, at = 0): Promise<void> => {
    arrive[at]?.();
    await opened;
    await passed(1);
  };

  beforeEach(() => make());
  afterEach(() => redraws.dispose());

  it("happen at once unless they are of an awaited row or one above it", async () => {
    redraws.draw(["a"]);
    redraws.draw(undefined);
    const opened = open("a/b");
    redraws.draw(["c", "a/d", "a/b/e"]);
    assert.deepEqual(drawn.splice(0), [["a"], "all", ["c", "a/d", "a/b/e"]]);
    for (const one of ["a/b", "a", "c"]) redraws.draw([one]);
    arrive[0]?.();
    await opened;
    assert.deepEqual(drawn, [], "VS Code has its answer first");
    await passed(1);
    assert.deepEqual(drawn, [["a/b", "a", "c"]]);
  });

  it("of everything wait for all requested rows, failed ones too", async () => {
    const [first, second] = [open("a"), redraws.below("c", Promise.reject(new Error("gone")))];
    redraws.draw(["a"]);
    redraws.draw(undefined);
    await assert.rejects(second);
    await passed(1);
    assert.deepEqual(drawn, []);
    await answer(first);
    assert.deepEqual(drawn, ["all"]);
  });

  it("wait for the last request for the same rows, and for expanded rows below new ones", async () => {
    const both = [open("a"), open("a")] as const;
    redraws.draw(["a"]);
    await answer(both[0]);
    assert.deepEqual(drawn, []);
    arrive[1]?.();
    await both[1];
    assert.deepEqual(await redraws.below("a/b", ["a/b/c"]), ["a/b/c"]);
    assert.deepEqual(drawn, []);
    await passed(1);
    assert.deepEqual(drawn, [["a"]]);
  });

  it("wait for rows elsewhere that VS Code takes together with those that came before", async () => {
    await redraws.below("a", ["a/b"]);
    const other = open("c");
    await passed(1);
    redraws.draw(["a"]);
    assert.deepEqual(drawn, []);
    await answer(other);
    redraws.draw(["a"]);
    assert.deepEqual(drawn, [["a"], ["a"]], "nothing is awaited any more");
  });

  for (const [before, opened] of [
    [["a"], "a/b/c"],
    [["a/b"], "a/b"],
    [undefined, "c"],
  ] as const)
    it(`happen once more for ${opened}, opened before VS Code acted on one of ${before?.[0] ?? "all"}`, async () => {
      const { now } = Date;
      redraws.draw(before);
      Date.now = () => now() + 5_000;
      try {
        await redraws.below(opened, [], true);
      } finally {
        Date.now = now;
      }
      await passed(1);
      await redraws.below(opened, []);
      await passed(1);
      assert.deepEqual(drawn, [before ?? "all", [opened]]);
    });

  it("do not happen again for rows that VS Code requests because of them", async () => {
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

  it("wait for a limited time, and happen again once the rows arrive", async () => {
    redraws.dispose();
    make(1);
    const opened = open("a");
    redraws.draw(["a"]);
    await passed(5);
    redraws.draw(["c"]);
    assert.deepEqual(drawn.splice(0), [["a"], ["c"]]);
    await answer(opened);
    assert.deepEqual(drawn, [["a"]]);
  });

  it("end with the view", async () => {
    const opened = open("a");
    redraws.draw(["a"]);
    redraws.dispose();
    await answer(opened);
    assert.deepEqual(drawn, []);
  });
});
