/** Boxes and messages of VS Code, played in the process: what a command does is tested without waiting for a window to draw its questions. */
import * as vscode from "vscode";
import { BoxPerson } from "../support/boxes/boxPerson.ts";
import type { DrawnKind } from "../support/boxes/drawnKinds.ts";
import { BoxScreen } from "../support/boxes/fakeBoxes.ts";
import { FakeMessages } from "../support/boxes/fakeMessages.ts";
import { replace } from "./spies.ts";

export const screen = new BoxScreen();
export const messages = new FakeMessages();
export const boxPerson = new BoxPerson(screen, messages);
messages.onDidOpenDialog(() => screen.blur());

let isDrawn = false;
let wasDrawn = false;
let isPlaying = false;
/** Whether boxes are played now. */
export const boxesArePlayed = (): boolean => isPlaying && !isDrawn;

/** Whether VS Code may have drawn boxes since this was asked last. */
export function boxesWereDrawn(): boolean {
  const drawn = wasDrawn || !isPlaying;
  wasDrawn = false;
  return drawn;
}

/** Makes a test that meets VS Code's own boxes and messages, in a suite in which they are played. Names the kinds that it stands for: each needs one. */
export function drawn<A extends readonly unknown[]>(
  _kinds: DrawnKind | readonly DrawnKind[],
  test: (...given: A) => Promise<void>,
): (...given: A) => Promise<void> {
  return async (...given) => {
    isDrawn = true;
    wasDrawn = true;
    try {
      await test(...given);
    } finally {
      isDrawn = false;
    }
  };
}

/** Plays all boxes and messages until it is disposed of, but in `drawn` tests. */
export function playBoxes(): { dispose(): void } {
  type Window = typeof vscode.window;
  const play = <K extends keyof Window>(name: K, played: Window[K]): { dispose(): void } =>
    replace(
      vscode.window,
      name,
      (real) =>
        ((...given: unknown[]) =>
          ((isDrawn ? real : played) as (...args: unknown[]) => unknown).apply(vscode.window, given)) as Window[K],
    );
  const say = (level: string) =>
    ((text: string, ...rest: unknown[]) => messages.show(level, text, ...rest)) as Window["showErrorMessage"];
  const withProgress = vscode.window.withProgress.bind(vscode.window);
  const undo = [
    play("createQuickPick", screen.createQuickPick as unknown as Window["createQuickPick"]),
    play("createInputBox", screen.createInputBox as unknown as Window["createInputBox"]),
    play("showQuickPick", screen.showQuickPick as unknown as Window["showQuickPick"]),
    play("showInputBox", screen.showInputBox),
    play("showInformationMessage", say("information")),
    play("showWarningMessage", say("warning")),
    play("showErrorMessage", say("error")),
    play("withProgress", (options, task) =>
      options.location === vscode.ProgressLocation.Notification
        ? messages.progress(options, task)
        : withProgress(options, task),
    ),
  ];
  isPlaying = true;
  return {
    dispose: () => {
      isPlaying = false;
      for (const one of undo) one.dispose();
    },
  };
}
