/** Who sits in front of a window in the process: answers boxes and messages, and uses sections, rows, the status bar and pages. */
import assert from "node:assert/strict";
import { waitPatience } from "../../tools/patience.ts";
import { isBoxRequest } from "../support/boxes/boxPerson.ts";
import { drawnText } from "../support/boxes/match.ts";
import { ApprovingBrowser, decodeEntities } from "../support/fakes/approvingBrowser.ts";
import type { Landed, Request, Requests, Seen } from "../support/testLine.ts";
import type { ShownPage } from "./pages.ts";
import { drop, pastePicture } from "./transfers.ts";
import type { Tree, TreeRow } from "./trees.ts";
import type { ProcessWindow } from "./window.ts";

type Find = Requests["find"];
/** The DOM's number for texts. */
const textNode = 3;

interface NodeLike {
  readonly nodeType: number;
  readonly textContent: string | null;
  readonly childNodes: Iterable<NodeLike>;
  getAttribute?(name: string): string | null;
}
interface MenuLike {
  readonly previousElementSibling: { getAttribute(name: string): string | null } | null;
}
type Document = Awaited<ReturnType<ShownPage["document"]>>;

/** ms between two looks, and for how long a person looks. */
const between = 5;
const patience = waitPatience;

const normal = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase();
const fits = (name: string, { name: wanted, exact = false }: Pick<Find, "name" | "exact">): boolean =>
  exact ? name === wanted : normal(name).includes(normal(wanted));

export async function act(window: ProcessWindow, request: Request): Promise<string> {
  if (isBoxRequest(request)) return window.person.act(request);
  switch (request.action) {
    case "find":
      return find(window, request);
    case "inPage":
      return inPage(window, request);
    case "palette":
      return palette(window, request);
    case "screenshot":
      return "";
    case "drop":
      return done(drop(window, request.line, { ...request, bytes: Buffer.from(request.bytes, "base64") }));
    case "dropFromExplorer":
      return done(drop(window, request.line, request));
    case "pastePicture":
      return done(pastePicture(window, Buffer.from(request.png, "base64")));
    case "approve":
      return approve(window, request);
    default:
      throw new Error(`Nobody in front of a window in the process can do “${request.action}”: it needs a real one`);
  }
}

const done = async (doing: Promise<unknown>): Promise<string> => {
  await doing;
  return "";
};

/** Answers the approval page that was opened last, in a browser beside the window. */
async function approve(window: ProcessWindow, { answer, ...user }: Requests["approve"]): Promise<string> {
  const opened = await soon("an approval page", () => Promise.resolve(window.openedOutside.pop()));
  const { headers } = await fetch(opened, { redirect: "manual" });
  const elsewhere = headers.get("location");
  const page = elsewhere !== null && new URL(elsewhere, opened).origin !== new URL(opened).origin ? elsewhere : opened;
  const address = await new ApprovingBrowser().approve(page, user, answer);
  if (address === undefined) throw new Error("The approval page shows an error");
  const text = address.startsWith("http") ? await (await fetch(address)).text() : "";
  const words = decodeEntities((/<main>([^]*)<\/main>/.exec(text)?.[1] ?? "").replace(/<[^>]*>/g, " "));
  return JSON.stringify({ address, words } satisfies Landed);
}

/** What is found, with what a click on it does. */
interface Found {
  readonly seen: Seen;
  readonly click: () => unknown;
}

async function find(window: ProcessWindow, request: Find): Promise<string> {
  const look =
    request.page === true ? () => inFront(window, request) : () => Promise.resolve(inWindow(window, request));
  const found = await soon(`${request.gone === true ? "no " : ""}${request.role} “${request.name}”`, async () => {
    const one = await look();
    if (request.gone === true) return one === undefined ? { seen: undefined, click: () => undefined } : undefined;
    return one;
  });
  if (request.click === true) await found.click();
  return JSON.stringify(found.seen ?? null);
}

function inWindow(window: ProcessWindow, request: Find): Found | undefined {
  const { sideBar, statusBar } = window;
  if (request.role === "treeitem")
    for (const tree of sideBar.trees)
      for (const row of tree.inSight)
        if (fits(row.spoken, request) && isIn(row, tree, request.states))
          return {
            seen: seenRow(row),
            // Of a row that is to be opened or closed its twistie is pressed.
            click: () =>
              request.states?.expanded === undefined ? press(window, tree, row) : tree.toggle(row, !row.isOpen),
          };
  if (request.role === "button") {
    for (const tree of sideBar.sections)
      if (fits(`${tree.heading} Section`, request))
        return { seen: { name: tree.heading, text: tree.heading, icon: "" }, click: () => sideBar.toggle(tree) };
    for (const item of statusBar.items) {
      const text = drawnText(item.text).trim();
      const name = item.accessibilityInformation?.label ?? text;
      if (item.isShown && fits(name, request))
        return { seen: { name, text, icon: iconOf(item.text) }, click: () => run(window, item.command) };
    }
    for (const lens of window.lenses.shown) {
      const name = drawnText(lens.title).trim();
      if (fits(name, request))
        return { seen: { name, text: name, icon: iconOf(lens.title) }, click: () => run(window, lens) };
    }
    for (const name of window.messages.buttons)
      if (fits(name, request))
        return { seen: { name, text: name, icon: "" }, click: window.messages.button(name) ?? (() => undefined) };
  }
  if (request.role === "status")
    for (const text of statusBar.messages)
      if (fits(text, request)) return { seen: { name: text, text, icon: "" }, click: () => undefined };
  return undefined;
}

