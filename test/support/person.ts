/** Simulates the user of a test window, as tests inside VS Code request. */
import { EventEmitter, once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext, FrameLocator, Locator, Page, Route } from "playwright-core";
import { root } from "../../tools/root.ts";
import { painted } from "./browser.ts";
import { QuickInput } from "./quickInput.ts";
import type { Landed, Request, Seen } from "./testLine.ts";

/** Where the picture of that name is. */
export const picturePath = (name: string): string =>
  join(root, "out/screenshots", `${name.replace(/[^\w.-]+/g, "-").slice(0, 100)}.png`);

/** Keeps a picture of the page in out/screenshots and returns its path. */
export async function screenshot(page: Page, name: string): Promise<string> {
  const path = picturePath(name);
  await mkdir(join(root, "out/screenshots"), { recursive: true });
  // Nothing is half faded in.
  await page.screenshot({ path, timeout: 10_000, animations: "disabled", style: painted });
  return path;
}

/** Signs in at the service's page and answers its question about the application. */
export async function answerApproval(
  page: Page,
  user: { readonly username: string; readonly password: string },
  answer: "allow" | "deny",
): Promise<void> {
  await signInToHost(page, user);
  await approvalButton(page, answer).click();
}

/** Signs in at the service's page if it asks, and waits for its question about the application. */
export async function signInToHost(
  page: Page,
  user: { readonly username: string; readonly password: string },
): Promise<void> {
  const password = page.locator("input[type=password]");
  const decision = approvalButton(page, "allow");
  await password.or(decision).first().waitFor();
  if (await password.isVisible()) {
    await page.locator("input[name=username]").fill(user.username);
    await password.fill(user.password);
    await page.getByRole("button", { name: /^sign in$/i }).click();
  }
  await decision.waitFor();
}

/** The button of the service's page that answers its question about the application. */
export const approvalButton = (page: Page, answer: "allow" | "deny"): Locator =>
  page.getByRole("button", { name: answer === "allow" ? /^(allow|authorize|approve)/i : /^(deny|cancel)/i });

/** Watches for the address that the approval's form is answered with: the browser itself says nothing of one that it does not open. */
async function redirectOf(page: Page): Promise<{ readonly address: Promise<string> }> {
  const seen = new EventEmitter();
  const answer = async (route: Route): Promise<void> => {
    if (route.request().method() !== "POST") return route.continue();
    const response = await route.fetch({ maxRedirects: 0 });
    await route.fulfill({ response });
    seen.emit("address", response.headers()["location"] ?? "");
  };
  await page.route(
    ({ pathname }) => pathname.endsWith("/oauth/authorize"),
    (route) => void answer(route).catch((error: unknown) => seen.emit("error", error)),
  );
  return { address: once(seen, "address").then(([address]) => String(address)) };
}

/** Waits for the page at the address, if the browser can open it. */
async function land(page: Page, address: string): Promise<Landed> {
  if (!address.startsWith("http")) return { address, words: "" };
  await page.waitForURL(({ href }) => href === address);
  return { address, words: await page.locator("main").innerText() };
}

async function see(found: Locator): Promise<Seen> {
  const icon = found.locator(".codicon").first();
  return {
    name: (await found.getAttribute("aria-label")) ?? "",
    text: (await found.innerText()).replaceAll("\u00a0", " ").trim(),
    icon: (await icon.count()) === 0 ? "" : ((await icon.getAttribute("class")) ?? ""),
  };
}

/** The page (a webview) in front. VS Code puts a page into two frames, and hides those that are not in front. */
const pageInFront = (window: Page): FrameLocator =>
  window.frameLocator("iframe.webview.ready:visible").frameLocator("#active-frame");

/** Reads an element in a page, again if a preview replaces its page meanwhile. */
export async function onceWhole<T>(found: Locator, ask: (element: unknown) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      await found.waitFor({ state: "attached" });
      return await found.evaluate(ask);
    } catch (error) {
      if (!/Frame was detached|Execution context was destroyed/.test(String(error))) throw error;
    }
  }
}

