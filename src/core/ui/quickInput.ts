import { type InputBox, type QuickInputButton, QuickInputButtons, type QuickPick, type QuickPickItem } from "vscode";
import { DisposableStore } from "../base/disposable.ts";
import { CancelledError } from "../base/errors.ts";

/** Step of a box in a form. `draft` keeps the typed text when the user goes back. */
export interface Place {
  readonly title: string;
  readonly step: number;
  readonly total: number;
  readonly back: boolean;
  draft: string | undefined;
}

/** Returns the place of a box that is the only step. @param back whether it has a Back button */
export const onlyStep = (title: string, back = true): Place => ({ title, step: 1, total: 1, back, draft: undefined });

/** The user selected Back. Caught only by the form that shows the button. */
export class GoBack extends Error {
  constructor() {
    super("Back");
    this.name = "GoBack";
  }
}

export interface BoxOptions {
  readonly title: string;
  readonly place?: Place | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly buttons?: readonly QuickInputButton[] | undefined;
  /** Called with the typed text, to keep it when the box is closed without an answer. */
  readonly onType?: ((text: string) => void) | undefined;
}

/**
 * Returns the answer of a list, or what is chosen there when the user leaves it otherwise: by Escape, by Back, or for another box. What was
 * ticked is never dropped.
 * @param signal set if something else may close the list, which then has no answer
 */
export async function answerOrChosen<T>(answer: Promise<T>, chosen: () => T, signal?: AbortSignal): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (signal?.aborted || !(error instanceof CancelledError || error instanceof GoBack)) throw error;
    return chosen();
  }
}

/** Access to an open box. */
export interface OpenBox<T> {
  readonly store: DisposableStore;
  /** Aborts when the box closes for any reason. */
  readonly signal: AbortSignal;
  readonly done: (value: T) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Shows a box until it is answered.
 * @param wire fills the box and subscribes to its events, before it is shown
 * @throws CancelledError when it is closed or the signal aborts; GoBack when the user selects Back
 */
export async function showBox<T>(
  box: InputBox | QuickPick<QuickPickItem>,
  { title, place, signal, buttons = [] }: BoxOptions,
  wire: (open: OpenBox<T>) => void,
): Promise<T> {
  if (signal?.aborted) throw new CancelledError();
  const closed = new AbortController();
  const store = new DisposableStore();
  store.add(box);
  box.title = place?.title ?? title;
  if (place && place.total > 1) {
    box.step = place.step;
    box.totalSteps = place.total;
  }
  // A click elsewhere must not lose the text of an input box or the step of a form; other picks close as usual.
  box.ignoreFocusOut = place !== undefined || !("items" in box);
  box.buttons = place?.back ? [QuickInputButtons.Back, ...buttons] : buttons;
  try {
    return await new Promise<T>((resolve, reject) => {
      const cancel = (): void => reject(new CancelledError());
      store.add(box.onDidHide(cancel));
      store.add(
        box.onDidTriggerButton((button) => {
          if (button === QuickInputButtons.Back) reject(new GoBack());
        }),
      );
      signal?.addEventListener("abort", cancel, { once: true });
      store.add({ dispose: () => signal?.removeEventListener("abort", cancel) });
      wire({ store, signal: closed.signal, done: resolve, fail: reject });
      box.show();
    });
  } finally {
    closed.abort();
    store.dispose();
  }
}
