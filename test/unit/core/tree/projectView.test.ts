import assert from "node:assert/strict";
import { mock } from "node:test";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { TreeDataProvider } from "vscode";
import { Emitter } from "../../../../src/core/base/events.ts";
import type { Element } from "../../../../src/core/tree/node.ts";
import { PollScheduler } from "../../../../src/core/tree/poll.ts";
import type { ViewOptions, ViewParts } from "../../../../src/core/tree/viewController.ts";
import type { ViewModel } from "../../../../src/core/tree/viewModel.ts";
import { InMemoryMemento } from "../../../support/fakes/inMemoryMemento.ts";
import { RecordingLog } from "../../../support/fakes/recordingLog.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

const { ProjectView } = await import("../../../../src/core/tree/projectView.ts");
const { TreeItem } = await import("vscode");

type Node = { readonly kind: "branch"; readonly name: string };
type Model = ViewModel<Node>;

const silent = () => ({ dispose: () => undefined });
const main: Node = { kind: "branch", name: "main" };

describe("ProjectView", () => {
  let drawn: number;
  let loads: number;
  let registered: TreeDataProvider<Element<Node>> | undefined;
  let load: ViewParts<Node, Model>["load"];
  let current: Emitter<unknown>;
  let value: object;

  beforeEach(() => {
    drawn = 0;
    loads = 0;
    vscodeFakes.window = {
      createTreeView: (_id: string, options: { treeDataProvider: TreeDataProvider<Element<Node>> }) => {
        registered = options.treeDataProvider;
        registered.onDidChangeTreeData?.(() => drawn++);
        return {
          visible: true,
          onDidChangeVisibility: silent,
          onDidExpandElement: silent,
          onDidCollapseElement: silent,
          onDidChangeCheckboxState: silent,
          dispose: () => undefined,
        };
      },
    };
    current = new Emitter();
    value = {
      kind: "ready",
      project: { instance: "https://git.example.com", project: "a/b" },
      connection: {},
    };
    load = () => {
      loads += 1;
      return Promise.resolve(() => ({
        renderers: { branch: { id: ({ name }) => name, item: ({ name }) => new TreeItem(name) } },
        roots: () => [main],
        running: false,
        still: true,
        poll: () => Promise.resolve(),
        refresh: () => Promise.resolve(),
        filterText: undefined,
      }));
    };
  });
  afterEach(() => vscodeFakes.reset());

  function view(early = false) {
    const log = new RecordingLog();
    return new ProjectView<Node, Model>({
      view: "forgeline.branches" as ViewParts<Node, Model>["view"],
      subjects: [],
      early,
      load: () => load(),
      current: { value, onDidChange: current.event } as unknown as ViewOptions["current"],
      projects: { setProjectId: () => Promise.resolve() },
      changes: { event: silent },
      connections: { onDidChangeRecords: silent },
      polling: new PollScheduler({ focused: true, log }),
      memory: new InMemoryMemento(),
      log,
      marks: { onDidChange: silent, sources: [] },
    });
  }

  it("loads nothing before VS Code asks for rows, then answers with them and has nothing drawn a second time", async () => {
    using made = disposing(view());
    assert.equal(loads, 0);
    assert.equal(made.it.contents, undefined);
    assert.deepEqual(await registered?.getChildren(), [main]);
    assert.equal(loads, 1);
    assert.equal(drawn, 0);
    await made.it.refresh();
    current.fire(undefined);
    assert.equal(loads, 1);
  });

  it("answers with the rows once the project is known, and has nothing drawn a second time", async () => {
    const known = { ...value };
    Object.assign(value, { kind: "loading" });
    using _ = disposing(view());
    const rows = registered?.getChildren();
    assert.equal(await Promise.race([rows, new Promise((resolve) => setImmediate(resolve, "waits"))]), "waits");
    current.fire({ kind: "loading" });
    Object.assign(value, known);
    current.fire(value);
    assert.deepEqual(await rows, [main]);
    assert.equal(drawn, 0);
  });

  it("answers without rows when it stays unknown, and has them drawn when it is known", async () => {
    const known = { ...value };
    Object.assign(value, { kind: "loading" });
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      using _ = disposing(view());
      const rows = registered?.getChildren();
      await new Promise(setImmediate);
      mock.timers.tick(5_000);
      assert.deepEqual(await rows, []);
      Object.assign(value, known);
      current.fire(value);
      assert.equal(drawn, 1);
      assert.deepEqual(await registered?.getChildren(), [main]);
    } finally {
      mock.timers.reset();
    }
  });

  it("loads again when what it needs could not be loaded", async () => {
    const good = load;
    load = () => {
      load = good;
      return Promise.reject(new Error("not there"));
    };
    using _ = disposing(view());
    await assert.rejects(async () => registered?.getChildren(), /not there/);
    assert.deepEqual(await registered?.getChildren(), [main]);
    assert.equal(drawn, 0);
  });

  for (const [how, again] of [
    ["Refresh", (it: ReturnType<typeof view>) => it.refresh()],
    ["a command that needs them", (it: ReturnType<typeof view>) => it.load()],
  ] as const)
    it(`has the rows that could not be loaded drawn with ${how}`, async () => {
      const good = load;
      load = () => {
        load = good;
        return Promise.reject(new Error("not there"));
      };
      using made = disposing(view());
      await assert.rejects(async () => registered?.getChildren(), /not there/);
      await again(made.it);
      assert.equal(drawn, 1);
      assert.deepEqual(await registered?.getChildren(), [main]);
      assert.equal(drawn, 1);
    });

  it("has everything drawn anew for another project once it is loaded", async () => {
    using made = disposing(view());
    await made.it.load();
    Object.assign(value, { project: { instance: "https://git.example.com", project: "a/c" } });
    current.fire(undefined);
    assert.equal(drawn, 1);
  });

  it("is loaded early, with a project, where it has something to show before it is seen", async () => {
    using _ = disposing(view(true));
    await new Promise(setImmediate);
    assert.equal(loads, 1);
  });
});

const disposing = <T extends { dispose(): void }>(it: T) => ({ it, [Symbol.dispose]: () => it.dispose() });
