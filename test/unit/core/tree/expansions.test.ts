import assert from "node:assert/strict";
import { mock } from "node:test";
import { afterEach, beforeEach, describe, it } from "mocha";
import type * as vscode from "vscode";
import { Expansions } from "../../../../src/core/tree/expansions.ts";
import { settle } from "./fakeTimers.ts";

interface Row {
  readonly id: string;
}

describe("rows that the user expands", () => {
  const row: Row = { id: "a" };
  /** The row with this ID as it is now. */
  let current: Row;
  let expansions: Expansions<Row>;
  let view: { visible: boolean };
  let [isRead, isReading] = [false, false];
  let revealed: unknown[];
  let draw: () => void;

  beforeEach(() => {
    mock.timers.enable({ apis: ["Date"] });
    [isRead, isReading, current, revealed] = [false, false, row, []];
    const drawn = new Promise<void>((resolve) => (draw = resolve));
    const reveal = (...asked: unknown[]) => Promise.resolve(void revealed.push(asked));
    const treeView = { visible: true, selection: [], reveal };
    view = treeView;
    expansions = new Expansions<Row>({
      treeView: treeView as unknown as vscode.TreeView<Row>,
      idOf: ({ id }) => id,
      find: (id) => (id === current.id ? current : undefined),
      parent: () => undefined,
      isRead: () => isRead,
      isReading: () => isReading,
      settled: () => drawn,
      log: { debug: () => undefined } as never,
    });
  });
  afterEach(() => mock.timers.reset());

  /** VS Code asks for the rows below, so many ms after the user expanded the row. */
  const ask = (after: number): void => {
    mock.timers.tick(after);
    expansions.asked(row);
  };
  const expand = (after: number): void => {
    expansions.toggled(row, true);
    ask(after);
  };

  it("are expanded again once, after they are drawn, when VS Code asked late for the rows below", async () => {
    expand(21);
    await settle();
    assert.deepEqual(revealed, []);
    current = { id: "a" };
    draw();
    await settle();
    ask(100);
    await settle();
    assert.deepEqual(revealed, [[current, { select: false, focus: false, expand: true }]]);
    assert.equal((revealed as Row[][])[0]?.[0], current, "the row as it is by then");
  });

  it("are expanded again when VS Code read other rows meanwhile, however soon it asked", async () => {
    isReading = true;
    expansions.toggled(row, true);
    ask(0);
    draw();
    await settle();
    assert.equal(revealed.length, 1);
  });

  for (const [title, act] of [
    ["VS Code asked at once", () => expand(20)],
    ["their rows were read before", () => ((isRead = true), expand(100))],
    [
      "the user collapsed them before VS Code asked",
      () => (expansions.toggled(row, true), expansions.toggled(row, false), ask(100)),
    ],
    ["the user collapsed them before they were drawn", () => (expand(100), expansions.toggled(row, false))],
    ["the view is hidden by then", () => (expand(100), (view.visible = false))],
  ] as const)
    it(`stay as they are when ${title}`, async () => {
      act();
      draw();
      await settle();
      assert.deepEqual(revealed, []);
    });
});
