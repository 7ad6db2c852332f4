import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import type { TextDocument, Uri } from "vscode";
import { asText } from "../../../../src/core/base/stored.ts";
import { withLeft } from "../../../../src/core/base/withLeft.ts";
import { TypedTexts } from "../../../../src/core/ui/typedTexts.ts";
import { InMemoryDrafts } from "../../../support/fakes/inMemoryDrafts.ts";
import { RecordingLog } from "../../../support/fakes/recordingLog.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

const uriOf = (address: string): Uri =>
  ({ scheme: address.split(":", 1)[0], toString: () => address }) as unknown as Uri;
const file = uriOf("forgeline-file:/a.txt");
/** Of a process that has ended, and of this one. */
const ended = { pid: spawnSync("true").pid, place: "here" };
const running = { pid: process.pid, place: "here" };

describe("what is typed into the boxes of comments", () => {
  let drafts: InMemoryDrafts;
  /** By place. */
  let unsent: Map<string, string>;
  const windows: { dispose(): void }[] = [];
  beforeEach(() => {
    drafts = new InMemoryDrafts();
    unsent = new Map();
  });
  afterEach(() => {
    for (const one of windows.splice(0)) one.dispose();
  });

  async function openWindow(identity = running, began = "") {
    const change: ((event: object) => void)[] = [];
    const visible: (() => void)[] = [];
    const laters: (() => void)[] = [];
    const listen = (to: unknown[]) => (listener: unknown) => (to.push(listener), { dispose: () => undefined });
    vscodeFakes.workspace = { onDidChangeTextDocument: listen(change) };
    const shownWindow = { onDidChangeVisibleTextEditors: listen(visible), visibleTextEditors: [] as object[] };
    vscodeFakes.window = shownWindow;
    const typed = new TypedTexts<string>({
      name: "typed",
      parse: asText,
      drafts,
      report: new RecordingLog() as never,
      subjectOf: () => ({ document: file, place: "a.txt" }),
      began: () => began,
      recover: async (place, text) => {
        await Promise.resolve();
        unsent.set(place, withLeft(unsent.get(place), text));
      },
      later: (run) => (laters.push(run), { dispose: () => undefined }),
      identity: () => Promise.resolve(identity),
    });
    windows.push(typed);
    const settle = async (): Promise<void> => {
      for (let turn = 0; turn < 30; turn++) await Promise.resolve();
    };
    await settle();
    const boxOf = (name: string): Uri => uriOf(`comment://forgelinereview/${name}`);
    return {
      typed,
      settle,
      write: async (text: string, box = "one") => {
        for (const each of change) each({ document: { uri: boxOf(box), getText: () => text } as TextDocument });
        await settle();
      },
      /** Shows documents one after the other, as VS Code does when it opens and closes tabs. */
      see: async (...states: readonly (readonly (string | Uri)[])[]) => {
        vscodeFakes.window = shownWindow;
        for (const shown of states) {
          const uris = shown.map((one) => (typeof one === "string" ? boxOf(one) : one));
          shownWindow.visibleTextEditors = uris.map((uri) => ({ document: { uri } }));
          for (const each of visible) each();
        }
        for (const run of laters.splice(0)) run();
        await settle();
      },
    };
  }
  /** Types in a window that ends, and opens the next one. */
  const leave = async (...written: readonly string[]): Promise<void> => {
    const killed = await openWindow(ended);
    for (const text of written) await killed.write(text);
    await openWindow();
  };
  const texts = (): string[] => [...unsent.values()];

  it("becomes an unsent comment on the file, once, after its window has ended", async () => {
    await leave("The las", "The last words");
    assert.deepEqual([[...unsent], drafts.size], [[["a.txt", "The last words"]], 0]);
    await openWindow();
    assert.deepEqual(texts(), ["The last words"]);
  });

  it("stays that of a window that goes on, and is recovered when it ends later", async () => {
    const other = { ...running };
    const first = await openWindow(other);
    await first.write("Still typing");
    const second = await openWindow();
    assert.deepEqual(texts(), []);
    // What it types from now on is of a process that has ended.
    other.pid = ended.pid;
    await first.write("Still typing.");
    await second.see([file]);
    assert.deepEqual(texts(), ["Still typing."]);
  });

  it("is added to the unsent text there, once", async () => {
    unsent.set("a.txt", "Look it up in the BOOK");
    for (const _ of [1, 2]) {
      await leave("OK");
      assert.deepEqual(texts(), ["Look it up in the BOOK\n\nOK"]);
    }
  });

  it("is forgotten when it is sent, deleted, or closed beside its file", async () => {
    const own = await openWindow(ended);
    for (const end of [() => own.write(""), () => (own.typed.taken("Words"), own.settle()), () => own.see([file])]) {
      await own.write("Words");
      assert.equal(drafts.size, 1);
      await end();
      assert.equal(drafts.size, 0);
    }
  });

  it("is kept while its diff is closed, once for two boxes with the same text", async () => {
    const own = await openWindow(ended);
    await own.write("Words");
    await own.see([file], []);
    assert.equal(drafts.size, 1);
    await own.write("Words", "two");
    await own.see([file, "two"]);
    assert.equal(drafts.size, 1);
    await own.write("", "two");
    assert.equal(drafts.size, 0);
  });

  it("is not what a box for changing a comment begins with", async () => {
    const own = await openWindow(running, "On the host");
    await own.write("On the host");
    assert.equal(drafts.size, 0);
    await own.write("On the host, changed");
    assert.equal(drafts.size, 1);
  });

  it("is recovered after a while where its process cannot be seen", async () => {
    const killed = await openWindow({ pid: 1, place: "before the restart" });
    await killed.write("Words");
    await openWindow();
    assert.deepEqual(texts(), []);
    const now = Date.now;
    Date.now = () => now() + 11 * 60_000;
    try {
      await openWindow();
    } finally {
      Date.now = now;
    }
    assert.deepEqual(texts(), ["Words"]);
  });
});
