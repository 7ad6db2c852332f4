import { type Disposable, DisposableStore } from "../base/disposable.ts";
import type { Event } from "../base/events.ts";
import type { Logger } from "../base/log.ts";
import type { Current } from "../currentProject.ts";

/**
 * Loads a part of the window with the first project that is open with an account: before that there is nothing it could show.
 * @param load makes the part; called until it has succeeded once, and what it returns is disposed with what is returned here
 */
export function onceOpen(
  current: { readonly value: Current; readonly onDidChange: Event<Current> },
  log: Logger,
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
        log.error("A part of the window could not be loaded", error);
      },
    );
  };
  const listening = owned.add(current.onDidChange(follow));
  follow();
  return owned;
}
