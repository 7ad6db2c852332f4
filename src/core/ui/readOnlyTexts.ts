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

/** Read-only documents made from text at hand: details, variables, previews. Nothing of them is written to disk. */
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
    // An editor that is opened again asks for a text that is gone since it was closed. After a reload VS Code brings none of them back.
    return this.texts.get(uri.toString()) ?? l10n.t("This text is not kept. Run the command again to see it.");
  }

  /**
   * Shows a text; one of the same name and place is replaced.
   * @param path name of the tab, with the extension that chooses its language; folders before it keep names apart.
   */
  async show(path: string, text: string, options: TextDocumentShowOptions = {}): Promise<TextDocument> {
    const document = await workspace.openTextDocument(this.put(path, text));
    await window.showTextDocument(document, { preview: true, ...options });
    return document;
  }

  /** Lays a text ready to be shown: as a side of a diff, say. @returns its address */
  put(path: string, text: string): Uri {
    const uri = Uri.from({ scheme: TEXT_SCHEME, path: `/${path}` });
    this.texts.set(uri.toString(), text);
    this.changed.fire(uri);
    return uri;
  }

  /** Gives an open text another content where it stands. @returns false when it is not open */
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
