/** The workbench as a person sees it: finds things by the names that a screen reader would say. */
import { type Dialog, errors, type FrameLocator, type Locator, type Page } from "playwright-core";
import { startPatience, waitPatience } from "../../tools/patience.ts";
import { loaded, onceWhole, screenshot } from "../support/person.ts";

/** Environment variable that is 1 where stories keep pictures of what they show, which takes a fifth of their time. */
export const picturesVariable = "FORGELINE_TEST_PICTURES";

/** On a view's header, away from the buttons that come with the pointer. */
const atTitle = { x: 30, y: 10 };

/** Goes on where something did not come in time. Other errors stay errors: a name that several rows have would be waited for in vain. */
const goOnIfLate = (error: unknown): void => {
  if (!(error instanceof errors.TimeoutError)) throw error;
};

/** What the row of the current branch in the Pipelines view is called. */
export const currentBranch = (name: string): RegExp => new RegExp(`^Current branch: ${name}`);

export class Workbench {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens the editor's address and waits until the window can be used. */
  async open(address: string): Promise<void> {
    await this.page.goto(address);
    await this.ready();
  }

  /** Loads the page again, as F5 does. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.ready();
  }

  /** Loads the page again as soon as the browser lets go without a question, which it asks while what was typed is not kept yet. */
  async reloadOnceKept(): Promise<void> {
    while (await this.isAskedToStay()) continue;
    await this.ready();
  }

