import { type Tab, TabInputText, TabInputTextDiff, type Uri, window } from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { Emitter } from "../base/events.ts";

/**
 * Tells which documents lost their last tab. VS Code keeps a document open for minutes after that, so its being closed says nothing about what
 * the user sees.
 */
export class TabsOfDocuments implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly left = this.owned.add(new Emitter<Uri>());
  /** Fires with a document whose last tab was closed. */
  readonly onDidLeave = this.left.event;
  /** Documents whose tab was closed while an editor still showed them, by address. */
  private readonly leaving = new Map<string, Uri>();

  /** @param watched returns the documents that a multi-file diff may show: its tab does not name them */
  constructor(watched: () => readonly Uri[]) {
    this.owned.add(
      window.tabGroups.onDidChangeTabs(({ closed }) => {
        const isUnknown = closed.some(({ input }) => input === undefined);
        for (const uri of isUnknown ? watched() : closed.flatMap(documentsOf)) this.leaving.set(uri.toString(), uri);
        this.look();
      }),
    );
    this.owned.add(window.onDidChangeVisibleTextEditors(() => this.look()));
  }

  dispose(): void {
    this.owned.dispose();
  }

  private look(): void {
    if (this.leaving.size === 0) return;
    const inTabs = new Set(window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap(documentsOf)).map(String));
    const visible = new Set(window.visibleTextEditors.map(({ document }) => document.uri.toString()));
    for (const [address, uri] of this.leaving) {
      if (visible.has(address) && !inTabs.has(address)) continue;
      this.leaving.delete(address);
      if (!inTabs.has(address)) this.left.fire(uri);
    }
  }
}

const documentsOf = ({ input }: Tab): readonly Uri[] => {
  if (input instanceof TabInputTextDiff) return [input.original, input.modified];
  return input instanceof TabInputText ? [input.uri] : [];
};
