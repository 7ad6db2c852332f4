import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { TreeItem, TreeItemCheckboxState } from "vscode";
import type { Current } from "../../../../src/core/currentProject.ts";
import { awaitedProject } from "../../../../src/core/tree/awaitedProject.ts";
import { Tree, type TreeOptions } from "../../../../src/core/tree/engine.ts";
import { focusedRow } from "../../../../src/core/tree/focusedRow.ts";
import { footerItem } from "../../../../src/core/tree/footerItem.ts";
import { withFooter } from "../../../../src/core/tree/footerRows.ts";
import { isFooter } from "../../../../src/core/tree/node.ts";
import { OpenMemory } from "../../../../src/core/tree/openMemory.ts";
import { withLastingCommands } from "../../../../src/core/tree/rowCommands.ts";
import { VIEWS } from "../../../../src/core/views.ts";
import { root } from "../../../../tools/root.ts";
import { InMemoryMemento } from "../../../support/fakes/inMemoryMemento.ts";
import { RecordingLog } from "../../../support/fakes/recordingLog.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";
import { isTrue } from "../../../support/whenClause.ts";
import { deferred } from "../deferred.ts";
import { project } from "../fakeApp.ts";
import { fault } from "./fakeHost.ts";

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

it("the memory for opened rows keeps the last state, and drops the oldest rows", async () => {
  const memory = new InMemoryMemento();
  const open = new OpenMemory(memory, "view");
  assert.equal(open.isOpen("row"), undefined);
  await open.keep("row", false);
  assert.equal(new OpenMemory(memory, "view").isOpen("row"), false);
  assert.equal(new OpenMemory(memory, "another").isOpen("row"), undefined);
  await open.keep("row", true);
  assert.equal(open.isOpen("row"), true);
  for (let at = 0; at < 300; at++) await open.keep(`row ${at}`, true);
  assert.deepEqual([open.isOpen("row"), open.isOpen("row 0")], [undefined, true]);
  await memory.update(memory.keys()[0]!, "nonsense");
  assert.equal(open.isOpen("row 0"), undefined);
});

const named = (current: Partial<Current>): string | undefined => awaitedProject(current as Current);
const [one, other] = ["https://git.example.org", "https://git.example.net/forge"];

describe("awaitedProject", () => {
  it("names project and host until somebody has signed in", () => {
    for (const kind of ["signedOut", "expired"] as const)
      assert.equal(named({ kind, project }), "project · git.example.com");
    assert.equal(named({ kind: "noInstance", hosts: [other], paths: ["a/b"] }), "b · git.example.net/forge");
  });

  it("names the host alone where its remotes point to several projects, and nothing where there are several hosts", () => {
    assert.equal(named({ kind: "noInstance", hosts: [one], paths: ["a/b", "a/c"] }), "git.example.org");
    assert.equal(named({ kind: "noInstance", hosts: [one, other], paths: ["a/b"] }), undefined);
  });

  it("leaves the view its own title otherwise", () => {
    for (const kind of ["loading", "noFolder"] as const) assert.equal(named({ kind }), undefined);
    assert.equal(named({ kind: "ready", project }), undefined);
  });
});

describe("the focused row", () => {
  const view: { selection: readonly string[] } = { selection: [] };
  let focus: string | undefined;

  beforeEach(() => {
    // As VS Code does in the list with the focus.
    vscodeFakes.commands["executeCommand"] = (id: string) => {
      if (id !== "list.toggleSelection") throw new Error(id);
      const { selection } = view;
      if (focus !== undefined)
        view.selection = selection.includes(focus) ? selection.filter((row) => row !== focus) : [...selection, focus];
      return Promise.resolve();
    };
  });

  for (const [title, selection, at, found] of [
    ["is not the selected one after arrow keys", ["a"], "b", ["b", ["b"]]],
    ["is there without a selection", [], "b", ["b", ["b"]]],
    ["is the selected one", ["a"], "a", ["a", ["a"]]],
    ["comes with the selection that it is part of", ["a", "b"], "b", ["b", ["a", "b"]]],
    ["is none without a focus", ["a"], undefined, []],
  ] as const)
    it(title, async () => {
      [view.selection, focus] = [selection, at];
      assert.deepEqual(await focusedRow(view), found);
      assert.deepEqual([...view.selection].toSorted(), [...selection], "the selection is as before");
    });
});

/** The row in place of rows that there are none of. */
function noteOf(noteAction?: { title: string; command: "forgeline.mergeRequest.create" }) {
  const [row] = withFooter<{ kind: string }>("folder", { nodes: [], note: "No open merge request", noteAction });
  assert.ok(row && isFooter(row));
  return footerItem(row, "forgeline.mergeRequests");
}

it("the note of an empty list runs the command that it offers, if any, and is read as a button", () => {
  const item = noteOf({ title: "Create…", command: "forgeline.mergeRequest.create" });
  assert.deepEqual(
    [item.id, item.description, item.command?.command, item.accessibilityInformation],
    [
      "folder/note",
      "Create…",
      "forgeline.mergeRequest.create",
      { label: "No open merge request, Create…", role: "button" },
    ],
  );
  assert.deepEqual([noteOf().command, noteOf().description], [undefined, undefined]);
});

it("the row of an error offers VS Code's network as a button and in its menu in every view if connecting failed", () => {
  vscodeFakes.workspace = { getConfiguration: () => ({ inspect: () => undefined }) };
  const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    contributes: { menus: Readonly<Record<string, readonly { command?: string; when: string; group: string }[]>> };
  };
  const offered = (kind: "network" | "server", view: string): string[] => {
    const error = fault(kind);
    const row = { kind: "forgeline.footer", footer: "error", id: "folder/error", below: "folder", error } as const;
    const viewItem = String(footerItem(row, view).contextValue);
    return (manifest.contributes.menus["view/item/context"] ?? [])
      .filter(({ command, when }) => command === "forgeline.useEditorNetwork" && isTrue(when, { view, viewItem }))
      .map(({ group }) => group);
  };
  for (const view of Object.values(VIEWS)) assert.deepEqual(offered("network", view), ["inline@1", "5_edit@1"], view);
  assert.deepEqual(offered("server", VIEWS.pipelines), []);
});

it("a row's command outlasts its redraw: it has no arguments, and runs what the row has once VS Code knows it as selected", async () => {
  const ran: unknown[] = [];
  let click: (() => Promise<void>) | undefined;
  vscodeFakes.commands = {
    registerCommand: (_id: string, run: () => Promise<void>) => {
      click = run;
      return { dispose: () => undefined };
    },
    executeCommand: (...given: unknown[]) => Promise.resolve(ran.push(given)),
  };
  const row = { name: "job" };
  const commands = [{ command: "log", title: "Show Log", arguments: [1] }, undefined];
  const provider = { getTreeItem: () => Object.assign(new TreeItem("job"), { command: commands.shift() }) } as never;
  const view: { selection: (typeof row)[] } = { selection: [] };
  const { provider: lasting } = withLastingCommands<typeof row>("view", provider, () => view);
  const drawn = async () => (await lasting.getTreeItem(row)).command;
  assert.deepEqual((await drawn())?.arguments, undefined);
  const clicked = click?.();
  await setImmediate();
  view.selection = [row];
  await clicked;
  assert.deepEqual(ran, [["log", 1]]);
  assert.equal(await drawn(), undefined);
  await click?.();
  assert.equal(ran.length, 1, "a row that has no command any more runs none");
});
