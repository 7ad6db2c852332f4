import { languages, type TextDocument, type Uri, window, workspace } from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import type { DraftKind, DraftStore } from "../base/drafts.ts";
import { asNumber, asText, recordOf } from "../base/stored.ts";

/** The version that a document was based on when it was first changed. */
export interface BaseVersion {
  /** The host's text; absent when it had none. */
  readonly base?: string | undefined;
  /** File version that VS Code read. */
  readonly version: number;
}

/**
 * Stores the base versions of changed documents. After a restart VS Code restores unsaved changes: the base shows
 * whether the host's text changed meanwhile, and with its version VS Code does not treat the document as outdated.
 */
export class BaseVersionStore implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly drafts: Pick<DraftStore, "get" | "keepQuietly">;
  private readonly kind: DraftKind<BaseVersion>;
  private readonly current: (uri: Uri) => BaseVersion | undefined;
  /** Documents whose version this window has stored. */
  private readonly kept = new Set<string>();

  /** @param current returns the version of an open document; undefined for others */
  constructor(options: {
    readonly drafts: Pick<DraftStore, "get" | "keepQuietly">;
    readonly scheme: string;
    readonly current: (uri: Uri) => BaseVersion | undefined;
  }) {
    const { drafts, scheme, current } = options;
    this.drafts = drafts;
    this.kind = { name: `${scheme}-base`, shared: true, parse: recordOf({ version: asNumber }, { base: asText }) };
    this.current = current;
    const settled = (document: TextDocument): void => {
      if (document.uri.scheme === scheme && !document.isDirty) this.drop(document.uri);
    };
    this.owned.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme === scheme && document.isDirty) this.keep(document.uri);
        settled(document);
      }),
    );
    // Meanwhile, another window may have opened an unchanged copy of a document and dropped its base version.
    this.owned.add(window.onDidChangeWindowState(() => this.kept.clear()));
    this.owned.add(workspace.onDidSaveTextDocument(settled));
    this.owned.add(workspace.onDidCloseTextDocument(settled));
    // VS Code opens a restored document before it marks it as changed; any answer of VS Code comes after both.
    const announced = (): Thenable<unknown> => languages.getLanguages();
    this.owned.add(
      workspace.onDidOpenTextDocument(
        (document) =>
          document.uri.scheme === scheme &&
          void announced().then(
            () => settled(document),
            () => undefined,
          ),
      ),
    );
  }

  get(uri: Uri): BaseVersion | undefined {
    return this.drafts.get(this.kind, uri.toString());
  }

  dispose(): void {
    this.owned.dispose();
  }

  /** Called with every change, so it checks `kept` before the store. A failed write only matters after a restart. */
  private keep(uri: Uri): void {
    const key = uri.toString();
    const current = this.current(uri);
    if (!current || this.kept.has(key)) return;
    this.kept.add(key);
    const { base, version } = current;
    if (!this.get(uri)) void this.drafts.keepQuietly(this.kind, key, { base, version });
  }

  private drop(uri: Uri): void {
    const key = uri.toString();
    this.kept.delete(key);
    if (this.get(uri)) void this.drafts.keepQuietly(this.kind, key, undefined);
  }
}
