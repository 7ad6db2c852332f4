import { type Disposable, DisposableStore } from "../base/disposable.ts";
import type { Event } from "../base/events.ts";
import type { Logger } from "../base/log.ts";
import type { Current } from "../currentProject.ts";

/**
 * Loads a part of the window once a project is open with an account; before, there is nothing to show.
 * @param load creates the part; retried until it succeeds once. Its result is disposed with the returned disposable
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
