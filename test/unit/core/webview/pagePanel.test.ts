import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { WebviewPanel } from "vscode";
import type { ErrorAction } from "../../../../src/core/base/errors.ts";
import type { Offer, TypedWord } from "../../../../src/core/webview/completionMessages.ts";
import type { PageKey, PageKind, PagePanel as PanelOf } from "../../../../src/core/webview/pagePanel.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";
import { fakeApp, project } from "../fakeApp.ts";

const { Uri } = await import("vscode");
const { UserError } = await import("../../../../src/core/base/errors.ts");
const { PollScheduler } = await import("../../../../src/core/tree/poll.ts");
const { PagePanel } = await import("../../../../src/core/webview/pagePanel.ts");
const { PageReader } = await import("../../../../src/core/webview/pageReader.ts");

const silent = () => ({ dispose: () => undefined });

/** Reads nothing, or fails. */
class Reader extends PageReader {
  readonly busy = false;
  protected readonly doing = "Reading a page";
  reads = 0;
  error: Error | undefined;

  poll(): Promise<void> {
    return Promise.resolve();
  }

  protected readAll(): Promise<void> {
    this.reads += 1;
    return this.error ? Promise.reject(this.error) : Promise.resolve();
  }

  protected forget(): void {
    // Nothing is kept.
  }
}

class Page {
  complete?: (typed: TypedWord, signal: AbortSignal) => Promise<readonly Offer[]>;
  readonly ref: PageKey;
  readonly reader: Reader;
  readonly acted: string[] = [];
  error: Error | undefined;

  constructor(ref: PageKey, reader: Reader) {
    this.ref = ref;
    this.reader = reader;
  }

  readonly draw = () => ({ page: [], kept: {} });
  readonly concerns = (): boolean => false;
  readonly forget = (): void => undefined;

  act(value: string): Promise<void> {
    this.acted.push(value);
    return this.error ? Promise.reject(this.error) : Promise.resolve();
  }
}

describe("the buttons of a page", () => {
  let press: (value: string) => void;
  let receive: (message: unknown) => void;
  let posted: unknown[];
  let panel: PanelOf<PageKey, Page>;
  let polling: InstanceType<typeof PollScheduler>;
  let executed: unknown[][];
  let reported: unknown[][];

  beforeEach(() => {
    [executed, reported, posted] = [[], [], []];
    vscodeFakes.commands = {
      executeCommand: (...call: unknown[]) => {
        executed.push(call);
        return Promise.resolve();
      },
    };
    polling = new PollScheduler();
    const { app } = fakeApp(
      {},
      {
        extension: Uri.file("/extension"),
        connections: { get: () => ({ session: undefined }), onDidChange: silent, onDidChangeRecords: silent },
        polling,
        report: { background: () => undefined, error: (...call: unknown[]) => void reported.push(call) },
      },
    );
    const kind: PageKind<PageKey, Page> = {
      files: "page",
      icon: "page",
      name: () => "page 3",
      tab: () => "Page 3",
      title: () => "Page 3 failed",
      key: (ref) => ref,
      readKept: () => undefined,
      open: (context, ref, changed) => new Page(ref, new Reader(context, ref.project.instance, changed)),
    };
    const webview = {
      html: "",
      cspSource: "",
      asWebviewUri: (uri: unknown) => uri,
      postMessage: (message: unknown) => {
        posted.push(message);
        return Promise.resolve(true);
      },
      onDidReceiveMessage: (hear: (message: unknown) => void) => {
        receive = hear;
        press = (value) => hear({ type: "act", value });
        return silent();
      },
    };
    panel = new PagePanel(
      app,
      kind,
      { title: "", visible: true, webview, onDidChangeViewState: silent } as unknown as WebviewPanel,
      { project, id: 3 },
    );
  });
  afterEach(() => {
    panel.dispose();
    polling.dispose();
    vscodeFakes.reset();
  });

  const failWith = async (action?: ErrorAction): Promise<void> => {
    panel.page.reader.error = new UserError("Not readable", action && { action });
    await panel.load();
  };

  it("read everything again: reload", () => {
    const { reads } = panel.page.reader;
    press("reload");
    assert.deepEqual([panel.page.reader.reads - reads, panel.page.acted], [1, []]);
  });

  it("run the command that helps against the last failure: remedy", async () => {
    await failWith({ title: "Settings", command: "forgeline.openSettings", args: ["http.proxy", 7] });
    press("remedy");
    await failWith({ title: "Switch Account", command: "forgeline.switchAccount" });
    press("remedy");
    assert.deepEqual(executed, [["forgeline.openSettings", "http.proxy", 7], ["forgeline.switchAccount"]]);
    assert.deepEqual(panel.page.acted, []);
  });

  it("do nothing where nothing helps: remedy", async () => {
    press("remedy");
    await failWith();
    press("remedy");
    await new Promise(setImmediate);
    assert.deepEqual([executed, panel.page.acted, reported], [[], [], []]);
  });

  it("report what the command that helps fails with", async () => {
    const error = new Error("no such command");
    vscodeFakes.commands = { executeCommand: () => Promise.reject(error) };
    await failWith({ title: "Switch Account", command: "forgeline.switchAccount" });
    press("remedy");
    await new Promise(setImmediate);
    assert.deepEqual(reported, [[error, "Page 3 failed"]]);
  });

  it("do not get in the way of names that are typed, of which the newest is answered", async () => {
    const answers: ((word: string) => void)[] = [];
    const signals: AbortSignal[] = [];
    panel.page.complete = async (_typed, signal) => {
      signals.push(signal);
      const word = await new Promise<string>((resolve) => answers.push(resolve));
      return [{ text: word, label: word, detail: "", names: word }];
    };
    for (const [at, word] of ["b", "bo"].entries()) receive({ type: "ask", ask: at + 1, sign: "@", word });
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [true, false],
    );
    answers[1]?.("bob");
    answers[0]?.("bill");
    await new Promise(setImmediate);
    assert.deepEqual(
      posted.filter((message) => (message as { readonly type: string }).type === "offer"),
      [
        {
          type: "offer",
          ask: 2,
          label: "Suggestions",
          offers: [{ text: "bob", label: "bob", detail: "", names: "bob" }],
        },
      ],
    );
    assert.deepEqual(panel.page.acted, []);
  });

  it("leave everything else to the page, and report what that fails with", async () => {
    press("merge");
    panel.page.error = new Error("refused");
    press("showLog 12");
    await new Promise(setImmediate);
    assert.deepEqual([panel.page.acted, executed], [["merge", "showLog 12"], []]);
    assert.deepEqual(reported, [[panel.page.error, "Page 3 failed"]]);
  });
});