  /** Has the page loaded again, and stays when the browser asks whether to leave. */
  private async isAskedToStay(): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const asked = (dialog: Dialog): void => {
        this.page.off("load", left);
        dialog.dismiss().then(() => resolve(true), reject);
      };
      const left = (): void => {
        this.page.off("dialog", asked);
        resolve(false);
      };
      this.page.once("dialog", asked);
      this.page.once("load", left);
      // Not at once, as what leaves the page gives no answer.
      this.page.evaluate("void setTimeout(() => location.reload())").catch(reject);
    });
  }

  private async ready(): Promise<void> {
    await this.page.locator(".monaco-workbench .part.statusbar").waitFor({ timeout: startPatience });
    await this.page.locator(".activitybar").getByRole("tab", { name: "Forgeline" }).waitFor({ timeout: startPatience });
  }

  /** Opens a view container unless it is open: a click on the open one would close the side bar. */
  async openContainer(name: string): Promise<void> {
    const tab = this.page.locator(".activitybar").getByRole("tab", { name });
    if ((await tab.getAttribute("aria-selected")) !== "true") await tab.click();
    await this.page.locator(".part.sidebar .composite.title").getByText(name, { exact: false }).first().waitFor();
  }

  /** A view of the side bar by its title: shown when it is hidden, and opened when it is collapsed. */
  async view(title: string): Promise<View> {
    if ((await this.pane(title).count()) === 0) await this.showHiddenView(title);
    return this.shownView(title);
  }

  /** A view that is in the side bar, or is about to be, opened when it is collapsed. */
  async shownView(title: string): Promise<View> {
    const pane = this.pane(title);
    // A view that is alone has its title in that of the side bar, and no header.
    await pane.locator(".pane-header").waitFor({ state: "attached" });
    const view = new View(this.page, pane);
    await view.showBody(true);
    await view.scrollToTop();
    return view;
  }

  /** The Pipelines view, once a branch is the current one in it. */
  async pipelinesOf(branch: string): Promise<View> {
    const pipelines = await this.view("Pipelines");
    await pipelines.row(currentBranch(branch)).waitFor();
    return pipelines;
  }

  private pane(title: string): Locator {
    return this.page
      .locator(".part.sidebar .pane")
      .filter({ has: this.page.locator(`.pane-header[aria-label^="${title}"]`) });
  }

  private async showHiddenView(title: string): Promise<void> {
    await this.runCommand("Forgeline: Show View…");
    // VS Code draws the rows in sight only: the list can be longer.
    await this.quickInput.getByPlaceholder("Select a view to show in the side bar").fill(title);
    await this.pick(new RegExp(`^${title}$`));
  }

  /** The titles of the views in the side bar, from above, hidden ones left out. */
  async viewTitles(): Promise<string[]> {
    const headers = this.page.locator(".part.sidebar .pane-header");
    const labels = await Promise.all((await headers.all()).map((header) => header.getAttribute("aria-label")));
    return labels.map((label) => (label ?? "").replace(/ Section$/, ""));
  }

  /** A button of the welcome text that is shown while there is no project with an account, whatever its view is called then. */
  welcomeButton(name: string | RegExp): Locator {
    return this.page.locator(".part.sidebar .pane .welcome-view").getByRole("button", { name, exact: true }).first();
  }

  /** Collapses every view of the side bar. */
  async collapseViews(): Promise<void> {
    for (const title of await this.viewTitles()) await new View(this.page, this.pane(title)).collapse();
  }

  /**
   * Takes the focus from views and pages. A view that is refreshed while it has the focus takes it back from the Command Palette, which
   * closes then, and so does a page, whose keys reach the workbench by way of messages.
   */
  async leaveViews(): Promise<void> {
    await this.page.locator(".part.sidebar .composite.title").click({ position: { x: 4, y: 4 } });
  }

  /**
   * Runs a command by its title in the palette. Opens the palette again where something took the focus from it, which closes it: a page does so
   * some time after it came to the front or a box above it was closed, a view when its rows are drawn anew.
   */
  async runCommand(title: string): Promise<void> {
    const input = this.quickInput.locator("input").first();
    await this.page.keyboard.press("F1");
    for (const latest = Date.now() + waitPatience; ;) {
      const patience = { timeout: 5_000 };
      try {
        await input.fill(`>${title}`, patience);
        await this.pick(title, patience);
        return;
      } catch (error) {
        if (Date.now() > latest) throw error;
        if ((await this.quickInput.count()) === 0) await this.page.keyboard.press("F1");
      }
    }
  }

  /** A row of the Explorer by its file's or folder's name. */
  explorerRow(name: string): Locator {
    return this.page
      .locator(".explorer-folders-view")
      .getByRole("treeitem")
      .filter({ has: this.page.getByText(name, { exact: true }) });
  }

  /** Opens a file of the clone, and shows the extension's side bar again. */
  async openFile(...path: readonly [...folders: string[], name: string]): Promise<void> {
    await this.openContainer("Explorer");
    // The Explorer opens folders of files in front by itself as it comes into sight: a click on the row would then close one.
    for (const folder of path.slice(0, -1)) await showChildren(this.explorerRow(folder), true);
    const name = path.at(-1) ?? "";
    await this.explorerRow(name).click();
    await this.tab(name).waitFor();
    await this.openContainer("Forgeline");
  }

  /** Closes the context menu and its submenus from the innermost: Escape closes an explanation first, and nothing without the keyboard there. */
  async closeMenus(): Promise<void> {
    const menus = this.page.locator(".context-view .monaco-menu").filter({ visible: true });
    for (const latest = Date.now() + waitPatience; ;) {
      const open = await menus.count();
      if (open === 0) return;
      if (Date.now() > latest) throw new Error("Escape does not close the menu");
      const innermost = menus.nth(open - 1);
      const patience = { timeout: 1_000 };
      await innermost.getByRole("menuitem").first().press("Escape", patience).catch(goOnIfLate);
      await innermost.waitFor({ state: "hidden", ...patience }).catch(goOnIfLate);
    }
  }

  get quickInput(): Locator {
    return this.page.locator(".quick-input-widget:visible");
  }

  /** Takes the row of the open quick pick that has this label. @param patience for how long to look for it, in ms; `waitPatience` if absent */
  async pick(label: string | RegExp, patience?: { readonly timeout: number }): Promise<void> {
    await this.quickInput
      .locator(".quick-input-list .monaco-list-row")
      .filter({ has: this.page.locator(".label-name", { hasText: label }) })
      .first()
      .click(patience);
  }

  /** Types into the open quick input and accepts it. */
  async enter(text: string): Promise<void> {
    const input = this.quickInput.locator("input").first();
    await input.fill(text);
    await input.press("Enter");
  }

  /** What the page in the editor in front shows: VS Code puts it into two frames, and hides those that are not in front. */
  get editorPage(): FrameLocator {
    return this.page.frameLocator("iframe.webview.ready:visible").frameLocator("#active-frame");
  }

  /**
   * Waits until the page in the editor in front is loaded with all its pictures: VS Code takes a page for shown after a while without them,
   * and when they come at last it can lose the page that was made meanwhile.
   */
  async editorPageLoaded(): Promise<void> {
    await onceWhole(this.editorPage.locator("html"), loaded);
  }

  /** The tab of an editor, by its file's name. */
  tab(file: string): Locator {
    return this.page.locator(".part.editor .tabs-container .tab").filter({
      has: this.page.locator(`.tab-label[aria-label^="${file}"]`).or(this.page.getByText(file, { exact: true })),
    });
  }

  /** The tab of an editor whose text is not saved. */
  unsavedTab(file: string): Locator {
    return this.tab(file).and(this.page.locator(".dirty"));
  }

  /** Goes to the editor of a file and types behind its last character. */
  async typeAtEnd(file: string, text: string): Promise<void> {
    await this.tab(file).click();
    // A tab is in front before its text is there: until then the keys would go into the file before it.
    await this.page.locator(`.part.editor .monaco-editor.focused[data-uri$="/${file}"]`).waitFor();
    await this.page.keyboard.press("ControlOrMeta+End");
    await this.page.keyboard.type(text);
  }

  /** Lines in sight in the editor in front that match. */
  line(words: RegExp): Locator {
    // The editor draws spaces as no-break spaces, which only \s matches as well.
    return this.page
      .locator(".part.editor .editor-group-container.active .view-line")
      .filter({ hasText: new RegExp(words.source.replaceAll(" ", "\\s")) });
  }

  /** Lines in sight on the right side of the diff editor in front that have these words. */
  changedLine(words: RegExp): Locator {
    // The editor draws spaces as no-break spaces, which only \s matches as well.
    return this.page
      .locator(".monaco-diff-editor .editor.modified .view-line")
      .filter({ hasText: new RegExp(words.source.replaceAll(" ", "\\s")) });
  }

  /** Opens the page of a merge request by the row of its description, and returns the view. @param description what it begins with */
  async openMergeRequestPage(title: string, description: string): Promise<View> {
    const mergeRequests = await this.view("Merge Requests");
    const verdict = this.editorPage.locator("#verdict", { hasText: /\S/ });
    const latest = Date.now() + waitPatience;
    // While VS Code reads all rows of a view again, it takes a key and forgets it.
    do {
      await mergeRequests.open(new RegExp(`^Merge request \\d+, ${title}, open`));
      await mergeRequests.goTo(new RegExp(`^Description: ${description}`));
      await this.page.keyboard.press("Enter");
      await verdict.waitFor({ timeout: 15_000 }).catch(goOnIfLate);
    } while ((await verdict.count()) === 0 && Date.now() < latest);
    await verdict.waitFor();
    return mergeRequests;
  }

  /** Keeps a picture of the window without anything that explains what the pointer rests on, where pictures are wanted. */
  async picture(name: string): Promise<void> {
    if (process.env[picturesVariable] !== "1") return;
    await this.restPointer();
    await screenshot(this.page, name);
  }

  /** Moves the pointer to where it rests on nothing, and waits until explanations and progress in the side bar have ended. */
  async restPointer(): Promise<void> {
    // To the free part of the title bar, and not at once: only what the pointer is moved over notices that it goes.
    const leave = async (): Promise<void> => {
      await this.page.mouse.move(200, 60);
      await this.page.mouse.move(200, 18);
    };
    await leave();
    const progress = this.page.locator(".part.sidebar .monaco-progress-container.active").first();
    await progress.waitFor({ state: "hidden" });
    // The text of an explanation may arrive after the pointer has left; then it stands until the pointer was on it and has left again.
    const explanation = this.page.locator(".monaco-hover:visible").first();
    for (let late = 0; late < 5 && (await explanation.isVisible()); late++) {
      await explanation.hover({ timeout: 1_000 }).catch(goOnIfLate);
      await leave();
      await explanation.waitFor({ state: "hidden", timeout: 3_000 }).catch(goOnIfLate);
    }
    await explanation.waitFor({ state: "hidden" });
  }

  /** Closes the preview of the README that the demo begins with, once it is there. */
  async closeReadme(): Promise<void> {
    await this.editorPage.getByRole("heading", { name: "Weather station" }).waitFor();
    await this.runCommand("View: Close All Editors");
    await this.tab("[Preview] README.md").waitFor({ state: "detached" });
  }

  /** Drags the side bar's edge until it is so wide, in pixels. */
  async widenSideBar(width: number): Promise<void> {
    const box = await this.page.locator(".part.sidebar").boundingBox();
    if (!box) throw new Error("The side bar is not open");
    const y = box.y + box.height / 2;
    await this.page.mouse.move(box.x + box.width, y);
    await this.page.mouse.down();
    await this.page.mouse.move(box.x + width, y, { steps: 5 });
    await this.page.mouse.up();
  }

  get panel(): Locator {
    return this.page.locator(".part.panel");
  }

  /** A button of the modal dialog. */
  dialogButton(name: string | RegExp): Locator {
    return this.page.locator(".monaco-dialog-box").getByRole("button", { name });
  }

  /** What is said above lines in sight of an editor, as far as it matches. */
  codeLenses(words: RegExp): Locator {
    return this.page.locator(".codelens-decoration").filter({ hasText: words, visible: true });
  }

  /** A notification that shows this text. */
  notification(text: string | RegExp): Locator {
    return this.page.locator(".notifications-toasts .notification-list-item").filter({ hasText: text });
  }

  /** The status bar entry whose spoken name matches. */
  statusBarEntry(name: string | RegExp): Locator {
    return this.page.locator(".part.statusbar").getByRole("button", { name });
  }

  /** A passing remark in the status bar. */
  statusBarText(text: string): Locator {
    return this.page.locator(".part.statusbar").getByText(text, { exact: true });
  }

  /** Lines in sight in the output panel that are these plain words as a whole, or match. */
  outputLine(line: string | RegExp): Locator {
    // The editor draws spaces as no-break spaces, which only \s matches as well.
    const whole = typeof line === "string" ? `^${line}$` : line.source;
    return this.page
      .locator(".part.panel .output-view .view-line")
      .filter({ hasText: new RegExp(whole.replaceAll(" ", "\\s")) });
  }
}

