import { randomUUID } from "node:crypto";
import { type TextDocument, type Uri, window, workspace } from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import type { DraftKind } from "../base/drafts.ts";
import { hasEnded, ownIdentity, parseIdentity, type ProcessIdentity } from "../base/processIdentity.ts";
import { asNumber, asText, type Parse, recordOf } from "../base/stored.ts";
import type { Context } from "../context.ts";
import { boxSelector } from "./commentBoxes.ts";

/** Milliseconds after which it is known whether a box was closed alone: VS Code closes the parts of a diff one after the other. */
const SETTLED_AFTER = 1_000;
/** Milliseconds after which a text counts as left behind if its process cannot be seen from here, for example after a restart of the machine. */
const LEFT_AFTER = 10 * 60_000;

const asOwner: Parse<ProcessIdentity> = parseIdentity;

/** What is commented on in a box. */
export interface BoxSubject<P> {
  readonly document: Uri;
  /** JSON-compatible. */
  readonly place: P;
}

interface Typed<P> {
  /** Unique. */
  readonly box: string;
  readonly place: P;
  readonly text: string;
  /** In ms since the epoch. */
  readonly at: number;
  readonly owner?: ProcessIdentity | undefined;
}

interface Box<P> {
  readonly id: string;
  readonly subject: BoxSubject<P>;
  /** What it holds, as long as that is to be kept. */
  text: string | undefined;
  /** What is on disk of it. */
  kept: string | undefined;
  isWriting: boolean;
}

export interface TypedTextsParts<P> {
  /** Name of the drafts, unique. */
  readonly name: string;
  readonly parse: Parse<P>;
  readonly drafts: Pick<Context["drafts"], "all" | "keepQuietly">;
  readonly report: Pick<Context["report"], "background">;
  /** Returns what is commented on in a box; undefined for boxes of others. */
  readonly subjectOf: (box: Uri) => BoxSubject<P> | undefined;
  /** Returns what a box began with, if it changes a text. */
  readonly began?: (box: Uri) => string;
  /** Makes an unsent comment of what another window has left; two windows may do so at once. */
  readonly recover: (place: P, text: string) => Promise<void>;
  /** Runs something when VS Code has closed what it closes at once. */
  readonly later?: (run: () => void) => Disposable;
  readonly identity?: () => Promise<ProcessIdentity | undefined>;
}

/**
 * Keeps what is typed into the boxes of comments while it is typed, since VS Code forgets it with the window. What a window has left becomes
 * an unsent comment on its file: VS Code does not say which thread a box belongs to.
 */
export class TypedTexts<P> implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly parts: TypedTextsParts<P>;
  private readonly kind: DraftKind<Typed<P>>;
  private readonly boxes = new Map<string, Box<P>>();
  private looking: Disposable | undefined;
  private readonly owner: Promise<ProcessIdentity | undefined>;
  /** Looks through what other windows have typed; undefined once none of them has anything. */
  recovering: Promise<void> | undefined;

  constructor(parts: TypedTextsParts<P>) {
    this.parts = parts;
    this.kind = {
      name: parts.name,
      // Each box has a key of its own, and says whose it is.
      shared: true,
      parse: recordOf({ box: asText, place: parts.parse, text: asText, at: asNumber }, { owner: asOwner }),
    };
    this.owner = (parts.identity ?? ownIdentity)();
    this.owned.add(workspace.onDidChangeTextDocument(({ document }) => this.changed(document)));
    this.owned.add(
      window.onDidChangeVisibleTextEditors(() => {
        if (this.boxes.size > 0) this.looking ??= (parts.later ?? later)(() => this.look());
        // The window that was reloaded may end a moment after this one has begun.
        if (this.recovering) this.recoverQuietly();
      }),
    );
    this.recoverQuietly();
  }

  /** Forgets a text that was typed, since it is kept as a comment that is being sent. */
  taken(text: string): void {
    for (const box of this.boxes.values()) if (box.text === text) this.keep(box, undefined);
  }

  dispose(): void {
    this.looking?.dispose();
    this.owned.dispose();
  }

  private changed(document: TextDocument): void {
    const { uri } = document;
    if (uri.scheme !== boxSelector.scheme) return;
    const address = uri.toString();
    const text = document.getText();
    const known = this.boxes.get(address);
    if (known === undefined && (text.trim() === "" || text === this.parts.began?.(uri))) return;
    const subject = known?.subject ?? this.parts.subjectOf(uri);
    if (subject === undefined) return;
    const box: Box<P> = known ?? { id: randomUUID(), subject, text: undefined, kept: undefined, isWriting: false };
    if (known === undefined) this.replace(box, text);
    this.boxes.set(address, box);
    this.keep(box, text.trim() === "" ? undefined : text);
  }

  /** VS Code shows a text again that it kept when its diff was closed. */
  private replace({ subject }: Box<P>, text: string): void {
    for (const [address, other] of this.boxes) {
      if (other.text !== text || other.subject.document.toString() !== subject.document.toString()) continue;
      this.boxes.delete(address);
      this.keep(other, undefined);
    }
  }

  /** Forgets the texts of boxes that were closed while their files are shown. Those of files that are closed are kept, as VS Code keeps them. */
  private look(): void {
    this.looking = undefined;
    const shown = new Set(window.visibleTextEditors.map(({ document }) => document.uri.toString()));
    for (const [address, box] of this.boxes) {
      if (shown.has(address) || !shown.has(box.subject.document.toString())) continue;
      this.boxes.delete(address);
      this.keep(box, undefined);
    }
  }

  private keep(box: Box<P>, text: string | undefined): void {
    box.text = text;
    if (box.isWriting) return;
    box.isWriting = true;
    void this.write(box);
  }

  /** Writes what a box holds; while it writes, only the latest text waits. Never throws. */
  private async write(box: Box<P>): Promise<void> {
    const owner = await this.owner;
    while (box.kept !== box.text) {
      const { id, text, subject } = box;
      const { place } = subject;
      const typed = text === undefined ? undefined : { box: id, place, text, at: Date.now(), ...(owner && { owner }) };
      await this.parts.drafts.keepQuietly(this.kind, id, typed);
      box.kept = text;
    }
    box.isWriting = false;
  }

  private recoverQuietly(): void {
    const recovering = (this.recovering ?? Promise.resolve())
      .then(() => this.recover())
      .then(
        (isAll) => {
          if (isAll && this.recovering === recovering) this.recovering = undefined;
        },
        (error: unknown) => this.parts.report.background(error, "Recover what was typed into comments"),
      );
    this.recovering = recovering;
  }

  /** @returns whether no other window has typed anything */
  private async recover(): Promise<boolean> {
    const { drafts, recover } = this.parts;
    const own = await this.owner;
    const mine = new Set([...this.boxes.values()].map(({ id }) => id));
    let isAll = true;
    for (const typed of drafts.all(this.kind).filter(({ box }) => !mine.has(box))) {
      if (!(await isLeft(typed, own))) {
        isAll = false;
        continue;
      }
      await recover(typed.place, typed.text);
      await drafts.keepQuietly(this.kind, typed.box, undefined);
    }
    return isAll;
  }
}

async function isLeft({ owner, at }: Typed<unknown>, own: ProcessIdentity | undefined): Promise<boolean> {
  if (owner && own?.place === owner.place) return hasEnded(owner, own);
  return Date.now() - at > LEFT_AFTER;
}

function later(run: () => void): Disposable {
  const timer = setTimeout(run, SETTLED_AFTER);
  return { dispose: () => clearTimeout(timer) };
}
