import { l10n } from "vscode";
import { isOutcomeUnknown } from "../../../../api/errors.ts";
import type { DraftKind, DraftStore } from "../../../../core/base/drafts.ts";
import { isCancelled } from "../../../../core/base/errors.ts";
import { asNumber, asText, listOf, recordOf } from "../../../../core/base/stored.ts";
import type { Span } from "../../../../core/base/textEdit.ts";
import { sinceNow } from "../../../../core/commands/runWrite.ts";
import { describeError } from "../../../../core/ui/describeError.ts";
import type { Report } from "../../../../core/ui/report.ts";
import { spanAfter } from "../../../../core/ui/shiftSpan.ts";
import type { InsertMessage } from "../../../../core/webview/fileMessages.ts";
import type { ShownBox } from "../../../../core/webview/textBox.ts";

/** Name of the box for a new comment. */
export const NEW_COMMENT = "comment";
export const replyBox = (discussion: string): string => `reply ${discussion}`;
export const editBox = (note: number): string => `edit ${note}`;
/** Name of the box for editing a pending comment. */
export const pendingBox = (part: string): string => `pending ${part}`;

/** Whether a box is open for editing, with a text or without one. */
const isEditing = (name: string): boolean => /^(?:edit|pending) /.test(name);

interface Unsent {
  readonly text: string;
  /** When it was first sent without an answer, in milliseconds since the epoch by the host's clock. */
  readonly since?: number | undefined;
}

interface BoxText extends Unsent {
  readonly box: string;
}

/** Unsent texts of a merge request's page. */
const pageTexts: DraftKind<readonly BoxText[]> = {
  name: "conversation",
  parse: listOf(recordOf({ box: asText, text: asText }, { since: asNumber })),
  limit: 100,
};

const known = /^(?:comment|(?:reply|pending) [\w-]{1,100}|edit \d{1,15})$/;

interface BoxState {
  readonly sending?: boolean;
  readonly problem?: string | undefined;
  readonly notice?: string | undefined;
}

/** A place in the text of a box that something is inserted at later. */
export interface TrackedPlace {
  /** Inserts a text. @returns whether the text that the place was in is still being written */
  readonly insert: (text: string) => Promise<boolean>;
  readonly dispose: () => void;
}

/** The boxes of a merge request's page: what was typed, which is stored until it is sent, and what became of it. */
export class CommentBoxes {
  private readonly drafts: Pick<DraftStore, "get" | "keepQuietly">;
  private readonly report: Pick<Report, "background">;
  private readonly hostTime: () => number;
  private readonly changed: () => void;
  private key: string | undefined;
  private readonly texts = new Map<string, Unsent>();
  private readonly states = new Map<string, BoxState>();
  private readonly generations = new Map<string, number>();
  /** Places that files are attached at, by the name of their box. */
  private readonly places = new Map<string, Set<{ span: Span }>>();

  /** @param hostTime returns the time by the host's clock, in ms since the epoch */
  constructor(
    { drafts, report }: { drafts: Pick<DraftStore, "get" | "keepQuietly">; report: Pick<Report, "background"> },
    hostTime: () => number,
    changed: () => void,
  ) {
    this.drafts = drafts;
    this.report = report;
    this.hostTime = hostTime;
    this.changed = changed;
  }

  /** Reads what was typed earlier, once it is known whose boxes these are. @param key identifies the merge request */
  restore(key: string): void {
    if (this.key !== undefined) return;
    this.key = key;
    const isTyped = this.texts.size > 0;
    for (const { box, ...unsent } of this.drafts.get(pageTexts, key) ?? [])
      if (known.test(box) && !this.texts.has(box)) this.texts.set(box, unsent);
    // It was not known yet where to store it.
    if (isTyped) void this.store();
  }

  /** Returns the names of boxes with a text. */
  get filled(): readonly string[] {
    return [...this.texts.keys()];
  }

  has(name: string): boolean {
    return this.texts.has(name);
  }

  box(name: string): ShownBox {
    const { sending = false, problem, notice } = this.states.get(name) ?? {};
    const id = `box-${name.replace(" ", "-")}-${this.generations.get(name) ?? 0}`;
    const attaching = this.places.has(name) ? l10n.t("Attaching files…") : undefined;
    return { name, id, text: this.textOf(name), sending, problem, notice: attaching ?? notice };
  }

