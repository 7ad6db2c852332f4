import { env, l10n, ThemeIcon, Uri, window } from "vscode";
import { DisposableStore } from "../disposable.ts";
import { CancelledError } from "../errors.ts";
import { instanceHost } from "../instanceUrl.ts";
import { type CallbackAnswer, readPasted } from "./callback.ts";
import type { CallbackInbox } from "./callbackInbox.ts";
import { openLoopback } from "./loopback.ts";
import { pageWords, pastedProblem, refusedError, timedOutError } from "./messages.ts";

/** How a code comes back, and for which sign-in. */
export interface RedirectRequest {
  /** Base address of the instance. */
  readonly instance: string;
  readonly receiver: "uriHandler" | "loopback";
  /** Unpredictable, known only to the window that waits. */
  readonly state: string;
  /** Scopes asked for, and whether the settings name the application: only for the words of a refusal. */
  readonly wanted: readonly string[];
  readonly inSettings: boolean;
  /** The address of the approval page that leads back to `redirectUri`. */
  readonly page: (redirectUri: string) => string;
  readonly signal?: AbortSignal | undefined;
  /** How long the approval may take, in ms. */
  readonly patience: number;
}

/** What came back, and by which redirect URI, which the token endpoint wants to hear again. */
export interface Received {
  readonly code: string;
  readonly redirectUri: string;
}

/**
 * Opens the approval page and waits for its answer; meanwhile a box takes the pasted address, for wherever the browser
 * does not find back.
 * @param callbackUri the editor's own address for callbacks
 * @throws UserError when denied or timed out, CancelledError when the box is closed or the signal aborts
 */
export async function receiveCode(request: RedirectRequest, inbox: CallbackInbox, callbackUri: string): Promise<Received> {
  const owned = new DisposableStore();
  try {
    const { promise: answered, resolve } = settleLater<CallbackAnswer>();
    let redirectUri = callbackUri;
    if (request.receiver === "loopback") {
      const loopback = owned.add(await openLoopback({ state: request.state, words: pageWords(), answered: resolve }));
      redirectUri = loopback.redirectUri;
    } else {
      owned.add(inbox.wait(request.state, resolve));
    }
    const page = request.page(redirectUri);
    const pasted = askForAddress(request, page, owned);
    const timedOut = new Promise<never>((_resolve, reject) => {
      const timer = setTimeout(() => reject(timedOutError(request.instance, redirectUri)), request.patience);
      owned.add({ dispose: () => clearTimeout(timer) });
    });
    const outcome = Promise.race([answered, pasted, timedOut]);
    // The box is open already: an editor that asks whether to open the page does not hold up pasting.
    env.openExternal(Uri.parse(page)).then(undefined, () => undefined);
    const answer = await outcome;
    if (answer.kind === "code") return { code: answer.code, redirectUri };
    const { error, description } = answer.kind === "refused" ? answer : { error: answer.kind, description: undefined };
    throw refusedError(error, description, { ...request, step: "exchange", redirectUri });
  } finally {
    owned.dispose();
  }
}

/** The box that stays open while the browser is asked. Closing it calls the sign-in off. */
function askForAddress({ instance, state, signal }: RedirectRequest, page: string, owned: DisposableStore): Promise<CallbackAnswer> {
  const box = owned.add(window.createInputBox());
  const openAgain = { iconPath: new ThemeIcon("link-external"), tooltip: l10n.t("Open the Browser Again") };
  const copy = { iconPath: new ThemeIcon("copy"), tooltip: l10n.t("Copy the Address of the Approval Page") };
  box.title = l10n.t("Sign in to {0}: waiting for the browser", instanceHost(instance));
  box.prompt = l10n.t("Approve in the browser. If it ends on a page that does not open, paste that page's address here and press Enter.");
  box.placeholder = l10n.t("Address that the browser ended on, or the code");
  box.ignoreFocusOut = true;
  box.busy = true;
  box.buttons = [openAgain, copy];
  return new Promise((resolve, reject) => {
    const cancel = (): void => reject(new CancelledError());
    if (signal?.aborted) cancel();
    signal?.addEventListener("abort", cancel, { once: true });
    owned.add({ dispose: () => signal?.removeEventListener("abort", cancel) });
    owned.add(box.onDidHide(cancel));
    owned.add(box.onDidChangeValue(() => (box.validationMessage = undefined)));
    owned.add(
      box.onDidTriggerButton((button) => {
        if (button === copy) void env.clipboard.writeText(page);
        else void env.openExternal(Uri.parse(page));
      }),
    );
    owned.add(
      box.onDidAccept(() => {
        const answer = readPasted(box.value, state);
        if (answer.kind === "code" || answer.kind === "refused") resolve(answer);
        else box.validationMessage = pastedProblem(answer.kind);
      }),
    );
    box.show();
  });
}

function settleLater<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve: (value) => resolve(value) };
}
