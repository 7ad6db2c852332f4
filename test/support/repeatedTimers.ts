/** Lets what repeats be run at once, until it is ended. */
export function replaceIntervals(): { readonly tick: () => void; readonly restore: () => void } {
  const { setInterval: set, clearInterval: clear } = globalThis;
  const runs = new Map<NodeJS.Timeout, () => void>();
  globalThis.setInterval = (run: () => void) => {
    const timer = set(() => undefined, 2 ** 30);
    runs.set(timer, run);
    return timer;
  };
  globalThis.clearInterval = ((timer: NodeJS.Timeout) => {
    runs.delete(timer);
    clear(timer);
  }) as typeof clearInterval;
  return {
    tick: () => [...runs.values()].forEach((run) => run()),
    restore: () => {
      for (const timer of runs.keys()) clear(timer);
      Object.assign(globalThis, { setInterval: set, clearInterval: clear });
    },
  };
}