interface ListRow {
  readonly classList: { contains(name: string): boolean };
  readonly dataset: { readonly index?: string; readonly lastElement?: string };
  closest(selector: string): { contains(element: unknown): boolean } | null;
}

/**
 * Runs in the page, where types of the DOM are not at hand: whether the list of these rows has the keyboard, and a row below the one that it is
 * on. VS Code calls a row the last one until it draws those that came below it.
 */
function hasRowBelow(rows: unknown): boolean {
  const all = rows as readonly ListRow[];
  const here = all.find((row) => row.classList.contains("focused"));
  const { document } = globalThis as unknown as { readonly document: { readonly activeElement: unknown } };
  if (here?.closest(".monaco-list")?.contains(document.activeElement) !== true) return false;
  return (
    here.dataset.lastElement !== "true" || all.some(({ dataset }) => Number(dataset.index) > Number(here.dataset.index))
  );
}

/**
 * Expands or collapses a row by its twistie. Clicks again while it is not so: VS Code may do it by itself in the moment of the click, which
 * undoes that, and a row that is drawn anew meanwhile takes no click.
 */
export async function showChildren(row: Locator, isOpen: boolean): Promise<void> {
  await row.waitFor();
  const due = row.and(row.page().locator(`[aria-expanded="${isOpen ? "false" : "true"}"]`));
  for (const latest = Date.now() + waitPatience; (await due.count()) > 0;) {
    if (Date.now() > latest) throw new Error(`The row stays ${isOpen ? "collapsed" : "open"}`);
    await due.locator(".monaco-tl-twistie").click({ timeout: 5_000 }).catch(goOnIfLate);
    await due.waitFor({ state: "detached", timeout: 1_000 }).catch(goOnIfLate);
  }
}

