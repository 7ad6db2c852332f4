import { l10n } from "vscode";
import { ApiError, type ApiErrorKind } from "../../api/errors.ts";
import { isCancelled, UserError } from "../base/errors.ts";
import type { Change } from "../changes.ts";
import type { Context } from "../context.ts";
import { describeError, noAnswerText } from "../ui/describeError.ts";
import { PartialListError } from "../ui/partialList.ts";
import { type Step, withProgress } from "../ui/progress.ts";
import type { UnansweredWrites } from "./unansweredWrites.ts";

/** A write that turned out to be done, with what its answer would have been. */
export interface Found<T> {
  readonly done: T;
}

/**
 * Looks on the host whether a write without an answer was done; undefined if it was not, so far.
 * @param since when it was first sent, by the clock of `hostTime` and a little earlier, in milliseconds since the epoch
 * @param isEarlier whether a write of the same kind made this a moment ago, so that it may be as new and not what is looked for
 * @throws ApiError, PartialListError if it cannot be told
 */
export type FindWrite<T> = (
  signal: AbortSignal,
  since: number,
  isEarlier: (thing: object) => boolean,
) => Promise<Found<T> | undefined>;

interface FindOptions<T> {
  readonly find?: FindWrite<T> | undefined;
  /** Returns the time by the host's clock, for what is recognized by when it was made. */
  readonly hostTime?: (() => number) | undefined;
}

export interface WriteOptions<T> extends FindOptions<T> {
  /** What is sent, if only the same again is a repetition. */
  readonly what?: unknown;
  /** When it was first sent without an answer, if that is stored elsewhere, in milliseconds since the epoch by the host's clock. */
  readonly since?: number | undefined;
  /** Signal of a progress that is shown already: another one would have a Cancel button of its own. */
  readonly within?: AbortSignal | undefined;
}

type WriteContext = Pick<Context, "changes" | "report" | "unanswered">;

/**
 * Sends a write, which can be cancelled once it takes longer than a moment. The change is announced in any case: after a failure or a
 * cancel it is unknown what the server did, or the row is out of date. See `sendWrite` for writes without an answer.
 */
export async function runWrite<T>(
  context: WriteContext,
  title: string,
  change: Change,
  request: (signal: AbortSignal, step: Step) => Promise<T>,
  { within, what, ...look }: WriteOptions<T> = {},
): Promise<T> {
  const write = (signal: AbortSignal, step: Step): Promise<T> =>
    sendWrite(context, {
      key: writeKey([title, change, what]),
      kind: writeKey([title, change]),
      request: () => request(signal, step),
      signal,
      ...look,
    });
  try {
    return await (within ? write(within, () => undefined) : withProgress(title, write, { writes: true }));
  } finally {
    announce(context, change);
  }
}

export interface Write<T> extends FindOptions<T> {
  /** Identifies the write in this window, when it is repeated. */
  readonly key: string;
  /** Identifies the writes that make the same kind of thing in the same place, whatever is sent; the key if only a repetition does. */
  readonly kind?: string | undefined;
  readonly request: () => Promise<T>;
  /** When it was first sent without an answer, if that is stored elsewhere. */
  readonly since?: number | undefined;
  readonly signal: AbortSignal;
}

/**
 * Sends a write. If its outcome is unknown, looks whether it was done; one that is repeated after that is looked for first, so that
 * nothing is done twice and no refusal of the repetition misleads.
 * @throws ApiError; UserError if it was not done so far
 */
