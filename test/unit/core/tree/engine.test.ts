import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { TreeOptions } from "../../../../src/core/tree/engine.ts";
import { InMemoryMemento } from "../../../support/fakes/inMemoryMemento.ts";
import { RecordingLog } from "../../../support/fakes/recordingLog.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

const { Tree } = await import("../../../../src/core/tree/engine.ts");
const { TreeItem } = await import("vscode");

type Node = { readonly kind: "branch"; readonly name: string };

const silent = () => ({ dispose: () => undefined });

describe("Tree", () => {
  let roots: Node[];
  let drawn: (string[] | "all")[];
  beforeEach(() => {
    roots = [];
    drawn = [];
    vscodeFakes.window = {
      createTreeView: () => ({
        visible: true,
        onDidChangeVisibility: silent,
        onDidExpandElement: silent,
        onDidCollapseElement: silent,
        dispose: () => undefined,
      }),
    };
  });
  afterEach(() => vscodeFakes.reset());

  function tree(options: Partial<TreeOptions<Node>> = {}) {
    const made = new Tree<Node>({
      view: "forgeline.test",
      renderers: () => ({ branch: { id: ({ name }) => name, item: ({ name }) => new TreeItem(name) } }),
      roots: () => roots,
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

  it("does not have everything drawn anew while VS Code waits for the first rows: it gets the new ones", async () => {
    let loaded = (): void => undefined;
    const made = tree({ ready: () => new Promise((resolve) => (loaded = resolve)) });
    const asked = made.provider.getChildren();
    roots = [{ kind: "branch", name: "main" }];
    made.reset();
    loaded();
    assert.deepEqual(await asked, roots);
    assert.deepEqual(drawn, []);
    made.reset();
    assert.deepEqual(drawn, ["all"]);
  });

  it("has everything drawn anew after what the rows need could not be loaded", async () => {
    const made = tree({ ready: () => Promise.reject(new Error("not there")) });
    await assert.rejects(async () => made.provider.getChildren(), /not there/);
    made.reset();
    assert.deepEqual(drawn, ["all"]);
  });

  it("reveals a row once more that VS Code did not select, as when it was drawn anew meanwhile", async () => {
    const selection: Node[] = [];
    let reveals = 0;
    const reveal = (row: Node): Promise<void> => {
      reveals += 1;
      if (reveals === 2) selection.push(row);
      return Promise.resolve();
    };
    vscodeFakes.window = {
      createTreeView: () => ({
        visible: true,
        selection,
        reveal,
        onDidChangeVisibility: silent,
        onDidExpandElement: silent,
        onDidCollapseElement: silent,
        dispose: () => undefined,
      }),
    };
    roots = [{ kind: "branch", name: "main" }];
    assert.equal(await tree().reveal(() => ["main"]), true);
    assert.equal(reveals, 2);
  });
});
