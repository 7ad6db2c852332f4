import { type Disposable as VSDisposable, type EventEmitter, type FileChangeEvent, FileChangeType, FileSystemError, type FileStat, FileType, l10n, TextDocumentSaveReason, Uri, workspace } from "vscode";
import type { App } from "../app.ts";
import { type Disposable, DisposableStore } from "../disposable.ts";
import { describeError } from "../ui/describeError.ts";
import { notice } from "../ui/notice.ts";
import { type DescriptionAddress, descriptionParts, readDescriptionAddress } from "./descriptionAddress.ts";
import { askAboutConflict } from "./descriptionConflict.ts";
import { DescriptionDrafts } from "./descriptionDrafts.ts";
import { DESCRIPTION_SCHEME } from "./descriptionFiles.ts";
import { readMergeRequest } from "./read.ts";

/** A document as the editor knows it. */
interface Open {
  /** What the editor reads: the host's text, or the one that was written and not sent. */
  text: string;
  /** The host's text that the person has seen. */
  base: string;
  /** Grows with each change of `text`, as the editor goes by it. */
  version: number;
}

type Parts = Pick<App, "connections" | "changes" | "memory" | "report" | "texts">;

/**
 * Descriptions that are being edited. Saved by hand, a text is sent, unless somebody else wrote another one meanwhile. Whatever is not
 * sent, because of that, of a failure, or because the editor saved by itself, is kept, also over a restart.
 */
export class Descriptions implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly app: Parts;
  private readonly changed: EventEmitter<FileChangeEvent[]>;
  private readonly open = new Map<string, Open>();
  private readonly drafts: DescriptionDrafts;
  /** Documents that the editor is about to save without having been told to. */
  private readonly unasked = new Set<string>();
  private readonly stopping = new AbortController();

  constructor(app: Parts, changed: EventEmitter<FileChangeEvent[]>) {
    this.app = app;
    this.changed = changed;
    this.drafts = new DescriptionDrafts(app.memory);
    const saving: VSDisposable = workspace.onWillSaveTextDocument(({ document: { uri }, reason }) => {
      if (uri.scheme !== DESCRIPTION_SCHEME) return;
      if (reason === TextDocumentSaveReason.Manual) this.unasked.delete(uri.toString());
      else this.unasked.add(uri.toString());
    });
    this.owned.add(saving);
  }

  /** The document of a description. */
  uriOf(address: DescriptionAddress): Uri {
    return Uri.from({ scheme: DESCRIPTION_SCHEME, ...descriptionParts(address) });
  }

  /** Reads what the host has now into a document that nobody changed. @returns whether it holds a text that was not sent */
  async refresh(uri: Uri): Promise<boolean> {
    const key = uri.toString();
    const known = this.open.get(key);
    const now = await this.first(uri);
    if (known && now.text !== known.text) {
      now.version = known.version + 1;
      this.changed.fire([{ type: FileChangeType.Changed, uri }]);
    } else if (known) {
      now.version = known.version;
    }
    this.open.set(key, now);
    return now.text !== now.base;
  }

  async stat(uri: Uri): Promise<FileStat> {
    const { text, version } = await this.known(uri);
    return { type: FileType.File, ctime: 0, mtime: version, size: Buffer.byteLength(text) };
  }

  async read(uri: Uri): Promise<Uint8Array> {
    return Buffer.from((await this.known(uri)).text);
  }

  /** The editor saves. @throws FileSystemError when the text could not be sent: the document then stays unsaved */
  async write(uri: Uri, content: Uint8Array): Promise<void> {
    const key = uri.toString();
    const [address, open] = [this.addressOf(uri), await this.known(uri)];
    const mine = new TextDecoder().decode(content);
    const unasked = this.unasked.delete(key);
    // First of all nothing is lost.
    await this.drafts.keep(address, { text: mine, base: open.base });
    if (unasked) {
      this.put(open, mine);
      notice(l10n.t("The description of !{0} is kept here. Save it by hand to send it.", address.iid));
      return;
    }
    await this.send(uri, address, open, mine);
  }

  /** Forgets what was not sent and shows the host's text again, unless the document was changed since. */
  async discard(uri: Uri): Promise<void> {
    await this.drafts.drop(this.addressOf(uri));
    await this.refresh(uri);
  }

  dispose(): void {
    this.stopping.abort();
    this.owned.dispose();
  }

  private async send(uri: Uri, address: DescriptionAddress, open: Open, mine: string): Promise<void> {
    const { instance, project, iid } = address;
    const { signal } = this.stopping;
    let theirs: string;
    try {
      theirs = (await this.readHost(address)).description ?? "";
      if (sameText(theirs, open.base) || sameText(theirs, mine)) {
        const { client } = this.app.connections.get(instance);
        if (!sameText(theirs, mine)) await client.mergeRequests.update(project, iid, { description: mine }, { signal });
        open.base = mine;
        this.put(open, mine);
        await this.drafts.drop(address);
        notice(l10n.t("The description of !{0} is saved.", iid));
        return;
      }
    } catch (error) {
      this.app.report.background(error, "Save a description");
      throw FileSystemError.Unavailable(l10n.t("It was not sent, and is kept here. {0}", describeError(error).message));
    } finally {
      this.announce(address);
    }
    void this.settle(uri, address, theirs);
    throw FileSystemError.Unavailable(l10n.t("Somebody else changed the description of !{0} meanwhile. Both texts are kept.", iid));
  }

  /** From the person's answer on, what somebody else wrote counts as seen: the next save replaces it. */
  private async settle(uri: Uri, { iid }: DescriptionAddress, theirs: string): Promise<void> {
    const seen = (): void => {
      const open = this.open.get(uri.toString());
      if (open) open.base = theirs;
    };
    try {
      await askAboutConflict(this.app, { uri, iid, theirs, seen });
    } catch (error) {
      await this.app.report.error(error, l10n.t("Save Description"));
    }
  }

  private put(open: Open, text: string): void {
    if (open.text !== text) open.version += 1;
    open.text = text;
  }

  private announce({ instance, project, iid }: DescriptionAddress): void {
    try {
      this.app.changes.fire({ instance, project, subject: "mergeRequest", iid });
    } catch (error) {
      this.app.report.background(error, "Refresh after a change");
    }
  }

  private async known(uri: Uri): Promise<Open> {
    const key = uri.toString();
    const open = this.open.get(key) ?? (await this.first(uri));
    // Two questions at once are about the same document.
    const kept = this.open.get(key) ?? open;
    this.open.set(key, kept);
    return kept;
  }

  private async first(uri: Uri): Promise<Open> {
    const address = this.addressOf(uri);
    const draft = this.drafts.get(address);
    // What was written can be read without the host; it is asked when the text is sent.
    if (draft) return { ...draft, version: Date.now() };
    try {
      const text = (await this.readHost(address)).description ?? "";
      return { text, base: text, version: Date.now() };
    } catch (error) {
      throw FileSystemError.Unavailable(describeError(error).message);
    }
  }

  private readHost({ instance, project, iid }: DescriptionAddress) {
    return readMergeRequest(this.app, { instance, project, mergeRequest: { iid, title: "", state: "", web_url: "" } }, this.stopping.signal);
  }

  private addressOf(uri: Uri): DescriptionAddress {
    const address = readDescriptionAddress(uri.query);
    if (!address) throw FileSystemError.FileNotFound(uri);
    return address;
  }
}

/** Hosts end lines as web pages do; editors as they like. */
const sameText = (one: string, other: string): boolean => one.replace(/\r\n/g, "\n") === other.replace(/\r\n/g, "\n");
