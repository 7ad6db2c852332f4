import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import { CancelledError } from "../../../../src/core/base/errors.ts";
import { type Element, isFooter, type Rows } from "../../../../src/core/tree/node.ts";
import { RowTree } from "../../../../src/core/tree/rows.ts";
import type { RowSource } from "../../../../src/core/tree/rowSource.ts";
import { settle } from "./fakeTimers.ts";

interface Node {
  kind: "folder" | "leaf";
  id: string;
  text: string;
  extra?: string;
}

/** One request for the rows below a node, answered by the test. */
interface Request {
  readonly id: string;
  readonly signal: AbortSignal;
  answer(rows: Rows<Node>): Promise<void>;
  fail(error: Error): Promise<void>;
}

const folder = (id: string, text = id): Node => ({ kind: "folder", id, text });
const leaf = (id: string, text = id): Node => ({ kind: "leaf", id, text });

class HostError extends Error {
  readonly kind: string;
  constructor(kind: string) {
    super(kind);
    this.kind = kind;
  }
}

describe("the rows of a tree", () => {
  let roots: Node[];
  let requests: Request[];
  let changes: (readonly string[] | "all")[];
  let problems: unknown[];
  let closed: string[];
  let known: Map<string, Rows<Node>>;
  let tree: RowTree<Node>;

  const text = (element: Element<Node>): string => (isFooter(element) ? `<${element.footer}>` : element.text);
  const rows = async (id?: string): Promise<string[]> =>
    (await tree.children(id === undefined ? undefined : tree.find(id))).map(text);
  const make = (extra: Partial<RowSource<Node>> = {}): RowTree<Node> =>
    new RowTree<Node>(
      {
        roots: () => roots,
        id: (node) => node.id,
        appearance: (node) => node.text,
        known: (node) => known.get(node.id),
        children: (node, signal) =>
          node.kind === "leaf"
            ? undefined
            : new Promise((resolve, reject) => {
                requests.push({
                  id: node.id,
                  signal,
                  answer: (answer) => (resolve(answer), settle()),
                  fail: (error) => (reject(error), settle()),
                });
              }),
        ...extra,
      },
      {
        changed: (elements) => changes.push(elements?.map((element) => tree.idOf(element)) ?? "all"),
        problem: (_id, error, replaced) => void (replaced === true || problems.push(error)),
        closed: (id) => closed.push(id),
      },
    );

  beforeEach(() => {
    roots = [folder("a"), folder("b")];
    requests = [];
    changes = [];
    problems = [];
    closed = [];
    known = new Map();
    tree = make();
  });

  /** Opens a folder and answers its rows. */
  const open = async (id: string, answer: Rows<Node>): Promise<string[]> => {
    if (tree.find(id) === undefined) await rows();
    const shown = rows(id);
    await settle();
    await requests.at(-1)!.answer(answer);
    return shown;
  };

  it("say at their end that they are only a part, not that there are none", async () => {
    known.set("a", { nodes: [leaf("a1")], capped: 1 });
    known.set("b", { nodes: [], note: "None", capped: 0 });
    await rows();
    assert.deepEqual(await rows("a"), ["a1", "<part>"]);
    assert.deepEqual(await rows("b"), ["<part>"]);
    known.set("a", { nodes: [leaf("a1")], capped: 1, more: () => Promise.resolve({ nodes: [] }) });
    tree.update();
    assert.deepEqual(await rows("a"), ["a1", "<more>"]);
  });

  it("asks once for what is opened, and answers from what it keeps after that", async () => {
    assert.deepEqual(await rows(), ["a", "b"]);
    assert.equal(requests.length, 0);
    const first = rows("a");
    const second = rows("a");
    await requests[0]!.answer({ nodes: [leaf("a/1")] });
    assert.deepEqual([await first, await second, await rows("a")], [["a/1"], ["a/1"], ["a/1"]]);
    assert.equal(requests.length, 1);
    assert.deepEqual(changes, [], "the answer itself is the news");
  });

  it("knows the parents", async () => {
    await open("a", { nodes: [leaf("a/1")] });
    assert.equal(tree.parent(tree.find("a/1")!), tree.find("a"));
    assert.equal(tree.parent(tree.find("a")!), undefined);
  });

  it("keeps the old rows and their objects while a refresh is under way, then redraws only what looks different", async () => {
    await open("a", { nodes: [leaf("a/1", "one"), leaf("a/2", "two")] });
    const before = tree.find("a/1")!;
    const refreshed = tree.refresh(["a"]);
    assert.deepEqual(await rows("a"), ["one", "two"]);
    await requests[1]!.answer({ nodes: [{ ...leaf("a/1", "one"), extra: "unseen" }, leaf("a/2", "TWO")] });
    await refreshed;
    assert.deepEqual(changes, [["a/2"]]);
    assert.equal(tree.find("a/1"), before, "the same object stands for the same id");
    assert.equal((before as Node).extra, "unseen", "and carries the newest data");
    assert.deepEqual(await rows("a"), ["one", "TWO"]);
  });

  it("redraws nothing when nothing changed", async () => {
    await open("a", { nodes: [leaf("a/1")] });
    const refreshed = tree.refresh(["a"]);
    await requests[1]!.answer({ nodes: [leaf("a/1")] });
    await refreshed;
    assert.deepEqual(changes, []);
  });

  it("redraws the parent when rows come, go or move, and forgets the gone ones", async () => {
    for (const next of [["a/0", "a/1", "a/2"], ["a/2"], ["a/2", "a/3"], ["a/3", "a/2"]]) {
      tree = make();
      changes = [];
      requests = [];
      await open("a", { nodes: [leaf("a/1"), leaf("a/2")] });
      const refreshed = tree.refresh(["a"]);
      await requests[1]!.answer({ nodes: next.map((id) => leaf(id)) });
      await refreshed;
      assert.deepEqual(changes, [["a"]], String(next));
      assert.deepEqual(await rows("a"), next);
      for (const id of ["a/1", "a/2"]) assert.equal(tree.find(id) !== undefined, next.includes(id));
    }
  });

  it("refreshes only what was opened", async () => {
    await open("a", { nodes: [] });
    void tree.refresh(["a", "b", "nowhere"]);
    assert.deepEqual(
      requests.map(({ id }) => id),
      ["a", "a"],
    );
  });

  it("calls a superseded request off and drops its answer, whichever comes first", async () => {
    for (const lateFirst of [true, false]) {
      tree = make();
      requests = [];
      await rows();
      const opening = rows("a");
      await settle();
      const refreshed = tree.refresh(["a"]);
      const [old, newer] = requests as [Request, Request];
      assert.equal(old.signal.aborted, true);
      assert.equal(newer.signal.aborted, false);
      if (lateFirst) await old.answer({ nodes: [leaf("a/old")] });
      await newer.answer({ nodes: [leaf("a/new")] });
      if (!lateFirst) await old.fail(new HostError("cancelled"));
      await old.answer({ nodes: [leaf("a/old")] });
      await refreshed;
      assert.deepEqual(await opening, ["a/new"]);
      assert.deepEqual(await rows("a"), ["a/new"]);
    }
  });

  it("shows an error in place of rows, and the rows once it passed", async () => {
    await rows();
    const opening = rows("a");
    await settle();
    const error = new HostError("forbidden");
    await requests[0]!.fail(error);
    assert.deepEqual(await opening, ["<error>"]);
    const [row] = await tree.children(tree.find("a"));
    assert.ok(row && isFooter(row) && row.error === error);
    const refreshed = tree.refresh(["a"]);
    await requests[1]!.answer({ nodes: [leaf("a/1")] });
    await refreshed;
    assert.deepEqual(await rows("a"), ["a/1"]);
    assert.deepEqual(changes, [["a"]]);
  });

  it("keeps old rows through failures that pass by themselves, and tells of them", async () => {
    for (const kind of ["network", "timeout", "server", "rateLimited"]) {
      tree = make();
      problems = [];
      closed = [];
      requests = [];
      await open("a", { nodes: [leaf("a/1")] });
      const failing = tree.refresh(["a"]);
      const error = new HostError(kind);
      await requests[1]!.fail(error);
      await failing;
      assert.deepEqual(await rows("a"), ["a/1"]);
      assert.equal(problems.at(-1), error);
      const passing = tree.refresh(["a"]);
      await requests[2]!.answer({ nodes: [leaf("a/1")] });
      await passing;
      assert.equal(problems.at(-1), undefined);
    }
  });

  it("lets a lasting failure take the place of old rows", async () => {
    await open("a", { nodes: [leaf("a/1")] });
    for (const kind of ["unauthorized", "notFound"]) {
      tree.fail("a", new HostError(kind));
      assert.deepEqual(await rows("a"), ["<error>"]);
    }
    assert.deepEqual(
      problems.filter((problem) => problem !== undefined),
      [],
    );
  });

  it("says nothing when a request is cancelled", async () => {
    await open("a", { nodes: [leaf("a/1")] });
    const refreshed = tree.refresh(["a"]);
    await requests[1]!.fail(Object.assign(new Error("gone"), { name: "AbortError" }));
    await refreshed;
    assert.deepEqual(await rows("a"), ["a/1"]);
    assert.deepEqual([changes, problems.filter((problem) => problem !== undefined)], [[], []]);
  });

  it("loads more once however often it is asked, shows it under way, and keeps both pages", async () => {
    let answer = (_rows: Rows<Node>): void => undefined;
    let asked = 0;
    const more = (): Promise<Rows<Node>> => (asked++, new Promise((resolve) => (answer = resolve)));
    assert.deepEqual(await open("a", { nodes: [leaf("a/1")], more }), ["a/1", "<more>"]);
    const first = tree.more("a");
    void tree.more("a");
    assert.deepEqual(changes, [["a/more"]], "the other rows are not drawn for that");
    const [, row] = await tree.children(tree.find("a"));
    assert.ok(row && isFooter(row) && row.loading === true);
    answer({ nodes: [leaf("a/1"), leaf("a/2")] });
    await first;
    assert.equal(asked, 1);
    assert.deepEqual(await rows("a"), ["a/1", "a/2"], "a row that moved to the next page comes once");
  });

  it("keeps the way to more beside the error when the next page fails", async () => {
    let fails = true;
    const more = (): Promise<Rows<Node>> =>
      fails ? Promise.reject(new HostError("server")) : Promise.resolve({ nodes: [leaf("a/2")] });
    await open("a", { nodes: [leaf("a/1")], more });
    await tree.more("a");
    assert.deepEqual(await rows("a"), ["a/1", "<error>", "<more>"]);
    fails = false;
    const again = tree.more("a");
    assert.deepEqual(await rows("a"), ["a/1", "<more>"]);
    await again;
    assert.deepEqual(await rows("a"), ["a/1", "a/2"]);
  });

  it("says what a list without rows means", async () => {
    assert.deepEqual(await open("a", { nodes: [], note: "nothing here" }), ["<note>"]);
    assert.deepEqual(await open("b", { nodes: [] }), []);
  });

  it("draws what became known without asking, as deep as rows were opened", async () => {
    known.set("a", { nodes: [folder("a/1"), folder("a/2")] });
    known.set("a/1", { nodes: [leaf("a/1/x", "x"), leaf("a/1/y", "y")] });
    await rows();
    await rows("a");
    await rows("a/1");
    known.set("a/1", { nodes: [leaf("a/1/x", "x"), leaf("a/1/y", "Y")] });
    known.set("a/2", { nodes: [leaf("a/2/z")] });
    tree.update();
    assert.deepEqual(changes, [["a/1/y"]]);
    known.set("a/1", { nodes: [leaf("a/1/x", "x")] });
    tree.update();
    assert.deepEqual(changes.at(-1), ["a/1"]);
    known.set("a", { nodes: [folder("a/1", "one"), folder("a/2")] });
    tree.update();
    assert.deepEqual(changes.at(-1), ["a/1"]);
    roots = [folder("b")];
    tree.update();
    assert.equal(changes.at(-1), "all");
    assert.equal(requests.length, 0);
  });

  it("asks anew for what was closed or is of no use any more, and calls off what was under way", async () => {
    await open("a", { nodes: [leaf("a/1")] });
    tree.renew("a");
    assert.equal(tree.find("a/1"), undefined);
    assert.deepEqual(
      tree.opened().map(({ id }) => id),
      [],
    );
    // Whoever keeps the rows of what was closed, as VS Code does, is told that they are out of date.
    assert.deepEqual(changes, [["a"]]);
    void rows("a");
    assert.equal(requests.length, 2);
    tree.renew("a");
    assert.equal(requests[1]!.signal.aborted, true);
  });

  it("asks again when the source called off its own answer, as when it read the same anew meanwhile", async () => {
    await rows();
    const opening = rows("a");
    await settle();
    await requests[0]!.fail(new CancelledError());
    await requests[1]!.answer({ nodes: [leaf("a/1")] });
    assert.deepEqual(await opening, ["a/1"]);
  });

  it("begins anew after a reset; late answers change nothing", async () => {
    await rows();
    const opening = rows("a");
    await settle();
    tree.reset();
    assert.equal(requests[0]!.signal.aborted, true);
    await requests[0]!.answer({ nodes: [leaf("a/1")] });
    assert.deepEqual(await opening, []);
    assert.equal(tree.find("a"), undefined);
    assert.deepEqual(changes, ["all"]);
    assert.deepEqual(await rows(), ["a", "b"]);
  });

  it("shows a plain list without its root", async () => {
    roots = [folder("list")];
    tree = make({ hideRoot: true });
    const shown = Promise.resolve(tree.children());
    await settle();
    await requests[0]!.answer({ nodes: [leaf("1"), leaf("2")] });
    assert.deepEqual((await shown).map(text), ["1", "2"]);
    assert.equal(tree.parent(tree.find("1")!), undefined);
    const refreshed = tree.refresh(["list"]);
    await requests[1]!.answer({ nodes: [leaf("1")] });
    await refreshed;
    assert.deepEqual(changes, ["all"], "VS Code does not know the root");
    roots = [];
    assert.deepEqual(await tree.children(), []);
  });
});
