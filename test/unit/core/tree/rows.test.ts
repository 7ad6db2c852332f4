import assert from "node:assert/strict";
import { type Element, isFooter, type Rows } from "../../../../src/core/tree/node.ts";
import { RowTree } from "../../../../src/core/tree/rows.ts";
import { settle } from "./fakeTimers.ts";

type Node = { readonly kind: "folder" | "leaf"; readonly id: string; readonly text: string; readonly extra?: string };

/** One request for the rows below a node, answered by the test. */
interface Request {
  readonly id: string;
  readonly signal: AbortSignal;
  answer(rows: Rows<Node>): Promise<void>;
  fail(error: Error): Promise<void>;
}

const folder = (id: string, text = id): Node => ({ kind: "folder", id, text });
const leaf = (id: string, text = id): Node => ({ kind: "leaf", id, text });

const hostError = (kind: string): Error => Object.assign(new Error(kind), { kind });

describe("the rows of a tree", () => {
  let roots: Node[];
  let requests: Request[];
  let changes: (readonly string[] | "all")[];
  let problems: unknown[];
  /** Problems that took the place of rows. */
  let replacing: unknown[];
  let known: Map<string, Rows<Node>>;
  let tree: RowTree<Node>;

  const text = (element: Element<Node>): string => (isFooter(element) ? `<${element.footer}>` : element.text);
  const rows = async (id?: string): Promise<string[]> =>
    (await tree.children(id === undefined ? undefined : tree.find(id))).map(text);
  beforeEach(() => {
    roots = [folder("a"), folder("b")];
    [requests, changes, problems, replacing] = [[], [], [], []];
    known = new Map();
    tree = new RowTree<Node>(
      {
        roots: () => roots,
        id: (node) => node.id,
        appearance: (node) => node.text,
        known: (node) => known.get(node.id),
        children: (node, signal) =>
          node.kind === "leaf"
            ? undefined
            : new Promise((resolve, reject) => {
                const answer = (rows: Rows<Node>) => (resolve(rows), settle());
                requests.push({ id: node.id, signal, answer, fail: (error) => (reject(error), settle()) });
              }),
      },
      {
        changed: (elements) => changes.push(elements?.map((element) => tree.idOf(element)) ?? "all"),
        problem: (_id, error, replaced) => void (replaced === true ? replacing : problems).push(error),
        closed: () => undefined,
      },
    );
  });

  /** Opens a folder and answers its rows. */
  const open = async (id: string, answer: Rows<Node>): Promise<string[]> => {
    if (tree.find(id) === undefined) await rows();
    const shown = rows(id);
    await settle();
    await requests.at(-1)!.answer(answer);
    return shown;
  };
  /** Refreshes the folder `a`, which is answered so. */
  const refresh = async (answer: Rows<Node> | Error): Promise<void> => {
    const refreshed = tree.refresh(["a"]);
    await (answer instanceof Error ? requests.at(-1)!.fail(answer) : requests.at(-1)!.answer(answer));
    await refreshed;
  };
  const leaves = (...ids: string[]): Rows<Node> => ({ nodes: ids.map((id) => leaf(id)) });

  it("end with a row for what is missing: more, a remark that the list is incomplete, or a note", async () => {
    known.set("a", { nodes: [leaf("a1")], capped: 1 });
    known.set("b", { nodes: [], note: "None", capped: 0 });
    await rows();
    assert.deepEqual([await rows("a"), await rows("b")], [["a1", "<part>"], ["<part>"]]);
    known.set("b", { nodes: [], note: "None" });
    known.set("a", { nodes: [leaf("a1")], capped: 1, more: () => Promise.resolve({ nodes: [] }) });
    tree.update();
    assert.deepEqual([await rows("a"), await rows("b")], [["a1", "<more>"], ["<note>"]]);
  });

  it("are requested once when their folder is opened, and known with their parents from then on", async () => {
    assert.deepEqual([await rows(), requests.length], [["a", "b"], 0]);
    const [first, second] = [rows("a"), rows("a")];
    await requests[0]!.answer(leaves("a/1"));
    assert.deepEqual([await first, await second, await rows("a")], [["a/1"], ["a/1"], ["a/1"]]);
    assert.deepEqual([requests.length, changes], [1, []], "the answer itself is the news");
    assert.equal(tree.parent(tree.find("a/1")!), tree.find("a"));
    assert.equal(tree.parent(tree.find("a")!), undefined);
    void tree.refresh(["a", "b", "nowhere"]);
    const found = requests.map(({ id }) => id);
    assert.deepEqual(found, ["a", "a"], "only opened folders are refreshed");
  });

  it("stay while a refresh is under way; then only those that look different are redrawn", async () => {
    await open("a", { nodes: [leaf("a/1", "one"), leaf("a/2", "two")] });
    const before = tree.find("a/1")!;
    const refreshed = tree.refresh(["a"]);
    assert.deepEqual(await rows("a"), ["one", "two"]);
    await requests[1]!.answer({ nodes: [{ ...leaf("a/1", "one"), extra: "unseen" }, leaf("a/2", "TWO")] });
    await refreshed;
    assert.deepEqual(changes, [["a/2"]]);
    assert.equal(tree.find("a/1"), before, "the same object stands for the same ID");
    assert.equal((before as Node).extra, "unseen", "and has the newest data");
    assert.deepEqual(await rows("a"), ["one", "TWO"]);
  });

  it("redraw their folder if any came, went or moved", async () => {
    await open("a", leaves("a/1", "a/2"));
    let now = "";
    for (const next of ["a/1 a/2", "a/0 a/1 a/2", "a/2", "a/2 a/3", "a/3 a/2"]) {
      changes = [];
      await refresh(leaves(...next.split(" ")));
      assert.deepEqual(changes, now === "" ? [] : [["a"]], next);
      now = next;
      assert.deepEqual(await rows("a"), next.split(" "));
      assert.equal(tree.find("a/1") !== undefined, next.includes("a/1"));
    }
  });

  it("are those of the latest request", async () => {
    await rows();
    const opening = rows("a");
    await settle();
    const refreshed = tree.refresh(["a"]);
    const [old, newer] = requests as [Request, Request];
    assert.deepEqual([old.signal.aborted, newer.signal.aborted], [true, false]);
    await old.answer(leaves("a/old"));
    await newer.answer(leaves("a/new"));
    await refreshed;
    assert.deepEqual([await opening, await rows("a")], [["a/new"], ["a/new"]]);
  });

  it("are replaced by an error when their first request fails, until it succeeds", async () => {
    await rows();
    const opening = rows("a");
    await settle();
    const error = hostError("forbidden");
    await requests[0]!.fail(error);
    assert.deepEqual(await opening, ["<error>"]);
    const [row] = await tree.children(tree.find("a"));
    assert.ok(row && isFooter(row) && row.error === error);
    await refresh(leaves("a/1"));
    assert.deepEqual([await rows("a"), changes], [["a/1"], [["a"]]]);
    assert.deepEqual(replacing, []);
    const passing = hostError("network");
    const failing = rows("b");
    await settle();
    await requests.at(-1)!.fail(passing);
    assert.deepEqual([await failing, replacing], [["<error>"], [passing]]);
  });

  it("stay through a temporary failure, which is reported, and when a request is canceled, and are replaced after a lasting one", async () => {
    await open("a", leaves("a/1"));
    for (const kind of ["network", "timeout", "server", "rateLimited"]) {
      const error = hostError(kind);
      await refresh(error);
      assert.deepEqual([await rows("a"), problems.at(-1)], [["a/1"], error]);
      await refresh(leaves("a/1"));
      assert.equal(problems.at(-1), undefined);
    }
    await refresh(Object.assign(new Error("gone"), { name: "AbortError" }));
    assert.deepEqual([await rows("a"), changes], [["a/1"], []]);
    tree.fail("a", hostError("notFound"));
    assert.deepEqual([await rows("a"), problems.at(-1)], [["<error>"], undefined]);
  });

  it("are loaded further once however often it is asked, each row once", async () => {
    let answer = (_rows: Rows<Node>): void => undefined;
    let asked = 0;
    const more = (): Promise<Rows<Node>> => (asked++, new Promise((resolve) => (answer = resolve)));
    assert.deepEqual(await open("a", { ...leaves("a/1"), more }), ["a/1", "<more>"]);
    const first = tree.more("a");
    void tree.more("a");
    assert.deepEqual(changes, [["a/more"]], "the other rows are not redrawn for that");
    const [, row] = await tree.children(tree.find("a"));
    assert.ok(row && isFooter(row) && row.loading === true);
    answer(leaves("a/1", "a/2"));
    await first;
    assert.deepEqual([asked, await rows("a")], [1, ["a/1", "a/2"]]);
    await refresh({ ...leaves("a/1"), more: () => Promise.reject(hostError("server")) });
    await tree.more("a");
    assert.deepEqual(await rows("a"), ["a/1", "<error>", "<more>"]);
  });

  it("are redrawn as deep as they were opened when others became known without a request", async () => {
    const update = (id: string, nodes: readonly Node[]): unknown => {
      known.set(id, { nodes });
      tree.update();
      return changes.at(-1);
    };
    known.set("a", { nodes: [folder("a/1"), folder("a/2")] });
    known.set("a/1", { nodes: [leaf("a/1/x", "x"), leaf("a/1/y", "y")] });
    for (const id of [undefined, "a", "a/1"]) await rows(id);
    assert.deepEqual(update("a/1", [leaf("a/1/x", "x"), leaf("a/1/y", "Y")]), ["a/1/y"]);
    assert.deepEqual(update("a/2", [leaf("a/2/z")]), ["a/1/y"], "it was not opened");
    assert.deepEqual(update("a/1", [leaf("a/1/x", "x")]), ["a/1"]);
    assert.deepEqual(update("a", [folder("a/1", "one"), folder("a/2")]), ["a/1"]);
    roots = [folder("b")];
    assert.equal(update("b", []), "all");
    assert.deepEqual([changes.length, requests.length], [4, 0]);
  });

  it("are requested again after they were closed, and their pending request is canceled", async () => {
    await open("a", leaves("a/1"));
    tree.renew("a");
    assert.deepEqual([tree.find("a/1"), tree.opened()], [undefined, []]);
    // Whoever keeps the rows of what was closed, as VS Code does, learns that they are out of date.
    assert.deepEqual(changes, [["a"]]);
    void rows("a");
    assert.equal(requests.length, 2);
    tree.renew("a");
    assert.equal(requests[1]!.signal.aborted, true);
  });

  it("start over after a reset, without late answers", async () => {
    await rows();
    const opening = rows("a");
    await settle();
    tree.reset();
    assert.equal(requests[0]!.signal.aborted, true);
    await requests[0]!.answer(leaves("a/1"));
    assert.deepEqual([await opening, tree.find("a"), changes], [[], undefined, ["all"]]);
    assert.deepEqual(await rows(), ["a", "b"]);
  });
});
