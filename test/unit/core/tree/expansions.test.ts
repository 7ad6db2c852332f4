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
  let view: { visible: boolean; selection: readonly Row[] };
  let isRead: boolean;
  let isReading: boolean;
  let revealed: (readonly [Row, unknown])[];
  let draw: () => void;

  beforeEach(() => {
    mock.timers.enable({ apis: ["Date"] });
    isRead = false;
    isReading = false;
    current = row;
    revealed = [];
    view = { visible: true, selection: [] };
    const drawn = new Promise<void>((resolve) => (draw = resolve));
    const treeView = Object.assign(view, {
      reveal: (element: Row, options: unknown) => {
        revealed.push([element, options]);
        return Promise.resolve();
      },
    });
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

  const options = { select: false, focus: false, expand: true };

  it("are expanded again once drawn when VS Code asked late for the rows below", async () => {
    expansions.toggled(row, true);
    ask(100);
    await settle();
    assert.deepEqual(revealed, []);
    draw();
    await settle();
    assert.deepEqual(revealed, [[row, options]]);
    ask(100);
    await settle();
    assert.equal(revealed.length, 1, "only once");
  });

  it("are expanded again when VS Code read other rows as the user expanded them, however soon it asked then", async () => {
    isReading = true;
    expansions.toggled(row, true);
    isReading = false;
    ask(0);
    draw();
    await settle();
    assert.deepEqual(revealed, [[row, options]]);
  });

  it("are expanded as they are by then", async () => {
    expansions.toggled(row, true);
    ask(100);
    current = { id: "a" };
    draw();
    await settle();
    assert.equal(revealed[0]?.[0], current);
  });

  for (const [title, act] of [
    [
      "VS Code asked at once",
      () => {
        expansions.toggled(row, true);
        ask(5);
      },
    ],
    [
      "their rows were read before",
      () => {
        isRead = true;
        expansions.toggled(row, true);
        ask(100);
      },
    ],
    [
      "the user collapsed them before VS Code asked",
      () => {
        expansions.toggled(row, true);
        expansions.toggled(row, false);
        ask(100);
      },
    ],
    [
      "the user collapsed them before they were drawn",
      () => {
        expansions.toggled(row, true);
        ask(100);
        expansions.toggled(row, false);
      },
    ],
    [
      "the view is hidden by then",
      () => {
        expansions.toggled(row, true);
        ask(100);
        view.visible = false;
      },
    ],
  ] as const)
    it(`are left as they are when ${title}`, async () => {
      act();
      draw();
      await settle();
      assert.deepEqual(revealed, []);
    });
});
