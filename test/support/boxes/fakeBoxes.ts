/**
 * The one fake of VS Code's quick picks and input boxes. As in VS Code, changes are drawn together, a turn after they are assigned,
 * and only what is drawn can be operated. A box loses the focus only to a dialog.
 */
import type {
  InputBoxOptions,
  InputBoxValidationMessage,
  QuickInputButton,
  QuickPickItem,
  QuickPickItemButtonEvent,
  QuickPickOptions,
} from "vscode";
import { Emitter } from "../../../src/core/base/events.ts";
import type { Box } from "../testLine.ts";
import { drawnText, filterRows } from "./match.ts";

const isSeparator = ({ kind }: QuickPickItem): boolean => (kind as number | undefined) === -1;
/** VS Code names its own Back button where it is drawn. */
const buttonName = ({ tooltip }: QuickInputButton): string => tooltip ?? "Back";
/** Matches text as in a page, whatever its case and white space. */
const normal = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase();
export const contains = (text: string, part: string): boolean => normal(text).includes(normal(part));

/** Shows boxes, one at a time, as a window does. */
export class BoxScreen {
  #current: FakeBox | undefined;
  #pending: NodeJS.Immediate | undefined;
  readonly #asked: { readonly box: FakeBox; readonly visible: boolean }[] = [];
  readonly #changed = new Set<FakeBox>();
  readonly #drawn = new Emitter<undefined>();
  /** Fires when a box was drawn or closed. */
  readonly onDidDraw = this.#drawn.event;
  readonly #shown = new Emitter<FakeBox>();
  /** Fires when code has shown a box, before it is drawn. */
  readonly onDidShow = this.#shown.event;
  /** How many boxes have closed or were replaced by another. */
  closed = 0;

  /** The box that is drawn. */
  get current(): FakeBox | undefined {
    return this.#current;
  }

  readonly createQuickPick = (): FakePick => new FakePick(this);
  readonly createInputBox = (): FakeInput => new FakeInput(this);