/** Performs a request and returns what was seen. @throws Error after a time-out */
export async function act(context: BrowserContext, window: Page, request: Request): Promise<string | undefined> {
  const input = new QuickInput(window, "box" in request ? request.box : undefined);
  if ("box" in request || request.action === "enter" || request.action === "palette") await input.ready();
  switch (request.action) {
    case "press": {
      const list = window.locator(".notifications-center.visible");
      // A window with the test driver shows no toasts, only the list behind the bell.
      if (!(await list.isVisible())) await window.locator("#status\\.notifications a").click();
      // What the mouse rests on gets a hover, which may cover the button.
      await window.mouse.move(0, 0);
      await list.getByRole("button", { name: request.button, exact: true }).first().click();
      return undefined;
    }
    case "dialog": {
      const dialog = window.locator(".monaco-dialog-box");
      const said = await dialog.locator(".dialog-message-row").innerText();
      await dialog.getByRole("button", { name: request.button, exact: true }).click();
      await dialog.waitFor({ state: "detached" });
      return said;
    }
    case "enter":
    case "type":
      await input.type(request.text);
      return undefined;
    case "fill":
      await input.fill(request.text);
      return undefined;
    case "pick":
      await input.pick(request.row, request);
      return undefined;
    case "check":
      await input.check(request.rows);
      return undefined;
    case "titleButton":
      await input.pressTitleButton(request.button);
      return undefined;
    case "key":
      await input.press(request.key);
      return undefined;
    case "look":
      return JSON.stringify(await input.look(request.saying));
    case "palette":
      await window.keyboard.press("F1");
      await new QuickInput(window).choose(`>${request.command}`, request.command.replace(/^Forgeline: /, ""));
      return undefined;
    case "find": {
      const place = request.page === true ? pageInFront(window) : window;
      const found = place
        .getByRole(request.role, { name: request.name, exact: request.exact ?? false, ...request.states })
        .first();
      await found.waitFor({ state: request.gone === true ? "detached" : "visible" });
      if (request.gone === true) return undefined;
      // The element may disappear with the click.
      const seen = JSON.stringify(await see(found));
      // What answers clicks in a page comes with its scripts, and may come after what is seen.
      if (request.click === true && request.page === true) await onceWhole(found, loaded);
      // Toolbars lie over the right part of a heading.
      if (request.click === true) await found.click({ position: { x: 10, y: 10 } });
      return seen;
    }
    case "inPage": {
      const found = pageInFront(window).locator(request.selector);
      // The nth is there only once all before it are.
      await found.nth((request.count ?? 1) - 1).waitFor({ state: "attached" });
      // A page that shows less than before may be drawn a moment later.
      if (request.count !== undefined) await found.nth(request.count).waitFor({ state: "detached" });
      return undefined;
    }
    case "keys":
      for (const key of request.keys) await window.keyboard.press(key);
      return undefined;
    case "keysInPage": {
      for (const key of request.keys) await window.keyboard.press(key);
      const words = JSON.stringify(request.focus);
      await pageInFront(window).locator(`:focus[aria-label*=${words}], :focus:has-text(${words})`).first().waitFor();
      return undefined;
    }
    case "picture": {
      const found = pageInFront(window).getByAltText(request.words, { exact: true }).first();
      return JSON.stringify(await onceWhole(found, drawn));
    }
    case "pastePicture":
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await window.evaluate(copyPicture(request.png));
      await window.locator(".monaco-editor.focused").waitFor();
      await window.keyboard.press("ControlOrMeta+V");
      return undefined;
    case "drop": {
      const line = window.locator(".monaco-editor .view-line").filter({ hasText: request.line }).first();
      await dropOn(line, { file: request });
      return undefined;
    }
    case "dropFromExplorer": {
      const line = window.locator(".monaco-editor .view-line").filter({ hasText: request.line }).first();
      await dropOn(line, { uris: request.uris });
      return undefined;
    }
    case "approve": {
      const popup = context.pages().find((page) => page !== window) ?? (await context.waitForEvent("page"));
      const sent = await redirectOf(popup);
      const [address] = await Promise.all([sent.address, answerApproval(popup, request, request.answer)]);
      const landed = await land(popup, address);
      await popup.close();
      // A window behind another page draws slowly.
      await window.bringToFront();
      return JSON.stringify(landed);
    }
    case "colors":
      return JSON.stringify(await colors(window, request));
    case "screenshot":
      return screenshot(window, request.name);
  }
}

