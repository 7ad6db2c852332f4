/** Code lenses above the lines of the editors in sight: asked for when a document comes into sight or changes, or when their provider says so. */
import type * as vscode from "vscode";
import type { Documents } from "./documents.ts";
import type { Editors } from "./editors.ts";
import { CancellationTokenSource } from "./events.ts";
import type { Languages } from "./languages.ts";

/** ms for which changes are collected, as VS Code does. */
const collecting = 250;

export class Lenses {
  readonly #editors: Editors;
  readonly #languages: Languages;
  #shown: readonly vscode.CodeLens[] = [];
  #timer: NodeJS.Timeout | undefined;
  #asking = new CancellationTokenSource();

  constructor(editors: Editors, documents: Documents, languages: Languages) {
    this.#editors = editors;
    this.#languages = languages;
    const ask = (): void => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#ask(), collecting);
    };
    editors.onDidChangeVisible(ask);
    documents.onDidChange(({ document }) => {
      if (editors.visible.some((editor) => editor.document === document)) ask();
    });
    languages.onDidRegister(({ kind, provider }) => {
      if (kind !== "codeLens") return;
      (provider as vscode.CodeLensProvider).onDidChangeCodeLenses?.(ask);
      if (editors.visible.length > 0) ask();
    });
  }

  get shown(): readonly vscode.Command[] {
    return this.#shown.flatMap(({ command }) => command ?? []);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#asking.cancel();
  }

  async #ask(): Promise<void> {
    this.#asking.cancel();
    const asking = (this.#asking = new CancellationTokenSource());
    const { token } = asking;
    const documents = [...new Set(this.#editors.visible.map(({ document }) => document))];
    const asked = documents.flatMap((document) =>
      this.#languages.providers<vscode.CodeLensProvider>("codeLens", document).map(async (provider) => {
        const lenses = (await provider.provideCodeLenses(document, token)) ?? [];
        return Promise.all(
          lenses.map(async (lens) =>
            lens.isResolved ? lens : ((await provider.resolveCodeLens?.(lens, token)) ?? lens),
          ),
        );
      }),
    );
    const answers = await Promise.allSettled(asked);
    if (!token.isCancellationRequested)
      this.#shown = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  }
}