export async function sendWrite<T>(context: Pick<Context, "report" | "unanswered">, write: Write<T>): Promise<T> {
  const { key, kind = key, request, find, signal, hostTime = Date.now } = write;
  const isDone = (result: unknown): void => {
    unanswered.delete(key);
    remember(unanswered, kind, result);
  };
  const { unanswered } = context;
  const before = write.since ?? unanswered.sinceOf(key);
  const since = before ?? sinceNow(hostTime);
  const lookUp = (how: FindWrite<T>): Promise<Found<T> | undefined> =>
    how(AbortSignal.any([signal, AbortSignal.timeout(patience)]), since, (thing) => isEarlier(unanswered, kind, thing));
  let looked = false;
  if (before !== undefined && find) {
    try {
      const found = await lookUp(find);
      if (found) {
        isDone(found.done);
        return found.done;
      }
      looked = true;
    } catch (error) {
      if (!(error instanceof PartialListError) && (!(error instanceof ApiError) || isOutOfReach(error))) throw error;
      // What the account may not read does not keep it from writing.
      context.report.background(error, "Look for a write");
    }
  }
  try {
    const result = await request();
    isDone(result);
    return result;
  } catch (error) {
    if (!(error instanceof ApiError) || !error.outcomeUnknown)
      throw before !== undefined && !looked ? asRepeated(error) : error;
    unanswered.add(key, since);
    if (isCancelled(error) || !find) throw error;
    let found: Found<T> | undefined;
    try {
      found = await lookUp(find);
    } catch (second) {
      if (signal.aborted) throw second;
      context.report.background(second, "Look for a write");
      throw error;
    }
    if (!found) throw notDoneError(error);
    context.report.background(error, "Write that was done without an answer");
    isDone(found.done);
    return found.done;
  }
}

/** Returns the time from which on something that is sent now was made. @param hostTime returns the time by the host's clock */
export const sinceNow = (hostTime: () => number): number => hostTime() - clockTolerance;

/** Returns the error for a write without an answer that was looked for in vain: the host may still be at it. */
export const notDoneError = (error: ApiError): UserError =>
  new UserError(l10n.t("{0} The change was not made. Try again.", noAnswerText(error)), {
    cause: error,
    action: { title: l10n.t("Refresh"), command: "forgeline.refresh" },
  });

/** Announces a change. An error of a view is only logged: a write that was done must not look failed, or it would be repeated. */
export function announce(context: Pick<Context, "changes" | "report">, change: Change): void {
  try {
    context.changes.fire(change);
  } catch (error) {
    context.report.background(error, "Refresh after a change");
  }
}

/** Milliseconds for looking whether a write was done. */
const patience = 15_000;

/** Milliseconds by which the time of a response may be off: hosts tell it in whole seconds. */
const clockTolerance = 2_000;

/** Milliseconds for which what a write made is told from what the next makes: longer than the time of a response may be off. */
const remembered = 60_000;

/** Returns what identifies a thing of the host: its ID, or the time of one that has none. */
function idOf(thing: unknown): unknown {
  if (typeof thing !== "object" || thing === null) return undefined;
  const { id, created_at: at } = thing as { readonly id?: unknown; readonly created_at?: unknown };
  return id ?? at ?? undefined;
}

/** Remembers for a moment what a write made. */
function remember(unanswered: UnansweredWrites, kind: string, result: unknown): void {
  const [id, at] = [idOf(result), Date.now()];
  const latest = unanswered.made.filter((one) => at - one.at < remembered);
  unanswered.made = id === undefined ? latest : [...latest, { kind, id, at }];
}

function isEarlier({ made }: UnansweredWrites, kind: string, thing: object): boolean {
  const id = idOf(thing);
  return made.some((one) => one.kind === kind && one.id === id);
}

/** Returns the text that is the same for the same values, in whichever order an object has its fields: a kept draft is read in another. */
export const writeKey = (values: readonly unknown[]): string =>
  JSON.stringify(values, (_name, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );

const outOfReach: ReadonlySet<ApiErrorKind> = new Set<ApiErrorKind>([
  "network",
  "certificate",
  "proxy",
  "timeout",
  "server",
  "rateLimited",
  "unauthorized",
  "cancelled",
]);
const isOutOfReach = ({ kind }: ApiError): boolean => outOfReach.has(kind);

/** Kinds of refusals that may only say that the thing is done already. */
const refusals: ReadonlySet<ApiErrorKind> = new Set<ApiErrorKind>([
  "forbidden",
  "notFound",
  "methodNotAllowed",
  "notAcceptable",
  "conflict",
  "invalidRequest",
]);

/** Returns the refusal of a write that may have been done by an earlier attempt. */
function asRepeated(error: unknown): unknown {
  if (!(error instanceof ApiError) || !refusals.has(error.kind)) return error;
  const { message, action } = describeError(error);
  return new UserError(
    l10n.t("{0} An earlier attempt got no response and may have made the change already. Check that first.", message),
    { cause: error, ...(action && { action }) },
  );
}