const focused = (page: Page): Locator => page.locator(".monaco-list-row.focused");

/** A tree view in the side bar. */
export class View {
  readonly page: Page;
  readonly pane: Locator;

  constructor(page: Page, pane: Locator) {
    this.page = page;
    this.pane = pane;
  }

  /** Closes the view, so that others have its room. */
  async collapse(): Promise<void> {
    await this.showBody(false);
  }

  /** Opens or closes the view. Clicks again while it is not so: a command may open it in the moment of the click, which closes it then. */
  async showBody(isOpen: boolean): Promise<void> {
    const due = this.pane.locator(`.pane-header[aria-expanded="${isOpen ? "false" : "true"}"]`);
    for (const latest = Date.now() + waitPatience; (await due.count()) > 0;) {
      if (Date.now() > latest) throw new Error(`The view stays ${isOpen ? "collapsed" : "open"}`);
      await due.click({ position: atTitle, timeout: 5_000 }).catch(goOnIfLate);
      await due.waitFor({ state: "detached", timeout: 1_000 }).catch(goOnIfLate);
    }
  }

  /** Rows whose spoken name matches. */
  row(name: string | RegExp): Locator {
    return this.pane.getByRole("treeitem", { name });
  }

  /** The row that has the keyboard in its view, once it is one whose spoken name matches. */
  focusedRow(name: RegExp): Locator {
    return this.row(name).and(focused(this.page));
  }

