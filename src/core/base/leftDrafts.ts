import type { Disposable } from "./disposable.ts";
import type { DraftKind, Drafts } from "./drafts.ts";

/** Milliseconds between looks, and the number of them: longer than VS Code leaves a window that lost its browser, and than a window of another place counts as open. */
const pause = 1_000;
const mostLooks = 660;

/**
 * Looks again and again for the draft of a window that may be about to end: after a reload, the window that begins is sometimes there before
 * the other one has ended.
 * @param found called with a draft that was taken over
 */
export function lookForLeft<D>(
  drafts: Pick<Drafts, "mayBeLeft" | "takeLeft">,
  kind: DraftKind<D>,
  key: string,
  found: (left: D) => void,
): Disposable {
  let looks = 0;
  const timer = setInterval(() => {
    looks += 1;
    const mayCome = drafts.mayBeLeft(kind, key);
    const left = drafts.takeLeft(kind, key);
    for (const one of left ?? []) found(one);
    if ((left !== undefined && !mayCome) || looks >= mostLooks) clearInterval(timer);
  }, pause);
  if (!drafts.mayBeLeft(kind, key)) clearInterval(timer);
  return { dispose: () => clearInterval(timer) };
}
