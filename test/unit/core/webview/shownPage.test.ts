import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import { askUntilShown } from "../../../../src/core/webview/browser/askUntilShown.ts";
import { type PageFrame, patience, ShownPage } from "../../../../src/core/webview/shownPage.ts";

/** A webview panel as VS Code treats it, with a page in it or none. */
class Frame implements PageFrame {
  visible = true;
  arrives = true;
  readonly sent: unknown[] = [];
  say: (message: unknown) => void = () => assert.fail("nobody listens");
  private seen: () => void = () => assert.fail("nobody looks");
  readonly webview: PageFrame["webview"] = {
    html: "",
    postMessage: (message: unknown) => {
      if (this.arrives) this.sent.push(message);
      return Promise.resolve(this.arrives);
    },
    onDidReceiveMessage: (hear: (message: unknown) => void) => ((this.say = hear), { dispose: () => undefined }),
  };
  readonly onDidChangeViewState = (seen: () => void) => ((this.seen = seen), { dispose: () => undefined });

  turn(visible: boolean): void {
    this.visible = visible;
    this.seen();
  }

  readonly take = (): unknown[] => this.sent.splice(0);
}

describe("a shown page", () => {
  let frame: Frame;
  let pages: number;
  let page: ShownPage;
  let state: string;
  let heard: unknown[];
  let waits: { readonly ms: number; readonly run: () => void }[];
  const show = (): void => page.send({ state }, state);
  const pass = (): number[] => waits.splice(0).map(({ ms, run }) => (run(), ms));

  const open = (visible = true): void => {
    frame = new Frame();
    frame.visible = visible;
    [state, heard, waits, pages] = ["a", [], [], 0];
    page = new ShownPage({
      frame,
      html: () => `page ${(pages += 1)}`,
      show,
      received: (message) => heard.push(message),
      later: (run, ms) => {
        const wait = { ms, run };
        waits.push(wait);
        return { dispose: () => void (waits = waits.filter((one) => one !== wait)) };
      },
    });
  };
  beforeEach(() => open());

  /** Shows another state. */
  const become = (next: string): void => {
    state = next;
    show();
  };
  const ready = (): void => {
    frame.say({ type: "ready" });
    frame.take();
  };

  it("gets its state once it is ready, whenever it asks, and each state once otherwise", () => {
    show();
    assert.deepEqual([frame.webview.html, frame.take()], ["page 1", []]);
    for (let time = 0; time < 3; time++) frame.say({ type: "ready" });
    show();
    assert.equal(frame.take().length, 3);
    become("b");
    show();
    assert.deepEqual(frame.take(), [{ state: "b" }]);
  });

  it("gets nothing while it is hidden, and its state when it is visible again or ready in another frame", () => {
    ready();
    frame.turn(false);
    become("b");
    assert.deepEqual(frame.take(), []);
    frame.turn(true);
    assert.deepEqual(frame.take(), [{ state: "b" }]);
    frame.say({ type: "ready" });
    assert.deepEqual(frame.take(), [{ state: "b" }]);
    frame.turn(false);
    frame.turn(true);
    frame.take();
    become("c");
    assert.deepEqual(frame.take(), [{ state: "c" }]);
  });

  it("gets a message again that did not arrive", async () => {
    ready();
    frame.arrives = false;
    become("b");
    await Promise.resolve();
    frame.arrives = true;
    show();
    assert.deepEqual(frame.take(), [{ state: "b" }]);
  });

  it("is reloaded three times, ever later, while it stays silent and visible", () => {
    assert.deepEqual([pass(), pass(), pass(), pass()], [[patience], [2 * patience], [4 * patience], []]);
    assert.deepEqual([frame.webview.html, pages], ["page 4", 4]);
    frame.say({ type: "ready" });
    assert.deepEqual(frame.take(), [{ state: "a" }]);
  });

  it("is not reloaded once it sends anything", () => {
    for (const type of ["ready", "got", "act"]) {
      page.dispose();
      open();
      frame.say({ type });
      assert.deepEqual([pass(), heard], [[], type === "act" ? [{ type }] : []]);
    }
  });

  it("is not reloaded while it is hidden", () => {
    page.dispose();
    open(false);
    assert.deepEqual(pass(), []);
    frame.turn(true);
    frame.say({ type: "ready" });
    frame.turn(false);
    assert.deepEqual(pass(), []);
    frame.turn(true);
    assert.deepEqual(pass(), [patience]);
    assert.deepEqual([frame.webview.html, pages], ["page 2", 2]);
    frame.say({ type: "got" });
    page.dispose();
    assert.deepEqual(pass(), []);
  });
});

it("the script of a page asks until a state arrives, and confirms each", () => {
  const said: string[] = [];
  let again: (() => void) | undefined;
  const got = askUntilShown(
    ({ type }) => void said.push(type),
    (run) => {
      again = run;
      return () => (again = undefined);
    },
  );
  again?.();
  assert.deepEqual(said.splice(0), ["ready", "ready"]);
  got();
  assert.deepEqual([said, again], [["got"], undefined]);
});
