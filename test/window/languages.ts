/** Language features through VS Code's own commands, and diagnostics. */
import path from "node:path";
import type * as vscode from "vscode";
import type { Commands } from "./commands.ts";
import type { Documents } from "./documents.ts";
import { CancellationTokenSource, Disposable, EventEmitter } from "./events.ts";
import { isMatch } from "./globs.ts";
import { Range } from "./places.ts";
import { CompletionList } from "./values.ts";

interface Registration {
  readonly selector: vscode.DocumentSelector;
  readonly provider: unknown;
}

type Kind =
  | "hover"
  | "codeLens"
  | "completion"
  | "codeActions"
  | "definition"
  | "links"
  | "symbols"
  | "folding"
  | "drop"
  | "paste";

/** Whether a document is one that a selector means. */
function isSelected(selector: vscode.DocumentSelector, document: vscode.TextDocument): boolean {
  if (Array.isArray(selector))
    return (selector as readonly vscode.DocumentSelector[]).some((one) => isSelected(one, document));
  if (typeof selector === "string") return selector === "*" || selector === document.languageId;
  const { language, scheme, pattern } = selector as vscode.DocumentFilter;
  const glob = typeof pattern === "string" ? pattern : pattern?.pattern;
  const base = typeof pattern === "string" || pattern === undefined ? "/" : pattern.baseUri.path;
  return (
    (language === undefined || language === "*" || language === document.languageId) &&
    (scheme === undefined || scheme === "*" || scheme === document.uri.scheme) &&
    (glob === undefined || isMatch(path.posix.relative(base, document.uri.path), glob.replace(/^\//, "")))
  );
}

export class Languages {
  readonly #documents: Documents;
  readonly #registered: { readonly kind: Kind; readonly registration: Registration }[] = [];
  readonly #collections = new Set<
    Map<string, { readonly uri: vscode.Uri; readonly all: readonly vscode.Diagnostic[] }>
  >();
  readonly #diagnosed = new EventEmitter<vscode.DiagnosticChangeEvent>();
  readonly #providerAdded = new EventEmitter<{ readonly kind: Kind; readonly provider: unknown }>();
  readonly onDidRegister = this.#providerAdded.event;

  constructor(documents: Documents, commands: Commands) {
    this.#documents = documents;
    const { token } = new CancellationTokenSource();
    commands.define("vscode.executeHoverProvider", (uri: vscode.Uri, at: vscode.Position) =>
      this.#ask<vscode.HoverProvider, vscode.Hover>("hover", uri, (one, document) =>
        one.provideHover(document, at, token),
      ),
    );
    commands.define("vscode.executeCodeLensProvider", async (uri: vscode.Uri, resolved = 0) => {
      let left = resolved;
      return this.#askAll<vscode.CodeLensProvider, vscode.CodeLens>("codeLens", uri, async (one, document) => {
        const lenses = (await one.provideCodeLenses(document, token)) ?? [];
        return Promise.all(
          lenses.map(async (lens) =>
            lens.isResolved || left-- <= 0 ? lens : ((await one.resolveCodeLens?.(lens, token)) ?? lens),
          ),
        );
      });
    });
    commands.define(
      "vscode.executeCompletionItemProvider",
      async (uri: vscode.Uri, at: vscode.Position, character?: string, resolved = 0) => {
        let left = resolved;
        const lists = await this.#ask<vscode.CompletionItemProvider, CompletionList>(
          "completion",
          uri,
          async (one, document) => {
            const context = { triggerKind: character === undefined ? 0 : 1, triggerCharacter: character };
            const given = await one.provideCompletionItems(document, at, token, context);
            if (!given) return undefined;
            const items = Array.isArray(given) ? given : given.items;
            // Without a range an item takes the place of the word up to the cursor.
            const { start } = document.getWordRangeAtPosition(at) ?? { start: at };
            const complete = await Promise.all(
              items.map(async (item) => {
                item.range ??= new Range(start, at);
                return left-- <= 0 ? item : ((await one.resolveCompletionItem?.(item, token)) ?? item);
              }),
            );
            return new CompletionList(complete, !Array.isArray(given) && given.isIncomplete);
          },
        );
        return new CompletionList(
          lists.flatMap(({ items }) => items),
          lists.some(({ isIncomplete }) => isIncomplete),
        );
      },
    );
    commands.define("vscode.executeCodeActionProvider", (uri: vscode.Uri, range: vscode.Range, kind?: string) =>
      this.#askAll<vscode.CodeActionProvider, vscode.CodeAction | vscode.Command>(
        "codeActions",
        uri,
        async (one, document) => {
          const diagnostics = this.diagnostics(uri).filter((diagnostic) => diagnostic.range.intersection(range));
          const context = { diagnostics, only: undefined, triggerKind: 1 } as vscode.CodeActionContext;
          const actions = (await one.provideCodeActions(document, range, context, token)) ?? [];
          return actions.filter(
            (action) => kind === undefined || ("kind" in action && action.kind.value.startsWith(kind)),
          );
        },
      ),
    );
    commands.define("vscode.executeDefinitionProvider", (uri: vscode.Uri, at: vscode.Position) =>
      this.#askAll<vscode.DefinitionProvider, vscode.Location | vscode.LocationLink>(
        "definition",
        uri,
        async (one, document) => {
          const found = (await one.provideDefinition(document, at, token)) ?? [];
          return Array.isArray(found) ? found : [found];
        },
      ),
    );
    commands.define("vscode.executeLinkProvider", (uri: vscode.Uri, resolved = 0) => {
      let left = resolved;
      return this.#askAll<vscode.DocumentLinkProvider, vscode.DocumentLink>("links", uri, async (one, document) => {
        const links = (await one.provideDocumentLinks(document, token)) ?? [];
        return Promise.all(
          links.map(async (link) =>
            link.target || left-- <= 0 ? link : ((await one.resolveDocumentLink?.(link, token)) ?? link),
          ),
        );
      });
    });
    commands.define("vscode.executeDocumentSymbolProvider", (uri: vscode.Uri) =>
      this.#askAll<vscode.DocumentSymbolProvider, vscode.DocumentSymbol | vscode.SymbolInformation>(
        "symbols",
        uri,
        async (one, document) => (await one.provideDocumentSymbols(document, token)) ?? [],
      ),
    );
    commands.define("vscode.executeFoldingRangeProvider", (uri: vscode.Uri) =>
      this.#askAll<vscode.FoldingRangeProvider, vscode.FoldingRange>(
        "folding",
        uri,
        async (one, document) => (await one.provideFoldingRanges(document, {}, token)) ?? [],
      ),
    );
  }

  readonly api = {
    getLanguages: (): Promise<string[]> =>
      Promise.resolve(["plaintext", "markdown", "json", "yaml", "typescript", "xml"]),
    match: (selector: vscode.DocumentSelector, document: vscode.TextDocument): number =>
      isSelected(selector, document) ? 10 : 0,
    createDiagnosticCollection: (name = "") => this.#collection(name),
    getDiagnostics: (uri?: vscode.Uri): unknown =>
      uri ? this.diagnostics(uri) : this.#diagnosedFiles().map((file) => [file, this.diagnostics(file)]),
    onDidChangeDiagnostics: this.#diagnosed.event,
    registerHoverProvider: this.#register("hover"),
    registerCodeLensProvider: this.#register("codeLens"),
    registerCompletionItemProvider: this.#register("completion"),
    registerCodeActionsProvider: this.#register("codeActions"),
    registerDefinitionProvider: this.#register("definition"),
    registerDocumentLinkProvider: this.#register("links"),
    registerDocumentSymbolProvider: this.#register("symbols"),
    registerFoldingRangeProvider: this.#register("folding"),
    registerDocumentDropEditProvider: this.#register("drop"),
    registerDocumentPasteEditProvider: this.#register("paste"),
  };

  /** What is reported about a file, by all collections. */
  diagnostics(uri: vscode.Uri): vscode.Diagnostic[] {
    return [...this.#collections].flatMap((collection) => collection.get(uri.toString())?.all ?? []);
  }

  /** The providers of a kind for a document. */
  providers<P>(kind: Kind, document: vscode.TextDocument): P[] {
    return this.#registered
      .filter((one) => one.kind === kind && isSelected(one.registration.selector, document))
      .map(({ registration }) => registration.provider as P);
  }

  #register(kind: Kind) {
    return (selector: vscode.DocumentSelector, provider: unknown): vscode.Disposable => {
      const entry = { kind, registration: { selector, provider } };
      this.#registered.push(entry);
      this.#providerAdded.fire({ kind, provider });
      return new Disposable(() => void this.#registered.splice(this.#registered.indexOf(entry), 1));
    };
  }

  /** Asks the providers one after the other; what one fails with is dropped, as VS Code only logs it. */
  async #ask<P, T>(
    kind: Kind,
    uri: vscode.Uri,
    ask: (provider: P, document: vscode.TextDocument) => vscode.ProviderResult<T>,
  ): Promise<T[]> {
    const { api } = await this.#documents.open(uri);
    const answers = await Promise.all(
      this.providers<P>(kind, api).map(async (provider) => {
        try {
          return await ask(provider, api);
        } catch {
          return undefined;
        }
      }),
    );
    return answers.filter((answer): answer is Awaited<T> => answer !== undefined && answer !== null);
  }

  async #askAll<P, T>(
    kind: Kind,
    uri: vscode.Uri,
    ask: (provider: P, document: vscode.TextDocument) => Promise<readonly T[]>,
  ): Promise<T[]> {
    return (await this.#ask(kind, uri, ask)).flat();
  }

  #diagnosedFiles(): vscode.Uri[] {
    const files = new Map(
      [...this.#collections].flatMap((collection) => [...collection].map(([key, { uri }]) => [key, uri])),
    );
    return [...files.values()];
  }

  #collection(name: string): vscode.DiagnosticCollection {
    const held = new Map<string, { readonly uri: vscode.Uri; readonly all: readonly vscode.Diagnostic[] }>();
    this.#collections.add(held);
    const tell = (uris: readonly vscode.Uri[]): void => {
      if (uris.length > 0) this.#diagnosed.fire({ uris });
    };
    const put = (uri: vscode.Uri, all: readonly vscode.Diagnostic[] | undefined): void => {
      if (all === undefined) held.delete(uri.toString());
      else held.set(uri.toString(), { uri, all: [...all] });
    };
    const clear = (): void => {
      const uris = [...held.values()].map(({ uri }) => uri);
      held.clear();
      tell(uris);
    };
    const collection: Omit<vscode.DiagnosticCollection, typeof Symbol.iterator> = {
      name,
      set: (given: unknown, all?: readonly vscode.Diagnostic[]) => {
        if (!Array.isArray(given)) {
          put(given as vscode.Uri, all);
          tell([given as vscode.Uri]);
          return;
        }
        const entries = given as [vscode.Uri, readonly vscode.Diagnostic[] | undefined][];
        for (const [uri] of entries) held.delete(uri.toString());
        for (const [uri, more] of entries) put(uri, more && [...(held.get(uri.toString())?.all ?? []), ...more]);
        tell(entries.map(([uri]) => uri));
      },
      delete: (uri) => {
        if (held.delete(uri.toString())) tell([uri]);
      },
      clear,
      forEach: (call, self) => {
        for (const { uri, all } of held.values()) call.call(self, uri, all, collection as vscode.DiagnosticCollection);
      },
      get: (uri) => held.get(uri.toString())?.all,
      has: (uri) => held.has(uri.toString()),
      dispose: () => {
        clear();
        this.#collections.delete(held);
      },
    };
    return Object.assign(collection, {
      *[Symbol.iterator](): Iterator<[vscode.Uri, readonly vscode.Diagnostic[]]> {
        for (const { uri, all } of held.values()) yield [uri, all];
      },
    });
  }
}
