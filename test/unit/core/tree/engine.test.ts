import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { beforeEach, describe, it } from "mocha";
import type { TreeOptions } from "../../../../src/core/tree/engine.ts";
import { InMemoryMemento } from "../../../support/fakes/inMemoryMemento.ts";
import { RecordingLog } from "../../../support/fakes/recordingLog.ts";
import "../../../support/vscodeStub.ts";
import { deferred } from "../deferred.ts";

const { Tree } = await import("../../../../src/core/tree/engine.ts");
const { TreeItem, TreeItemCheckboxState } = await import("vscode");

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

  it("has screen readers read a row's label instead of its tooltip", async () => {
    roots = [{ kind: "branch", name: "main" }];
    const item = (more: object) => Object.assign(new TreeItem("5 issues"), { tooltip: "In all projects." }, more);
    const spoken = async (more: object): Promise<string | undefined> => {
      const made = tree({ renderers: () => ({ branch: { id: ({ name }) => name, item: () => item(more) } }) });
      const [row] = (await made.provider.getChildren()) ?? [];
      assert.ok(row);
      return (await made.provider.getTreeItem(row)).accessibilityInformation?.label;
    };
    assert.deepEqual([await spoken({}), await spoken({ description: "open" })], ["5 issues", "5 issues, open"]);
    assert.equal(await spoken({ accessibilityInformation: { label: "own" } }), "own");
    assert.equal(await spoken({ tooltip: undefined }), undefined, "VS Code reads label and description itself");
  });

  it("redraws a row once after its checkbox is clicked, whether or not the click changes it", async () => {
    roots = [{ kind: "branch", name: "main" }];
    let click: (event: object) => unknown = () => undefined;
    let checked = TreeItemCheckboxState.Unchecked;
    let takes = true;
    const kept = deferred<undefined>();
    const made: InstanceType<typeof Tree<Node>> = tree({
      treeView: treeView({ onDidChangeCheckboxState: (listener: typeof click) => ((click = listener), silent()) }),
      renderers: () => ({
        branch: {
          id: ({ name }) => name,
          item: ({ name }) => Object.assign(new TreeItem(name), { checkboxState: checked }),
        },
      }),
      check: async ([one]) => {
        if (!takes) return;
        checked = one?.[1] ? TreeItemCheckboxState.Checked : TreeItemCheckboxState.Unchecked;
        made.update();
        await kept.promise;
      },
    });
    const [row] = (await made.provider.getChildren()) ?? [];
    assert.ok(row);
    await made.provider.getTreeItem(row);
    click({ items: [[row, TreeItemCheckboxState.Checked]] });
    kept.resolve(undefined);
    await setImmediate();
    assert.deepEqual(drawn, [["main"]]);
    takes = false;
    click({ items: [[row, TreeItemCheckboxState.Unchecked]] });
    await setImmediate();
    assert.deepEqual(drawn, [["main"], ["main"]]);
  });

  /** Reveals the first row. @param then what happens when VS Code is asked for the nth time */
  const reveal = async (then: (view: ReturnType<typeof treeView>, asked: number) => unknown): Promise<boolean[]> => {
    const focuses: boolean[] = [];
    const view = treeView({
      selection: [],
      reveal: (_row: Node, { focus }: { readonly focus: boolean }) => {
        then(view, focuses.push(focus));
        return Promise.resolve();
      },
    });
    roots = ["main", "topic"].map((name) => ({ kind: "branch", name }));
    assert.equal(await tree({ treeView: view }).reveal(() => ["main"]), true);
    return focuses;
  };

  it("reveals a row until VS Code selects it, but soon leaves the keyboard focus alone", async () => {
    const asked = await reveal((view, count) => count === 8 && Object.assign(view, { selection: [roots[0]] }));
    assert.deepEqual([asked[0], asked.at(-1), asked.length], [true, false, 8]);
  });

  it("stops revealing a row once the user leaves the view or selects another row", async () => {
    assert.equal((await reveal((view) => Object.assign(view, { visible: false }))).length, 1);
    assert.equal((await reveal((view) => Object.assign(view, { selection: [roots[1]] }))).length, 1);
  });
});
