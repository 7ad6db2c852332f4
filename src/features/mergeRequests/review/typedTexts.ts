import { randomUUID } from "node:crypto";
import { type TextDocument, type Uri, window, workspace } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import type { DraftKind } from "../../../core/base/drafts.ts";
import { hasEnded, ownIdentity, parseIdentity, type ProcessIdentity } from "../../../core/base/processIdentity.ts";
import { asId, asNumber, asText, oneOf, type Parse, recordOf } from "../../../core/base/stored.ts";
import type { Context } from "../../../core/context.ts";
import { boxSelector } from "./boxPlace.ts";
import type { ThreadDocument } from "./diffThreads.ts";
import type { MergeRequestPlace } from "./place.ts";
import { type ThreadDrafts, unsentText } from "./threadDrafts.ts";

/** Milliseconds after which it is known whether a box was closed alone: VS Code closes the parts of a diff one after the other. */
const SETTLED_AFTER = 1_000;
/** Milliseconds after which a text counts as left behind if its process cannot be seen from here, for example after a restart of the machine. */
const LEFT_AFTER = 10 * 60_000;

const asOwner: Parse<ProcessIdentity> = parseIdentity;
const parseTyped = recordOf(
  {
    /** Unique. */
    box: asText,
    instance: asText,
    project: asId,
    iid: asNumber,
    path: asText,
    side: oneOf("old", "new"),
    text: asText,
    /** In ms since the epoch. */
    at: asNumber,
  },
  { owner: asOwner },
);
type Typed = NonNullable<ReturnType<typeof parseTyped>>;

const typedTexts: DraftKind<Typed> = { name: "typed", parse: parseTyped };

interface Box {
  readonly id: string;
  readonly document: ThreadDocument;
  /** What it holds, as long as that is to be kept. */
  text: string | undefined;
  /** What is on disk of it. */
  kept: string | undefined;
  isWriting: boolean;
}

interface TypedTextsParts {
  readonly context: Pick<Context, "drafts" | "report">;
  readonly drafts: Pick<ThreadDrafts, "change">;
  /** Returns the document that is commented on in a box. */
  readonly documentOf: (box: Uri) => ThreadDocument | undefined;
  /** Returns what a box began with. */
  readonly began: (box: Uri) => string;
  /** Called when an unsent comment was made of what another window has left. */
  readonly recovered: (place: MergeRequestPlace) => void;
  /** Runs something when VS Code has closed what it closes at once. */
  readonly later?: (run: () => void) => Disposable;
  readonly identity?: () => Promise<ProcessIdentity | undefined>;
}

/**
 * Keeps what is typed into the boxes of threads while it is typed, since VS Code forgets it with the window. What a window has left becomes an
 * unsent comment on its file: VS Code does not tell which thread a box belongs to.
 */
export class TypedTexts implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly parts: TypedTextsParts;
  private readonly boxes = new Map<string, Box>();
  private looking: Disposable | undefined;
  private readonly owner: Promise<ProcessIdentity | undefined>;
  /** Looks through what other windows have typed; undefined once none of them has anything. */
  recovering: Promise<void> | undefined;

  constructor(parts: TypedTextsParts) {
    this.parts = parts;
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
    if (known === undefined && (text.trim() === "" || text === this.parts.began(uri))) return;
    const about = known?.document ?? this.parts.documentOf(uri);
    if (about === undefined) return;
    const box: Box = known ?? { id: randomUUID(), document: about, text: undefined, kept: undefined, isWriting: false };
    if (known === undefined) this.replace(box, text);
    this.boxes.set(address, box);
    this.keep(box, text.trim() === "" ? undefined : text);
  }

  /** VS Code shows a text again that it kept when its diff was closed. */
  private replace({ document }: Box, text: string): void {
    for (const [address, other] of this.boxes) {
      if (other.text !== text || other.document.uri.toString() !== document.uri.toString()) continue;
      this.boxes.delete(address);
      this.keep(other, undefined);
    }
  }

  /** Forgets the texts of boxes that were closed while their files are shown. Those of files that are closed are kept, as VS Code keeps them. */
  private look(): void {
    this.looking = undefined;
    const shown = new Set(window.visibleTextEditors.map(({ document }) => document.uri.toString()));
    for (const [address, box] of this.boxes) {
      if (shown.has(address) || !shown.has(box.document.uri.toString())) continue;
      this.boxes.delete(address);
      this.keep(box, undefined);
    }
  }

  private keep(box: Box, text: string | undefined): void {
    box.text = text;
    if (box.isWriting) return;
    box.isWriting = true;
    void this.write(box);
  }

  /** Writes what a box holds; while it writes, only the latest text waits. Never throws. */
  private async write(box: Box): Promise<void> {
    const owner = await this.owner;
    while (box.kept !== box.text) {
      const { id, text, document } = box;
      const { place, file } = document;
      const typed: Typed | undefined =
        text === undefined
          ? undefined
          : {
              box: id,
              instance: place.instance,
              project: place.project,
              iid: place.iid,
              path: file.path,
              side: file.diff.side,
              text,
              at: Date.now(),
              ...(owner && { owner }),
            };
      await this.parts.context.drafts.keepQuietly(typedTexts, id, typed);
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
        (error: unknown) => this.parts.context.report.background(error, "Recover what was typed into comments"),
      );
    this.recovering = recovering;
  }

  /** @returns whether no other window has typed anything */
  private async recover(): Promise<boolean> {
    const { context, drafts } = this.parts;
    const own = await this.owner;
    const mine = new Set([...this.boxes.values()].map(({ id }) => id));
    let isAll = true;
    for (const typed of context.drafts.all(typedTexts).filter(({ box }) => !mine.has(box))) {
      const { instance, project, iid, path, side, text, box } = typed;
      if (!(await isLeft(typed, own))) {
        isAll = false;
        continue;
      }
      // Two windows may recover it at once.
      await drafts.change({ instance, project, iid }, { path, side }, (kept) => {
        if (kept === undefined) return { text };
        return kept.text.includes(text) ? kept : { ...kept, text: unsentText({ text, other: kept.text }) };
      });
      await context.drafts.keepQuietly(typedTexts, box, undefined);
      this.parts.recovered({ instance, project, iid });
    }
    return isAll;
  }
}

async function isLeft({ owner, at }: Typed, own: ProcessIdentity | undefined): Promise<boolean> {
  if (owner && own?.place === owner.place) return hasEnded(owner, own);
  return Date.now() - at > LEFT_AFTER;
}

function later(run: () => void): Disposable {
  const timer = setTimeout(run, SETTLED_AFTER);
  return { dispose: () => clearTimeout(timer) };
}