const isIn = (row: TreeRow, tree: Tree, states: Find["states"]): boolean =>
  (states?.expanded === undefined || row.isOpen === states.expanded) &&
  (states?.selected === undefined || tree.api.selection.includes(row.element) === states.selected);

/** The class of the first icon in a text. */
const iconOf = (text: string): string => {
  const [, icon = ""] = /\$\(([a-z0-9-]+)/i.exec(text) ?? [];
  return icon === "" ? "" : `codicon codicon-${icon}`;
};

function seenRow({ spoken, item, label }: TreeRow): Seen {
  const icon = item.iconPath;
  const id = typeof icon === "object" && "id" in icon ? icon.id : "";
  const description = typeof item.description === "string" ? item.description : "";
  return { name: spoken, text: `${label}${description}`, icon: `codicon codicon-${id}` };
}

/** A click selects a row, and runs its command, or opens or closes it. */
async function press(window: ProcessWindow, tree: Tree, row: TreeRow): Promise<void> {
  tree.select([row]);
  assert.ok(!row.item.command?.arguments?.length, "VS Code forgets arguments when it draws the row anew");
  if (row.item.command) await run(window, row.item.command);
  else await tree.toggle(row, !row.isOpen);
}

async function run(
  { commands }: ProcessWindow,
  command: string | { readonly command: string; readonly arguments?: unknown[] } | undefined,
): Promise<void> {
  if (command === undefined) return;
  if (typeof command === "string") await commands.api.executeCommand(command);
  else await commands.api.executeCommand(command.command, ...(command.arguments ?? []));
}

/** Runs a command by its title. */
async function palette(window: ProcessWindow, { command }: Requests["palette"]): Promise<string> {
  const found = window.manifest.contributes.commands.find(
    ({ category, title }) =>
      normal(category === undefined ? title : `${category}: ${title}`).replace(/…$/, "") === normal(command),
  );
  if (!found) throw new Error(`There is no command “${command}”`);
  void window.commands.api.executeCommand(found.command);
  return Promise.resolve("");
}

const selectors: Readonly<Record<Find["role"], string>> = {
  button: "button, [role=button], summary",
  treeitem: "[role=treeitem]",
  heading: "h1, h2, h3, h4, h5, h6, [role=heading]",
  status: "[role=status]",
  link: "a[href]",
  menuitem: "[role=menuitem]",
  columnheader: "th, [role=columnheader]",
  img: "img, [role=img]",
  checkbox: "input[type=checkbox], [role=checkbox]",
};

async function inFront(window: ProcessWindow, request: Find): Promise<Found | undefined> {
  const document = await window.pages.front?.document();
  for (const element of document?.querySelectorAll(selectors[request.role]) ?? []) {
    const text = element.textContent;
    const [label, alt, title] = ["aria-label", "alt", "title"].map((attribute) => element.getAttribute(attribute));
    const name = label ?? alt ?? (spokenText(element) || title) ?? "";
    if (fits(name, request) && !isInClosedMenu(element))
      return { seen: { name, text, icon: "" }, click: () => (element as unknown as { click(): void }).click() };
  }
  return undefined;
}

/** Whether an element is in a menu whose button, right before it, has not opened it. */
function isInClosedMenu(element: { closest(selector: string): MenuLike | null }): boolean {
  const menu = element.closest("[role=menu]");
  return menu !== null && menu.previousElementSibling?.getAttribute("aria-expanded") !== "true";
}

/** The text of an element as screen readers read it. */
function spokenText(node: NodeLike): string {
  const textOf = (one: NodeLike): string => {
    if (one.nodeType === textNode) return one.textContent ?? "";
    return one.getAttribute?.("aria-hidden") === "true" ? "" : [...one.childNodes].map(textOf).join("");
  };
  return textOf(node).replace(/\s+/g, " ").trim();
}

async function inPage(window: ProcessWindow, { selector, count }: Requests["inPage"]): Promise<string> {
  await soon(`${count ?? "some"} of ${selector} in the page`, async () => {
    const document = await window.pages.front?.document();
    const found = document ? matching(document, selector) : 0;
    return (count === undefined ? found > 0 : found === count) ? true : undefined;
  });
  return "";
}

/** How many elements there are of a selector, which may end with a text that they have (`:text-is("…")`) or hold (`:has-text("…")`). */
function matching(document: Document, selector: string): number {
  const [, plain = selector, kind, text = ""] = /^(.*):(text-is|has-text)\(["'](.*)["']\)$/.exec(selector) ?? [];
  const all = [...document.querySelectorAll(plain)];
  if (kind === undefined) return all.length;
  return all.filter(({ textContent }) =>
    kind === "text-is" ? textContent.trim() === text : normal(textContent).includes(normal(text)),
  ).length;
}

/** Looks until there is something to see: what draws has its own turns, and says nothing. */
async function soon<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + patience;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`Looked in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, between));
  }
}
