/**
 * Time of windows in the process: what waits for up to five seconds, for other changes, for VS Code to redraw or for a host to recover, waits until the
 * process has nothing else to do, and a tenth as long at most. Nothing here draws, so that the order of such waits matters and not their length.
 */
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers";
import promises from "node:timers/promises";
import { Activity } from "../support/activity.ts";

/** ms by which undici counts its own time: shorter ones would end its requests early. */
const tick = 499;
const longest = 5_000;
const faster = 10;
/** How often (ms) it is looked whether there is something to do, and how many times in a row there is nothing before a wait ends. */
const pause = 1;
const calmPauses = 3;

type Call = (...given: unknown[]) => void;

/** Makes short waits shorter, for as long as the process lives. */
export function shortenWaits(): void {
  const set = globalThis.setTimeout;
  const clear = globalThis.clearTimeout;
  const activity = new Activity();
  const waits = new Map<NodeJS.Timeout, { readonly at: number; readonly end: () => void }>();
  let calm = 0;
  let isLooking = false;

  const look = (): void => {
    calm = activity.isBusy() ? 0 : calm + 1;
    if (calm >= calmPauses) {
      calm = 0;
      const [first] = [...waits.values()].sort((one, other) => one.at - other.at);
      first?.end();
    }
    isLooking = waits.size > 0;
    if (isLooking) set(look, pause);
  };
  const shorter = (call: Call, ms = 0, ...given: readonly unknown[]): NodeJS.Timeout => {
    if (ms > longest || ms <= pause || ms === tick) return set(call, ms, ...given);
    const state = { isOver: false };
    const end = (): void => {
      if (state.isOver) return;
      state.isOver = true;
      waits.delete(timer);
      call(...given);
    };
    const timer = set(end, ms / faster);
    const begin = (): void => {
      state.isOver = false;
      waits.set(timer, { at: performance.now() + ms, end });
      if (!isLooking) set(look, pause);
      isLooking = true;
    };
    const again = timer.refresh.bind(timer);
    // undici keeps one timer for all its requests.
    timer.refresh = () => {
      begin();
      return again();
    };
    begin();
    return timer;
  };
  const end = (timer: NodeJS.Timeout): void => {
    waits.delete(timer);
    clear(timer);
  };
  const paused = <T>(ms = 0, value?: T, { signal }: { readonly signal?: AbortSignal } = {}): Promise<T> =>
    new Promise((resolve, reject) => {
      const abort = (): void => {
        end(timer);
        reject(new DOMException("The operation was aborted", { name: "AbortError", cause: signal?.reason }));
      };
      const over = (): void => {
        signal?.removeEventListener("abort", abort);
        resolve(value as T);
      };
      const timer = shorter(over, ms);
      if (signal?.aborted === true) abort();
      else signal?.addEventListener("abort", abort, { once: true });
    });
  for (const target of [globalThis, timers])
    Object.assign(target, { setTimeout: Object.assign(shorter, set), clearTimeout: end });
  Object.assign(promises, { setTimeout: paused });
  syncBuiltinESMExports();
}
