/**
 * What drawing a tree of 1,000 open rows takes in the extension host: at first, and anew after a refresh, beside a plain provider of them.
 *
 *     npm run bench -- tree
 *
 * VS Code's side is a stand-in that asks for rows and items as VS Code does: for all of them at first and when the whole tree is to be drawn,
 * else for the row that is named and for what stands open below it. The rounds go in turn; a figure is the median of the rounds.
 */
import "../support/vscodeStub.ts";
import type { TreeDataProvider, TreeItem } from "vscode";
import type { TreeOptions } from "../../src/core/tree/engine.ts";
import { InMemoryMemento } from "../support/fakes/inMemoryMemento.ts";
import { RecordingLog } from "../support/fakes/recordingLog.ts";
import { median, quantile, result } from "./results.ts";

const { Tree } = await import("../../src/core/tree/engine.ts");
const { ThemeColor, ThemeIcon, TreeItem: Item, TreeItemCollapsibleState } = await import("vscode");

const groups = 40;
const perGroup = 24;
const rounds = 21;
/** Rounds before, for the compiler's share. */
const warmUp = 10;

interface Group {
  readonly kind: "group";
  readonly at: number;
}
interface Job {
  readonly kind: "job";
  readonly group: number;
  readonly at: number;
  readonly status: string;
}
type Node = Group | Job;

const count = groups * (perGroup + 1);
const roots = Array.from({ length: groups }, (_, at): Group => ({ kind: "group", at }));
const icons: Readonly<Record<string, string>> = { success: "pass", failed: "error" };

function itemOf(node: Node): TreeItem {
  if (node.kind === "group") return new Item(`stage ${node.at}`, TreeItemCollapsibleState.Expanded);
  const item = new Item(`job ${node.at}`, TreeItemCollapsibleState.None);
  item.description = `${node.status} · 3 min`;
  item.iconPath = new ThemeIcon(icons[node.status] ?? "circle", new ThemeColor("testing.iconPassed"));
  item.contextValue = `job ${node.status}`;
  item.tooltip = `job ${node.at} of stage ${node.group}`;
  item.command = { title: "Open", command: "forgeline.job.open" };
  return item;
}

/** VS Code's side. */
class Drawn<E extends object> {
  items = 0;
  private readonly provider: TreeDataProvider<E>;

  constructor(provider: TreeDataProvider<E>) {
    this.provider = provider;
  }

  async draw(element?: E): Promise<void> {
    if (element !== undefined) {
      this.items++;
      const { collapsibleState } = await this.provider.getTreeItem(element);
      if (collapsibleState !== TreeItemCollapsibleState.Expanded) return;
    }
    const rows = (await this.provider.getChildren(element)) ?? [];
    await Promise.all(rows.map((row) => this.draw(row)));
  }
}

/** The rows of each group, anew at each answer, as a host sends them. */
class Rows {
  private readonly failed = new Set<string>();
  below(group: number): Job[] {
    return Array.from({ length: perGroup }, (_, at) => ({
      kind: "job",
      group,
      at,
      status: this.failed.has(`${group} ${at}`) ? "failed" : "success",
    }));
  }
  change(group: number, at: number): void {
    const key = `${group} ${at}`;
    if (!this.failed.delete(key)) this.failed.add(key);
  }
}

const plain = (rows: Rows): TreeDataProvider<Node> => ({
  getTreeItem: (node) => Object.assign(itemOf(node), { id: idOf(node) }),
  getChildren: (node) => (node === undefined ? roots : node.kind === "group" ? rows.below(node.at) : []),
});

const idOf = (node: Node): string => (node.kind === "group" ? `p/${node.at}` : `p/${node.group}/${node.at}`);

