import { l10n } from "vscode";
import { isOutcomeUnknown } from "../../../../api/errors.ts";
import type { Disposable } from "../../../../core/base/disposable.ts";
import type { DraftKind, Drafts } from "../../../../core/base/drafts.ts";
import { isCancelled } from "../../../../core/base/errors.ts";
import { lookForLeft } from "../../../../core/base/leftDrafts.ts";
import { asNumber, asText, listOf, recordOf } from "../../../../core/base/stored.ts";
import type { Span } from "../../../../core/base/textEdit.ts";
import { withLeft } from "../../../../core/base/withLeft.ts";
import { sinceNow } from "../../../../core/commands/runWrite.ts";
import { describeError } from "../../../../core/ui/describeError.ts";
import type { Report } from "../../../../core/ui/report.ts";
import { spanAfter } from "../../../../core/ui/shiftSpan.ts";
import type { InsertMessage } from "../../../../core/webview/fileMessages.ts";
import type { ShownText } from "../../../../core/webview/messages.ts";
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
  /** What another window left, while it cannot be added to the text. */
  readonly left?: string | undefined;
}

interface BoxText extends Unsent {
  readonly box: string;
}

/** Unsent texts of a merge request's page. */
const pageTexts: DraftKind<readonly BoxText[]> = {
  name: "conversation",
  parse: listOf(recordOf({ box: asText, text: asText }, { since: asNumber, left: asText })),
  limit: 100,
  join: (left, kept) => [
    ...kept.map((one) => ({ ...one, text: joined(one.text, left.find(({ box }) => box === one.box)?.text) })),
    ...left.filter(({ box }) => !kept.some((one) => one.box === box)),
  ],
};

/** Returns a text with what another window left. */
const joined = (text: string, left = ""): string =>
  left === "" ? text : withLeft(text === "" ? undefined : text, left);

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

/**
 * The boxes of a merge request's page: what was typed, which is stored until it is sent, and what became of it. They are drawn once what was
 * stored is read. What a box shows is what is sent: it comes with the button.
 */
export class CommentBoxes {
  private readonly drafts: Pick<Drafts, "get" | "keepQuietly" | "mayBeLeft" | "takeLeft">;
  private readonly report: Pick<Report, "background">;
  private readonly hostTime: () => number;
  private readonly changed: () => void;
  private readonly check: (text: string) => Promise<void>;
  private key: string | undefined;
  private readonly texts = new Map<string, Unsent>();
  private readonly states = new Map<string, BoxState>();
  private readonly generations = new Map<string, number>();
  /** What was added to texts that the page still shows without it, by the id of the box as it was shown before. */
  private readonly added = new Map<string, string>();
  /** What was typed while a text was being sent, before the page showed that. */
  private readonly typedLate = new Map<string, string>();
  private looking: Disposable | undefined;
  /** Places that files are attached at, by the name of their box. */
  private readonly places = new Map<string, Set<{ span: Span }>>();

  /**
   * @param hostTime returns the time by the host's clock, in ms since the epoch
   * @param check called with a text before it is sent; it throws a CancelledError if it is not to be
   */
  constructor(
    {
      drafts,
      report,
    }: { drafts: Pick<Drafts, "get" | "keepQuietly" | "mayBeLeft" | "takeLeft">; report: Pick<Report, "background"> },
    hostTime: () => number,
    changed: () => void,
    check: (text: string) => Promise<void> = () => Promise.resolve(),
  ) {
    this.check = check;
    this.drafts = drafts;
    this.report = report;
    this.hostTime = hostTime;
    this.changed = changed;
  }

  /** Whether what was typed earlier is read: only then are boxes drawn. */
  get restored(): boolean {
    return this.key !== undefined;
  }

  /** Reads what was typed earlier, once it is known whose boxes these are. @param key identifies the merge request */
  restore(key: string): void {
    if (this.key !== undefined) return;
    this.key = key;
    const isTyped = this.texts.size > 0;
    this.takeIn(this.drafts.get(pageTexts, key) ?? []);
    // It was not known yet where to store it.
    if (isTyped) void this.store();
    this.looking = lookForLeft(this.drafts, pageTexts, key, (left) => {
      this.takeIn(left);
      void this.store();
      this.changed();
    });
  }