  /** Keeps what was typed. */
  typed(name: string, text: string): void {
    if (!known.test(name) || this.states.get(name)?.sending === true) return;
    for (const place of this.places.get(name) ?? []) place.span = spanAfter(place.span, this.textOf(name), text);
    // A box for editing is open as long as it has a text, an empty one too.
    if (text === "" && !isEditing(name)) this.texts.delete(name);
    else if (text !== this.texts.get(name)?.text) this.texts.set(name, { text });
    void this.store();
  }

  /**
   * Keeps a place in the text of a box while the text changes.
   * @param show inserts in the box as it is shown; returns whether it is
   * @returns undefined if there is no such text to change now
   */
  track(name: string, span: Span, show: (message: InsertMessage) => Promise<boolean>): TrackedPlace | undefined {
    if (!known.test(name) || this.states.get(name)?.sending === true) return undefined;
    if (isEditing(name) && !this.texts.has(name)) return undefined;
    const place = { span };
    const places = this.places.get(name) ?? new Set();
    this.places.set(name, places.add(place));
    this.states.delete(name);
    this.changed();
    return {
      insert: async (text) => {
        if (this.places.get(name) !== places) return false;
        const { start, end } = place.span;
        const before = this.textOf(name);
        const { id } = this.box(name);
        this.typed(name, before.slice(0, start) + text + before.slice(end));
        // Otherwise it is shown anew, with what is kept here.
        if (!(await show({ type: "insert", id, before, start, end, text })) && this.box(name).id === id)
          this.renew(name);
        return true;
      },
      dispose: () => {
        places.delete(place);
        if (this.places.get(name) !== places) return;
        if (places.size === 0) this.places.delete(name);
        this.states.delete(name);
        this.changed();
      },
    };
  }

  /** Opens a box with a text, unless it is open. */
  open(name: string, text: string): void {
    if (!this.texts.has(name)) {
      this.renew(name);
      this.typed(name, text);
    }
    this.changed();
  }

  /** Empties a box, which closes a box for editing. */
  clear(name: string): void {
    this.texts.delete(name);
    this.states.delete(name);
    this.places.delete(name);
    this.renew(name);
    void this.store();
    this.changed();
  }

  /**
   * Sends the text of a box and empties it; after a failure the text stays, with the reason.
   * @param write gets since when the text may be there, if it was sent before without an answer; returns undefined if the host ran quick
   * actions and made no comment
   */
  async send(name: string, write: (text: string, since: number | undefined) => Promise<unknown>): Promise<void> {
    const { text, since } = this.texts.get(name) ?? { text: "" };
    if (this.states.get(name)?.sending === true) return;
    if (this.places.has(name)) {
      this.set(name, { problem: l10n.t("Wait until the files are attached.") });
      return;
    }
    if (text.trim() === "") {
      this.set(name, { problem: l10n.t("Enter a comment.") });
      return;
    }
    this.set(name, { sending: true });
    try {
      // A window that closes while it is sent looks for it before it sends it again.
      await this.keep(name, { text, since: since ?? sinceNow(this.hostTime) });
      const made = await write(text, since);
      this.states.delete(name);
      this.clear(name);
      if (made === undefined) this.set(name, { notice: l10n.t("The host ran the quick actions.") });
    } catch (error) {
      if (!isCancelled(error) && !isOutcomeUnknown(error)) await this.keep(name, { text, since });
      if (!isCancelled(error)) this.report.background(error, "Send a comment");
      this.set(name, { problem: describeError(error).message });
    }
  }

  /** Gives up the places that something was to be inserted at. */
  dispose(): void {
    this.places.clear();
  }

  private keep(name: string, unsent: Unsent): Promise<void> {
    this.texts.set(name, unsent);
    return this.store();
  }

  private set(name: string, state: BoxState): void {
    this.states.set(name, state);
    this.changed();
  }

  private textOf(name: string): string {
    return this.texts.get(name)?.text ?? "";
  }

  private renew(name: string): void {
    this.generations.set(name, (this.generations.get(name) ?? 0) + 1);
  }

  private async store(): Promise<void> {
    if (this.key === undefined) return;
    const all = [...this.texts].map(([box, unsent]) => ({ box, ...unsent }));
    await this.drafts.keepQuietly(pageTexts, this.key, all.length === 0 ? undefined : all);
  }
}
