import { registerHooks } from "node:module";

/** What a person does at each box that the sign-in shows. `undefined` closes it. */
export interface Answers {
  /** Picks a row by its label. */
  quickPick?: (labels: readonly string[], title: string) => string | undefined;
  inputBox?: (options: { title: string; prompt: string; value: string; password: boolean; validate: (text: string) => unknown }) => string | undefined;
  /** The box that waits for the browser. */
  waiting?: (box: FakeInputBox) => void;
  /** The box that asks for the application ID. */
  application?: (box: FakeQuickPick) => void;
  /** The browser, with the address as it arrives there. */
  open?: (address: string) => void;
  allow?: boolean;
}

interface Box {
  title: string;
  placeholder: string;
  readonly fired: Record<string, ((value?: unknown) => void)[]>;
  hide(): void;
}
export interface FakeInputBox extends Box {
  prompt: string;
  value: string;
  buttons: readonly { readonly tooltip: string }[];
  validationMessage: string | undefined;
  accept(): void;
  press(tooltip: string): void;
}
export interface FakeQuickPick extends Box {
  items: readonly { readonly label: string }[];
  activeItems: readonly { readonly label: string }[];
  type(text: string): void;
  accept(label?: string): void;
}

interface Provider {
  createSession(scopes: readonly string[], options: object): Promise<{ id: string }>;
}

/** The state of the stand-in: what the person does, and what was shown. */
export class SignInEditor {
  answers: Answers = {};
  clipboard = "";
  readonly warnings: string[] = [];
  readonly asked: object[] = [];
  provider: Provider | undefined;

  readonly window = {
    showQuickPick: (items: readonly { label: string; kind?: number }[], { title }: { title: string }) => {
      const label = this.answers.quickPick?.(items.filter(({ kind }) => kind !== -1).map((item) => item.label), title);
      return Promise.resolve(items.find((item) => label !== undefined && item.label === label));
    },
    showInputBox: ({ title, prompt, value = "", password = false, validateInput }: { title: string; prompt: string; value?: string; password?: boolean; validateInput: (text: string) => unknown }) =>
      Promise.resolve(this.answers.inputBox?.({ title, prompt, value, password, validate: validateInput })),
    createInputBox: () => this.box((box) => this.answers.waiting?.(box as unknown as FakeInputBox)),
    createQuickPick: () => this.box((box) => this.answers.application?.(box as unknown as FakeQuickPick)),
    showWarningMessage: (text: string) => {
      this.warnings.push(text);
      return Promise.resolve(undefined);
    },
    withProgress: (_options: object, work: (progress: object, token: object) => Promise<unknown>) =>
      work({}, { onCancellationRequested: () => ({ dispose: () => undefined }) }),
  };

  readonly env = {
    language: "en",
    clipboard: {
      writeText: (text: string) => {
        this.clipboard = text;
        return Promise.resolve();
      },
    },
    openExternal: (uri: { address: string }) => {
      this.answers.open?.(uri.address);
      return Promise.resolve(true);
    },
  };

  private under: Promise<{ id: string } | undefined> | undefined;
  readonly authentication = {
    // As the editor does: a call while one is under way joins it.
    getSession: (_id: string, scopes: readonly string[], options: object) => {
      this.under ??= this.create(scopes, options).finally(() => {
        this.under = undefined;
      });
      return this.under;
    },
  };

  private async create(scopes: readonly string[], options: object): Promise<{ id: string } | undefined> {
    this.asked.push(options);
    if (this.answers.allow === false) throw new Error("User did not consent to login.");
    try {
      return await this.provider?.createSession(scopes, {});
    } catch (error) {
      // Between the editor's processes only the text survives.
      // eslint-disable-next-line preserve-caught-error
      throw new Error(error instanceof Error ? error.message : String(error));
    }
  }

  private box(shown: (box: Box) => void): object {
    const fired: Record<string, ((value?: unknown) => void)[]> = {};
    const event = (name: string) => (listener: (value?: unknown) => void) => {
      (fired[name] ??= []).push(listener);
      return { dispose: () => void (fired[name] = (fired[name] ?? []).filter((known) => known !== listener)) };
    };
    const fire = (name: string, value?: unknown): void => (fired[name] ?? []).forEach((listener) => listener(value));
    const box = {
      title: "",
      placeholder: "",
      value: "",
      validationMessage: undefined,
      items: [] as readonly { label: string }[],
      activeItems: [] as readonly { label: string }[],
      buttons: [] as readonly { tooltip: string }[],
      fired,
      onDidHide: event("hide"),
      onDidAccept: event("accept"),
      onDidChangeValue: event("value"),
      onDidTriggerButton: event("button"),
      show: () => shown(box),
      hide: () => fire("hide"),
      dispose: () => fire("hide"),
      press: (tooltip: string) => fire("button", box.buttons.find((button) => button.tooltip === tooltip)),
      type: (text: string) => {
        box.value = text;
        fire("value");
      },
      accept: (label?: string) => {
        if (label !== undefined) box.activeItems = box.items.filter((item) => item.label === label);
        fire("accept");
      },
    };
    return box;
  }
}

const key = Symbol.for("forgeline.test.signInEditor");
/** The stand-in that modules of src/auth see as "vscode" once loaded after this file. */
export const signInEditor = new SignInEditor();
(globalThis as unknown as Record<symbol, SignInEditor>)[key] = signInEditor;

// Uri keeps the address as it comes out of VS Code: percent-decoded on parsing, encodeURI of the whole on opening.
const source = `
const editor = globalThis[Symbol.for("forgeline.test.signInEditor")];
export const { window, env, authentication } = editor;
export const l10n = { t: (text, ...args) => text.replace(/\\{(\\d+)\\}/g, (hole, at) => (at in args ? String(args[at]) : hole)) };
export class ThemeIcon { constructor(id) { this.id = id; } }
export const Uri = { parse: (text) => {
  const [head, query = ""] = text.split("?", 2);
  const minimal = decodeURIComponent(query).replace(/[#?]/g, encodeURIComponent);
  return { address: encodeURI(decodeURIComponent(head) + "?" + minimal) };
} };
export const QuickPickItemKind = { Separator: -1, Default: 0 };
export const ProgressLocation = { Notification: 15 };
export const InputBoxValidationSeverity = { Info: 1, Warning: 2, Error: 3 };
`;
const address = "forgeline-test:vscode-for-sign-in";

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "vscode" && context.parentURL?.includes("/src/auth/") ? { url: address, shortCircuit: true } : next(specifier, context),
  load: (url, context, next) => (url === address ? { format: "module", source, shortCircuit: true } : next(url, context)),
});
