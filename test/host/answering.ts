/**
 * A person who answers every box and dialog at once, from a list written beforehand, in place of VS Code's own: for suites that run
 * many commands and look at what comes of them. What boxes look like and how they are used is tested with the real ones elsewhere.
 */
import * as vscode from "vscode";
import { BoxScreen, type FakeBox, FakeInput, FakePick } from "../support/boxes/fakeBoxes.ts";
import { replace } from "./spies.ts";

/**
 * A row by part of its label, or the text of an input; `{ type }` is text that is typed into a list of rows and accepted as it is, `{ check }`
 * are the rows that are checked in a list where several can be.
 */
export type Answer = string | { readonly type: string } | { readonly check: readonly string[] };

/** What a person read when something was not done. */
export interface Told {
  /** Messages, and warnings in boxes, in the order they came; a box that asks on with its title and what it asks: `asks “Title”: what`. */
  readonly texts: readonly string[];
  /** What stood in the boxes that asked on, which the person closed. */
  readonly left: readonly string[];
}

/** What a box says is wrong: below the text, or in a row. */
function warningOf(box: FakeBox): string | undefined {
  if (box instanceof FakeInput) return box.wrong;
  if (!(box instanceof FakePick)) return undefined;
  return box.items.find(
    ({ iconPath, alwaysShow }) =>
      alwaysShow === true &&
      iconPath instanceof vscode.ThemeIcon &&
      (iconPath.id === "warning" || iconPath.id === "error"),
  )?.label;
}

const patience = 20_000;

/** A box waits for an answer that the person does not have. */
export class Stuck extends Error {}

export class AnsweringPerson {
  /** Happens while a question is open, before it is answered. */
  whileAsked: (() => Promise<void>) | undefined;
  /** The question that it happened during: how many answers were left. */
  private happenedAt = -1;
  private isHappening = false;
  private answers: Answer[] = [];
  private texts: string[] = [];
  private left: string[] = [];
  private readonly screen = new BoxScreen();
  private readonly undo: readonly { dispose(): void }[];

  constructor() {
    this.screen.onDidDraw(() => this.look());
    // The first button says yes; whoever only reads closes the message.
    const answer =
      (isTold: boolean) =>
      () =>
      (text: string, ...rest: unknown[]) => {
        const [options, ...items] = typeof rest[0] === "object" && rest[0] !== null ? rest : [undefined, ...rest];
        if ((options as vscode.MessageOptions | undefined)?.modal === true)
          return (this.whileAsked?.() ?? Promise.resolve()).then(() => items[0]) as never;
        if (isTold) this.texts.push(text);
        return Promise.resolve(undefined) as never;
      };
    const say = answer(true);
    this.undo = [
      replace(
        vscode.window,
        "createQuickPick",
        () => this.screen.createQuickPick as unknown as typeof vscode.window.createQuickPick,
      ),
      replace(
        vscode.window,
        "createInputBox",
        () => this.screen.createInputBox as unknown as typeof vscode.window.createInputBox,
      ),
      replace(vscode.window, "showErrorMessage", say),
      replace(vscode.window, "showWarningMessage", say),
      replace(vscode.window, "showInformationMessage", answer(false)),
    ];
  }

  /** Runs a command with these answers; resolves when it is done, with what the person was told that went wrong. */
  async run(id: string, given: readonly unknown[], answers: readonly Answer[] = []): Promise<Told> {
    return this.watch(() => vscode.commands.executeCommand(id, ...given), id, answers);
  }

  /** Does something, and returns what the person was told that went wrong. */
  async watch(what: () => PromiseLike<unknown>, name = "A write", answers: readonly Answer[] = []): Promise<Told> {
    this.answers = [...answers];
    this.texts = [];
    this.left = [];
    this.happenedAt = -1;
    let timer: NodeJS.Timeout | undefined;
    const stuck = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () =>
          reject(
            new Stuck(
              `${name} waits for “${JSON.stringify(this.answers[0])}” in ${JSON.stringify(this.screen.current?.look() ?? "no box")}`,
            ),
          ),
        patience,
      );
    });
    try {
      await Promise.race([what(), stuck]);
      return { texts: this.texts, left: this.left };
    } finally {
      clearTimeout(timer);
    }
  }

  dispose(): void {
    for (const one of this.undo) one.dispose();
  }

  private async happen(what: () => Promise<void>): Promise<void> {
    this.isHappening = true;
    try {
      await what();
    } finally {
      this.isHappening = false;
      this.happenedAt = this.answers.length;
      this.look();
    }
  }

  private look(): void {
    const box = this.screen.current;
    if (!box || box.disposed || !box.shown || box.busy) return;
    const [answer] = this.answers;
    const isMissing = box instanceof FakePick && typeof answer === "string" && !box.seen(answer);
    const warning = warningOf(box);
    if (answer === undefined || (isMissing && warning !== undefined)) {
      this.texts.push(
        warning ??
          `asks “${box.title ?? ""}”: ${box.placeholder ?? (box instanceof FakeInput ? box.prompt : "") ?? ""}`,
      );
      this.left.push(box.value);
      this.screen.escape();
      return;
    }
    if (isMissing) return; // It may come yet.
    if (this.whileAsked && this.happenedAt !== this.answers.length) {
      if (!this.isHappening) void this.happen(this.whileAsked);
      return;
    }
    if (box instanceof FakePick && typeof answer === "string") {
      const row = box.seen(answer);
      if (!row) return;
      this.answers.shift();
      box.click(row);
    } else if (typeof answer === "object" && "check" in answer) {
      if (!(box instanceof FakePick) || !box.canSelectMany) return;
      const rows = answer.check.map((label) => box.seen(label));
      if (!rows.every((row) => row !== undefined)) return;
      this.answers.shift();
      for (const row of rows) box.click(row);
      box.tellAccepted();
    } else {
      this.answers.shift();
      box.type(typeof answer === "string" ? answer : answer.type);
      box.tellAccepted();
    }
    // Whatever was not taken stays in sight.
    setImmediate(() => this.look());
  }
}
