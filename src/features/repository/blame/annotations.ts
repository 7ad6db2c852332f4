import {
  Hover,
  languages,
  type Position,
  Range,
  type TextDocument,
  type TextEditor,
  ThemeColor,
  window,
  workspace,
} from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { Emitter, type Event } from "../../../core/base/events.ts";
import type { Context } from "../../../core/context.ts";
import { BlamedFiles } from "./blamedFiles.ts";
import { blamedSchemes } from "./blameSubject.ts";
import { type Annotation, EditorBlame } from "./editorBlame.ts";
import { blameHover } from "./hover.ts";

/** Blame annotations at the ends of the visible lines; removed on dispose. */
export class BlameAnnotations implements Disposable {
  private readonly context: Context;
  private readonly owned = new DisposableStore();
  private readonly painted = this.owned.add(new Emitter<TextEditor>());
  /** Fires when the annotations of an editor were painted. */
  readonly onDidPaint: Event<TextEditor> = this.painted.event;
  private readonly editors = new Map<TextEditor, EditorBlame>();
  private readonly files: BlamedFiles;
  private readonly type = this.owned.add(
    window.createTextEditorDecorationType({
      after: {
        margin: "0 0 0 3em",
        color: new ThemeColor("editorCodeLens.foreground"),
        fontStyle: "normal",
        fontWeight: "normal",
      },
    }),
  );
  /** See `stateOf`. */
  private state: string;

  constructor(context: Context) {
    this.context = context;
    this.files = this.owned.add(new BlamedFiles(context));
    this.state = stateOf(context);
    this.owned.add({ dispose: () => this.close(() => true) });
    this.owned.add(window.onDidChangeVisibleTextEditors(() => this.follow()));
    this.owned.add(
      window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.editors.get(textEditor)?.scheduleUpdate()),
    );
    this.owned.add(
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0)
          for (const editor of this.editors.values()) if (editor.editor.document === document) editor.scheduleUpdate();
      }),
    );
    this.owned.add(workspace.onDidGrantWorkspaceTrust(() => this.reopen()));
    this.owned.add(context.connections.onDidChange(() => this.reset()));
    this.owned.add(
      context.current.onDidChange(() => {
        const state = stateOf(context);
        if (state === this.state) return;
        this.state = state;
        this.reopen();
      }),
    );
    this.owned.add(
      languages.registerHoverProvider(
        blamedSchemes.map((scheme) => ({ scheme })),
        { provideHover: (document, position) => this.hover(document, position) },
      ),
    );
    this.follow();
  }

  /** Returns the annotations that an editor shows. */
  shownIn(editor: TextEditor): readonly Annotation[] {
    return this.editors.get(editor)?.shown ?? [];
  }

  dispose(): void {
    this.owned.dispose();
  }

  private follow(): void {
    const visible = window.visibleTextEditors.filter(({ document }) => blamedSchemes.includes(document.uri.scheme));
    this.close((editor) => !visible.includes(editor));
    for (const editor of visible) {
      if (this.editors.has(editor)) continue;
      const onDidPaint = (): void => this.painted.fire(editor);
      this.editors.set(
        editor,
        new EditorBlame({ context: this.context, files: this.files, type: this.type, editor, onDidPaint }),
      );
    }
  }

  private close(which: (editor: TextEditor) => boolean): void {
    for (const [editor, blame] of this.editors) {
      if (!which(editor)) continue;
      this.editors.delete(editor);
      blame.dispose();
    }
  }

  private reopen(): void {
    for (const blame of this.editors.values()) void blame.open();
  }

  private reset(): void {
    this.files.clear();
    this.reopen();
  }

  /** Provides a hover at the end of a line only, to leave the rest to the language's own hovers. */
  private hover(document: TextDocument, position: Position): Hover | undefined {
    const { end } = document.lineAt(position).range;
    if (!position.isEqual(end)) return undefined;
    const blame = [...this.editors.values()].find(({ editor }) => editor.document === document);
    const found = blame?.at(position.line);
    return found && new Hover(blameHover(this.context, found.subject, found.blamed.commit), new Range(end, end));
  }
}

/** Returns a key of everything that decides at which commit files are annotated. */
function stateOf({ current: { value } }: Context): string {
  if (value.kind !== "ready") return value.kind;
  const { instance, project, root, head, pushed, branch } = value.project;
  return JSON.stringify([instance, project, root, head, pushed, branch]);
}
