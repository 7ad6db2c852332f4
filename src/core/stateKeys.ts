import { type ExtraName, isExtraAvailable } from "../api/extraAvailability.ts";
import type { SessionStore } from "../auth/sessionStore.ts";
import { type Disposable, DisposableStore } from "./base/disposable.ts";
import type { CapabilityStore } from "./capabilities.ts";
import type { CurrentProject } from "./currentProject.ts";
import { setContextKey } from "./ui/contextKeys.ts";

/** Ends of the context keys that hide commands, with the routes that these need. */
const lacking = [
  ["PlayJobs", "playJob"],
  ["CreateMergeRequests", "createMergeRequest"],
  ["Approve", "approve"],
  ["Unapprove", "unapprove"],
  ["Rebase", "rebase"],
] as const satisfies readonly (readonly [string, ExtraName])[];

/** Keeps the context keys that welcome texts and menus read in step with the project and the sessions. */
export function keepStateKeys(
  current: CurrentProject,
  sessions: SessionStore,
  capabilities: CapabilityStore,
): Disposable {
  const owned = new DisposableStore();
  const update = (): void => {
    const { value } = current;
    void setContextKey("forgeline.state", value.kind);
    const lacks = (extra: ExtraName): boolean =>
      value.kind === "ready" && isExtraAvailable(capabilities.of(value.project.instance), extra, Date.now()) === false;
    for (const [what, extra] of lacking) void setContextKey(`forgeline.cannot${what}`, lacks(extra));
    void setContextKey("forgeline.signedIn", sessions.list().length > 0);
  };
  owned.add(current.onDidChange(update));
  owned.add(sessions.onDidChange(update));
  owned.add(capabilities.onDidChange(update));
  update();
  return owned;
}
