import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import * as esbuild from "esbuild";
import type { BrowserContext, Page } from "playwright-core";
import type { OfferMessage } from "../../src/core/webview/completionMessages.ts";
import { element, type PageElement } from "../../src/core/webview/element.ts";
import { type InsertMessage, TAKES_FILES } from "../../src/core/webview/fileMessages.ts";
import { shellOf } from "../../src/core/webview/html.ts";
import type { ShowMessage } from "../../src/core/webview/messages.ts";
import { root } from "../../tools/root.ts";
import { Scope } from "../../tools/scope.ts";
import { openBrowser } from "../support/browser.ts";
import "../support/vscodeStub.ts";
import { overviewOf, writing } from "../unit/features/mergeRequests/page/overviews.ts";

const { pageOf } = await import("../../src/features/mergeRequests/page/page.ts");

const origin = "https://page.example";
const kept = { instance: "https://git.example.com", project: "group/app", iid: 7 };
const button = (action: "merge" | "close" | "reopen", words: string): PageElement =>
  element(
    "button",
    { key: action, attributes: { type: "button", value: action } },
    element("span", { attributes: { class: "icon icon-merge", "aria-hidden": "true" } }),
    words,
  );
const pageWith = (...children: readonly PageElement[]): PageElement[] => [
  element(
    "main",
    { key: "main", attributes: { "aria-busy": "false" } },
    element("h1", { attributes: { tabindex: "-1" } }, "Title"),
    ...children,
  ),
];

