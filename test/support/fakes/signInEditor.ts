import { registerHooks } from "node:module";
// First, since of two stand-ins for VS Code the one that is registered last is asked first.
import "../vscodeStub.ts";
import { BoxScreen, type FakeBox, FakeInput, FakePick } from "../boxes/fakeBoxes.ts";

/** What a person does at each box that the sign-in shows. `undefined` closes it. */
export interface Answers {
  /** Picks a row by its label. */
  quickPick?: (labels: readonly string[], title: string) => string | undefined;
  inputBox?: (options: {
    title: string;
    prompt: string;
    value: string;
    password: boolean;
    validate: (text: string) => unknown;
  }) => string | undefined;
  /** The box that waits for the browser. */
  waiting?: (box: FakeInput) => void;
  /** The box that asks for the application ID. */
  application?: (box: FakePick) => void;
  /** The browser, with the address as it arrives there. */
  open?: (address: string) => void;
  allow?: boolean;
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

  private readonly screen = new BoxScreen();

  constructor() {
    this.screen.onDidShow((box: FakeBox) => {
      if (box instanceof FakePick) this.answers.application?.(box);
      else if (box instanceof FakeInput) this.answers.waiting?.(box);
    });
  }

  readonly window = {
    showQuickPick: (items: readonly { label: string; kind?: number }[], { title }: { title: string }) => {
      const label = this.answers.quickPick?.(
        items.filter(({ kind }) => kind !== -1).map((item) => item.label),
        title,
      );
      return Promise.resolve(items.find((item) => label !== undefined && item.label === label));
    },
    showInputBox: ({
      title,
      prompt,
      value = "",
      password = false,
      validateInput,
    }: {
      title: string;
      prompt: string;
      value?: string;
      password?: boolean;
      validateInput: (text: string) => unknown;
    }) => Promise.resolve(this.answers.inputBox?.({ title, prompt, value, password, validate: validateInput })),
    createInputBox: this.screen.createInputBox,
    createQuickPick: this.screen.createQuickPick,
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
    specifier === "vscode" && context.parentURL?.includes("/src/auth/")
      ? { url: address, shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) =>
    url === address ? { format: "module", source, shortCircuit: true } : next(url, context),
});
