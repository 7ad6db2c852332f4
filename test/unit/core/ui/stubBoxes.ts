/** Boxes for unit tests, which operate them themselves. */
import { until } from "../../../host/until.ts";
import { BoxScreen, FakeInput, FakePick } from "../../../support/boxes/fakeBoxes.ts";
import { vscodeFakes } from "../../../support/vscodeStub.ts";

export { FakeInput, FakePick };

let screen = new BoxScreen();

/** Makes `window.createInputBox` and `window.createQuickPick` return fakes. */
export function stubBoxes(): void {
  screen = new BoxScreen();
  vscodeFakes.window["createInputBox"] = screen.createInputBox;
  vscodeFakes.window["createQuickPick"] = screen.createQuickPick;
}

/** Calls `stubBoxes` before each test of a suite. */
export function setStubBoxes(): void {
  beforeEach(stubBoxes);
}

/** Resolves with the next box that is shown. Call this before the code that shows it. */
export function nextBox<B extends FakeInput | FakePick>(kind: new (screen: BoxScreen) => B): Promise<B> {
  return new Promise((resolve, reject) => {
    const listening = screen.onDidShow((box) => {
      listening.dispose();
      if (box instanceof kind) resolve(box);
      else reject(new Error(`A box of another kind was shown: ${box.title ?? ""}`));
    });
  });
}

/** Acts, and waits for the box that this shows. */
export function boxAfter<B extends FakeInput | FakePick>(
  kind: new (screen: BoxScreen) => B,
  act: () => unknown,
): Promise<B> {
  const shown = nextBox(kind);
  act();
  return shown;
}

/** Asks a question. @returns the box that it shows, and the answer */
export async function asked<B extends FakeInput | FakePick, T>(
  kind: new (screen: BoxScreen) => B,
  ask: () => Promise<T>,
): Promise<readonly [B, Promise<T>]> {
  const shown = nextBox(kind);
  const answer = ask();
  return [await shown, answer];
}

/** Resolves when what was assigned is drawn. */
export const settled = (): Promise<void> => screen.settled();

/** Waits until the labels of a pick fulfil a condition. */
export async function rowsOf(box: FakePick, wanted: (labels: string[]) => boolean): Promise<void> {
  await until(
    () => `rows; there are ${box.labels.join(", ")}`,
    () => wanted(box.labels),
    screen.onDidDraw,
  );
}