/** The page's own script in a real browser, under the page's own policy; the extension's side is played here. */
describe("the script of a page", () => {
  const scope = new Scope();
  let browser: BrowserContext;
  let page: Page;
  let axe: string;
  /** Addresses that the page asked for, beside its own. */
  const strangers: string[] = [];

  before(async () => {
    axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
    browser = await openBrowser(scope, { standInForFront: false });
    const { outputFiles } = await esbuild.build({
      absWorkingDir: root,
      entryPoints: ["src/features/mergeRequests/page/browser/overview.ts"],
      bundle: true,
      format: "iife",
      write: false,
      logLevel: "warning",
    });
    const script = outputFiles[0]?.text ?? "";
    const style = await readFile(join(root, "media/overview.css"), "utf8");
    const html = shellOf({
      script: `${origin}/s.js`,
      style: `${origin}/s.css`,
      source: origin,
      nonce: "n0nce",
      language: "en",
      title: "!7",
      images: kept.instance,
    });
    await browser.route("**/*", (route) => {
      const url = route.request().url();
      if (url === `${origin}/`) return route.fulfill({ contentType: "text/html", body: html });
      if (url === `${origin}/s.js`) return route.fulfill({ contentType: "text/javascript", body: script });
      if (url === `${origin}/s.css`) return route.fulfill({ contentType: "text/css", body: style });
      strangers.push(url);
      return route.fulfill({ contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
    });
    await browser.addInitScript(
      "globalThis.sent = []; globalThis.acquireVsCodeApi = () => ({ postMessage: (m) => sent.push(m), getState: () => JSON.parse(sessionStorage.kept ?? 'null') ?? undefined, setState: (s) => { sessionStorage.kept = JSON.stringify(s) } });",
    );
  });
  beforeEach(async () => {
    page = await browser.newPage();
    strangers.length = 0;
    await page.goto(`${origin}/`);
  });
  afterEach(() => page.close());
  after(() => scope[Symbol.asyncDispose]());

  const sent = (): Promise<{ readonly type: string }[]> => page.evaluate("sent");
  const post = (message: unknown): Promise<unknown> =>
    page.evaluate(
      `new Promise((resolve) => { addEventListener("message", resolve, { once: true }); postMessage(${JSON.stringify(message)}, "*"); }).then(() => undefined)`,
    );
  const show = (content: readonly PageElement[], said?: string): Promise<unknown> =>
    post({ type: "show", page: content, kept, ...(said !== undefined && { said }) } satisfies ShowMessage);
  const focused = (): Promise<unknown> => page.evaluate("document.activeElement.textContent");

  it("sends `ready` until content arrives, then one message for each button pressed by mouse or key", async () => {
    const asks = (news: readonly { readonly type: string }[]): string[] => [...new Set(news.map(({ type }) => type))];
    assert.deepEqual(asks(await sent()), ["ready"]);
    await show(pageWith(button("merge", "Merge"), button("close", "Close")));
    await page.locator("button .icon").first().click();
    await page.getByRole("button", { name: "Close" }).press("Enter");
    await page.locator("h1").click();
    const answers = (await sent()).filter(({ type }) => type !== "ready");
    assert.deepEqual(answers, [
      { type: "got" },
      { type: "act", value: "merge", texts: [] },
      { type: "act", value: "close", texts: [] },
    ]);
  });

  it("keeps elements, focus and open details across updates", async () => {
    const stage = (words: string): PageElement =>
      element("details", { key: "stage" }, element("summary", undefined, words), element("p", undefined, "inside"));
    await show(pageWith(button("merge", "Merge"), stage("test running"), button("close", "Close")));
    await page.evaluate("globalThis.before = document.querySelectorAll('button')[1]; before.focus()");
    await page.locator("summary").click();
    await page.evaluate("before.focus()");
    await show(pageWith(element("p", { key: "new" }, "More"), stage("test passed"), button("close", "Close now")));
    assert.equal(
      await page.evaluate("document.querySelector('button') === before && document.activeElement === before"),
      true,
    );
    assert.equal(await page.evaluate("document.querySelector('details[open]').textContent"), "test passedinside");
    assert.deepEqual(await page.locator("main > *").allTextContents(), [
      "Title",
      "More",
      "test passedinside",
      "Close now",
    ]);
  });

  it("opens marked details once, then leaves them to the person", async () => {
    const stage = element("details", { key: "stage", attributes: { open: "" } }, element("summary", undefined, "test"));
    await show(pageWith(stage));
    await page.locator("details[open] summary").click();
    await show(pageWith(stage, button("merge", "Merge")));
    assert.equal(await page.evaluate("document.querySelector('details').open"), false);
  });

  it("moves the focus to the title when the focused button is gone", async () => {
    await show(pageWith(button("close", "Close")));
    await page.getByRole("button", { name: "Close" }).focus();
    await show(pageWith(button("reopen", "Reopen")));
    assert.equal(await focused(), "Title");
  });

  it("announces what changed", async () => {
    await show(pageWith(), "State: Merged.");
    assert.equal(await page.getByRole("status").textContent(), "State: Merged.");
  });

  it("sets and clears the colors of labels", async () => {
    const label = (colors?: readonly [string, string]): PageElement =>
      element("span", { key: "label", ...(colors && { colors }) }, "bug");
    const look = (): Promise<unknown> =>
      page.evaluate(
        "{ const { style } = document.querySelector('main > span'); [style.backgroundColor, style.color]; }",
      );
    await show(pageWith(label(["#112233", "#ffffff"])));
    assert.deepEqual(await look(), ["rgb(17, 34, 51)", "rgb(255, 255, 255)"]);
    await show(pageWith(label()));
    assert.deepEqual(await look(), ["", ""]);
  });

  it("creates no scripts and no addresses outside the web, even when told to", async () => {
    const evil = [
      { tag: "script", children: ["globalThis.hit = 1"] },
      { tag: "iframe", attributes: { src: "https://evil.example" } },
      {
        tag: "a",
        attributes: { href: "javascript:globalThis.hit=1", onclick: "globalThis.hit=1", style: "color:red" },
        children: ["x"],
      },
      { tag: "img", attributes: { src: "javascript:globalThis.hit=1", onerror: "globalThis.hit=1" } },
      { tag: "p", children: ["<img src=x onerror=globalThis.hit=1>"] },
    ];
    await show(evil as unknown as PageElement[]);
    assert.deepEqual(await page.evaluate("[...document.querySelector('#page').children].map((one) => one.outerHTML)"), [
      "<span>globalThis.hit = 1</span>",
      '<span src="https://evil.example"></span>',
      "<a>x</a>",
      "<img>",
      "<p>&lt;img src=x onerror=globalThis.hit=1&gt;</p>",
    ]);
    await page.locator("#page a").click();
    assert.equal(await page.evaluate("globalThis.hit"), undefined);
    assert.deepEqual(strangers, []);
  });

  it("loads images of the host only and runs no other script, by its policy", async () => {
    const images = ["https://git.example.com/group/app/uploads/a.png", "https://evil.example/t.png"].map((src) =>
      element("img", { attributes: { src, alt: "" } }),
    );
    const refused = page.evaluate(
      "new Promise((resolve) => addEventListener('securitypolicyviolation', ({ blockedURI }) => resolve(blockedURI)))",
    );
    await show(pageWith(...images));
    assert.equal(await refused, "https://evil.example/t.png");
    await page.evaluate(
      "{ const [one] = document.images; one.complete || new Promise((resolve) => one.addEventListener('load', resolve)); }",
    );
    await page.evaluate(
      "{ const one = document.createElement('script'); one.textContent = 'globalThis.hit = 1'; document.body.append(one); }",
    );
    assert.equal(await page.evaluate("globalThis.hit"), undefined);
    assert.deepEqual(strangers, ["https://git.example.com/group/app/uploads/a.png"]);
  });

  for (const [width, rows] of [
    [1200, 1],
    [800, 1],
    [600, 2],
  ] as const) {
    it(`shows its actions in ${rows === 1 ? "one row" : "two rows"} at ${width} pixels, in tab order with a visible focus`, async () => {
      // As VS Code sets them.
      await page.evaluate(
        "for (const [name, value] of [['size', '13px'], ['family', 'sans-serif']]) document.documentElement.style.setProperty(`--vscode-font-${name}`, value); document.documentElement.style.setProperty('--vscode-focusBorder', 'rgb(0, 0, 255)')",
      );
      await page.setViewportSize({ width, height: 900 });
      await show(pageOf(overviewOf(), writing));
      const names = [
        "Merge…",
        "Open Changes",
        "Check Out Branch",
        "Approve",
        "Edit…",
        "Close",
        "Open in Browser",
        "Refresh",
      ];
      const actions = page.getByRole("group", { name: "Actions" });
      const boxes = await Promise.all(
        names.map((name) => actions.getByRole("button", { name, exact: true }).boundingBox()),
      );
      assert.equal(new Set(boxes.map((box) => Math.round(box?.y ?? -1))).size, rows);
      assert.equal(
        new Set(boxes.slice(0, 4).map((box) => Math.round(box?.y ?? -1))).size,
        1,
        "what is done with it stands together",
      );
      assert.ok(
        boxes.every((box) => box !== null && box.x >= 0 && box.x + box.width <= width),
        "nothing is out of sight",
      );
      assert.equal(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
      await page.locator("header a").last().focus();
      const reached: unknown[] = [];
      for (const name of names) {
        await page.keyboard.press("Tab");
        reached.push(await focused());
        assert.match(
          String(await page.evaluate("getComputedStyle(document.activeElement).outline")),
          /^rgb\(0, 0, 255\) solid/,
          `${name} shows that the keyboard is there`,
        );
      }
      assert.deepEqual(reached, names);
      const places = await page.evaluate<[number, number][]>(
        "[...document.querySelectorAll('h2, aside')].map((one) => one.getBoundingClientRect()).map(({ left, top }) => [left > 300 ? 1 : 0, top])",
      );
      assert.deepEqual(
        places,
        [...places].sort((a, b) => a[0] - b[0] || a[1] - b[1]),
        "what is below or beside comes later for the keyboard, too",
      );
    });
  }

  const field = (name: string, id: string, value = ""): PageElement =>
    element(
      "article",
      { key: `article ${name}`, attributes: { tabindex: "-1" } },
      element(
        "div",
        { key: "box", attributes: { class: "box" } },
        element("textarea", { key: id, attributes: { id, name, value, "aria-label": name } }),
        element("button", { key: "send", attributes: { type: "button", value: `send ${name}` } }, "Send"),
      ),
    );
  const acts = async (): Promise<unknown[]> =>
    (await sent())
      .filter(({ type }) => type === "act" || type === "typed")
      .map(({ type, ...rest }) => ({ type, ...rest }));

  it("keeps typed text across updates and sends it before the button's action", async () => {
    await show(pageWith(field("comment", "box-0", "Kept")));
    const box = page.getByRole("textbox", { name: "comment" });
    assert.equal(await box.inputValue(), "Kept");
    await box.fill("Typed");
    await show(pageWith(element("p", { key: "new" }, "More"), field("comment", "box-0", "Older")));
    assert.equal(await box.inputValue(), "Typed");
    assert.equal(await page.evaluate("document.activeElement.name"), "comment");
    await page.getByRole("button", { name: "Send" }).click();
    assert.deepEqual((await acts()).slice(-2), [
      { type: "typed", box: "comment", id: "box-0", text: "Typed" },
      { type: "act", value: "send comment", texts: [{ box: "comment", id: "box-0", text: "Typed" }] },
    ]);
    await show(pageWith(field("comment", "box-1")));
    assert.equal(await box.inputValue(), "", "another box begins with its own text");
    assert.equal(await page.evaluate("document.activeElement.id"), "box-1", "and has the keyboard");
  });

  it("sends typed text when typing pauses and when the page loses the focus", async () => {
    await show(pageWith(field("comment", "box-0")));
    const box = page.getByRole("textbox", { name: "comment" });
    const paused = page.evaluate(
      "new Promise((resolve) => { const push = sent.push.bind(sent); sent.push = (one) => { push(one); if (one.text === 'ab') resolve(); }; })",
    );
    await box.pressSequentially("ab");
    await paused;
    await box.fill("abc");
    await page.evaluate("dispatchEvent(new Event('blur'))");
    assert.deepEqual((await acts()).at(-1), { type: "typed", box: "comment", id: "box-0", text: "abc" });
  });

  it("keeps typed text in a box that is created again", async () => {
    await show(pageWith(field("reply", "box-0")));
    await page.getByRole("textbox", { name: "reply" }).fill("Typed");
    await show(pageWith(element("details", { key: "d", attributes: { open: "" } }, field("reply", "box-0"))));
    assert.equal(await page.getByRole("textbox", { name: "reply" }).inputValue(), "Typed");
    assert.equal(await page.evaluate("document.activeElement.name"), "reply");
  });

  it("sends on Ctrl+Enter", async () => {
    await show(pageWith(field("comment", "box-0")));
    await page.getByRole("textbox", { name: "comment" }).fill("Typed");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+Enter");
    assert.deepEqual((await acts()).slice(-2), [
      { type: "typed", box: "comment", id: "box-0", text: "Typed\n" },
      { type: "act", value: "send comment", texts: [{ box: "comment", id: "box-0", text: "Typed\n" }] },
    ]);
  });

  const fileBox = (value = "Look:  there"): PageElement[] =>
    pageWith(
      element("textarea", {
        key: "box-0",
        attributes: { id: "box-0", name: "comment", value, class: TAKES_FILES, "aria-label": "comment" },
      }),
      element("input", { key: "line", attributes: { id: "line", name: "title", type: "text", "aria-label": "title" } }),
    );
  /** Pastes or drops what an expression adds to `data` on the focused element. @returns whether the page took it */
  const transfer = (kind: "paste" | "drop", adding: string): Promise<boolean> =>
    page.evaluate(`{
      const data = new DataTransfer();
      ${adding};
      const init = { clipboardData: data, dataTransfer: data, bubbles: true, cancelable: true };
      !document.activeElement.dispatchEvent(new ${kind === "paste" ? "ClipboardEvent" : "DragEvent"}("${kind}", init));
    }`);
  const picture = 'data.items.add(new File([new Uint8Array([1, 2, 3])], "a b.png", { type: "image/png" }))';
  /** Files that were sent, with their bytes in numbers. */
  const filesSent = async (count: number): Promise<unknown[]> => {
    // The page's policy allows no script that is made of a text, as a function is that is waited for.
    await page.evaluate(`(async () => {
      while (sent.filter(({ type }) => type === "files").length < ${count}) await new Promise(requestAnimationFrame);
    })()`);
    return page.evaluate(
      'sent.filter(({ type }) => type === "files").map((one) => ({ ...one, files: one.files.map((file) => ({ ...file, bytes: file.bytes && [...new Uint8Array(file.bytes)] })) }))',
    );
  };
  const textOf = (): Promise<unknown> =>
    page.evaluate(
      '[...["value", "selectionStart", "selectionEnd"].map((name) => document.querySelector("textarea")[name])]',
    );
  const select = (start: number, end = start): Promise<unknown> =>
    page.evaluate(
      `document.querySelector("textarea").focus(); document.activeElement.setSelectionRange(${start}, ${end})`,
    );
  const inserted: InsertMessage = {
    type: "insert",
    id: "box-0",
    before: "Look:  there",
    start: 6,
    end: 6,
    text: "![a](b)",
  };

  it("sends pasted and dropped files with the position in the box", async () => {
    await show(fileBox());
    await select(6);
    assert.equal(await transfer("paste", picture), true);
    const files = [{ name: "a b.png", type: "image/png", size: 3, bytes: [1, 2, 3] }];
    const message = { type: "files", box: "comment", id: "box-0", text: "Look:  there", start: 6, end: 6, files };
    assert.deepEqual(await filesSent(1), [message]);
    await select(0, 4);
    assert.equal(await transfer("drop", picture), true);
    assert.deepEqual((await filesSent(2)).at(-1), { ...message, start: 0, end: 4 });
    assert.deepEqual(await textOf(), ["Look:  there", 0, 4], "the text stays as it was");
  });

  it("leaves pasted text and boxes without files to the browser", async () => {
    await show(fileBox());
    await select(6);
    assert.equal(await transfer("paste", `${picture}; data.setData("text/plain", "Words of an office")`), false);
    assert.equal(await transfer("paste", 'data.setData("text/plain", "Words")'), false);
    await page.getByRole("textbox", { name: "title" }).focus();
    assert.equal(await transfer("paste", picture), false);
    await show(pageWith(field("comment", "box-1")));
    await page.getByRole("textbox", { name: "comment" }).focus();
    assert.equal(await transfer("paste", picture), false);
    assert.deepEqual(await acts(), []);
  });

  it("inserts an uploaded file's link around text typed meanwhile, with undo", async () => {
    await show(fileBox());
    await select(12);
    await page.keyboard.type("!");
    await select(0);
    await page.keyboard.type("So ");
    // What was typed last is still on its way to the extension.
    await post({ ...inserted, before: "Look:  there!" });
    assert.deepEqual(await textOf(), ["So Look: ![a](b) there!", 3, 3]);
    assert.deepEqual((await acts()).at(-1), {
      type: "typed",
      box: "comment",
      id: "box-0",
      text: "So Look: ![a](b) there!",
    });
    await page.keyboard.type("then ");
    assert.deepEqual(await textOf(), ["So then Look: ![a](b) there!", 8, 8]);
    await page.keyboard.press("Control+Z");
    await page.keyboard.press("Control+Z");
    assert.equal(await page.getByRole("textbox", { name: "comment" }).inputValue(), "So Look:  there!");
  });

  it("inserts a link at a waiting cursor, and in a box without the focus, which does not move", async () => {
    await show(fileBox());
    await select(6);
    await post(inserted);
    assert.deepEqual(await textOf(), ["Look: ![a](b) there", 13, 13]);
    await page.getByRole("textbox", { name: "title" }).focus();
    await post({ ...inserted, before: "Look: ![a](b) there", start: 13, end: 13, text: " ![c](d)" });
    assert.equal(await page.evaluate("document.activeElement.name"), "title");
    assert.deepEqual((await acts()).at(-1), {
      type: "typed",
      box: "comment",
      id: "box-0",
      text: "Look: ![a](b) ![c](d) there",
    });
  });

  it("inserts nothing during IME composition", async () => {
    await show(fileBox());
    await select(0);
    const devTools = await page.context().newCDPSession(page);
    await devTools.send("Input.imeSetComposition", { text: "に", selectionStart: 1, selectionEnd: 1 });
    await post(inserted);
    assert.deepEqual(await textOf(), ["にLook:  there", 1, 1]);
    await devTools.send("Input.insertText", { text: "日" });
    assert.deepEqual(await textOf(), ["日Look: ![a](b) there", 1, 1]);
  });

  const asks = async (): Promise<unknown[]> => (await sent()).filter(({ type }) => type === "ask");
  const offer = (name: string) => ({ text: `@${name} `, label: `@${name}`, detail: name, names: `${name} ${name}` });
  /** Answers a question of the page. */
  const answer = (ask: number, ...names: readonly string[]): Promise<unknown> =>
    post({ type: "offer", ask, label: "Suggestions", offers: names.map(offer) } satisfies OfferMessage);
  const offered = (): Promise<string[]> => page.getByRole("option").allTextContents();
  /** The text of the box, and how a screen reader finds the active option. */
  const boxAndOption = (): Promise<unknown> =>
    page.evaluate(`{
      const box = document.querySelector("textarea");
      const option = document.getElementById(box.getAttribute("aria-activedescendant"));
      [box.value, document.activeElement === box, box.getAttribute("aria-haspopup"), option?.textContent, option?.ariaSelected];
    }`);
  const typeIn = async (text: string): Promise<void> => {
    await show(pageWith(field("comment", "box-0")));
    await page.getByRole("textbox", { name: "comment" }).focus();
    await page.keyboard.type(text);
  };

  it("offers names below the cursor and inserts one by keyboard, with undo", async () => {
    await typeIn("Hi\nto @b");
    assert.deepEqual(await asks(), [
      { type: "ask", ask: 1, sign: "@", word: "" },
      { type: "ask", ask: 2, sign: "@", word: "b" },
    ]);
    await answer(2, "bob", "abe", "bill", "carol");
    assert.deepEqual(await offered(), ["@bob bob", "@bill bill", "@abe abe"]);
    assert.deepEqual(await boxAndOption(), ["Hi\nto @b", true, "listbox", "@bob bob", "true"]);
    const list = await page.getByRole("listbox", { name: "Suggestions" }).boundingBox();
    const box = await page.getByRole("textbox", { name: "comment" }).boundingBox();
    assert.ok(list !== null && box !== null && list.x > box.x + 20 && list.y > box.y + 30 && list.y < box.y + 60);
    for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp"]) await page.keyboard.press(key);
    assert.deepEqual(await boxAndOption(), ["Hi\nto @b", true, "listbox", "@bill bill", "true"]);
    await show(pageWith(element("p", { key: "new" }, "More"), field("comment", "box-0")));
    assert.deepEqual(await boxAndOption(), ["Hi\nto @b", true, "listbox", "@bill bill", "true"], "an update keeps it");
    await page.evaluate(axe);
    assert.deepEqual(
      await page.evaluate("axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))"),
      [],
    );
    await page.keyboard.press("Enter");
    assert.deepEqual(await boxAndOption(), ["Hi\nto @bill ", true, null, undefined, undefined]);
    assert.deepEqual((await acts()).at(-1), { type: "typed", box: "comment", id: "box-0", text: "Hi\nto @bill " });
    await page.keyboard.press("Control+Z");
    assert.equal(await page.getByRole("textbox", { name: "comment" }).inputValue(), "Hi\nto @b");
  });

  it("filters offers while typing and shows only the answer to the newest question", async () => {
    await typeIn("@");
    await answer(1, "bob", "bill", "carol");
    await page.keyboard.type("b");
    assert.deepEqual(await offered(), ["@bob bob", "@bill bill"]);
    await page.keyboard.type("i");
    await answer(2, "bob", "bille");
    assert.deepEqual(await offered(), ["@bill bill"]);
    await answer(3, "bill", "billy");
    assert.deepEqual(await offered(), ["@bill bill", "@billy billy"]);
    await page.getByRole("option", { name: "@billy billy" }).click();
    assert.deepEqual(await boxAndOption(), ["@billy ", true, null, undefined, undefined]);
  });

  it("closes the list on Escape until another name is typed", async () => {
    await page.evaluate("addEventListener('keydown', ({ key }) => sent.push({ type: 'key', key }))");
    await typeIn("@b");
    await answer(2, "bob");
    await page.keyboard.press("Escape");
    assert.deepEqual(await offered(), []);
    await page.keyboard.type("o");
    assert.equal((await asks()).length, 2);
    const keys = async () =>
      (await sent()).filter(({ type }) => type === "key").map((one) => (one as { key?: string }).key);
    assert.equal((await keys()).includes("Escape"), false);
    await page.keyboard.press("Escape");
    assert.equal((await keys()).at(-1), "Escape", "without a list it is VS Code's");
    await page.keyboard.type(" @");
    await page.keyboard.press("Escape");
    await answer(3, "abe");
    assert.deepEqual(await offered(), [], "before the answer, too");
    await page.keyboard.type(" @a");
    await answer(5, "abe");
    await page.keyboard.press("Control+Enter");
    assert.deepEqual(await offered(), []);
    assert.deepEqual((await acts()).at(-1), {
      type: "act",
      value: "send comment",
      texts: [{ box: "comment", id: "box-0", text: "@bo @ @a" }],
    });
  });

  it("asks for emoji after two letters, and not within words, single-line boxes or IME composition", async () => {
    await typeIn(":t");
    assert.deepEqual(await asks(), []);
    await page.keyboard.type("a");
    const ask = { type: "ask", ask: 1, sign: ":", word: "ta" };
    assert.deepEqual(await asks(), [ask]);
    await page.keyboard.type("da: a@b 10:30");
    const devTools = await page.context().newCDPSession(page);
    await page.keyboard.type(" ");
    await devTools.send("Input.imeSetComposition", { text: "@に", selectionStart: 2, selectionEnd: 2 });
    await show(fileBox());
    await page.getByRole("textbox", { name: "title" }).focus();
    await page.keyboard.type("@b");
    assert.deepEqual(await asks(), [ask, { ...ask, ask: 2, word: "tad" }, { ...ask, ask: 3, word: "tada" }]);
  });

  it("keeps the space after a name, and shows offers above where there is no room below", async () => {
    await show(
      pageWith(
        element("p", { key: "p" }, ...Array.from({ length: 60 }, () => element("br", undefined))),
        field("comment", "box-0"),
      ),
    );
    const box = page.getByRole("textbox", { name: "comment" });
    await box.fill(" there");
    await box.press("Home");
    await page.keyboard.type("@b");
    await answer(2, "bob", ...Array.from({ length: 20 }, (_, at) => `b${at}`));
    const [list, text] = await Promise.all([page.locator(".offers").boundingBox(), box.boundingBox()]);
    assert.ok(list !== null && text !== null && list.y + list.height <= text.y + 10);
    await page.keyboard.press("Tab");
    assert.deepEqual(await textOf(), ["@bob there", 4, 4]);
    assert.deepEqual(await offered(), []);
  });

  it("submits a form on Ctrl+Enter, and sends each input of a single-line box", async () => {
    const line = element("input", {
      key: "line-0",
      attributes: { id: "line-0", name: "title", type: "text", value: "Kept", "aria-label": "Title" },
    });
    const create = element(
      "button",
      { key: "create", attributes: { type: "button", value: "create", class: "primary" } },
      "Create",
    );
    const form = (...more: readonly PageElement[]): PageElement[] => [
      element("main", { key: "main", attributes: { class: "form" } }, ...more, line, button("close", "Other"), create),
    ];
    await show(form());
    const box = page.getByRole("textbox", { name: "Title" });
    assert.equal(await box.inputValue(), "Kept");
    await box.fill("Typed");
    await box.press("Enter");
    await show(form(element("p", { key: "new" }, "More")));
    assert.equal(await box.inputValue(), "Typed", "it is left to who types it");
    await box.press("Control+Enter");
    await page.getByRole("button", { name: "Other" }).press("Control+Enter");
    const title = { box: "title", id: "line-0", text: "Typed" };
    assert.deepEqual(await acts(), [
      { type: "typed", ...title },
      { type: "act", value: "create", texts: [title] },
      { type: "act", value: "create", texts: [title] },
    ]);
  });

  it("moves the focus where the extension says, once", async () => {
    const content = pageWith(field("comment", "box-0"), button("close", "Close"));
    await post({ type: "show", page: content, kept, focus: "box-0" } satisfies ShowMessage);
    assert.equal(await page.evaluate("document.activeElement.id"), "box-0");
    await page.getByRole("button", { name: "Close" }).focus();
    await show(content);
    assert.equal(await focused(), "Close");
  });

  it("moves the focus to a part and opens what hides it, without asking the extension", async () => {
    const part = element("article", { key: "a", attributes: { id: "thread-1", tabindex: "-1" } }, "Thread");
    await show(
      pageWith(
        element("button", { key: "b", attributes: { type: "button", value: "focus thread-1" } }, "Next"),
        element("details", { key: "d" }, element("summary", undefined, "Resolved"), part),
      ),
    );
    await page.getByRole("button", { name: "Next" }).click();
    assert.equal(await focused(), "Thread");
    assert.equal(await page.evaluate("document.querySelector('details').open"), true);
    assert.deepEqual(await acts(), []);
  });

  it("keeps the focus near a pressed button that is gone", async () => {
    const note = (...inside: readonly PageElement[]): PageElement =>
      element("article", { key: "note", attributes: { tabindex: "-1" } }, ...inside);
    await show(pageWith(note(button("close", "Edit"))));
    await page.getByRole("button", { name: "Edit" }).focus();
    await show(pageWith(note(field("edit", "box-0", "Before"))));
    assert.equal(await page.evaluate("document.activeElement.name"), "edit");
    await show(pageWith(note(button("close", "Edit"))));
    assert.equal(await focused(), "Edit");
  });

  it("ignores unknown messages", async () => {
    for (const odd of [null, "show", { type: "run" }, 7]) await post(odd);
    await show(pageWith());
    assert.equal(await page.locator("h1").textContent(), "Title");
  });

  it("restores the scroll position when shown again", async () => {
    const long = pageWith(...Array.from({ length: 200 }, (_, at) => element("p", { key: String(at) }, `Line ${at}`)));
    await show(long);
    await page.evaluate(
      "new Promise((resolve) => { addEventListener('scrollend', resolve, { once: true }); scrollTo(0, 800); }).then(() => undefined)",
    );
    assert.deepEqual(await page.evaluate("JSON.parse(sessionStorage.kept)"), { ...kept, scroll: 800 });
    await page.reload();
    await show([element("main", { key: "main", attributes: { "aria-busy": "true" } }, "Reading")]);
    await show(long);
    assert.equal(await page.evaluate("scrollY"), 800);
  });
});
