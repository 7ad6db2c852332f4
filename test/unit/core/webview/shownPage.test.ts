import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import { askUntilShown } from "../../../../src/core/webview/browser/askUntilShown.ts";
import { type PageFrame, patience, ShownPage } from "../../../../src/core/webview/shownPage.ts";

/** A webview panel as VS Code treats it, with a page in it or none. */
class Frame implements PageFrame {
  visible = true;
  arrives = true;
  made: string[] = [];
  sent: unknown[] = [];
  say: (message: unknown) => void = () => assert.fail("nobody listens");
  private seen: () => void = () => assert.fail("nobody looks");
  readonly webview = {
    set: (html: string) => void this.made.push(html),
    get html(): string {
      return "";
    },
    set html(html: string) {
      this.set(html);
    },
    postMessage: (message: unknown): Promise<boolean> => {
      if (this.arrives) this.sent.push(message);
      return Promise.resolve(this.arrives);
    },
    onDidReceiveMessage: (hear: (message: unknown) => void) => {
      this.say = hear;
      return { dispose: () => undefined };
    },
  };

  onDidChangeViewState(seen: () => void): { dispose(): void } {
    this.seen = seen;
    return { dispose: () => undefined };
  }

  turn(visible: boolean): void {
    this.visible = visible;
    this.seen();
  }

  take(): unknown[] {
    return this.sent.splice(0);
  }
}

describe("a page and what it is shown", () => {
  let frame: Frame;
  let page: ShownPage;
  let state: string;
  let heard: unknown[];
  let waits: { readonly ms: number; readonly run: () => void }[];
  const show = (): void => page.send({ state }, state);
  const pass = (): number[] => waits.splice(0).map(({ ms, run }) => (run(), ms));

  beforeEach(() => {
    frame = new Frame();
    [state, heard, waits] = ["a", [], []];
    page = new ShownPage({
      frame,
      html: () => `page ${frame.made.length + 1}`,
      show,
      received: (message) => heard.push(message),
      later: (run, ms) => {
        const wait = { ms, run };
        waits.push(wait);
        return { dispose: () => void (waits = waits.filter((one) => one !== wait)) };
      },
    });
  });

  it("is sent everything once it is there, however late, and nothing twice", () => {
    show();
    assert.deepEqual([frame.made, frame.take()], [["page 1"], []]);
    frame.say({ type: "ready" });
    show();
    assert.deepEqual(frame.take(), [{ state: "a" }]);
    state = "b";
    show();
    assert.deepEqual(frame.take(), [{ state: "b" }]);
  });

  it("is answered whenever it asks", () => {
    for (let time = 0; time < 3; time++) frame.say({ type: "ready" });
    assert.equal(frame.take().length, 3);
  });

  it("is told nothing out of sight, and everything when it comes back, whether it is another page or the same one in another frame", () => {
    frame.say({ type: "ready" });
    frame.take();
    frame.turn(false);
    state = "b";
    show();
    assert.deepEqual(frame.take(), []);
    frame.turn(true);
    assert.deepEqual(frame.take(), [{ state: "b" }]);
    frame.say({ type: "ready" });
    assert.deepEqual(frame.take(), [{ state: "b" }]);
  });

  it("goes on being told after it was out of sight for no longer than a moment, without asking again", () => {
    frame.say({ type: "ready" });
    frame.turn(false);
    frame.turn(true);
    frame.take();
    state = "b";
    show();
    assert.deepEqual(frame.take(), [{ state: "b" }]);
  });

  it("is sent again what did not arrive", async () => {
    frame.say({ type: "ready" });
    frame.take();
    frame.arrives = false;
    state = "b";
    show();
    await Promise.resolve();
    frame.arrives = true;
    show();
    assert.deepEqual(frame.take(), [{ state: "b" }]);
  });

  it("is made anew when it stays silent while it is seen, each time after longer, and not for ever", () => {
    assert.deepEqual([pass(), pass(), pass(), pass()], [[patience], [2 * patience], [4 * patience], []]);
    assert.deepEqual(frame.made, ["page 1", "page 2", "page 3", "page 4"]);
    frame.say({ type: "ready" });
    assert.deepEqual(frame.take(), [{ state: "a" }]);
  });

  for (const type of ["ready", "got", "act"]) {
    it(`is left as it is once it says anything: ${type}`, () => {
      frame.say({ type });
      assert.deepEqual([pass(), heard], [[], type === "act" ? [{ type }] : []]);
    });
  }

  it("is made anew by nobody while it is out of sight, but when it comes back and stays silent", () => {
    frame.say({ type: "ready" });
    frame.turn(false);
    assert.deepEqual(pass(), []);
    frame.turn(true);
    assert.deepEqual(pass(), [patience]);
    assert.equal(frame.made.length, 2);
    frame.say({ type: "got" });
    page.dispose();
    assert.deepEqual(pass(), []);
  });
});

describe("the script of a page", () => {
  it("asks until something comes, and tells of each that does", () => {
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
});
