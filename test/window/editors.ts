/** Editors and their tabs: texts, diffs, several diffs at once and pages, as data. One group has the keyboard. */
import path from "node:path";
import type * as vscode from "vscode";
import type { Commands } from "./commands.ts";
import { BinaryFile, type Documents, type OpenDocument } from "./documents.ts";
import { EventEmitter } from "./events.ts";
import { Position, Range, Selection } from "./places.ts";
import { TabInputCustom, TabInputText, TabInputTextDiff, TabInputWebview, Uri } from "./values.ts";

/** VS Code's names for columns. */
const active = -1;
const beside = -2;

interface ShowOptions {
  readonly viewColumn?: vscode.ViewColumn | undefined;
  readonly preserveFocus?: boolean | undefined;
  readonly preview?: boolean | undefined;
  readonly selection?: vscode.Range | undefined;
}

/** Documents that nobody can type in are said so by VS Code's own input of several diffs. */
export class TabInputTextMultiDiff {
  readonly textDiffs: readonly vscode.TabInputTextDiff[];
  constructor(textDiffs: readonly vscode.TabInputTextDiff[]) {
    this.textDiffs = textDiffs;
  }
}

type Input =
  | vscode.TabInputText
  | vscode.TabInputTextDiff
  | TabInputTextMultiDiff
  | vscode.TabInputCustom
  | vscode.TabInputWebview;

class Group {
  readonly tabs: OpenTab[] = [];
  active: OpenTab | undefined;
  column: number;
  constructor(column: number) {
    this.column = column;
  }
}

/** A tab with the editors of its documents; a diff has two of them. */
export class OpenTab {
  readonly input: Input;
  label: string;
  isPreview: boolean;
  readonly editors: readonly Editor[];
  group: Group;
  readonly closed: () => void;
  readonly api: vscode.Tab;

  constructor(
    input: Input,
    label: string,
    isPreview: boolean,
    editors: readonly Editor[],
    group: Group,
    closed = () => {},
  ) {
    this.input = input;
    this.label = label;
    this.isPreview = isPreview;
    this.editors = editors;
    this.group = group;
    this.closed = closed;
    const tab = this;
    this.api = {
      get label() {
        return tab.label;
      },
      get group() {
        return groupApi(tab.group);
      },
      input,
      get isActive() {
        return tab.group.active === tab;
      },
      get isDirty() {
        return tab.editors.some(({ document }) => document.isDirty);
      },
      isPinned: false,
      get isPreview() {
        return tab.isPreview;
      },
    };
  }

  shows(input: Input): boolean {
    return JSON.stringify(keyOf(this.input)) === JSON.stringify(keyOf(input));
  }
}

const keyOf = (input: Input): unknown =>
  input instanceof TabInputText
    ? input.uri.toString()
    : input instanceof TabInputTextDiff
      ? [input.original.toString(), input.modified.toString()]
      : input instanceof TabInputTextMultiDiff
        ? input.textDiffs.map(keyOf)
        : input;

const apis = new WeakMap<Group, vscode.TabGroup>();
function groupApi(group: Group): vscode.TabGroup {
  const known = apis.get(group);
  if (known) return known;
  const api: vscode.TabGroup = {
    get isActive() {
      return group.tabs.some(({ api: { isActive } }) => isActive);
    },
    get viewColumn() {
      return group.column as vscode.ViewColumn;
    },
    get activeTab() {
      return group.active?.api;
    },
    get tabs() {
      return group.tabs.map((tab) => tab.api);
    },
  };
  apis.set(group, api);
  return api;
}

export class Editor {
  readonly open: OpenDocument;
  readonly #editors: Editors;
  #selections: readonly vscode.Selection[] = [new Selection(0, 0, 0, 0)];
  #first = 0;
  column: number | undefined;
  options: vscode.TextEditorOptions = { tabSize: 2, insertSpaces: true };
  /** What is decorated, by the kind of decoration. */
  readonly decorations = new Map<
    vscode.TextEditorDecorationType,
    readonly (vscode.Range | vscode.DecorationOptions)[]
  >();
  readonly api: vscode.TextEditor;

