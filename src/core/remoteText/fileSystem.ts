import {
  commands,
  type FileStat,
  FileChangeType,
  FileSystemError,
  FileType,
  l10n,
  type TextDocument,
  TextDocumentSaveReason,
  Uri,
  window,
  workspace,
} from "vscode";
import { ApiError } from "../../api/errors.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import type { DraftKind } from "../base/drafts.ts";
import { UserError } from "../base/errors.ts";
import { Emitter } from "../base/events.ts";
import { lookForLeft } from "../base/leftDrafts.ts";
import { asFlag, asNumber, asText, listOf, recordOf } from "../base/stored.ts";
import type { Context } from "../context.ts";
import { checkAccount, holdAccounts } from "../heldAccounts.ts";
import type { FilesChanged } from "../lazy/lazyFiles.ts";
import { ask } from "../ui/confirm.ts";
import { describeError, noAnswerText } from "../ui/describeError.ts";
import { workspaceEdit } from "../ui/documentEdits.ts";
import { notice } from "../ui/notice.ts";
import { withProgress } from "../ui/progress.ts";
import { sentence } from "../ui/sentence.ts";
import { unavailable } from "../ui/unavailable.ts";
import { BaseVersionStore } from "./baseVersions.ts";
import {
  askForResolution,
  type Conflict,
  conflictsText,
  mergeMarked,
  offerResolutions,
  openMergeEditor,
} from "./conflict.ts";
import { lineEdits, openConflicts, type Versions } from "./merge.ts";
import { type RemoteText, sameText } from "./remoteText.ts";

/** Number of texts that are remembered as perhaps sent. */
const maxSent = 5;

/** Milliseconds for looking what the host has after an answer was lost. */
const patience = 15_000;

/** An open document. */
interface Open {
  /** The text that the editor reads: the host's, or the draft. */
  text: string;
  /** The host's text that the user has seen; undefined when it had none. */
  base: string | undefined;
  /** Texts that were sent and may be the host's: its answers were lost. */
  sent: readonly string[];
  /** Grows with each change of `text`: the editor compares it. */
  version: number;
}

/** A saved text that was not sent. */
interface TextDraft {
  readonly text: string;
  /** The host's text when the draft was started; absent when it had none. */
  readonly base?: string | undefined;
  /** Texts that may have been sent since. */
  readonly sent?: readonly string[] | undefined;
  /** Whether the host has another text than the base, which the user has not decided about. */
  readonly conflict?: boolean | undefined;
  /** The versions that the user is merging in the editor. */
  readonly merging?: Versions | undefined;
  /** URI of its document. */
  readonly uri: string;
  /** When it was first kept, in ms since the epoch. */
  readonly begun: number;
}

export interface RemoteTextFileSystemOptions {
  readonly context: Pick<Context, "connections" | "drafts" | "report" | "texts">;
  readonly scheme: string;
  /** Returns the remote text of a document. @throws FileSystemError when it has none */
  readonly textOf: (uri: Uri) => RemoteText;
  readonly changed: FilesChanged;
}

/**
 * File system of texts on hosts. Saving by hand sends a text, unless another user changed it meanwhile. What is not
 * sent, because of that, of a failure, or because the editor saved automatically, is kept as a draft.
 */
