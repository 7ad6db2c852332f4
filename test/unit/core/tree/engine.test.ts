import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type { TreeOptions } from "../../../../src/core/tree/engine.ts";
import { InMemoryMemento } from "../../../support/fakes/inMemoryMemento.ts";
import { RecordingLog } from "../../../support/fakes/recordingLog.ts";
import "../../../support/vscodeStub.ts";

const { Tree } = await import("../../../../src/core/tree/engine.ts");
const { TreeItem } = await import("vscode");

type Node = { readonly kind: "branch"; readonly name: string };

const silent = () => ({ dispose: () => undefined });
const treeView = (more: object = {}): TreeOptions<Node>["treeView"] =>
  Object.assign(
    { visible: true, ...more },
    {
      onDidChangeVisibility: silent,
      onDidExpandElement: silent,
      onDidCollapseElement: silent,
    },
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

  it("reveals a row once more that VS Code did not select, as when it was drawn anew meanwhile", async () => {
    const selection: Node[] = [];
    let reveals = 0;
    const reveal = (row: Node): Promise<void> => {
      reveals += 1;
      if (reveals === 2) selection.push(row);
      return Promise.resolve();
    };
    roots = [{ kind: "branch", name: "main" }];
    assert.equal(await tree({ treeView: treeView({ selection, reveal }) }).reveal(() => ["main"]), true);
    assert.equal(reveals, 2);
  });
});
