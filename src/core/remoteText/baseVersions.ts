import { languages, type TextDocument, type Uri, workspace } from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import type { Memory } from "../base/memory.ts";

/** Where a document stood when it was first changed. */
export interface Beginning {
  /** What the host had; undefined when it had nothing. */
  readonly base: string | undefined;
  /** As the editor was told. */
  readonly version: number;
}

/**
 * Where changed documents began. After a restart the editor brings back what was typed and never saved; only with this can it be told
 * whether somebody else wrote meanwhile, and only with the version of then the editor does not take its own document for an old one.
 */
export class BaseVersionStore implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly memory: Memory;
  private readonly kept: string;
  private readonly stand: (uri: Uri) => Beginning | undefined;

  /** @param kept the memory's key for all of them @param stand where a document stands now; undefined for one that is not open */
  constructor(options: {
    readonly memory: Memory;
    readonly kept: string;
    readonly scheme: string;
    readonly stand: (uri: Uri) => Beginning | undefined;
  }) {
    const { memory, kept, scheme, stand } = options;
    this.memory = memory;
    this.kept = kept;
    this.stand = stand;
    const settled = (document: TextDocument): void => {
      if (document.uri.scheme === scheme && !document.isDirty) this.drop(document.uri);
    };
    this.owned.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme === scheme && document.isDirty) this.keep(document.uri);
        settled(document);
      }),
    );
    this.owned.add(workspace.onDidSaveTextDocument(settled));
    this.owned.add(workspace.onDidCloseTextDocument(settled));
    // One that the editor brings back with what was typed is told of first, and only then that it is changed: any answer comes after that.
    const told = (): Thenable<unknown> => languages.getLanguages();
    this.owned.add(
      workspace.onDidOpenTextDocument(
        (document) =>
          document.uri.scheme === scheme &&
          void told().then(
            () => settled(document),
            () => undefined,
          ),
      ),
    );
  }

  get(uri: Uri): Beginning | undefined {
    const { base, version } = (this.all()[uri.toString()] ?? {}) as Partial<Record<keyof Beginning, unknown>>;
    return typeof version === "number" ? { version, base: typeof base === "string" ? base : undefined } : undefined;
  }

  dispose(): void {
    this.owned.dispose();
  }

  private keep(uri: Uri): void {
    const key = uri.toString();
    const now = this.stand(uri);
    if (now && this.all()[key] === undefined)
      this.write({ ...this.all(), [key]: { base: now.base, version: now.version } });
  }

  private drop(uri: Uri): void {
    const { [uri.toString()]: had, ...others } = this.all();
    if (had !== undefined) this.write(others);
  }

  /** Where it cannot be kept, only a restart makes a difference. */
  private write(all: Readonly<Record<string, unknown>>): void {
    this.memory.update(this.kept, Object.keys(all).length === 0 ? undefined : all).then(undefined, () => undefined);
  }

  private all(): Readonly<Record<string, unknown>> {
    const stored = this.memory.get(this.kept);
    return typeof stored === "object" && stored !== null ? (stored as Readonly<Record<string, unknown>>) : {};
  }
}
