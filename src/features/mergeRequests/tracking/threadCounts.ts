import { l10n } from "vscode";
import type { FileChange } from "../../../core/comparisons/comparison.ts";
import { type Conversation, isEvent, isOpenThread } from "../../../core/mergeRequests/review/conversation.ts";
import { plural } from "../../../core/ui/plural.ts";

/** Threads on a file. */
export interface ThreadCount {
  readonly threads: number;
  readonly open: number;
}

const none: ThreadCount = { threads: 0, open: 0 };
const counted = new WeakMap<Conversation, ReadonlyMap<string, ThreadCount>>();

/** Returns the number of threads on a file, also of earlier versions. */
export function threadsOn(conversation: Conversation | undefined, { path, oldPath }: FileChange): ThreadCount {
  const counts = conversation && (counted.get(conversation) ?? count(conversation));
  return counts?.get(path) ?? counts?.get(oldPath) ?? none;
}

function count(conversation: Conversation): ReadonlyMap<string, ThreadCount> {
  const counts = new Map<string, ThreadCount>();
  for (const discussion of conversation.discussions) {
    const position = discussion.notes[0]?.position;
    const path = position?.new_path ?? position?.old_path;
    if (!path || isEvent(discussion)) continue;
    const { threads, open } = counts.get(path) ?? none;
    counts.set(path, { threads: threads + 1, open: open + (isOpenThread(discussion) ? 1 : 0) });
  }
  counted.set(conversation, counts);
  return counts;
}

/** Returns the number of open threads in a word, for rows; undefined without any. */
export const openShort = (open: number): string | undefined =>
  open === 0
    ? undefined
    : plural(open, (shown) => ({ one: l10n.t("{0} open", shown), other: l10n.t("{0} open", shown) }));

/** Returns the number of open threads in words, for tooltips and screen readers; undefined without any. */
export const openLong = (open: number): string | undefined =>
  open === 0
    ? undefined
    : plural(open, (shown) => ({
        one: l10n.t("{0} open thread", shown),
        other: l10n.t("{0} open threads", shown),
      }));

/** Returns the number of threads in words; undefined without any. */
export const threadsWords = (threads: number): string | undefined =>
  threads === 0
    ? undefined
    : plural(threads, (shown) => ({ one: l10n.t("{0} thread", shown), other: l10n.t("{0} threads", shown) }));