  /** Shows what was stored, beside what is being written. */
  private takeIn(stored: readonly BoxText[]): void {
    for (const { box, since, ...one } of stored) {
      if (!known.test(box)) continue;
      const text = joined(one.text, one.left);
      const here = this.texts.get(box);
      if (here && this.isBusy(box)) {
        this.texts.set(box, { ...here, left: joined(here.left ?? "", text) });
        continue;
      }
      if (here) this.added.set(this.idOf(box), text);
      this.texts.set(box, here ? { text: joined(here.text, text) } : { text, since });
      // Another text than the one that is shown is that of another box.
      this.renew(box);
    }
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
    const attaching = this.places.has(name) ? l10n.t("Attaching files…") : undefined;
    return { name, id: this.idOf(name), text: this.textOf(name), sending, problem, notice: attaching ?? notice };
  }

  /** Keeps what was typed. */
  typed({ box: name, id, text }: ShownText): void {
    if (!known.test(name)) return;
    if (this.states.get(name)?.sending === true) {
      this.typedLate.set(name, text);
      return;
    }
    const added = this.added.get(id);
    if (added !== undefined && id !== this.idOf(name)) {
      // It was typed before the page showed what was added.
      this.write(name, joined(text, added));
      this.renew(name);
      this.changed();
    } else this.write(name, text);
  }

  private write(name: string, text: string): void {
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
        this.write(name, before.slice(0, start) + text + before.slice(end));
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
      this.write(name, text);
    }
    this.changed();
  }

  /** Empties a box, which closes a box for editing. */
  clear(name: string): void {
    this.texts.delete(name);
    this.states.delete(name);
    this.places.delete(name);
    this.typedLate.delete(name);
    this.renew(name);
    void this.store();
    this.changed();
  }

  /**
   * Sends the text that a box shows, and empties it; after a failure the text stays, with the reason.
   * @param shown what the boxes beside the button show
   * @param write gets since when the text may be there, if it was sent before without an answer; returns undefined if the host ran quick
   * actions and made no comment
   */
  async send(
    name: string,
    shown: readonly ShownText[],
    write: (text: string, since: number | undefined) => Promise<unknown>,
  ): Promise<void> {
    if (this.states.get(name)?.sending === true) return;
    const pressed = shown.find(({ box }) => box === name);
    if (pressed) this.typed(pressed);
    if (this.places.has(name)) {
      this.set(name, { problem: l10n.t("Wait until the files are attached.") });
      return;
    }
    const { text = "" } = pressed ?? {};
    if (text.trim() === "") {
      this.set(name, { problem: l10n.t("Enter a comment.") });
      return;
    }
    const { text: whole, since } = this.texts.get(name) ?? { text };
    // What was added is not shown yet, and not sent with it.
    const left = whole === text ? undefined : this.added.get(pressed?.id ?? "");
    this.set(name, { sending: true });
    let isChecked = false;
    try {
      await this.check(text);
      isChecked = true;
      // A window that closes while it is sent looks for it before it sends it again.
      await this.keep(name, { text, since: since ?? sinceNow(this.hostTime), left });
      const made = await write(text, since);
      this.sent(name, text);
      if (made === undefined) this.set(name, { notice: l10n.t("The host ran the quick actions.") });
    } catch (error) {
      const isUnknown = isChecked && (isCancelled(error) || isOutcomeUnknown(error));
      if (!isCancelled(error)) this.report.background(error, "Send a comment");
      const sentAt = isUnknown ? this.texts.get(name)?.since : since;
      this.states.delete(name);
      await this.reopen(name, { text, since: sentAt, left: this.texts.get(name)?.left });
      if (isChecked || !isCancelled(error)) this.set(name, { problem: describeError(error).message });
      else this.changed();
    }
  }

  /** Empties a box whose text was sent, but for what was typed or left meanwhile. */
  private sent(name: string, text: string): void {
    const { left } = this.texts.get(name) ?? {};
    const late = this.typedLate.get(name) ?? text;
    this.clear(name);
    const rest = joined((late.startsWith(text) ? late.slice(text.length) : late).trim(), left);
    if (rest.trim() === "") return;
    this.write(name, rest);
    this.changed();
  }

  /** Shows a text again that was not sent, with what was typed or left meanwhile. */
  private async reopen(name: string, { text, since, left }: Unsent): Promise<void> {
    const typed = this.typedLate.get(name) ?? text;
    this.typedLate.delete(name);
    const whole = joined(typed, left);
    if (whole !== typed) this.renew(name);
    await this.keep(name, { text: whole, ...(whole === text && { since }) });
  }

  /** Gives up the places that something was to be inserted at. */
  dispose(): void {
    this.looking?.dispose();
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

  /** Whether what a box shows must not be replaced now. */
  private isBusy(name: string): boolean {
    return this.states.get(name)?.sending === true || this.places.has(name);
  }

  private idOf(name: string): string {
    return `box-${name.replace(" ", "-")}-${this.generations.get(name) ?? 0}`;
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
