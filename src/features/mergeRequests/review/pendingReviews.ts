import { randomUUID } from "node:crypto";
import path from "node:path";
import { l10n } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { DiffPosition, DraftNote, NewDiffPosition } from "../../../api/resources/discussionTypes.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { UserError } from "../../../core/base/errors.ts";
import { FileLock } from "../../../core/base/fileLock.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { foundInAll } from "../../../core/commands/findWrite.ts";
import { announce, type FindWrite, sendWrite, type Write } from "../../../core/commands/runWrite.ts";
import type { Context } from "../../../core/context.ts";
import { withLockReason } from "../../../core/mergeRequests/review/locked.ts";
import type { MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { Discussions } from "./discussions.ts";
import { type KeptComment, type KeptReview, KeptReviews, pendingCount } from "./keptReviews.ts";
import { PendingTexts } from "./pendingTexts.ts";

/** A comment that waits for the review to be submitted. */
export interface PendingComment {
  /** Unique in its review. */
  readonly id: string;
  /** ID of the host's draft note; absent if the comment is kept here. */
  readonly draft?: number | undefined;
  /** Markdown; empty if the thread is only resolved. */
  readonly text: string;
  /** ID of the discussion, for a reply. */
  readonly discussion?: string | undefined;
  readonly position?: DiffPosition | null | undefined;
  /** Whether its thread is resolved with it. */
  readonly resolves: boolean;
}

/** A comment to be added to a review. */
export interface NewPendingComment {
  readonly text: string;
  readonly discussion?: string | undefined;
  readonly position?: NewDiffPosition | undefined;
  readonly resolves: boolean;
}

export type PendingContext = Pick<
  Context,
  "connections" | "changes" | "report" | "drafts" | "polling" | "storage" | "unanswered"
>;

/** How a draft note is changed. */
interface DraftChange<T> {
  readonly title: string;
  /** What is sent, as only the same again is a repetition. */
  readonly what: readonly unknown[];
  readonly request: (signal: AbortSignal) => Promise<T>;
  readonly find: FindWrite<T>;
  /** Signal of a progress that is shown already. */
  readonly within?: AbortSignal | undefined;
}

/** Milliseconds after which a window that submits a review counts as dead, if it is not known to have ended: more than a request takes. */
const SUBMISSION_EXPIRY = 300_000;
/** Limit of draft notes read when looking for one. */
const maxDrafts = 2_000;

/**
 * Reviews that were not submitted yet. Their comments are the host's draft notes, so that they are on other machines, too; on hosts
 * without draft notes they are kept here, as are threads to be resolved without a reply, since a draft note needs a text.
 */
export class PendingReviews implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly context: PendingContext;
  private readonly discussions: Discussions;
  private readonly reviews: KeptReviews;
  private readonly submissions: FileLock;
  private readonly texts: PendingTexts;

  constructor(context: PendingContext, discussions: Discussions) {
    this.context = context;
    this.discussions = discussions;
    this.reviews = new KeptReviews(context);
    this.submissions = new FileLock({ directory: path.join(context.storage, "locks"), expiry: SUBMISSION_EXPIRY });
    this.texts = new PendingTexts(context, (place) => this.announce(place));
    this.owned.add(discussions.onDidChange((place) => void this.rememberDrafts(place)));
  }

  /** Returns the comments of a review, as far as read. */
  comments(place: MergeRequestPlace): readonly PendingComment[] {
    return [...this.draftsOf(place).map(pendingDraft), ...(this.kept(place)?.comments ?? []).map(pendingKept)];
  }

  /** Returns the Markdown that a comment is shown with. */
  shownText(place: MergeRequestPlace, { text, discussion, position }: PendingComment): string {
    const thread = this.discussions.known(place)?.discussions.find(({ id }) => id === discussion);
    return this.texts.of(place, text, discussion === undefined ? position : thread?.notes[0]?.position);
  }

  /** Returns how much waits for a review to be submitted. */
  count(place: MergeRequestPlace): number {
    const kept = this.kept(place);
    const drafts = this.discussions.known(place)?.drafts === undefined ? kept?.drafts : this.draftsOf(place).length;
    return kept === undefined ? (drafts ?? 0) : pendingCount({ ...kept, drafts });
  }

  /** Returns what is kept here of a review. */
  kept(place: MergeRequestPlace): KeptReview | undefined {
    const user = this.userOf(place);
    return user === undefined ? undefined : this.reviews.get(place, user);
  }

  /**
   * Adds a comment to a review.
   * @param since when it was first tried without an answer; it is looked for, then
   * @throws ApiError; Error if it cannot be kept here
   */
  async add(
    place: MergeRequestPlace,
    comment: NewPendingComment,
    { within, since }: { readonly within: AbortSignal; readonly since?: number | undefined },
  ): Promise<void> {
    const { client } = this.context.connections.get(place.instance);
    const { drafts } = client.discussions;
    const isSame = (one: Omit<PendingComment, "id">): boolean => isSameComment(one, comment);
    if (since !== undefined && (this.kept(place)?.comments ?? []).map(pendingKept).some(isSame)) return;
    if (drafts.available() !== false) {
      const { text, discussion, position, resolves } = comment;
      try {
        const made = await this.write(place, {
          key: JSON.stringify(["draft", keyOf(place), comment]),
          request: () =>
            drafts.create(
              place.project,
              place.iid,
              {
                note: text,
                ...(discussion !== undefined && { in_reply_to_discussion_id: discussion }),
                ...(resolves && { resolve_discussion: true }),
                ...(position && { position }),
              },
              { signal: within },
            ),
          find: async (signal) =>
            foundInAll(await this.listDrafts(place, signal), (draft) => isSame(pendingDraft(draft))),
          hostTime: client.hostTime,
          since,
          signal: within,
        });
        this.discussions.changeDrafts(place, (all) => [...all.filter(({ id }) => id !== made.id), made]);
        await this.rememberDrafts(place, (count) => count + 1);
        return;
      } catch (error) {
        // Hosts before 15.9 have threads, but no draft notes.
        if (!(error instanceof ApiError) || drafts.available() !== false) throw error;
      }
    }
    const id = randomUUID();
    await this.change(place, ({ comments }) => ({ comments: [...comments, { id, ...comment }] }));
  }

  /** Changes the text of a comment. @throws ApiError, UserError */
  async edit(place: MergeRequestPlace, { id, draft }: PendingComment, text: string): Promise<void> {
    if (draft === undefined) {
      const state = { isThere: false };
      await this.change(place, ({ comments }) => {
        state.isThere = comments.some((one) => one.id === id);
        return { comments: comments.map((one) => (one.id === id ? { ...one, text, since: undefined } : one)) };
      });
      if (!state.isThere)
        throw new UserError(l10n.t("This comment was submitted or deleted in another window. Your text is kept here."));
      return;
    }
    const { drafts } = this.context.connections.get(place.instance).client.discussions;
    const changed = await this.onHost(place, {
      title: l10n.t("Edit Comment"),
      what: ["edit", draft, text],
      request: (signal) => drafts.edit(place.project, place.iid, draft, { note: text }, { signal }),
      find: async (signal) =>
        foundInAll(await this.listDrafts(place, signal), (one) => one.id === draft && one.note.trim() === text.trim()),
    });
    this.discussions.changeDrafts(place, (all) => all.map((one) => (one.id === draft ? changed : one)));
  }

  /** Deletes a comment; one that is gone already is no error. @throws ApiError, UserError */
  async remove(place: MergeRequestPlace, comment: PendingComment, within?: AbortSignal): Promise<void> {
    const { id, draft } = comment;
    if (draft === undefined) {
      await this.changeComment(place, id, () => undefined);
      return;
    }
    const { drafts } = this.context.connections.get(place.instance).client.discussions;
    await this.onHost<undefined>(place, {
      title: l10n.t("Delete Comment"),
      what: ["delete", draft],
      request: async (signal) => {
        try {
          await drafts.delete(place.project, place.iid, draft, { signal });
        } catch (error) {
          if (!(error instanceof ApiError) || error.kind !== "notFound") throw error;
        }
        return undefined;
      },
      find: async (signal) => {
        const there = foundInAll(await this.listDrafts(place, signal), (one) => one.id === draft);
        return there ? undefined : { done: undefined };
      },
      within,
    });
    this.discussions.changeDrafts(place, (all) => all.filter((one) => one.id !== draft));
    await this.rememberDrafts(place, (count) => Math.max(0, count - 1));
  }

  /** Keeps that a thread is to be resolved with the review, or no longer: only the host can change what its draft notes resolve. */
  async setResolves(place: MergeRequestPlace, discussion: string, resolves: boolean): Promise<void> {
    const id = randomUUID();
    await this.change(place, ({ comments }) => {
      const others = comments
        .filter((one) => one.discussion !== discussion || one.text !== "")
        .map((one) => (one.discussion === discussion ? { ...one, resolves: false } : one));
      return { comments: resolves ? [...others, { id, text: "", discussion, resolves }] : others };
    });
  }

  /** Returns the ID of the account. @throws UserError if there is none */
  requireUser(place: MergeRequestPlace): number {
    const user = this.userOf(place);
    if (user === undefined) throw new UserError(l10n.t("Sign in to review merge requests."));
    return user;
  }

  /** Changes the part of a review that is kept on this machine. @throws UserError if there is no account; Error if it cannot be written */
  async change(place: MergeRequestPlace, change: (review: KeptReview) => Partial<KeptReview>): Promise<void> {
    await this.reviews.change(place, this.requireUser(place), change);
    this.announce(place);
  }

  /**
   * Runs something while no other window submits or discards a review of the account.
   * @param work gets what to call before each comment that is sent; it throws a UserError if another window took over
   * @param waiting called if another window is at it
   * @throws UserError if there is no account; what `work` throws
   */
  async alone<T>(
    place: MergeRequestPlace,
    { signal, waiting }: { readonly signal: AbortSignal; readonly waiting: () => void },
    work: (renew: () => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const name = `review-${instanceHost(place.instance)}-${this.requireUser(place)}`;
    const held = await this.submissions.hold(name, signal, waiting);
    try {
      return await work(async () => {
        if (!(await held.renew()))
          throw new UserError(l10n.t("Another window is submitting your review of !{0}.", place.iid));
      });
    } finally {
      await held
        .release()
        .catch((error: unknown) => this.context.report.background(error, "Let other windows submit reviews"));
    }
  }

  /** Changes a comment that is kept here. @param change returns undefined to delete it */
  async changeComment(
    place: MergeRequestPlace,
    id: string,
    change: (comment: KeptComment) => KeptComment | undefined,
  ): Promise<void> {
    await this.change(place, ({ comments }) => ({
      comments: comments.flatMap((one) => (one.id === id ? (change(one) ?? []) : [one])),
    }));
  }

  /** Takes over the draft notes as they are on the host now. */
  async setDrafts(place: MergeRequestPlace, drafts: readonly DraftNote[]): Promise<void> {
    this.discussions.changeDrafts(place, () => drafts);
    await this.rememberDrafts(place, () => drafts.length);
  }

  /** Reads the draft notes of the account. @throws ApiError */
  async listDrafts(
    { instance, project, iid }: MergeRequestPlace,
    signal: AbortSignal,
  ): Promise<{ readonly items: readonly DraftNote[]; readonly capped: boolean }> {
    const { drafts } = this.context.connections.get(instance).client.discussions;
    return drafts.list(project, iid, { perPage: 100, signal }).all({ max: maxDrafts, signal });
  }

  dispose(): void {
    this.owned.dispose();
  }

  /** Changes a draft note. @throws ApiError, UserError */
  private async onHost<T>(
    place: MergeRequestPlace,
    { title, what, request, find, within }: DraftChange<T>,
  ): Promise<T> {
    const send = (signal: AbortSignal): Promise<T> =>
      this.write<T>(place, {
        key: JSON.stringify([keyOf(place), ...what]),
        request: () => request(signal),
        find,
        signal,
      });
    return within ? send(within) : withProgress(title, send, { writes: true });
  }

  /** Sends a write of a draft note. After one that fails the conversation is read again: it may have been done, or the host may know why not. */
  private async write<T>(place: MergeRequestPlace, write: Write<T>): Promise<T> {
    try {
      return await withLockReason(this.context, place, () => sendWrite(this.context, write));
    } catch (error) {
      announce(this.context, { ...place, subject: "mergeRequest" });
      throw error;
    }
  }

  private draftsOf(place: MergeRequestPlace): readonly DraftNote[] {
    const user = this.userOf(place);
    // What another account of this window has drafted is not this one's.
    return (this.discussions.known(place)?.drafts ?? []).filter(({ author_id: author }) => (author ?? user) === user);
  }

  /** Keeps the number of draft notes, so that rows show it in a new window without asking for them. */
  private async rememberDrafts(place: MergeRequestPlace, count?: (before: number) => number): Promise<void> {
    const user = this.userOf(place);
    if (user === undefined) return;
    const before = this.kept(place)?.drafts ?? 0;
    const now = (last: number): number => {
      if (this.discussions.known(place)?.drafts === undefined) return count?.(last) ?? last;
      return this.userOf(place) === user ? this.draftsOf(place).length : last;
    };
    const isOther = now(before) !== before;
    if (isOther)
      try {
        // The number may be another one by the time it is written.
        await this.reviews.change(place, user, ({ drafts = 0 }) => ({ drafts: now(drafts) }));
      } catch (error) {
        this.context.report.background(error, "Keep the number of pending comments");
      }
    // After a write what shows the review is told, whoever kept the number.
    if (isOther || count !== undefined) this.announce(place);
  }

  private announce({ instance, project, iid }: MergeRequestPlace): void {
    announce(this.context, { instance, project, subject: "review", iid });
  }

  private userOf({ instance }: MergeRequestPlace): number | undefined {
    return this.context.connections.get(instance).session?.user.id;
  }
}

const keyOf = ({ instance, project, iid }: MergeRequestPlace): string => `${instance} ${project} ${iid}`;

/** Returns a draft note of the host as a comment of the review. */
export const pendingDraft = ({
  id,
  note,
  discussion_id: discussion,
  resolve_discussion,
  position,
}: DraftNote): PendingComment => ({
  id: `draft ${id}`,
  draft: id,
  text: note,
  discussion: discussion ?? undefined,
  position,
  resolves: resolve_discussion === true,
});

const pendingKept = ({ id, text, discussion, position, resolves = false }: KeptComment): PendingComment => ({
  id,
  text,
  discussion,
  position,
  resolves,
});

/** Whether two comments say the same in the same place. */
export function isSameComment(one: Omit<PendingComment, "id">, other: Omit<PendingComment, "id">): boolean {
  const placeOf = ({ discussion, position }: Omit<PendingComment, "id">): string =>
    JSON.stringify(
      discussion ?? [
        position?.head_sha ?? null,
        position?.old_path ?? null,
        position?.new_path ?? null,
        position?.old_line ?? null,
        position?.new_line ?? null,
      ],
    );
  return one.text.trim() === other.text.trim() && placeOf(one) === placeOf(other);
}