  constructor(editors: Editors, open: OpenDocument, column: number | undefined) {
    this.#editors = editors;
    this.open = open;
    this.column = column;
    const editor = this;
    this.api = {
      document: open.api,
      get selection() {
        return editor.#selections[0] ?? new Selection(0, 0, 0, 0);
      },
      set selection(selection) {
        editor.select([selection]);
      },
      get selections() {
        return editor.#selections;
      },
      set selections(selections) {
        editor.select(selections);
      },
      get visibleRanges() {
        return [editor.visible];
      },
      get options() {
        return editor.options;
      },
      set options(options) {
        editor.options = { ...editor.options, ...options };
      },
      get viewColumn() {
        return editor.column as vscode.ViewColumn | undefined;
      },
      edit: (make) => Promise.resolve(this.#edit(make)),
      setDecorations: (kind, places) => void this.decorations.set(kind, places),
      revealRange: (range) => this.reveal(range),
    } satisfies Omit<vscode.TextEditor, "insertSnippet" | "show" | "hide"> as unknown as vscode.TextEditor;
  }

  get document(): vscode.TextDocument {
    return this.open.api;
  }

  /** The lines in sight: forty of them. */
  get visible(): Range {
    const last = Math.min(this.#first + 39, this.document.lineCount - 1);
    return new Range(this.#first, 0, last, this.document.lineAt(last).text.length);
  }

  select(selections: readonly vscode.Selection[]): void {
    this.#selections = selections;
    this.#editors.tellSelection(this);
  }

  reveal({ start, end }: vscode.Range): void {
    if (this.visible.contains(start) && this.visible.contains(end)) return;
    this.#first = Math.max(0, Math.min(start.line - 10, this.document.lineCount - 1));
    this.#editors.tellVisible(this);
  }

  #edit(make: (builder: vscode.TextEditorEdit) => void): boolean {
    const edits: { range: vscode.Range; newText: string }[] = [];
    const add = (place: vscode.Position | vscode.Range, newText: string): void => {
      edits.push({ range: "line" in place ? new Range(place, place) : place, newText });
    };
    make({
      replace: add,
      insert: add,
      delete: (range) => add(range, ""),
      setEndOfLine: (eol) => this.open.setEol(eol),
    });
    if (this.#editors.isReadonly(this)) return false;
    const at = edits.length === 1 ? edits[0] : undefined;
    this.open.edit(edits);
    // The cursor goes behind what was typed where it stood.
    if (at?.range.contains(this.api.selection.active)) this.#cursorBehind(at.range.start, at.newText);
    return true;
  }

  #cursorBehind(start: vscode.Position, text: string): void {
    const lines = text.split(/\r\n|\r|\n/);
    const end =
      lines.length === 1
        ? start.translate(0, text.length)
        : new Position(start.line + lines.length - 1, lines.at(-1)?.length ?? 0);
    this.select([new Selection(end, end)]);
  }
}

export class Editors {
  readonly #documents: Documents;
  readonly #groups: Group[] = [new Group(1)];
  #active = this.#groups[0] as Group;
  /** An editor in the panel, such as that of an output channel. */
  readonly #panel = new Set<Editor>();
  #focusedPanel: Editor | undefined;
  readonly #activeChanged = new EventEmitter<vscode.TextEditor | undefined>();
  readonly #visibleChanged = new EventEmitter<readonly vscode.TextEditor[]>();
  readonly #selectionChanged = new EventEmitter<vscode.TextEditorSelectionChangeEvent>();
  readonly #rangesChanged = new EventEmitter<vscode.TextEditorVisibleRangesChangeEvent>();
  readonly #tabsChanged = new EventEmitter<vscode.TabChangeEvent>();
  readonly #groupsChanged = new EventEmitter<vscode.TabGroupChangeEvent>();
  #told: { readonly active: Editor | undefined; readonly visible: readonly Editor[] } = {
    active: undefined,
    visible: [],
  };
  readonly onDidChangeActive = this.#activeChanged.event;
  readonly onDidChangeVisible = this.#visibleChanged.event;
  readonly onDidChangeSelection = this.#selectionChanged.event;
  readonly onDidChangeVisibleRanges = this.#rangesChanged.event;
  readonly onDidChangeTabs = this.#tabsChanged.event;

  constructor(documents: Documents, commands: Commands) {
    this.#documents = documents;
    // An edited document is no preview any more.
    documents.onDidChange(({ document }) => {
      if (!document.isDirty) return;
      for (const tab of this.#tabs())
        if (tab.isPreview && tab.editors.some((editor) => editor.document === document)) {
          tab.isPreview = false;
          this.#tabsChanged.fire({ opened: [], closed: [], changed: [tab.api] });
        }
    });
    const define = commands.define.bind(commands);
    define("vscode.open", async (uri: vscode.Uri | string, options?: ShowOptions | number, label?: string) => {
      const given = typeof uri === "string" ? Uri.parse(uri) : uri;
      // Of an address with a line only the rest names the document.
      const [, line, character = 1] = /^L?(\d+)(?:,(\d+))?/.exec(given.fragment) ?? [];
      const at = line === undefined ? undefined : new Position(Number(line) - 1, Number(character) - 1);
      const to = at ? given.with({ fragment: "" }) : given;
      const shown = typeof options === "number" ? { viewColumn: options } : options;
      const document = await this.#openText(to);
      if (document) await this.show(document, { ...(at && { selection: new Selection(at, at) }), ...shown }, label);
      else this.#showTab(new TabInputCustom(to, "imagePreview.previewEditor"), label ?? nameOf(to), shown ?? {}, []);
    });
    define("vscode.diff", (left: vscode.Uri, right: vscode.Uri, label?: string, options?: ShowOptions | number) =>
      this.diff(left, right, label, typeof options === "number" ? { viewColumn: options } : options),
    );
    define(
      "vscode.changes",
      async (label: string, files: readonly (readonly [vscode.Uri, vscode.Uri?, vscode.Uri?])[]) => {
        const pairs = files.map(([uri, left, right]) => new TabInputTextDiff(left ?? uri, right ?? uri));
        const missing = files.flatMap(([, ...sides]) => sides.filter((side) => side !== undefined));
        const opened = await Promise.all(missing.map((uri) => documents.open(uri)));
        this.#showTab(new TabInputTextMultiDiff(pairs), label, {}, opened);
      },
    );
    define("workbench.action.closeAllEditors", () => this.close(this.#tabs()));
    define("workbench.action.closeActiveEditor", () => this.close(this.#active.active ? [this.#active.active] : []));
    define("workbench.action.files.newUntitledFile", async () => void (await this.show(documents.make({}))));
    define("workbench.action.files.save", async () => {
      const editor = this.#focused();
      if (editor) await documents.save(editor.open, { isForced: true });
    });
    define("_open.mergeEditor", async ({ output }: { readonly output: vscode.Uri }) => {
      const result = await documents.open(output);
      if (result.isDirty) await documents.save(result, { isForced: true });
      await this.show(result);
    });
    define("workbench.action.files.saveAll", () => this.saveAll());
    define("workbench.action.files.revert", async () => {
      const editor = this.#focused();
      if (editor) await documents.revert(editor.open);
    });
    define("workbench.action.revertAndCloseActiveEditor", async () => {
      const tab = this.#active.active;
      if (!tab) return;
      for (const { open } of tab.editors) if (open.isDirty) await documents.revert(open);
      await this.close([tab]);
    });
    define("workbench.action.moveEditorToRightGroup", () => this.#moveRight());
    define("vscode.getEditorLayout", () => ({ orientation: 0, groups: this.#groups.map(() => ({ size: 1 })) }));
    define("undo", () => this.#focused()?.open.undo());
    define("revealLine", ({ lineNumber }: { readonly lineNumber: number }) =>
      this.#focused()?.reveal(new Range(lineNumber, 0, lineNumber, 0)),
    );
  }

  get tabGroups(): typeof vscode.window.tabGroups {
    return this.#tabGroups;
  }

  readonly #tabGroups = tabGroupsOf(this, this.#groupsChanged.event, this.#tabsChanged.event);

  async closeGiven(given: readonly (vscode.Tab | vscode.TabGroup)[]): Promise<boolean> {
    await this.close(this.#tabs().filter((tab) => given.includes(tab.api) || given.includes(groupApi(tab.group))));
    return true;
  }

  get active(): vscode.TextEditor | undefined {
    return this.#focused()?.api;
  }

  get visible(): readonly vscode.TextEditor[] {
    return this.#inSight().map(({ api }) => api);
  }

  get groups(): readonly vscode.TabGroup[] {
    return this.#groups.map(groupApi);
  }

  get activeGroup(): vscode.TabGroup {
    return groupApi(this.#active);
  }

  isReadonly({ open }: Editor): boolean {
    return this.#documents.isReadonly(open);
  }

  /** Shows a document. Returns its editor. */
  show(document: OpenDocument, options: ShowOptions = {}, label?: string): Promise<vscode.TextEditor> {
    const tab = this.#showTab(new TabInputText(document.api.uri), label ?? nameOf(document.api.uri), options, [
      document,
    ]);
    const editor = tab.editors[0] as Editor;
    if (options.selection) {
      editor.select([new Selection(options.selection.start, options.selection.end)]);
      editor.reveal(options.selection);
    }
    return Promise.resolve(editor.api);
  }

  async diff(left: vscode.Uri, right: vscode.Uri, label?: string, options: ShowOptions = {}): Promise<void> {
    const sides = await Promise.all([left, right].map((uri) => this.#openText(uri)));
    const documents = sides.filter((side) => side !== undefined);
    const tab = this.#showTab(
      new TabInputTextDiff(left, right),
      label ?? `${nameOf(left)} ↔ ${nameOf(right)}`,
      options,
      documents,
    );
    if (options.selection) {
      tab.editors[1]?.select([new Selection(options.selection.start, options.selection.end)]);
      tab.editors[1]?.reveal(options.selection);
    }
  }

  /** Shows a page, which has no editor. @param closed is called when its tab closes */
  showPage(viewType: string, label: string, options: ShowOptions, closed: () => void): OpenTab {
    return this.#showTab(new TabInputWebview(`mainThreadWebview-${viewType}`), label, options, [], closed);
  }

  /** Brings a tab to the front. */
  reveal(tab: OpenTab, { viewColumn, preserveFocus }: ShowOptions = {}): void {
    if (viewColumn !== undefined && viewColumn > 0 && tab.group.column !== viewColumn) this.#move(tab, viewColumn);
    tab.group.active = tab;
    if (preserveFocus !== true) this.#focus(tab.group);
    this.#tell({ changed: [tab.api] });
  }

  isInFront = (tab: OpenTab): boolean => tab.group.active === tab;
  isFocused = (tab: OpenTab): boolean => this.isInFront(tab) && this.#active === tab.group && !this.#focusedPanel;

  /** Shows a document in the panel. */
  showInPanel(document: OpenDocument, focus: boolean): void {
    const known = [...this.#panel].find(({ open }) => open === document);
    this.#panel.clear();
    const editor = known ?? new Editor(this, document, undefined);
    this.#panel.add(editor);
    this.#focusedPanel = focus ? editor : undefined;
    this.#tell({});
  }

  /** Takes a document out of the panel. */
  leavePanel(document: OpenDocument): void {
    if ([...this.#panel].some(({ open }) => open === document)) this.closePanel();
  }

  closePanel(): void {
    this.#panel.clear();
    this.#focusedPanel = undefined;
    this.#tell({});
  }

  /** Closes tabs. What was typed and not saved is dropped: VS Code asks nobody while extensions are tested. */
  async close(tabs: readonly OpenTab[]): Promise<void> {
    const left = (open: OpenDocument): boolean =>
      !this.#tabs().some((tab) => !tabs.includes(tab) && tab.editors.some((editor) => editor.open === open));
    // A diff leaves alone what was typed on its other side.
    const edited = ({ input, editors }: OpenTab): readonly Editor[] =>
      input instanceof TabInputTextDiff ? editors.slice(-1) : editors;
    for (const { open } of tabs.flatMap(edited))
      if (open.isDirty && !this.#documents.isReadonly(open) && left(open))
        await this.#documents.revert(open).catch(() => undefined);
    for (const tab of tabs) this.#remove(tab);
    if (tabs.length > 0) this.#tell({ closed: tabs.map(({ api }) => api) });
    for (const tab of tabs) {
      tab.closed();
      for (const { open } of tab.editors)
        if (!open.isDirty && !this.#tabs().some(({ editors }) => editors.some((editor) => editor.open === open)))
          this.#documents.close(open);
    }
  }

  /** Closes the editors of what was deleted; those of what was moved follow, with what was typed in them. */
  async follow(from: vscode.Uri, to: vscode.Uri | undefined): Promise<void> {
    const place = from.toString();
    for (const tab of this.#tabs()) {
      const [editor, ...others] = tab.editors;
      const now = editor?.document.uri.toString() ?? "";
      if (!editor || others.length > 0 || (now !== place && !now.startsWith(`${place}/`))) continue;
      const { open, column, document } = editor;
      const typed = document.isDirty ? document.getText() : undefined;
      const wasInFront = this.#focused() === editor;
      await this.close([tab]);
      if (!to) continue;
      const target = to.with({ path: to.path + document.uri.path.slice(from.path.length) });
      const moved = await this.#documents.open(target);
      if (typed !== undefined) moved.edit([{ range: new Range(0, 0, moved.api.lineCount, 0), newText: typed }]);
      await this.show(moved, { viewColumn: column, preserveFocus: !wasInFront, preview: false });
      this.#documents.close(open);
    }
  }

  async saveAll(): Promise<boolean> {
    const dirty = this.#documents.all.filter(({ isDirty, isUntitled }) => isDirty && !isUntitled);
    const saved = await Promise.all(dirty.map((document) => document.save()));
    return !saved.includes(false);
  }

  tellSelection({ api }: Editor): void {
    this.#selectionChanged.fire({ textEditor: api, selections: api.selections, kind: undefined });
  }

  tellVisible({ api }: Editor): void {
    this.#rangesChanged.fire({ textEditor: api, visibleRanges: api.visibleRanges });
  }

  #tabs(): OpenTab[] {
    return this.#groups.flatMap(({ tabs }) => tabs);
  }

  #focused(): Editor | undefined {
    if (this.#focusedPanel) return this.#focusedPanel;
    const tab = this.#active.active;
    // The side that can be edited has the keyboard.
    return tab?.input instanceof TabInputTextMultiDiff ? undefined : tab?.editors.at(-1);
  }

  /** The document of a text; undefined for what VS Code shows as a picture, or not at all. */
  async #openText(uri: vscode.Uri): Promise<OpenDocument | undefined> {
    try {
      return await this.#documents.open(uri);
    } catch (error) {
      if (error instanceof BinaryFile) return undefined;
      throw error;
    }
  }

  #inSight(): Editor[] {
    return [...this.#groups.flatMap(({ active: tab }) => tab?.editors ?? []), ...this.#panel];
  }

  #showTab(
    input: Input,
    label: string,
    { viewColumn = active, preserveFocus = false, preview = true }: ShowOptions,
    documents: readonly OpenDocument[],
    closed?: () => void,
  ): OpenTab {
    const group = this.#groupAt(viewColumn);
    // Each page has a tab of its own.
    const known = closed ? undefined : group.tabs.find((tab) => tab.shows(input));
    const editors = documents.map((document) => new Editor(this, document, group.column));
    const tab = known ?? new OpenTab(input, label, preview && closed === undefined, editors, group, closed);
    const gone: OpenTab[] = [];
    if (!known) {
      const former = group.tabs.find(({ isPreview }) => isPreview);
      if (former && tab.isPreview) gone.push(former);
      group.tabs.push(tab);
      for (const one of gone) this.#remove(one);
    } else if (!preview) known.isPreview = false;
    group.active = tab;
    if (!preserveFocus) this.#focus(group);
    this.#tell(known ? { changed: [tab.api] } : { opened: [tab.api], closed: gone.map(({ api }) => api) });
    for (const one of gone)
      for (const { open } of one.editors)
        if (!this.#tabs().some((other) => other.editors.some((editor) => editor.open === open)))
          this.#documents.close(open);
    return tab;
  }

  #groupAt(column: number): Group {
    if (column === active) return this.#active;
    const wanted = column === beside ? this.#active.column + 1 : column;
    const found = this.#groups.find((group) => group.column === wanted);
    if (found) return found;
    const made = new Group(this.#groups.length + 1);
    this.#groups.push(made);
    this.#groupsChanged.fire({ opened: [groupApi(made)], closed: [], changed: [] });
    return made;
  }

  #focus(group: Group): void {
    this.#active = group;
    this.#focusedPanel = undefined;
  }

  #move(tab: OpenTab, column: number): void {
    const to = this.#groupAt(column);
    this.#remove(tab);
    tab.group = to;
    to.tabs.push(tab);
    to.active = tab;
    for (const editor of tab.editors) editor.column = to.column;
  }

  #moveRight(): void {
    const tab = this.#active.active;
    if (!tab) return;
    this.#move(tab, this.#active.column + 1);
    this.#focus(tab.group);
    this.#tell({ changed: [tab.api] });
  }

  #remove(tab: OpenTab): void {
    const { group } = tab;
    const at = group.tabs.indexOf(tab);
    if (at === -1) return;
    group.tabs.splice(at, 1);
    if (group.active === tab) group.active = group.tabs[Math.min(at, group.tabs.length - 1)];
    if (group.tabs.length > 0 || this.#groups.length === 1) return;
    // An empty group closes, and those behind it move up.
    this.#groups.splice(this.#groups.indexOf(group), 1);
    for (const [index, one] of this.#groups.entries()) one.column = index + 1;
    if (this.#active === group) this.#active = this.#groups[0] as Group;
    this.#groupsChanged.fire({ opened: [], closed: [groupApi(group)], changed: [] });
  }

  /** Fires what has changed since it was told last. */
  #tell({ opened = [], closed = [], changed = [] }: Partial<vscode.TabChangeEvent>): void {
    const before = this.#told;
    const now = { active: this.#focused(), visible: this.#inSight() };
    this.#told = now;
    if (opened.length + closed.length + changed.length > 0) this.#tabsChanged.fire({ opened, closed, changed });
    if (now.visible.length !== before.visible.length || now.visible.some((editor, at) => editor !== before.visible[at]))
      this.#visibleChanged.fire(now.visible.map(({ api }) => api));
    if (now.active !== before.active) this.#activeChanged.fire(now.active?.api);
  }
}

const tabGroupsOf = (
  editors: Editors,
  onDidChangeTabGroups: vscode.Event<vscode.TabGroupChangeEvent>,
  onDidChangeTabs: vscode.Event<vscode.TabChangeEvent>,
): typeof vscode.window.tabGroups => ({
  get all() {
    return editors.groups;
  },
  get activeTabGroup() {
    return editors.activeGroup;
  },
  onDidChangeTabGroups,
  onDidChangeTabs,
  close: (given: unknown) => editors.closeGiven((Array.isArray(given) ? given : [given]) as vscode.Tab[]),
});

const nameOf = ({ path: whole, scheme }: vscode.Uri): string =>
  scheme === "untitled" ? whole : path.posix.basename(whole);