/** The parts of a line in the output panel as they are drawn, once one of them has the colour. */
async function colors(
  window: Page,
  { line, color }: { readonly line: string; readonly color: string },
): Promise<unknown> {
  // Runs in the page, where types of the DOM are not at hand.
  const find = `(() => {
    const plain = (text) => text.replaceAll("\\u00a0", " ");
    const lines = [...document.querySelectorAll(".part.panel .output-view .view-line")];
    const found = lines.find(({ textContent }) => plain(textContent).includes(${JSON.stringify(line)}));
    const parts = [...(found?.querySelectorAll(":scope > span > span") ?? [])].map((part) => {
      const { color, fontWeight } = getComputedStyle(part);
      return [plain(part.textContent), color, fontWeight];
    });
    return parts.some(([, drawn]) => drawn === ${JSON.stringify(color)}) ? parts : undefined;
  })()`;
  return (await window.waitForFunction(find)).jsonValue();
}

// These run in the page, where types of the DOM are not at hand.

/** Resolves when the page is loaded with all that is in it. */
export async function loaded(): Promise<void> {
  const page = globalThis as unknown as {
    readonly document: { readonly readyState: string };
    addEventListener(name: string, then: () => void): void;
  };
  if (page.document.readyState !== "complete")
    await new Promise<void>((resolve) => page.addEventListener("load", resolve));
}
interface Drawn {
  readonly complete: boolean;
  readonly isConnected: boolean;
  readonly naturalWidth: number;
  readonly src: string;
}
async function drawn(picture: unknown): Promise<{ width: number; address: string }> {
  const element = picture as Drawn;
  // A page that is made again may put another picture in its place, of which this one hears nothing.
  while (!element.complete && element.isConnected) {
    await new Promise<void>((resolve) => {
      (globalThis as unknown as { requestAnimationFrame(then: () => void): void }).requestAnimationFrame(resolve);
    });
  }
  return { width: element.naturalWidth, address: element.src };
}

const copyPicture = (png: string): string => `(async () => {
  const bytes = new Blob([Uint8Array.from(atob("${png}"), (character) => character.charCodeAt(0))], { type: "image/png" });
  await navigator.clipboard.write([new ClipboardItem({ "image/png": bytes })]);
})()`;

interface Dropped {
  readonly file?: { readonly name: string; readonly type: string; readonly bytes: string };
  readonly uris?: readonly string[];
}
/** Drops files at the end of a line of an editor, with the Shift key: else VS Code opens them. */
export async function dropOn(line: Locator, dropped: Dropped): Promise<void> {
  // An editor draws a line anew when it has found a link in it, for example.
  while (!(await line.evaluate(dropOnLine, dropped))) continue;
}

/** Runs in the page. @returns whether the line was still drawn, so that somebody noticed */
function dropOnLine(line: unknown, { file, uris }: Dropped): boolean {
  interface Page {
    File: new (parts: unknown[], name: string, options: { type: string }) => unknown;
    DataTransfer: new () => { readonly items: { add(file: unknown): void }; setData(type: string, text: string): void };
    DragEvent: new (name: string, options: object) => unknown;
    readonly location: { readonly protocol: string; readonly host: string };
  }
  const page = globalThis as unknown as Page;
  const target = line as {
    readonly firstElementChild: { getBoundingClientRect(): { right: number; top: number; height: number } };
    readonly isConnected: boolean;
    dispatchEvent(event: unknown): void;
  };
  if (!target.isConnected) return false;
  const dataTransfer = new page.DataTransfer();
  if (file)
    dataTransfer.items.add(
      new page.File([Uint8Array.from(atob(file.bytes), (character) => character.charCodeAt(0))], file.name, {
        type: file.type,
      }),
    );
  // The Explorer's own name for them; files beside a server are called otherwise in a browser.
  const host = page.location.protocol.startsWith("http") ? `vscode-remote://${page.location.host}/` : "file:///";
  if (uris)
    dataTransfer.setData(
      "application/vnd.code.uri-list",
      uris.map((uri) => uri.replace(/^file:\/\/\//, host)).join("\r\n"),
    );
  const { right, top, height } = target.firstElementChild.getBoundingClientRect();
  for (const event of ["dragover", "drop"])
    target.dispatchEvent(
      new page.DragEvent(event, {
        bubbles: true,
        cancelable: true,
        composed: true,
        shiftKey: true,
        dataTransfer,
        clientX: right - 1,
        clientY: top + height / 2,
      }),
    );
  return true;
}
