import { type Disposable, DisposableStore } from "../base/disposable.ts";
import type { Event } from "../base/events.ts";
import type { Logger } from "../base/log.ts";
import type { Current } from "../currentProject.ts";

/**
 * Loads a part of the window with the first project that is open with an account, since it has nothing to show before that.
 * @param what names the part in the log
 * @param load creates the part; called again after a failure. The part is disposed of with what is returned
 */
export function onceOpen(
  current: { readonly value: Current; readonly onDidChange: Event<Current> },
  log: Logger,
  what: string,
  load: () => Promise<Disposable | undefined>,
): Disposable {
  const owned = new DisposableStore();
  let loading: Promise<void> | undefined;
  const follow = (): void => {
    if (current.value.kind !== "ready") return;
    loading ??= load().then(
      (part) => {
        if (part) owned.add(part);
        owned.delete(listening);
      },
      (error: unknown) => {
        loading = undefined;
        log.error(`${what} could not be loaded`, error);
      },
    );
  };
  const listening = owned.add(current.onDidChange(follow));
  follow();
  return owned;
}
