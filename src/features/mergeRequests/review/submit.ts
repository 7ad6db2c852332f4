import { l10n } from "vscode";
import { ApiError, type ApiErrorKind } from "../../../api/errors.ts";
import { UserError } from "../../../core/base/errors.ts";
import { Emitter } from "../../../core/base/events.ts";
import type { Change } from "../../../core/changes.ts";
import { announce, runWrite, sinceNow } from "../../../core/commands/runWrite.ts";
import type { MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import { addComment, replyTo, setResolved, startThread } from "../../../core/mergeRequests/review/write.ts";
import { describeError } from "../../../core/ui/describeError.ts";
import { numberText } from "../../../core/ui/plural.ts";
import type { Step } from "../../../core/ui/progress.ts";
import type { KeptComment } from "./keptReviews.ts";
import { type PendingComment, type PendingContext, pendingDraft, type PendingReviews } from "./pendingReviews.ts";

/** A comment that the host refused, which stays in the review. */
export interface Refused {
  readonly comment: PendingComment;
  readonly why: string;
}

/** What is said with a review as a whole. */
export interface ReviewAnswers {
  /** Markdown. */
  readonly summary: string;
  readonly approve: boolean;
  /** When the user was asked, in milliseconds since the epoch by the host's clock. */
  readonly asked: number;
  /** The comments that waited then. */
  readonly comments: readonly Pick<PendingComment, "id">[];
}

export interface Submitted {
  /** Number of comments that were sent, with the summary. */
  readonly sent: number;
  /** Comments that the host refused. */
  readonly refused: readonly Refused[];
}

/** What is reached while a review is submitted. */
interface Submission {
  readonly context: PendingContext;
  readonly pending: PendingReviews;
  readonly place: MergeRequestPlace;
  /** What was asked about. */
  readonly comments: ReviewAnswers["comments"];
  readonly signal: AbortSignal;
  /** Called before each comment. @throws UserError if another window took over */
  readonly next: () => Promise<void>;
}

/**
 * Submits a review, one window at a time: one that comes later waits and sends what is left.
 * @throws ApiError, UserError if it is not known whether a comment was sent; the rest then stays
 */
export function submitAlone(
  context: PendingContext,
  pending: PendingReviews,
  place: MergeRequestPlace,
  { summary, approve, asked, comments }: ReviewAnswers,
  signal: AbortSignal,
  step: Step,
): Promise<Submitted> {
  const waiting = (): void => step(l10n.t("Waiting for another window that submits your review…"));
  return pending.alone(place, { signal, waiting }, async (renew) => {
    await pending.change(place, (kept) => ({
      summary,
      approve,
      submitting: true,
      // What was typed is kept at once, so another window has sent what is gone: perhaps the same.
      summarySince: summary !== "" && kept.summary === undefined ? asked : kept.summarySince,
    }));
    const submitted = await submitComments(context, pending, { place, comments }, signal, step, renew);
    // An approval that is refused can be given on its own.
    await pending.change(place, () => ({ submitting: undefined, approve: undefined }));
    return submitted;
  });
}

/**
 * Sends what waits in a review: the host's draft notes, what is kept here, and the summary. Each is removed from what is kept once it is
 * sent, and looked for first if it was sent before without an answer, so that a submission can be cut off anywhere and repeated.
 * @param renew called before each comment
 */
async function submitComments(
  context: PendingContext,
  pending: PendingReviews,
  { place, comments }: { readonly place: MergeRequestPlace } & Pick<ReviewAnswers, "comments">,
  signal: AbortSignal,
  step: Step,
  renew: () => Promise<void>,
): Promise<Submitted> {
  // Announced once at the end: what shows the conversation would read it after each comment.
  const changes = new Emitter<Change>();
  const total = numberText(pending.count(place));
  let at = 0;
  const submission: Submission = {
    context: { ...context, changes },
    pending,
    place,
    comments,
    signal,
    next: async () => {
      step(l10n.t("{0} of {1}", numberText((at += 1)), total));
      await renew();
    },
  };
  try {
    checkAsked(submission);
    const parts = [await publishDrafts(submission), await sendKept(submission), await sendSummary(submission)];
    return {
      sent: parts.reduce((sum, { sent }) => sum + sent, 0),
      refused: parts.flatMap(({ refused }) => refused),
    };
  } finally {
    changes.dispose();
    announce(context, { ...place, subject: "mergeRequest" });
  }
}

/** Ensures that nothing is sent that was added after the user was asked. @throws UserError */
function checkAsked({ pending, place, comments }: Submission): void {
  const isAsked = new Set(comments.map(({ id }) => id));
  if (pending.comments(place).every(({ id }) => isAsked.has(id))) return;
  throw new UserError(
    l10n.t("Your review of !{0} has new comments. Nothing was submitted. Check them, then submit again.", place.iid),
  );
}

const nothing: Submitted = { sent: 0, refused: [] };

async function publishDrafts(submission: Submission): Promise<Submitted> {
  const { context, pending, place, signal } = submission;
  const { drafts: api } = context.connections.get(place.instance).client.discussions;
  if (api.available() === false) return nothing;
  const list = async () => {
    const { items } = await pending.listDrafts(place, signal);
    await pending.setDrafts(place, items);
    return items;
  };
  let found: number;
  try {
    found = (await list()).length;
  } catch (error) {
    // Hosts before 15.9 have threads, but no draft notes.
    if (error instanceof ApiError && api.available() === false) return nothing;
    throw error;
  }
  if (found === 0) return nothing;
  checkAsked(submission);
  try {
    await runWrite(
      context,
      l10n.t("Submit Review"),
      { ...place, subject: "mergeRequest" },
      () => api.publishAll(place.project, place.iid, { signal }),
      {
        within: signal,
        what: "drafts",
        find: async () => ((await list()).length === 0 ? { done: undefined } : undefined),
      },
    );
    await pending.setDrafts(place, []);
    return { sent: found, refused: [] };
  } catch (error) {
    // One that cannot be placed holds up the others.
    if (!isPlacement(apiErrorOf(error))) throw error;
  }
  const refused: Refused[] = [];
  for (const draft of await list()) {
    await submission.next();
    const isGone = async (): Promise<boolean> => !(await list()).some(({ id }) => id === draft.id);
    try {
      await runWrite(
        context,
        l10n.t("Submit Review"),
        { ...place, subject: "mergeRequest" },
        () => api.publish(place.project, place.iid, draft.id, { signal }),
        {
          within: signal,
          what: ["draft", draft.id],
          find: async () => ((await isGone()) ? { done: undefined } : undefined),
        },
      );
    } catch (error) {
      const cause = apiErrorOf(error);
      if (cause?.kind === "notFound") continue;
      if (!isPlacement(cause) && !isRefusal(cause)) throw error;
      refused.push({ comment: pendingDraft(draft), why: cause?.serviceMessage ?? describeError(cause).message });
    }
  }
  await list();
  return { sent: found - refused.length, refused };
}

async function sendKept(submission: Submission): Promise<Submitted> {
  const { pending, place, signal } = submission;
  const refused: Refused[] = [];
  let sent = 0;
  for (const { id, draft } of pending.comments(place)) {
    if (draft !== undefined) continue;
    await submission.next();
    try {
      await sendOne(submission, id);
      sent += 1;
    } catch (error) {
      const cause = apiErrorOf(error);
      if (signal.aborted || !isRefusal(cause)) throw error;
      await pending.changeComment(place, id, (kept) => ({ ...kept, since: undefined }));
      const comment = pending.comments(place).find((one) => one.id === id);
      if (comment) refused.push({ comment, why: describeError(error).message });
    }
  }
  return { sent, refused };
}

/** Sends a comment that is kept here, and resolves its thread. */
async function sendOne({ context, pending, place, signal }: Submission, id: string): Promise<void> {
  const { client } = context.connections.get(place.instance);
  const kept = (): KeptComment | undefined => pending.kept(place)?.comments.find((one) => one.id === id);
  const comment = kept();
  if (comment === undefined) return;
  const { text, discussion, position, resolves = false, since } = comment;
  if (text !== "") {
    // A window that closes while it is sent looks for it before it sends it again.
    await pending.changeComment(place, id, (one) => ({ ...one, since: since ?? sinceNow(client.hostTime) }));
    const sending = { within: signal, since };
    if (discussion === undefined) await startThread(context, place, text, position, sending);
    else await replyTo(context, place, discussion, text, sending);
    await pending.changeComment(place, id, (one) => {
      // Edited while it was sent: nothing that was typed is lost.
      if (one.text !== text) return { ...one, since: undefined };
      return resolves && discussion !== undefined ? { ...one, text: "", since: undefined } : undefined;
    });
  }
  if (!resolves || discussion === undefined) return;
  await setResolved(context, place, discussion, true, signal);
  await pending.changeComment(place, id, (one) => (one.text === "" ? undefined : { ...one, resolves: false }));
}

async function sendSummary({ context, pending, place, signal }: Submission): Promise<Submitted> {
  const { summary = "", summarySince: since } = pending.kept(place) ?? {};
  if (summary.trim() === "") return nothing;
  const { client } = context.connections.get(place.instance);
  await pending.change(place, () => ({ summarySince: since ?? sinceNow(client.hostTime) }));
  await addComment(context, place, summary, { within: signal, since });
  // Another window may keep what is being typed there.
  await pending.change(place, (kept) =>
    kept.summary === summary ? { summary: undefined, summarySince: undefined } : {},
  );
  return { sent: 1, refused: [] };
}

/** Kinds of errors that say that a comment will not be taken as it is. */
const refusals: ReadonlySet<ApiErrorKind> = new Set([
  "forbidden",
  "notFound",
  "methodNotAllowed",
  "invalidRequest",
  "conflict",
]);

const isRefusal = (error: ApiError | undefined): boolean => error !== undefined && refusals.has(error.kind);

/** Whether an error may say that a comment cannot be placed. After the error of a gateway the host may still be publishing it. */
const isPlacement = (error: ApiError | undefined): boolean => error?.status === 500;

/** Returns what the host answered, also where a sentence for the user stands around it. */
const apiErrorOf = (error: unknown): ApiError | undefined =>
  error instanceof ApiError
    ? error
    : error instanceof UserError && error.cause instanceof ApiError
      ? error.cause
      : undefined;