  /** Brings the first rows into sight, and leaves the keyboard where it is: VS Code draws no others, and a view opens where it was closed. */
  async scrollToTop(): Promise<void> {
    // VS Code reads `wheelDeltaY`, which has the sign of `deltaY` in an event that is made.
    for (const list of await this.pane.locator(".monaco-list .monaco-scrollable-element").all())
      await list.dispatchEvent("wheel", { deltaY: 1e6 });
  }

  /** Leads the keyboard to the first row, which brings it into sight. */
  async goToFirstRow(): Promise<void> {
    await this.pane.locator(".monaco-list").focus();
    await this.page.keyboard.press("Home");
  }

  /**
   * Leads the keyboard to the first row whose spoken name matches, or to this row, once there is one. The keyboard stays with its row when
   * others come above it, where a click meets the row that has moved under the pointer.
   */
  async goTo(wanted: RegExp | Locator): Promise<void> {
    const rows = wanted instanceof RegExp ? this.row(wanted) : wanted;
    const isThere = async (): Promise<boolean> => (await rows.and(focused(this.page)).count()) > 0;
    for (const latest = Date.now() + waitPatience; Date.now() < latest;) {
      await this.goToFirstRow();
      // It may be out of sight, where VS Code draws no row.
      await rows.first().waitFor({ state: "attached", timeout: 1_000 }).catch(goOnIfLate);
      while (!(await isThere()) && (await this.pane.locator(".monaco-list-row").evaluateAll(hasRowBelow)))
        await this.page.keyboard.press("ArrowDown");
      if (await isThere()) return;
    }
    throw new Error(`There is no row ${String(wanted)}`);
  }