function engine(rows: Rows) {
  const silent = () => ({ dispose: () => undefined });
  const treeView = {
    visible: true,
    selection: [],
    onDidChangeVisibility: silent,
    onDidExpandElement: silent,
    onDidCollapseElement: silent,
    onDidChangeCheckboxState: silent,
  } as unknown as TreeOptions<Node>["treeView"];
  return new Tree<Node>({
    view: "forgeline.bench",
    renderers: () => ({
      group: {
        id: idOf,
        item: itemOf,
        children: ({ at }) => Promise.resolve({ nodes: rows.below(at) }),
        remembered: true,
      },
      job: { id: idOf, item: itemOf },
    }),
    roots: () => roots,
    treeView,
    memory: new InMemoryMemento(),
    log: new RecordingLog(),
  });
}

/** ms until what VS Code was told to draw is drawn. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const kinds = ["plain", "first", "whole", "none", "one", "all"] as const;
const times = Object.fromEntries(kinds.map((kind) => [kind, [] as number[]])) as Record<
  (typeof kinds)[number],
  number[]
>;
const items = { none: 0, one: 0, all: 0 };
for (let round = -warmUp; round < rounds; round++) {
  const rows = new Rows();
  const other = new Drawn(plain(rows));
  const plainly = await timed(() => other.draw());
  const tree = engine(rows);
  const drawn = new Drawn(tree.provider);
  const first = await timed(() => drawn.draw());
  if (drawn.items !== count || other.items !== count) throw new Error(`${drawn.items} rows instead of ${count}`);
  // What VS Code waits for holds redraws back for a moment.
  await new Promise((resolve) => setTimeout(resolve, 250));
  const due: (Node | undefined)[] = [];
  tree.provider.onDidChangeTreeData((what) =>
    due.push(...(what === undefined ? [undefined] : ([what].flat() as Node[]))),
  );
  const anew = async (kind: "none" | "one" | "all", change: () => void): Promise<number> => {
    change();
    drawn.items = 0;
    due.length = 0;
    const ms = await timed(async () => {
      await tree.refresh();
      await Promise.all(due.splice(0).map((element) => drawn.draw(element)));
    });
    await new Promise((resolve) => setTimeout(resolve, 250));
    items[kind] = drawn.items;
    return ms;
  };
  const whole = await timed(() => drawn.draw());
  await new Promise((resolve) => setTimeout(resolve, 250));
  const none = await anew("none", () => undefined);
  const one = await anew("one", () => rows.change(7, 7));
  const all = await anew("all", () => {
    for (let group = 0; group < groups; group++) for (let at = 0; at < perGroup; at++) rows.change(group, at);
  });
  tree.dispose();
  if (round < 0) continue;
  for (const [kind, ms] of Object.entries({ plain: plainly, first, whole, none, one, all }))
    times[kind as (typeof kinds)[number]].push(ms);
}

const beside = (kind: (typeof kinds)[number], base: (typeof kinds)[number]): number =>
  median(times[kind].map((ms, at) => ms / times[base][at]!));
const spread = (kind: (typeof kinds)[number]): string =>
  `${median(times[kind]).toFixed(1)} ms, quartiles ${quantile(times[kind], 0.25).toFixed(1)} to ${quantile(times[kind], 0.75).toFixed(1)}`;

const whole = beside("whole", "plain");
result({
  name: "drawing 1,000 open rows anew, beside a plain provider",
  value: whole,
  unit: "×",
  goal: "≤ 3",
  met: whole <= 3,
  note: spread("whole"),
});
result({
  name: "the first drawing of them, beside a plain provider",
  value: beside("first", "plain"),
  unit: "×",
  note: `it keeps their IDs and looks, for the drawings after it; ${spread("first")}`,
});
for (const [name, kind, most] of [
  ["a refresh that changes nothing", "none", 0],
  ["a refresh that changes one row", "one", 1],
  ["a refresh that changes all jobs", "all", groups * perGroup],
] as const) {
  result({
    name: `rows drawn by ${name}`,
    value: items[kind],
    unit: "rows",
    goal: `≤ ${most}`,
    met: items[kind] <= most,
  });
  result({ name: `${name}, beside the first drawing`, value: beside(kind, "first"), unit: "×", note: spread(kind) });
}
