import type { SessionStore } from "./auth/sessionStore.ts";
import type { CurrentProject } from "./current.ts";
import { type Disposable, DisposableStore } from "./disposable.ts";
import { setContextKey } from "./ui/contextKeys.ts";

/** Keeps the context keys that welcome texts and menus read in step with the project and the sessions. */
export function keepStateKeys(current: CurrentProject, sessions: SessionStore): Disposable {
  const owned = new DisposableStore();
  const tell = (): void => {
    void setContextKey("forgeline.state", current.value.kind);
    void setContextKey("forgeline.signedIn", sessions.list().length > 0);
  };
  owned.add(current.onDidChange(tell));
  owned.add(sessions.onDidChange(tell));
  tell();
  return owned;
}
