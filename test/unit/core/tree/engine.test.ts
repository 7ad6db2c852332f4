import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { beforeEach, describe, it } from "mocha";
import type { TreeOptions } from "../../../../src/core/tree/engine.ts";
import { InMemoryMemento } from "../../../support/fakes/inMemoryMemento.ts";
import { RecordingLog } from "../../../support/fakes/recordingLog.ts";
import "../../../support/vscodeStub.ts";

const { Tree } = await import("../../../../src/core/tree/engine.ts");
const { TreeItem, TreeItemCheckboxState, TreeItemCollapsibleState } = await import("vscode");

type Node = { readonly kind: "branch"; readonly name: string };

const silent = () => ({ dispose: () => undefined });
const treeView = (more: object = {}): TreeOptions<Node>["treeView"] =>
  Object.assign(
    {
      visible: true,
      selection: [],
      onDidChangeVisibility: silent,
      onDidExpandElement: silent,
      onDidCollapseElement: silent,
      onDidChangeCheckboxState: silent,
    },
    more,
  ) as unknown as TreeOptions<Node>["treeView"];

describe("Tree", () => {
  let roots: Node[];
  let drawn: (string[] | "all")[];
  beforeEach(() => {
    roots = [];
    drawn = [];
  });

  function tree(options: Partial<TreeOptions<Node>> = {}) {
    const made = new Tree<Node>({
      view: "forgeline.test",
      renderers: () => ({ branch: { id: ({ name }) => name, item: ({ name }) => new TreeItem(name) } }),
      roots: () => roots,
      treeView: treeView(),
      memory: new InMemoryMemento(),
      log: new RecordingLog(),
      ...options,
    });
    made.provider.onDidChangeTreeData((elements) =>
      drawn.push(
        elements ? [elements].flat().map((element) => ("name" in element ? element.name : element.id)) : "all",
      ),
    );
    return made;
  }

  it("has a row read out by its label, not by its tooltip", async () => {
    roots = [{ kind: "branch", name: "main" }];
    const item = (more: object) => Object.assign(new TreeItem("5 issues"), { tooltip: "In all projects." }, more);
    const spoken = async (more: object): Promise<string | undefined> => {
      const made = tree({ renderers: () => ({ branch: { id: ({ name }) => name, item: () => item(more) } }) });
      const [row] = (await made.provider.getChildren()) ?? [];
      assert.ok(row);
      return (await made.provider.getTreeItem(row)).accessibilityInformation?.label;
    };
    assert.equal(await spoken({}), "5 issues");
    assert.equal(await spoken({ description: "open" }), "5 issues, open");
    assert.equal(await spoken({ accessibilityInformation: { label: "own" } }), "own");
    assert.equal(await spoken({ tooltip: undefined }), undefined, "VS Code reads label and description itself");
  });

  describe("a row that is open by default later than at first", () => {
    const { Collapsed, Expanded } = TreeItemCollapsibleState;
    let isOpen: boolean;
    let isVisible: boolean;
    let revealed: [name: string, options: object][];
    let toggle: (open: boolean) => void;
    const selection: Node[] = [];

    /** A tree with a row that VS Code has drawn, and what VS Code asks for when it is drawn anew. */
    async function shown() {
      const listeners: ((event: { element: Node }) => void)[] = [];
      const [row] = (roots = [{ kind: "branch", name: "test" }]);
      assert.ok(row);
      const listen = (open: boolean) => (listener: (event: { element: Node }) => void) => {
        listeners[Number(open)] = listener;
        return silent();
      };
      const view = Object.assign(
        treeView({
          selection,
          reveal: (node: Node, options: object) => {
            revealed.push([node.name, options]);
            return Promise.resolve();
          },
        }),
        { onDidExpandElement: listen(true), onDidCollapseElement: listen(false) },
      );
      Object.defineProperty(view, "visible", { get: () => isVisible });
      const made = tree({
        treeView: view,
        renderers: () => ({
          branch: {
            id: ({ name }) => name,
            item: ({ name }) => new TreeItem(name, isOpen ? Expanded : Collapsed),
            remembered: true,
          },
        }),
      });
      await made.provider.getChildren();
      toggle = (open) => listeners[Number(open)]?.({ element: row });
      return async (): Promise<number | undefined> => {
        const { collapsibleState } = await made.provider.getTreeItem(row);
        await made.settled();
        await setImmediate();
        return collapsibleState;
      };
    }
    beforeEach(() => {
      isOpen = false;
      isVisible = true;
      revealed = [];
      selection.length = 0;
    });
    const quietly = { select: false, focus: false, expand: true };

    it("is expanded once, without taking focus or selection", async () => {
      const draw = await shown();
      assert.equal(await draw(), Collapsed);
      isOpen = true;
      assert.equal(await draw(), Expanded);
      await draw();
      isOpen = false;
      await draw();
      isOpen = true;
      await draw();
      assert.deepEqual(revealed, [["test", quietly]]);
    });

    it("stays closed once the person closed it", async () => {
      const draw = await shown();
      await draw();
      toggle(false);
      await setImmediate();
      isOpen = true;
      assert.equal(await draw(), Collapsed);
      assert.deepEqual(revealed, []);
    });

    it("is not expanded in a hidden view, which that would show, but when it is seen", async () => {
      const draw = await shown();
      await draw();
      isOpen = true;
      isVisible = false;
      await draw();
      assert.deepEqual(revealed, []);
      isVisible = true;
      await draw();
      assert.deepEqual(revealed, [["test", quietly]]);
    });

    it("is not expanded while a row elsewhere is selected, from which that would scroll away", async () => {
      const draw = await shown();
      await draw();
      const other: Node = { kind: "branch", name: "other" };
      selection.push(other);
      isOpen = true;
      await draw();
      assert.deepEqual(revealed, []);
      selection.splice(0, 1, ...roots);
      await draw();
      assert.deepEqual(revealed, [["test", quietly]]);
    });

    it("needs nothing further where it is open at first", async () => {
      isOpen = true;
      const draw = await shown();
      assert.equal(await draw(), Expanded);
      isOpen = false;
      await draw();
      isOpen = true;
      await draw();
      assert.deepEqual(revealed, []);
    });
  });

  it("draws a row whose box was clicked once: for what the click changed, else to show that it changed nothing", async () => {
    const main: Node = { kind: "branch", name: "main" };
    roots = [main];
    let click: (event: object) => unknown = () => undefined;
    let checked = TreeItemCheckboxState.Unchecked;
    let takes = true;
    let keep: () => void = () => undefined;
    const kept = new Promise<void>((resolve) => (keep = resolve));
    const made: InstanceType<typeof Tree<Node>> = tree({
      treeView: treeView({
        onDidChangeCheckboxState: (listener: typeof click) => {
          click = listener;
          return silent();
        },
      }),
      renderers: () => ({
        branch: {
          id: ({ name }) => name,
          item: ({ name }) => Object.assign(new TreeItem(name), { checkboxState: checked }),
        },
      }),
      check: async ([[, state] = [main, false]]) => {
        if (!takes) return;
        checked = state ? TreeItemCheckboxState.Checked : TreeItemCheckboxState.Unchecked;
        made.update();
        await kept;
      },
    });
    const [row] = (await made.provider.getChildren()) ?? [];
    assert.ok(row);
    await made.provider.getTreeItem(row);
    click({ items: [[row, TreeItemCheckboxState.Checked]] });
    assert.deepEqual(drawn, [["main"]]);
    keep();
    await setImmediate();
    assert.deepEqual(drawn, [["main"]]);
    takes = false;
    click({ items: [[row, TreeItemCheckboxState.Unchecked]] });
    await setImmediate();
    assert.deepEqual(drawn, [["main"], ["main"]]);
  });

  /** Reveals the first row, which VS Code selects at that try; gives with what options it was asked. */
  const revealedAt = async (selectedAt: number): Promise<{ readonly focus: boolean }[]> => {
    const selection: Node[] = [];
    const asked: { focus: boolean }[] = [];
    const reveal = (row: Node, options: { focus: boolean }): Promise<void> => {
      asked.push(options);
      if (asked.length === selectedAt) selection.push(row);
      return Promise.resolve();
    };
    roots = [{ kind: "branch", name: "main" }];
    assert.equal(await tree({ treeView: treeView({ selection, reveal }) }).reveal(() => ["main"]), true);
    assert.deepEqual(selection, roots);
    return asked;
  };

  it("reveals a row once more that VS Code did not select, as when it was drawn anew meanwhile", async () => {
    assert.equal((await revealedAt(2)).length, 2);
  });

  it("reveals a row until VS Code selects it, as on a busy machine, but soon leaves the keyboard focus alone", async () => {
    const asked = await revealedAt(8);
    assert.deepEqual([asked[0]?.focus, asked.at(-1)?.focus, asked.length], [true, false, 8]);
  });

  it("does not open a view again that the user left while a row was revealed", async () => {
    let reveals = 0;
    const shown = treeView({
      selection: [],
      reveal: () => {
        reveals += 1;
        Object.assign(shown, { visible: false });
        return Promise.resolve();
      },
    });
    roots = [{ kind: "branch", name: "main" }];
    assert.equal(await tree({ treeView: shown }).reveal(() => ["main"]), true);
    assert.equal(reveals, 1);
  });

  it("does not open a view again that the user left while VS Code was drawing it", async () => {
    let reveals = 0;
    const reveal = (): Promise<void> => {
      reveals += 1;
      return Promise.resolve();
    };
    const shown = treeView({ reveal });
    roots = [{ kind: "branch", name: "main" }];
    const made = tree({ treeView: shown });
    made.reset();
    const revealing = made.reveal(() => ["main"]);
    await setImmediate();
    Object.assign(shown, { visible: false });
    assert.equal(await revealing, true);
    assert.equal(reveals, 0);
  });

  it("does not take the selection back from a row that the user chose meanwhile", async () => {
    const selection: Node[] = [];
    let reveals = 0;
    roots = [
      { kind: "branch", name: "main" },
      { kind: "branch", name: "topic" },
    ];
    const reveal = (): Promise<void> => {
      reveals += 1;
      selection.push(roots[1]!);
      return Promise.resolve();
    };
    assert.equal(await tree({ treeView: treeView({ selection, reveal }) }).reveal(() => ["main"]), true);
    assert.equal(reveals, 1);
  });
});