  /** Leads the keyboard to the first row whose spoken name matches, and expands it by key. */
  async open(wanted: RegExp): Promise<void> {
    await this.goTo(wanted);
    await this.openFocused();
  }

  /**
   * Leads the keyboard by a key from one row to another, by their spoken names. The key is pressed again while the keyboard has not moved:
   * VS Code forgets a key while it reads all rows of a view again, and knows no way into a row before its children are there.
   */
  async step(key: string, from: RegExp, to: RegExp): Promise<void> {
    const arrived = this.focusedRow(to).first();
    for (const latest = Date.now() + waitPatience; (await arrived.count()) === 0;) {
      if (Date.now() > latest) throw new Error(`${key} does not lead to a row ${String(to)}`);
      if ((await this.focusedRow(from).count()) > 0) await this.page.keyboard.press(key);
      await arrived.waitFor({ timeout: 1_000 }).catch(goOnIfLate);
    }
  }

  /** Expands the row that has the keyboard, if it is closed. */
  async openFocused(): Promise<void> {
    await this.pressWhile("ArrowRight", '[aria-expanded="false"]');
  }

  /** Collapses the row that has the keyboard, if it is open. */
  async closeFocused(): Promise<void> {
    await this.pressWhile("ArrowLeft", '[aria-expanded="true"]');
  }

  /** Presses a key while the row that has the keyboard is so. */
  private async pressWhile(key: string, selector: string): Promise<void> {
    const due = this.pane.locator(`.monaco-list-row.focused${selector}`);
    // While VS Code reads all rows of a view again, it takes a key and forgets it.
    for (const latest = Date.now() + waitPatience; (await due.count()) > 0;) {
      if (Date.now() > latest)
        throw new Error(`${key} does not change the row: ${await due.getAttribute("aria-label")}`);
      await this.page.keyboard.press(key);
      await due.waitFor({ state: "detached", timeout: 1_000 }).catch(goOnIfLate);
    }
  }

  /** Collapses the rows whose spoken name matches, those in sight and what comes into sight by that. */
  async collapseRows(name: RegExp): Promise<void> {
    const open = this.row(name).and(this.page.locator('[aria-expanded="true"]'));
    for (const latest = Date.now() + waitPatience; ;) {
      await this.goToFirstRow();
      if ((await open.count()) === 0) return;
      if (Date.now() > latest) throw new Error(`There is still an open row ${String(name)}`);
      await this.goTo(open);
      await this.page.keyboard.press("ArrowLeft");
      await open.and(focused(this.page)).waitFor({ state: "detached", timeout: 1_000 }).catch(goOnIfLate);
    }
  }

  /** Opens a row if it is closed; its children follow when they have been loaded. */
  async expand(row: Locator): Promise<void> {
    await showChildren(row, true);
  }

  /** Chooses from a row's context menu, by key: rows that are being loaded move away under the pointer. */
  async chooseFromMenu(row: Locator, action: string): Promise<void> {
    // Rows that are selected share a menu of what can be done with several.
    await this.pane.locator(".monaco-list").focus();
    await this.page.keyboard.press("Escape");
    await this.goTo(row);
    // What opens under the pointer does not notice it.
    await this.page.mouse.move(0, 0);
    await this.page.keyboard.press("Shift+F10");
    const menu = this.page.locator(".context-view .monaco-menu");
    const item = this.page.getByRole("menuitem", { name: action });
    await menu.locator(item).hover();
    await menu.locator(".action-item.focused").filter({ has: item }).waitFor();
    // By key: a menu that has just opened takes no click for its first tenth of a second.
    await this.page.keyboard.press("Enter");
    await menu.waitFor({ state: "hidden" });
  }
}
