import { EventEmitter, once } from "node:events";
import type { InputBox, QuickInputButton, QuickPick, QuickPickItem } from "vscode";
import { Emitter } from "../../../src/events.ts";
import { vscodeFakes } from "../../support/vscodeStub.ts";

/** The parts that both kinds of boxes have, with what a person does to them as methods. */
class FakeBox {
  title: string | undefined;
  step: number | undefined;
  totalSteps: number | undefined;
  busy = false;
  enabled = true;
  ignoreFocusOut = false;
  placeholder: string | undefined;
  buttons: readonly QuickInputButton[] = [];
  value = "";
  shown = false;
  disposed = false;
  readonly #accept = new Emitter<void>();
  readonly #change = new Emitter<string>();
  readonly #hide = new Emitter<void>();
  readonly #button = new Emitter<QuickInputButton>();
  readonly onDidAccept = this.#accept.event;
  readonly onDidChangeValue = this.#change.event;
  readonly onDidHide = this.#hide.event;
  readonly onDidTriggerButton = this.#button.event;

  show(): void {
    this.shown = true;
    boxes.emit("shown", this);
  }
  hide(): void {
    this.#hide.fire();
  }
  dispose(): void {
    this.disposed = true;
    this.#hide.fire();
  }

  type(text: string): void {
    this.value = text;
    this.#change.fire(text);
  }
  accept(): void {
    this.#accept.fire();
  }
  press(tooltip: string): void {
    const button = this.buttons.find((one) => one.tooltip === tooltip || (one.tooltip === undefined && tooltip === "Back"));
    if (!button) throw new Error(`No button ${tooltip}`);
    this.#button.fire(button);
  }
}

export class FakeInput extends FakeBox {
  password = false;
  prompt: string | undefined;
  valueSelection: readonly [number, number] | undefined;
  validationMessage: string | undefined;
}

export class FakePick extends FakeBox {
  #items: readonly QuickPickItem[] = [];
  activeItems: readonly QuickPickItem[] = [];
  selectedItems: readonly QuickPickItem[] = [];
  canSelectMany = false;
  matchOnDescription = false;
  matchOnDetail = false;
  keepScrollPosition = false;
  readonly #active = new Emitter<readonly QuickPickItem[]>();
  readonly #itemButton = new Emitter<{ button: QuickInputButton; item: QuickPickItem }>();
  readonly onDidChangeActive = this.#active.event;
  readonly onDidTriggerItemButton = this.#itemButton.event;

  get items(): readonly QuickPickItem[] {
    return this.#items;
  }
  set items(items: readonly QuickPickItem[]) {
    this.#items = items;
    boxes.emit("items", this);
  }
  get labels(): string[] {
    return this.#items.map(({ label }) => label);
  }

  row(label: string): QuickPickItem {
    const item = this.#items.find((one) => one.label === label);
    if (!item) throw new Error(`No row ${label} among ${this.labels.join(", ")}`);
    return item;
  }
  choose(label: string): void {
    this.selectedItems = [this.row(label)];
    this.accept();
  }
  pressOn(label: string, tooltip: string): void {
    const item = this.row(label);
    const button = item.buttons?.find((one) => one.tooltip === tooltip);
    if (!button) throw new Error(`No button ${tooltip} on ${label}`);
    this.#itemButton.fire({ button, item });
  }
}

/** Tells when a box is shown, or its rows changed. */
export const boxes = new EventEmitter();

/** Makes `window.createInputBox` and `createQuickPick` answer with fakes. */
export function fakeBoxes(): void {
  vscodeFakes.window["createInputBox"] = () => new FakeInput() as unknown as InputBox;
  vscodeFakes.window["createQuickPick"] = () => new FakePick() as unknown as QuickPick<QuickPickItem>;
}

/** The next box that is shown. Ask before doing what shows it. */
export async function nextBox<B extends FakeInput | FakePick>(kind: new () => B): Promise<B> {
  const [box] = (await once(boxes, "shown")) as unknown[];
  if (!(box instanceof kind)) throw new Error(`A box of another kind was shown: ${(box as FakeBox).title ?? ""}`);
  return box;
}

/** Waits until the rows of a pick are as wanted. */
export async function rowsOf(box: FakePick, wanted: (labels: string[]) => boolean): Promise<void> {
  while (!wanted(box.labels)) await once(boxes, "items");
}
