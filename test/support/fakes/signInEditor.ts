import assert from "node:assert/strict";
import { registerHooks } from "node:module";
import type { InputBoxOptions, MessageOptions, QuickPickItem, QuickPickOptions } from "vscode";
// First, since of two fakes of VS Code the one that is registered last takes precedence.
import "../vscodeStub.ts";
import { BoxScreen, type FakeBox, FakeInput, FakePick } from "../boxes/fakeBoxes.ts";

/** What the user does at each box that the sign-in shows. `undefined` closes it. */
export interface Answers {
  /** Picks the row with exactly this label; closes the box if there is none. */
  quickPick?: (labels: readonly string[], title: string, items: readonly QuickPickItem[]) => string | undefined;
  /** Types a text into an input box. */
  inputBox?: (box: FakeInput) => string | undefined | Promise<string | undefined>;
  /** The box that waits for the browser. */
  waiting?: (box: FakeInput) => void;
  /** The box that asks for the application ID. */
  application?: (box: FakePick) => void;
  /** The browser, with the address as it arrives there. */
  open?: (address: string) => void;
  /** The button of a warning that the user chooses. */
  warning?: (text: string, buttons: readonly string[]) => string | undefined;
  allow?: boolean;
}

interface Provider {
  createSession(scopes: readonly string[], options: object): Promise<{ id: string }>;
}

/** A fake of VS Code for sign-in: the user's answers, and what was shown. */
export class SignInEditor {
  answers: Answers = {};
  clipboard = "";
  readonly warnings: string[] = [];
  readonly asked: object[] = [];
  provider: Provider | undefined;

  private readonly screen = new BoxScreen();
  /** Boxes that the code under test has made itself, unlike those of showQuickPick and showInputBox. */
  private readonly created = new Set<FakeBox>();

  constructor() {
    this.screen.onDidShow((box) => {
      assert.ok(box.ignoreFocusOut, "it stays while the person is in the browser");
      if (!this.created.has(box)) return;
      if (box instanceof FakePick) this.answers.application?.(box);
      else if (box instanceof FakeInput && box.password) void this.fill(box);
      else if (box instanceof FakeInput) this.answers.waiting?.(box);
    });
  }

  /** Types what the user types into an input box, once it is drawn. */
  private async fill(box: FakeInput): Promise<void> {
    await this.settled();
    const text = await this.answers.inputBox?.(box);
    if (text === undefined) {
      box.hide();
      return;
    }
    box.type(text);
    box.accept();
  }

  /** Resolves when what was assigned to boxes is drawn. */
  settled(): Promise<void> {
    return this.screen.settled();
  }

  private create<Box extends FakeBox>(box: Box): Box {
    this.created.add(box);
    return box;
  }

  readonly window = {
    showQuickPick: async <T extends QuickPickItem>(items: readonly T[], options: QuickPickOptions) => {
      const picked = this.screen.showQuickPick(items, options);
      await this.settled();
      const box = this.screen.current;
      assert.ok(box instanceof FakePick);
      const { rows, title } = box.look();
      const label = this.answers.quickPick?.(rows, title, items);
      if (label !== undefined && rows.includes(label)) box.click(box.row(label));
      else this.screen.escape();
      return picked;
    },
    showInputBox: async (options: InputBoxOptions) => {
      const typed = this.screen.showInputBox(options);
      await this.settled();
      const box = this.screen.current;
      assert.ok(box instanceof FakeInput);
      await this.fill(box);
      return typed;
    },
    createInputBox: () => this.create(this.screen.createInputBox()),
    createQuickPick: () => this.create(this.screen.createQuickPick()),
    showWarningMessage: (text: string, ...rest: (MessageOptions | string)[]) => {
      this.warnings.push(text);
      const buttons = rest.filter((one) => typeof one === "string");
      return Promise.resolve(this.answers.warning?.(text, buttons));
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
      this.under ??= this.createSession(scopes, options).finally(() => {
        this.under = undefined;
      });
      return this.under;
    },
  };

  private async createSession(scopes: readonly string[], options: object): Promise<{ id: string } | undefined> {
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
/** The fake that modules of src/auth import as "vscode" if they are loaded after this file. */
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
