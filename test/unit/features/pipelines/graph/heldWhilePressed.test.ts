import assert from "node:assert/strict";
import { HeldWhilePressed } from "../../../../../src/features/pipelines/graph/heldWhilePressed.ts";

describe("a page under a press", () => {
  let shown: string[];
  let later: (() => void)[];
  let page: HeldWhilePressed<string>;
  const soon = (run: () => void): void => void later.push(run);
  const clicked = (): void => later.splice(0).forEach((run) => run());

  beforeEach(() => {
    shown = [];
    later = [];
    page = new HeldWhilePressed(
      (given) => void shown.push(given),
      (earlier, given) => `${earlier}+${given}`,
    );
  });

  it("shows the latest content once the click is done", () => {
    page.offer("a");
    page.press();
    page.offer("b");
    page.offer("c");
    page.release(soon);
    assert.deepEqual(shown, ["a"]);
    clicked();
    assert.deepEqual(shown, ["a", "b+c"]);
    page.offer("d");
    assert.deepEqual(shown, ["a", "b+c", "d"]);
  });

  it("is held by another press, and shows nothing twice", () => {
    page.press();
    page.offer("a");
    page.release(soon);
    page.press();
    clicked();
    assert.deepEqual(shown, []);
    page.release(soon);
    page.release(soon);
    clicked();
    assert.deepEqual(shown, ["a"]);
  });
});
