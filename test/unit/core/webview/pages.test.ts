import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import { askUntilShown } from "../../../../src/core/webview/browser/askUntilShown.ts";
import { shellOf } from "../../../../src/core/webview/html.ts";
import { PageTexts } from "../../../../src/core/webview/pageTexts.ts";
import { type PageFrame, patience, ShownPage } from "../../../../src/core/webview/shownPage.ts";
import { written } from "./tree.ts";

const files = {
  script: "https://res.example/s.js",
  style: "https://res.example/s.css",
  source: "https://*.res.example",
};
const shell = { ...files, nonce: "abc+/=", language: "en", title: "!1 A" };
const policyOf = (html: string): string[] =>
  (/Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? "").replaceAll("&#39;", "'").split("; ");

describe("the shell of a page", () => {
  it("lets nothing in but its own script and style, and images of the host", () =>
    assert.deepEqual(policyOf(shellOf({ ...shell, images: "https://git.example.com/sub" })), [
      "default-src 'none'",
      "script-src 'nonce-abc+/='",
      "style-src https://*.res.example",
      "img-src data: https://git.example.com",
      "base-uri 'none'",
      "form-action 'none'",
    ]));

  it("allows no images of a host without https, or of an invalid address", () => {
    for (const images of [undefined, "http://127.0.0.1:8080", "x; script-src *"])
      assert.ok(policyOf(shellOf({ ...shell, images })).includes("img-src data:"), images);
  });

  it("writes nothing that comes alive", () => {
    const html = shellOf({ ...shell, title: "</title><script>alert(1)</script>", language: '"><script>' });
    assert.equal([...html.matchAll(/<script/g)].length, 1);
    assert.match(html, /<script nonce="abc\+\/=" src="https:\/\/res\.example\/s\.js">/);
  });
});

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

const place = { instance: "https://git.example.com" };

/** Texts of a page whose clock moves by five milliseconds whenever it is looked at. */
function page() {
  let [clock, changes] = [0, 0];
  const texts = new PageTexts(
    () => (changes += 1),
    () => (clock += 5),
  );
  const shown = (text: string): string => written(texts.render(text, place).nodes);
  return { texts, shown, changes: () => changes };
}

/** Texts of which each takes a few milliseconds of that clock. */
const comments = (count: number): string[] => Array.from({ length: count }, (_, at) => `*${at}*`);
const isFormatted = (html: string): boolean => html.startsWith("<p><em>");

describe("the texts of a page", () => {
  it("are rendered once", () => {
    const { texts } = page();
    assert.equal(texts.render("*a*", place), texts.render("*a*", place));
  });

  it("wait for the next turn of the loop once they have taken long, and are shown as they are written until then", async () => {
    const { texts, shown, changes } = page();
    const all = comments(40);
    const first = all.map(shown);
    assert.ok(isFormatted(first[0] ?? ""));
    assert.deepEqual([first.at(-1), changes()], ["<pre>*39*</pre>", 0]);
    let turns = 0;
    while (!all.map(shown).every(isFormatted)) {
      const before = changes();
      await nextTurn();
      assert.equal(changes(), before + 1, "the page is drawn again");
      assert.ok(++turns < 40);
    }
    assert.ok(turns > 1);
    texts.dispose();
  });

  it("stay as they are written once the time of the page is over", async () => {
    const { texts, shown } = page();
    const all = comments(2_000);
    for (let turn = 0; turn < 200; turn++) {
      all.forEach(shown);
      await nextTurn();
    }
    const html = all.map(shown);
    const formatted = html.filter(isFormatted).length;
    assert.ok(formatted > 20 && formatted < 500, `${formatted} are formatted`);
    assert.equal(html.at(-1), "<pre>*1999*</pre>");
    texts.clear();
    assert.ok(isFormatted(shown("*1999*")), "another page begins anew");
    texts.dispose();
  });

  it("show no more than the start of each once they have a million characters", async () => {
    const { texts } = page();
    const all = Array.from({ length: 60 }, (_, at) => `${at} ${"1. ".repeat(63_000)}`);
    for (let turn = 0; turn < 60; turn++) {
      for (const text of all) texts.render(text, place);
      await nextTurn();
    }
    const size = all.reduce((sum, text) => sum + JSON.stringify(texts.render(text, place)).length, 0);
    assert.ok(size < 1_300_000, `${size} characters`);
    texts.dispose();
  });
});