  readonly showQuickPick = async <T extends QuickPickItem>(
    items: readonly T[] | Thenable<readonly T[]>,
    options: QuickPickOptions = {},
  ): Promise<T | undefined> => {
    const box = this.createQuickPick();
    Object.assign(box, {
      title: options.title,
      placeholder: options.placeHolder,
      ignoreFocusOut: options.ignoreFocusOut ?? false,
      matchOnDescription: options.matchOnDescription ?? false,
      matchOnDetail: options.matchOnDetail ?? false,
    });
    return this.#ask<T>(box, (answer) => {
      box.onDidAccept(() => {
        const [chosen] = box.selectedItems;
        if (chosen) answer(chosen as T);
      });
      void Promise.resolve(items).then((rows) => (box.items = rows));
    });
  };

  readonly showInputBox = async (options: InputBoxOptions = {}): Promise<string | undefined> => {
    const box = this.createInputBox();
    Object.assign(box, {
      title: options.title,
      placeholder: options.placeHolder,
      prompt: options.prompt,
      ignoreFocusOut: options.ignoreFocusOut ?? false,
      password: options.password ?? false,
      value: options.value ?? "",
    });
    const check = async (): Promise<boolean> => {
      const wrong = (await options.validateInput?.(box.value)) ?? undefined;
      box.validationMessage = wrong;
      return wrong === undefined || (typeof wrong === "object" && (wrong.severity as number) < 3);
    };
    return this.#ask<string>(box, (answer) => {
      box.onDidChangeValue(check);
      box.onDidAccept(async () => {
        if (await check()) answer(box.value);
      });
      void check();
    });
  };

  #ask<T>(box: FakeBox, wire: (answer: (value: T) => void) => void): Promise<T | undefined> {
    return new Promise<T | undefined>((resolve) => {
      box.onDidHide(() => resolve(undefined));
      wire(resolve);
      box.show();
    }).finally(() => box.dispose());
  }

  /** Schedules showing or hiding a box. */
  ask(box: FakeBox, visible: boolean): void {
    this.#asked.push({ box, visible });
    this.#schedule();
    if (visible) this.#shown.fire(box);
  }

  /** Schedules drawing a box. */
  change(box: FakeBox): void {
    this.#changed.add(box);
    this.#schedule();
  }

  #schedule(): void {
    this.#pending ??= setImmediate(() => this.#draw());
  }

  #draw(): void {
    this.#pending = undefined;
    for (const { box, visible } of this.#asked.splice(0)) {
      if (visible && !box.disposed && box !== this.#current) {
        const former = this.#current;
        this.#current = box;
        if (former) this.#close(former);
        this.#changed.add(box);
      } else if (!visible && box === this.#current) {
        this.#current = undefined;
        this.#close(box);
      }
    }
    const changed = [...this.#changed];
    this.#changed.clear();
    for (const box of changed) if (box === this.#current) box.draw();
    this.#drawn.fire(undefined);
  }

  #close(box: FakeBox): void {
    this.closed += 1;
    box.tellHidden();
  }

  /** Resolves when what was assigned before is drawn. */
  async settled(): Promise<void> {
    while (this.#pending) await new Promise(setImmediate);
  }

  /** Closes the box that is shown, as Escape does. */
  escape(): void {
    const box = this.#current;
    if (!box) return;
    this.#current = undefined;
    this.#close(box);
    this.#schedule();
  }

  /** Closes the box that is shown if it does not stay when the focus goes elsewhere. */
  blur(): void {
    if (this.#current?.ignoreFocusOut === false) this.escape();
  }
}

/** Common part of quick picks and input boxes. `draw` and what is below is for tests, the rest for the extension. */
abstract class FakeBox {
  declare title: string | undefined;
  declare step: number | undefined;
  declare totalSteps: number | undefined;
  declare enabled: boolean;
  declare busy: boolean;
  declare ignoreFocusOut: boolean;
  declare placeholder: string | undefined;
  declare buttons: readonly QuickInputButton[];
  shown = false;
  disposed = false;
  readonly #screen: BoxScreen;
  #expectsHide = false;
  protected text = "";
  protected readonly accepted = new Emitter<void>();
  protected readonly changed = new Emitter<string>();
  readonly #hidden = new Emitter<void>();
  readonly #button = new Emitter<QuickInputButton>();
  readonly onDidAccept = this.accepted.event;
  readonly onDidChangeValue = this.changed.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidTriggerButton = this.#button.event;

  constructor(screen: BoxScreen, own: object) {
    this.#screen = screen;
    const given = {
      title: undefined,
      step: undefined,
      totalSteps: undefined,
      enabled: true,
      busy: false,
      ignoreFocusOut: false,
      placeholder: undefined,
      buttons: [],
      ...own,
    };
    for (const [name, initial] of Object.entries(given)) {
      let now: unknown = initial;
      const set = (value: unknown): void => {
        now = value;
        this.redraw();
      };
      Object.defineProperty(this, name, { get: () => now, set, enumerable: true });
    }
  }

  get value(): string {
    return this.text;
  }
  set value(text: string) {
    this.text = text;
    this.redraw();
  }

  show(): void {
    if (this.disposed) return;
    this.shown = true;
    this.#expectsHide = true;
    this.#screen.ask(this, true);
  }

  hide(): void {
    if (this.disposed) return;
    this.shown = false;
    this.#screen.ask(this, false);
  }

  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    this.tellHidden();
    for (const emitter of this.emitters()) emitter.dispose();
    this.#screen.ask(this, false);
  }

  /** Fires onDidHide. As in VS Code, once more if the box is disposed of without having been hidden. */
  tellHidden(): void {
    if (!this.#expectsHide) return;
    this.#expectsHide = this.shown;
    this.#hidden.fire();
  }

  protected emitters(): { dispose(): void }[] {
    return [this.accepted, this.changed, this.#hidden, this.#button];
  }

  protected redraw(): void {
    if (!this.disposed) this.#screen.change(this);
  }

  /** Draws what was assigned. */
  abstract draw(): void;

  /** Replaces the text. */
  abstract type(text: string): void;

  /** Presses Enter. */
  abstract accept(): void;

  /** Fires onDidAccept, with the current selection. */
  tellAccepted(): void {
    this.accepted.fire();
  }

  /** The message below the text. */
  protected abstract get message(): string;

  /** Presses a button in the title. */
  press(name: string): void {
    const button = this.titleButton(name);
    if (!button) throw new Error(`No button ${name}`);
    this.#button.fire(button);
  }

  titleButton(name: string): QuickInputButton | undefined {
    return this.buttons.find((button) => contains(buttonName(button), name));
  }

  /** Returns what is shown. */
  look(): Box {
    const step =
      this.step === undefined ? "" : `${this.step}${this.totalSteps === undefined ? "" : `/${this.totalSteps}`}`;
    const title = [this.title ?? "", step && (this.title === undefined ? step : `(${step})`)].filter(Boolean).join(" ");
    return { title, value: this.text, placeholder: this.placeholder ?? "", message: this.message, rows: [] };
  }

  /** Returns all texts of the box but the typed one. */
  words(): string[] {
    const { title, placeholder, message } = this.look();
    return [title, placeholder, message];
  }
}
export type { FakeBox };

export class FakeInput extends FakeBox {
  declare prompt: string | undefined;
  declare password: boolean;
  declare valueSelection: readonly [number, number] | undefined;
  declare validationMessage: string | InputBoxValidationMessage | undefined;

  constructor(screen: BoxScreen) {
    super(screen, { prompt: undefined, password: false, valueSelection: undefined, validationMessage: undefined });
  }

  draw(): void {
    // All that is drawn is what was assigned.
  }

  type(text: string): void {
    if (text === this.text) return;
    this.text = text;
    this.changed.fire(text);
  }

  accept(): void {
    this.accepted.fire();
  }

  /** The validation message. */
  get wrong(): string | undefined {
    const said = typeof this.validationMessage === "object" ? this.validationMessage.message : this.validationMessage;
    return said === "" ? undefined : said;
  }

  protected get message(): string {
    const keys = "Press 'Enter' to confirm";
    return (
      this.wrong ??
      (this.prompt === undefined || this.prompt === ""
        ? `${keys} your input or 'Escape' to cancel`
        : `${this.prompt} (${keys} or 'Escape' to cancel)`)
    );
  }
}

export class FakePick extends FakeBox {
  declare canSelectMany: boolean;
  declare matchOnDescription: boolean;
  declare matchOnDetail: boolean;
  declare keepScrollPosition: boolean;
  #items: readonly QuickPickItem[] = [];
  #active: readonly QuickPickItem[] = [];
  #selected: readonly QuickPickItem[] = [];
  /** What was assigned since it was drawn last. */
  #assigned: { items?: boolean; active?: boolean; selected?: boolean } = {};
  #drawnText = "";
  #drawnMany = false;
  #isDrawn = false;
  /** Whether headings are drawn. Among found rows VS Code leaves them where it need not draw the rows anew; that is when all rows are found, here. */
  #isHeaded = true;
  #rows: readonly QuickPickItem[] = [];
  #focus: QuickPickItem | undefined;
  #ticked: ReadonlySet<QuickPickItem> = new Set();
  readonly #activeChanged = new Emitter<readonly QuickPickItem[]>();
  readonly #selectionChanged = new Emitter<readonly QuickPickItem[]>();
  readonly #itemButton = new Emitter<QuickPickItemButtonEvent<QuickPickItem>>();
  readonly onDidChangeActive = this.#activeChanged.event;
  readonly onDidChangeSelection = this.#selectionChanged.event;
  readonly onDidTriggerItemButton = this.#itemButton.event;

  constructor(screen: BoxScreen) {
    super(screen, { canSelectMany: false, matchOnDescription: false, matchOnDetail: false, keepScrollPosition: false });
  }

  get items(): readonly QuickPickItem[] {
    return this.#items;
  }
  set items(items: readonly QuickPickItem[]) {
    this.#items = [...items];
    this.#assigned.items = true;
    this.redraw();
  }
  get activeItems(): readonly QuickPickItem[] {
    return this.#active;
  }
  set activeItems(items: readonly QuickPickItem[]) {
    this.#active = items.filter((item) => this.#items.includes(item));
    this.#assigned.active = true;
    this.redraw();
  }
  get selectedItems(): readonly QuickPickItem[] {
    return this.#selected;
  }
  set selectedItems(items: readonly QuickPickItem[]) {
    this.#selected = items.filter((item) => this.#items.includes(item));
    this.#assigned.selected = true;
    this.redraw();
  }

  protected override emitters(): { dispose(): void }[] {
    return [...super.emitters(), this.#activeChanged, this.#selectionChanged, this.#itemButton];
  }

  draw(): void {
    const { items, active, selected } = this.#assigned;
    const assignedActive = this.#active;
    this.#assigned = {};
    const typed = this.text !== this.#drawnText;
    this.#drawnText = this.text;
    const first = !this.#isDrawn;
    this.#isDrawn = true;
    // A value that was assigned before showing is announced before there are rows.
    if (typed && first) this.changed.fire(this.text);
    const many = this.canSelectMany !== this.#drawnMany;
    this.#drawnMany = this.canSelectMany;
    if (items === true) this.#ticked = new Set();
    this.#rows = this.#filtered();
    if (items === true || typed)
      this.#isHeaded =
        this.text.trim() === "" ||
        (items === true && this.#rows.length === this.#items.filter((item) => !isSeparator(item)).length);
    if (selected === true && this.canSelectMany) {
      this.#ticked = new Set(this.#selected);
      if (this.#ticked.size > 0) this.#selectionChanged.fire(this.#selected);
    }
    let focus = this.#focus;
    if (items === true || typed || many || (focus && !this.#rows.includes(focus)))
      focus = this.canSelectMany ? undefined : this.#rows[0];
    if (active === true) focus = assignedActive.find((item) => this.#rows.includes(item));
    if (typed && !first) this.#focusOn(undefined, false);
    this.#focusOn(focus, items === true);
    if (typed && !first) this.changed.fire(this.text);
  }

  #filtered(): QuickPickItem[] {
    const rows = this.#items.filter((item) => !isSeparator(item));
    return filterRows(rows, this.text, { description: this.matchOnDescription, detail: this.matchOnDetail });
  }

  /** @param anew rows that were replaced are others, also when they look the same */
  #focusOn(row: QuickPickItem | undefined, anew: boolean): void {
    const told = row === this.#focus && !(anew && row !== undefined);
    this.#focus = row;
    this.#active = row ? [row] : [];
    if (!told) this.#activeChanged.fire(this.#active);
  }

  type(text: string): void {
    if (text === this.text) return;
    this.text = text;
    this.#drawnText = text;
    this.#isHeaded = text.trim() === "";
    this.#rows = this.#filtered();
    this.#focusOn(undefined, false);
    if (!this.canSelectMany) this.#focusOn(this.#rows[0], false);
    this.changed.fire(text);
  }

  accept(): void {
    if (!this.canSelectMany && this.#active[0]) this.#select([this.#active[0]]);
    this.accepted.fire();
  }

  #select(items: readonly QuickPickItem[]): void {
    this.#selected = items;
    this.#selectionChanged.fire(items);
  }

  /** Clicks a row: selects it, or checks it if many can be. */
  click(row: QuickPickItem): void {
    if (!this.canSelectMany) {
      this.#focusOn(row, false);
      this.#select([row]);
      this.accepted.fire();
      return;
    }
    this.#ticked = this.#ticked.has(row)
      ? new Set([...this.#ticked].filter((item) => item !== row))
      : new Set([...this.#ticked, row]);
    this.#select(this.#items.filter((item) => this.#ticked.has(item)));
    this.#focusOn(row, false);
    this.#focusOn(undefined, false);
    this.redraw();
  }

  /** Returns the first visible row with this in its label. */
  seen(label: string): QuickPickItem | undefined {
    return this.#rows.find((row) => contains(drawnText(row.label), label));
  }

  rowButton(row: QuickPickItem, name: string): QuickInputButton | undefined {
    return row.buttons?.find((button) => contains(buttonName(button), name));
  }

  pressRowButton(item: QuickPickItem, button: QuickInputButton): void {
    this.#itemButton.fire({ item, button });
  }

  protected get message(): string {
    return "";
  }

  override look(): Box {
    return { ...super.look(), rows: this.#rows.map(({ label }) => drawnText(label).replaceAll("\u00a0", " ").trim()) };
  }

  override words(): string[] {
    const heads = this.#isHeaded
      ? this.#items.filter((item, at) => isSeparator(item) && this.#rows.some((row) => row === this.#items[at + 1]))
      : [];
    const ticked = this.canSelectMany ? [`${this.#ticked.size} Selected`] : [];
    return [
      ...super.words(),
      ...[...heads, ...this.#rows].flatMap(({ label, description, detail }) =>
        [label, description, detail].map(drawnText),
      ),
      ...ticked,
    ];
  }

  /** Labels of the checked rows. */
  get ticks(): readonly string[] {
    return this.#rows.filter((row) => this.#ticked.has(row)).map(({ label }) => label);
  }

  /** Labels of all rows, visible or not. */
  get labels(): string[] {
    return this.#items.map(({ label }) => label);
  }

  row(label: string): QuickPickItem {
    const item = this.#items.find((one) => one.label === label);
    if (!item) throw new Error(`No row ${label} among ${this.labels.join(", ")}`);
    return item;
  }

  /** Accepts a row, visible or not: VS Code refers to a row by its index, where there may be another one by now. */
  choose(label: string): void {
    this.#selected = [this.row(label)];
    this.tellAccepted();
  }
}
