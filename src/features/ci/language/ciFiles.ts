import { type DocumentFilter, RelativePattern, type TextDocument, type Uri, workspace } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { Emitter, type Event } from "../../../core/base/events.ts";
import type { CiDocument } from "../../../core/ciFile/document.ts";
import type { Include } from "../../../core/ciFile/includes.ts";
import { ciFilePatterns, isCiFile } from "../../../core/ciFile/isCiFile.ts";
import type { Context } from "../../../core/context.ts";
import type { ConfiguredPath } from "./configuredPath.ts";
import type { RepositoryFiles } from "./repositoryFiles.ts";

/** Delay after a change before files are looked for, in ms. */
const searchDelay = 300;
/** Limit of the CI files of a repository. */
const maxFiles = 500;

interface CiFileOf {
  readonly root: Uri;
  readonly uri: Uri;
  /** What it includes, to compare. */
  readonly includes: string;
}

/**
 * The CI files of the repositories with open YAML files: the project's CI file and what it includes locally, at any depth, also in child
 * pipelines. Files with the usual names are CI files in any case.
 */
export class CiFiles implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly changed = this.owned.add(new Emitter<undefined>());
  /** Fires when other files are CI files than before. */
  readonly onDidChange: Event<undefined> = this.changed.event;
  private readonly files: RepositoryFiles;
  private readonly configured: ConfiguredPath;
  private readonly log: Context["log"];
  private known: ReadonlyMap<string, CiFileOf> = new Map();
  /** Documents changed since the last search; undefined if anything may have changed. */
  private edited: Set<TextDocument> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private searches = 0;

  constructor(files: RepositoryFiles, configured: ConfiguredPath, log: Context["log"]) {
    this.files = files;
    this.configured = configured;
    this.log = log;
    const all = (): void => this.schedule(undefined);
    this.owned.add(configured.onDidChange(all));
    this.owned.add(workspace.onDidOpenTextDocument((document) => isYaml(document) && all()));
    this.owned.add(
      workspace.onDidChangeTextDocument(
        ({ document }) => this.known.has(document.uri.toString()) && this.schedule(document),
      ),
    );
    const watcher = this.owned.add(workspace.createFileSystemWatcher("**/*.{yml,yaml}"));
    for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) this.owned.add(event(all));
    all();
  }

  /** Returns whether a file is a CI file, as far as is known. */
  has(uri: Uri): boolean {
    return isCiFile(uri.path) || this.known.has(uri.toString());
  }

  /** Returns what selects the CI files among all documents. */
  selector(): DocumentFilter[] {
    const others = [...this.known.values()].filter(({ uri }) => !isCiFile(uri.path));
    return [
      ...ciFilePatterns.map((pattern) => ({ pattern })),
      ...others.map(({ root, uri }) => {
        const path = uri.path.slice(root.path.length).replace(/^\/+/, "");
        return { pattern: new RelativePattern(root, path.replace(/[*?[{]/g, "[$&]")) };
      }),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.searches += 1;
    this.owned.dispose();
  }

  private schedule(edited: TextDocument | undefined): void {
    const isWaiting = this.timer !== undefined;
    if (edited === undefined) this.edited = undefined;
    else if (isWaiting) this.edited?.add(edited);
    else this.edited = new Set([edited]);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      // Typing seldom changes what a file includes.
      if (this.edited && ![...this.edited].some((document) => this.includesOthers(document))) return;
      this.search().catch((error: unknown) => this.log.warn("The CI files could not be looked for", error));
    }, searchDelay);
  }

  private includesOthers(document: TextDocument): boolean {
    const id = document.uri.toString();
    return this.known.get(id)?.includes !== localNames(this.files.parse(id, document.getText())).join("\n");
  }

  private async search(): Promise<void> {
    const search = ++this.searches;
    const roots = new Map<string, Uri>();
    for (const document of workspace.textDocuments) {
      const root = isYaml(document) ? await this.files.rootOf(document.uri) : undefined;
      if (root) roots.set(root.toString(), root);
    }
    const found = new Map<string, CiFileOf>();
    for (const root of roots.values()) {
      void this.configured.request(root);
      const main = await this.files.mainFile(root);
      if (main) await this.add(root, main, found);
    }
    if (search !== this.searches) return;
    const before = this.known;
    this.known = found;
    if (before.size !== found.size || [...found.keys()].some((id) => !before.has(id))) this.changed.fire(undefined);
  }

  private async add(root: Uri, uri: Uri, found: Map<string, CiFileOf>): Promise<void> {
    const id = uri.toString();
    if (found.has(id) || found.size >= maxFiles) return;
    const names = localNames(await this.files.read(uri));
    found.set(id, { root, uri, includes: names.join("\n") });
    for (const name of names)
      for (const file of (await this.files.find(root, name)) ?? []) await this.add(root, file, found);
  }
}

/** Returns whether a document may be a CI file of a repository: YAML that is no view of git, a host or another extension. */
export const isYaml = ({ uri, languageId }: TextDocument): boolean =>
  (languageId === "yaml" || /\.ya?ml$/.test(uri.path)) &&
  (uri.scheme === "file" || workspace.getWorkspaceFolder(uri) !== undefined);

const localNames = (document: CiDocument | undefined): string[] =>
  [...(document?.includes ?? []), ...(document?.childIncludes ?? [])]
    .filter(({ kind, name }: Include) => kind === "local" && name !== "" && !name.includes("$"))
    .map(({ name }) => name);
