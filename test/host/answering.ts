/**
 * A person who answers every box and dialog at once, from a list written beforehand, in place of VS Code's own: for suites that run
 * many commands and look at what comes of them. What boxes look like and how they are used is tested with the real ones elsewhere.
 */
import { Emitter } from "../../src/events.ts";
import * as vscode from "vscode";
import { replace } from "./spies.ts";

/** A row by part of its label, or the text of an input; `{ type }` is text that is typed into a list of rows and accepted as it is. */
export type Answer = string | { readonly type: string };

/** What a person read when something was not done. */
export interface Told {
  /** Messages, and warnings in boxes, in the order they came; a box that asks on with its title and what it asks: `asks “Title”: what`. */
  readonly texts: readonly string[];
}

/** A quick pick and an input box in one: commands use either half. */
class Box {
  title: string | undefined;
  step: number | undefined;
  totalSteps: number | undefined;
  ignoreFocusOut = false;
  buttons: readonly unknown[] = [];
  placeholder: string | undefined;
  prompt: string | undefined;
  password = false;
  value = "";
  valueSelection: readonly [number, number] | undefined;
  matchOnDescription = false;
  matchOnDetail = false;
  keepScrollPosition = false;
  canSelectMany = false;
  activeItems: readonly vscode.QuickPickItem[] = [];
  selectedItems: readonly vscode.QuickPickItem[] = [];
  validationMessage: string | vscode.InputBoxValidationMessage | undefined;
  enabled = true;
  open = false;
  /** A list of rows, rather than one line of text. */
  readonly rows: boolean;
  private readonly changed: () => void;
  private shownItems: readonly vscode.QuickPickItem[] = [];
  private loading = false;
  private readonly emitters = new Map<string, Emitter<unknown>>();
  readonly onDidAccept = this.event("accept");
  readonly onDidHide = this.event("hide");
  readonly onDidChangeValue = this.event("value");
  readonly onDidChangeActive = this.event("active");
  readonly onDidChangeSelection = this.event("selection");
  readonly onDidTriggerButton = this.event("button");
  readonly onDidTriggerItemButton = this.event("itemButton");

  constructor(rows: boolean, changed: () => void) {
    this.rows = rows;
    this.changed = changed;
  }

  get items(): readonly vscode.QuickPickItem[] {
    return this.shownItems;
  }
  set items(items: readonly vscode.QuickPickItem[]) {
    this.shownItems = items;
    this.changed();
  }
  get busy(): boolean {
    return this.loading;
  }
  set busy(busy: boolean) {
    this.loading = busy;
    this.changed();
  }

  show(): void {
    this.open = true;
    this.changed();
  }

  hide(): void {
    if (!this.open) return;
    this.open = false;
    this.fire("hide", undefined);
  }

  dispose(): void {
    this.open = false;
  }

  /** Writes a text, as by typing. */
  write(text: string): void {
    this.value = text;
    this.fire("value", text);
  }

  accept(...items: readonly vscode.QuickPickItem[]): void {
    this.activeItems = items;
    this.selectedItems = items;
    this.fire("accept", undefined);
  }

  /** What it says is wrong: below the text, or in a row. */
  get warning(): string | undefined {
    const said = typeof this.validationMessage === "object" ? this.validationMessage.message : this.validationMessage;
    const row = this.items.find(({ iconPath, alwaysShow }) => alwaysShow === true && iconPath instanceof vscode.ThemeIcon && (iconPath.id === "warning" || iconPath.id === "error"));
    return said ?? row?.label;
  }

  private event(name: string): (listener: (value: never) => unknown) => { dispose(): void } {
    const emitter = new Emitter<unknown>();
    this.emitters.set(name, emitter);
    return (listener) => emitter.event(listener as (value: unknown) => unknown);
  }

  private fire(name: string, value: unknown): void {
    this.emitters.get(name)?.fire(value);
  }
}

const patience = 20_000;

export class AnsweringPerson {
  private answers: Answer[] = [];
  private texts: string[] = [];
  private current: Box | undefined;
  private readonly undo: readonly { dispose(): void }[];

  constructor() {
    const box = (rows: boolean) => () => {
      const made: Box = new Box(rows, () => {
        this.current = made;
        setImmediate(() => this.look(made));
      });
      return made as never;
    };
    // The first button says yes; whoever only reads closes the message.
    const say = () => (text: string, ...rest: unknown[]) => {
      const [options, ...items] = typeof rest[0] === "object" && rest[0] !== null ? rest : [undefined, ...rest];
      if ((options as vscode.MessageOptions | undefined)?.modal === true) return Promise.resolve(items[0]) as never;
      this.texts.push(text);
      return Promise.resolve(undefined) as never;
    };
    this.undo = [
      replace(vscode.window, "createQuickPick", () => box(true)),
      replace(vscode.window, "createInputBox", () => box(false)),
      replace(vscode.window, "showErrorMessage", say),
      replace(vscode.window, "showWarningMessage", say),
      replace(vscode.window, "showInformationMessage", () => () => Promise.resolve(undefined) as never),
    ];
  }

  /** Runs a command with these answers; resolves when it is done, with what the person was told that went wrong. */
  async run(id: string, given: readonly unknown[], answers: readonly Answer[] = []): Promise<Told> {
    this.answers = [...answers];
    this.texts = [];
    this.current = undefined;
    let timer: NodeJS.Timeout | undefined;
    const stuck = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${id} waits for “${JSON.stringify(this.answers[0])}” in “${this.current?.title ?? "no box"}”: ${this.current?.items.map(({ label }) => label).join(", ") ?? ""}`)), patience);
    });
    try {
      await Promise.race([vscode.commands.executeCommand(id, ...given), stuck]);
      return { texts: this.texts };
    } finally {
      clearTimeout(timer);
    }
  }

  dispose(): void {
    for (const one of this.undo) one.dispose();
  }

  private look(box: Box): void {
    if (!box.open || box.busy || box !== this.current) return;
    const [answer] = this.answers;
    if (answer === undefined) {
      const { warning } = box;
      this.texts.push(warning ?? `asks “${box.title ?? ""}”: ${box.placeholder ?? box.prompt ?? ""}`);
      box.hide();
      return;
    }
    if (box.rows && typeof answer === "string") {
      const row = box.items.find(({ label, kind }) => kind !== vscode.QuickPickItemKind.Separator && label.includes(answer));
      if (!row) return; // It may come yet.
      this.answers.shift();
      box.accept(row);
    } else {
      this.answers.shift();
      box.write(typeof answer === "string" ? answer : answer.type);
      box.accept();
    }
    // Whatever was not taken stays in sight.
    setImmediate(() => this.look(box));
  }
}
