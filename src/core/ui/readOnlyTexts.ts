import {
  EventEmitter,
  l10n,
  type TextDocument,
  type TextDocumentContentProvider,
  type TextDocumentShowOptions,
  Uri,
  window,
  workspace,
} from "vscode";
import { TEXT_SCHEME } from "../addresses/schemes.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";

/** Read-only documents from text in memory: details, variables, previews. Never written to disk. */
export class ReadOnlyTexts implements TextDocumentContentProvider, Disposable {
  private readonly owned = new DisposableStore();
  private readonly changed = this.owned.add(new EventEmitter<Uri>());
  readonly onDidChange = this.changed.event;
  private readonly texts = new Map<string, string>();

  constructor() {
    this.owned.add(workspace.registerTextDocumentContentProvider(TEXT_SCHEME, this));
    this.owned.add(workspace.onDidCloseTextDocument(({ uri }) => void this.texts.delete(uri.toString())));
  }

  provideTextDocumentContent(uri: Uri): string {
    // A reopened editor requests a text that was dropped on close.
    return this.texts.get(uri.toString()) ?? l10n.t("This text was not kept. Run the command again to see it.");
  }

  /**
   * Shows a text; replaces one with the same path.
   * @param path title of the tab, with the extension that selects its language; folders before it make it unique
   */
  async show(path: string, text: string, options: TextDocumentShowOptions = {}): Promise<TextDocument> {
    const document = await workspace.openTextDocument(this.put(path, text));
    await window.showTextDocument(document, { preview: true, ...options });
    return document;
  }

  /** Provides a text without showing it, for example as a side of a diff. @returns its URI */
  put(path: string, text: string): Uri {
    const uri = Uri.from({ scheme: TEXT_SCHEME, path: `/${path}` });
    this.texts.set(uri.toString(), text);
    this.changed.fire(uri);
    return uri;
  }

  /** Replaces the content of an open text. @returns false when it is not open */
  update(path: string, text: string): boolean {
    const uri = Uri.from({ scheme: TEXT_SCHEME, path: `/${path}` });
    if (!this.texts.has(uri.toString())) return false;
    this.texts.set(uri.toString(), text);
    this.changed.fire(uri);
    return true;
  }

  /** Closes the tabs of a text and forgets it. */
  async close(path: string): Promise<void> {
    const address = Uri.from({ scheme: TEXT_SCHEME, path: `/${path}` }).toString();
    const tabs = window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(
        ({ input }) => typeof input === "object" && input !== null && "uri" in input && String(input.uri) === address,
      );
    this.texts.delete(address);
    if (tabs.length > 0) await window.tabGroups.close(tabs, true);
  }

  dispose(): void {
    this.owned.dispose();
    this.texts.clear();
  }
}