export class RemoteTextFileSystem implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly options: RemoteTextFileSystemOptions;
  private readonly open = new Map<string, Open>();
  private readonly drafts: DraftKind<TextDraft>;
  private readonly baseVersions: BaseVersionStore;
  /** Documents that VS Code is about to save automatically. */
  private readonly autoSaved = new Set<string>();
  /** Documents that the merge editor is about to save, as it does with unsaved ones when it opens. */
  private readonly mergeOpened = new Set<string>();
  /** Keys of drafts that windows may be about to leave. */
  private readonly looking = new Set<string>();
  private readonly stopping = new AbortController();
  private readonly unsentChanged = this.owned.add(new Emitter<undefined>());
  /** Fires when the set of drafts changes. */
  readonly onDidChangeUnsent = this.unsentChanged.event;

  constructor(options: RemoteTextFileSystemOptions) {
    this.options = options;
    this.drafts = {
      name: options.scheme,
      parse: recordOf(
        { text: asText, uri: asText, begun: asNumber },
        {
          base: asText,
          sent: listOf(asText),
          conflict: asFlag,
          merging: recordOf({ base: asText, mine: asText, theirs: asText }),
        },
      ),
    };
    this.baseVersions = this.owned.add(
      new BaseVersionStore({
        drafts: options.context.drafts,
        scheme: options.scheme,
        current: (uri) => this.open.get(uri.toString()),
      }),
    );
    this.owned.add(
      workspace.onWillSaveTextDocument(({ document: { uri }, reason }) => {
        if (uri.scheme !== options.scheme) return;
        if (reason === TextDocumentSaveReason.Manual) this.autoSaved.delete(uri.toString());
        else this.autoSaved.add(uri.toString());
      }),
    );
    this.owned.add(workspace.onDidCloseTextDocument(({ uri }) => this.closed(uri)));
  }

  /** Reads the host's text into an unchanged document. @returns whether it holds a draft */
  async refresh(uri: Uri, signal?: AbortSignal): Promise<boolean> {
    const key = uri.toString();
    const known = this.open.get(key);
    const now = await this.first(uri, signal);
    if (known) now.version = known.version + (now.text === known.text ? 0 : 1);
    this.open.set(key, now);
    if (known && now.text !== known.text) this.options.changed([{ type: FileChangeType.Changed, uri }]);
    return !sameText(now.text, now.base);
  }

  /** Returns whether a document has a draft. */
  isUnsent(uri: Uri): boolean {
    return this.draftOf(uri) !== undefined;
  }

  /** Returns whether a document has a draft whose text was also changed on the host, or is being merged. */
  isConflicted(uri: Uri): boolean {
    const draft = this.draftOf(uri);
    return draft?.conflict === true || draft?.merging !== undefined;
  }

  /** The documents with drafts, oldest first. */
  get unsent(): readonly Uri[] {
    return this.options.context.drafts
      .all(this.drafts)
      .sort((a, b) => a.begun - b.begun)
      .map(({ uri }) => Uri.parse(uri));
  }

  /**
   * Starts a draft of a text that the host does not have; saving creates it there. An existing draft stays as it is.
   */
  async begin(uri: Uri, text = ""): Promise<void> {
    if (this.isUnsent(uri)) return;
    this.open.set(uri.toString(), { text, base: undefined, sent: [], version: Date.now() });
    await this.keep(uri, { text });
  }

  /** @throws FileSystemError */
  async stat(uri: Uri): Promise<FileStat> {
    const { text, version } = await this.known(uri);
    return { type: FileType.File, ctime: 0, mtime: version, size: Buffer.byteLength(text) };
  }

  /** @throws FileSystemError */
  async readFile(uri: Uri): Promise<Uint8Array> {
    return Buffer.from((await this.known(uri)).text);
  }

  /** @throws FileSystemError when the text could not be sent: the document then stays unsaved */
  async writeFile(uri: Uri, content: Uint8Array): Promise<void> {
    const key = uri.toString();
    const text = this.options.textOf(uri);
    const open = await this.orNew(uri);
    const mine = new TextDecoder().decode(content);
    const isSavedByItself = [this.autoSaved.delete(key), this.mergeOpened.delete(key)].includes(true);
    // Once it is sent, only an answer tells whether it is the host's: it may be until then, also for a window that opens later.
    if (!isSavedByItself) open.sent = [...open.sent.filter((one) => one !== mine), mine].slice(-maxSent);
    const { conflict, merging } = this.draftOf(uri) ?? {};
    // Stored before anything can fail.
    await this.keep(uri, { text: mine, base: open.base, sent: open.sent, conflict, merging });
    if (isSavedByItself) {
      this.put(open, mine);
      notice(l10n.t("{0} is kept locally. Save it manually to send it to the host.", sentence(text.name)));
      return;
    }
    if (merging) await checkMerged(text, merging, mine);
    await this.send(uri, text, open, mine);
  }

  /** Shows a document, and asks what to do if its text was changed on the host, too. @throws CancelledError, ApiError, UserError */
  async resolve(uri: Uri): Promise<void> {
    const text = this.options.textOf(uri);
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document, { preview: false });
    const [open, mine, draft] = [await this.known(uri), document.getText(), this.draftOf(uri)];
    if (draft?.merging && openConflicts(draft.merging, mine) > 0)
      return this.openMergeEditor(document, text, draft.merging);
    const theirs = await withProgress(l10n.t("Loading {0}…", text.name), (signal) =>
      text.read(AbortSignal.any([signal, this.stopping.signal]), open.base !== undefined),
    );
    const isSame = comparing(text);
    if (!isSame(theirs, mine) && !isSame(theirs, open.base) && !open.sent.some((one) => isSame(theirs, one)))
      return askForResolution(this.options.context, this.conflict(uri, text, theirs));
    if (draft) await this.keep(uri, { ...draft, conflict: false });
    throw new UserError(l10n.t("No one else has changed {0}. Save it to send your text.", text.name));
  }

  /** Removes the draft and shows the host's text again, unless the document was changed since. */
  async discard(uri: Uri): Promise<void> {
    await this.drop(uri);
    await this.refresh(uri);
  }

  /** Moves the draft and the state of a document after the text was renamed on the host. */
  async moved(from: Uri, to: Uri): Promise<void> {
    const draft = this.draftOf(from);
    const open = this.open.get(from.toString());
    this.open.delete(from.toString());
    if (open) this.open.set(to.toString(), open);
    // The new one first, which may fail. A page in another format has the same key.
    if (draft) await this.keep(to, draft);
    if (this.options.textOf(from).key !== this.options.textOf(to).key) await this.forget(from);
  }

  /** Removes the draft and the state of a text that is gone from the host. */
  async forget(uri: Uri): Promise<void> {
    this.open.delete(uri.toString());
    await this.drop(uri);
  }

  dispose(): void {
    this.stopping.abort();
    this.owned.dispose();
  }

  /**
   * Forgets a closed document, so that it is read again when it is opened. A change of language only looks like
   * closing.
   */
  private closed(uri: Uri): void {
    const key = uri.toString();
    if (
      uri.scheme === this.options.scheme &&
      !workspace.textDocuments.some((document) => document.uri.toString() === key)
    )
      this.open.delete(key);
  }

  private async send(uri: Uri, text: RemoteText, open: Open, mine: string): Promise<void> {
    const { signal } = this.stopping;
    const isSame = comparing(text);
    let theirs: string | undefined;
    try {
      theirs = await text.read(signal, open.base !== undefined);
      if (isSame(theirs, open.base) || open.sent.some((one) => isSame(theirs, one))) {
        if (!isSame(theirs, mine)) theirs = await this.sendAndCheck(text, open, mine, theirs);
      }
      if (isSame(theirs, mine)) {
        open.base = mine;
        open.sent = [];
        this.put(open, mine);
        await this.drop(uri);
        notice(l10n.t("Saved {0}.", text.name));
        return;
      }
    } catch (error) {
      if (error instanceof FileSystemError) throw error;
      this.options.context.report.background(error, `Save ${text.name}`);
      throw unavailable(l10n.t("Not sent; your text is kept locally. {0}", describeError(error).message));
    } finally {
      this.announce(text);
    }
    if (theirs !== undefined && (await this.mergeAndSave(uri, text, open, { mine, theirs }))) return;
    await this.keep(uri, { text: mine, base: open.base, sent: open.sent, conflict: true });
    void this.settle(uri, text, theirs);
    throw unavailable(
      theirs === undefined
        ? l10n.t(
            "Someone else deleted {0} in the meantime. Nothing was sent, and your text is kept. Select “Create Again” in the message, or run “{1}”.",
            text.name,
            text.resolveCommand,
          )
        : l10n.t(
            "Someone else changed {0} in the meantime. Nothing was sent, and both versions are kept. Merge them or select one in the message, or run “{1}”.",
            text.name,
            text.resolveCommand,
          ),
    );
  }

  /**
   * Merges the host's text into the document that is being saved, and saves it again: what is sent is what it shows.
   * @returns false when both changed the same lines, or the document does not show the text
   */
  private async mergeAndSave(
    uri: Uri,
    text: RemoteText,
    open: Open,
    { mine, theirs }: Pick<Versions, "mine" | "theirs">,
  ): Promise<boolean> {
    const key = uri.toString();
    const document = workspace.textDocuments.find((one) => one.uri.toString() === key);
    if (open.base === undefined || !document || document.getText() !== mine) return false;
    const merged = mergeMarked({ base: open.base, mine, theirs });
    if (merged.conflicts.length > 0) return false;
    // The document is changed as long as it is saved, so that it stays unsaved.
    if (!(await workspace.applyEdit(workspaceEdit(document, lineEdits(mine, merged.text))))) return false;
    await this.saw(uri, open, { text: merged.text, theirs });
    void this.sayMerged(text, mine, document);
    void document.save();
    return true;
  }

  private async sayMerged(text: RemoteText, mine: string, { uri }: TextDocument): Promise<void> {
    const { texts, report } = this.options.context;
    try {
      const show = l10n.t("Show Merge");
      const message = l10n.t("Someone else changed {0} while you were editing. Both changes are merged.", text.name);
      if ((await window.showInformationMessage(message, show)) !== show) return;
      const before = texts.put(`yours/${text.key}/${text.file}`, mine);
      await commands.executeCommand("vscode.diff", before, uri, l10n.t("{0}: yours ↔ merged", text.file));
    } catch (error) {
      await report.error(error, l10n.t("Show Merge"));
    }
  }

  /** The user has seen the host's text: the next save replaces it. */
  private async saw(
    uri: Uri,
    open: Open | undefined,
    { text, theirs, merging }: Pick<TextDraft, "text" | "merging"> & { readonly theirs: string | undefined },
  ): Promise<void> {
    if (open) {
      open.base = theirs;
      open.sent = [];
    }
    await this.keep(uri, { text, base: theirs, merging });
  }

  /** Merges both versions in the document, in the merge editor where they are in the same lines. */
  private async mergeByHand(uri: Uri, text: RemoteText, theirs: string): Promise<void> {
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document, { preview: false });
    const open = await this.known(uri);
    const versions = { base: open.base ?? "", mine: document.getText(), theirs };
    const merged = mergeMarked(versions);
    const merging = merged.conflicts.length > 0 ? versions : undefined;
    // First: the next save replaces the host's text, which must be in the document by then.
    if (!(await workspace.applyEdit(workspaceEdit(document, lineEdits(versions.mine, merged.text)))))
      throw new UserError(l10n.t("The editor did not apply the change. Try again."));
    await this.saw(uri, open, { text: merged.text, theirs, merging });
    if (merging) await this.openMergeEditor(document, text, merging);
  }

  private async openMergeEditor({ uri, isDirty }: TextDocument, text: RemoteText, versions: Versions): Promise<void> {
    if (isDirty) this.mergeOpened.add(uri.toString());
    await openMergeEditor(this.options.context, uri, text, versions);
  }

  /**
   * Sends the text; if the answer is lost, reads what the host has.
   * @returns the host's text after that
   * @throws FileSystemError if it may be saved, or is not so far; what sending throws
   */
  private async sendAndCheck(
    text: RemoteText,
    open: Open,
    mine: string,
    theirs: string | undefined,
  ): Promise<string | undefined> {
    const { signal } = this.stopping;
    const { report } = this.options.context;
    const isSame = comparing(text);
    try {
      await text.send(mine, theirs !== undefined, signal);
      return mine;
    } catch (error) {
      if (!(error instanceof ApiError) || !error.outcomeUnknown) throw error;
      report.background(error, `Save ${text.name}`);
      let now: string | undefined;
      try {
        now = await text.read(AbortSignal.any([signal, AbortSignal.timeout(patience)]), open.base !== undefined);
      } catch (second) {
        report.background(second, `Look whether ${text.name} was saved`);
        throw unavailable(
          l10n.t(
            "{0} It may have been saved anyway. Your text is kept locally. Save again to be sure.",
            noAnswerText(error),
          ),
        );
      }
      if (!isSame(now, mine) && isSame(now, theirs))
        throw unavailable(l10n.t("{0} It was not saved. Your text is kept locally. Save again.", noAnswerText(error)));
      return now;
    }
  }

  private conflict(uri: Uri, text: RemoteText, theirs: string | undefined): Conflict {
    // The answer may come while another account is in use.
    const { held } = holdAccounts(this.options.context);
    return {
      ...{ uri, text, theirs },
      checkAccount: () => checkAccount(held, text.instance),
      // The document may have been closed before the answer.
      seen: async () => {
        const draft = this.draftOf(uri);
        if (draft) await this.saw(uri, this.open.get(uri.toString()), { text: draft.text, theirs });
      },
      take: () => this.discard(uri),
      merge: () => this.mergeByHand(uri, text, theirs ?? ""),
    };
  }

  private async settle(uri: Uri, text: RemoteText, theirs: string | undefined): Promise<void> {
    try {
      await offerResolutions(this.options.context, this.conflict(uri, text, theirs));
    } catch (error) {
      await this.options.context.report.error(error, l10n.t("Save"));
    }
  }

  private put(open: Open, text: string): void {
    if (open.text !== text) open.version += 1;
    open.text = text;
  }

  private announce(text: RemoteText): void {
    try {
      text.announce();
    } catch (error) {
      this.options.context.report.background(error, "Refresh after a change");
    }
  }

  /** Shows the draft of a window that is about to end, as after a reload, once it is left. */
  private lookForLeft(uri: Uri, { key, name }: RemoteText): void {
    const { drafts, report } = this.options.context;
    if (this.looking.has(key) || !drafts.mayBeLeft(this.drafts, key)) return;
    this.looking.add(key);
    const found = (): void => {
      this.fireUnsentChanged();
      this.refresh(uri).catch((error: unknown) => report.background(error, `Show the draft of ${name}`));
    };
    this.owned.add(lookForLeft(drafts, this.drafts, key, found));
  }

  private draftOf(uri: Uri): TextDraft | undefined {
    return this.options.context.drafts.get(this.drafts, this.options.textOf(uri).key);
  }

  private async keep(
    uri: Uri,
    { text, base, sent, conflict, merging }: Omit<TextDraft, "uri" | "begun">,
  ): Promise<void> {
    const begun = this.draftOf(uri)?.begun ?? Date.now();
    await this.options.context.drafts.keep(this.drafts, this.options.textOf(uri).key, {
      text,
      base,
      ...(sent && sent.length > 0 && { sent }),
      ...(conflict === true && { conflict }),
      ...(merging && { merging }),
      uri: uri.toString(),
      begun,
    });
    this.fireUnsentChanged();
  }

  private async drop(uri: Uri): Promise<void> {
    if (!this.isUnsent(uri)) return;
    await this.options.context.drafts.keep(this.drafts, this.options.textOf(uri).key, undefined);
    this.fireUnsentChanged();
  }

  /** Fires the event; an error of a listener must not make saving fail. */
  private fireUnsentChanged(): void {
    try {
      this.unsentChanged.fire(undefined);
    } catch (error) {
      this.options.context.report.background(error, "Show what was not sent");
    }
  }

  /** Returns the open document, or a new one when the host has no text. */
  private async orNew(uri: Uri): Promise<Open> {
    try {
      return await this.known(uri);
    } catch (error) {
      if (!(error instanceof FileSystemError) || error.code !== "FileNotFound") throw error;
      const base = this.baseVersions.get(uri);
      const open: Open = { text: "", base: base?.base, sent: [], version: base?.version ?? Date.now() };
      this.open.set(uri.toString(), open);
      return open;
    }
  }

  private async known(uri: Uri): Promise<Open> {
    const key = uri.toString();
    const open = this.open.get(key) ?? (await this.first(uri));
    // Two concurrent reads share one document.
    const kept = this.open.get(key) ?? open;
    this.open.set(key, kept);
    return kept;
  }

  private async first(uri: Uri, signal?: AbortSignal): Promise<Open> {
    const text = this.options.textOf(uri);
    const base = this.baseVersions.get(uri);
    const version = base?.version ?? Date.now();
    const draft = this.draftOf(uri);
    // A draft is readable without the host; conflicts are checked when it is sent.
    if (draft) return { text: draft.text, base: draft.base, sent: draft.sent ?? [], version };
    this.lookForLeft(uri, text);
    let current: string | undefined;
    try {
      current = await text.read(
        signal ? AbortSignal.any([signal, this.stopping.signal]) : this.stopping.signal,
        this.open.get(uri.toString())?.base !== undefined,
      );
    } catch (error) {
      if (signal?.aborted) throw error;
      throw unavailable(describeError(error).message);
    }
    if (current === undefined) throw FileSystemError.FileNotFound(uri);
    return { text: current, base: base ? base.base : current, sent: [], version };
  }
}

/** Returns how to compare two versions of a text; one that is missing is the same only as another that is. */
const comparing =
  (text: RemoteText) =>
  (one: string | undefined, other: string | undefined): boolean =>
    sameText(one, other) || (one !== undefined && other !== undefined && text.isSame?.(one, other) === true);

/** Asks before a text is sent in which conflicts are open. @throws FileSystemError */
async function checkMerged(text: RemoteText, merging: Versions, mine: string): Promise<void> {
  const count = openConflicts(merging, mine);
  if (count === 0) return;
  const question = conflictsText(text, count);
  const send = l10n.t("Send Anyway");
  const chosen = await ask({ question, buttons: [send] });
  if (chosen !== send)
    throw unavailable(l10n.t("{0} Nothing was sent. Run “{1}” to see them.", question, text.resolveCommand));
}
