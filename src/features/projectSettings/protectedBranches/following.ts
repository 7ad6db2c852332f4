import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import type { Event } from "../../../core/base/events.ts";
import type { Logger } from "../../../core/base/log.ts";
import { sameProject } from "../../../core/base/refs.ts";
import type { Change } from "../../../core/changes.ts";
import type { CurrentProject } from "../../../core/currentProject.ts";
import type { PollScheduler, PollHandle } from "../../../core/tree/poll.ts";
import type { Projects } from "../../../git/project.ts";
import { currentProtection, openRepository } from "./branch.ts";
import { provideBranchProtection } from "./gitProvider.ts";
import type { Protections } from "./protections.ts";
import { protectionStatusBar } from "./statusBar.ts";

export interface FollowingOptions {
  readonly protections: Protections;
  readonly current: CurrentProject;
  readonly projects: Projects;
  readonly changes: Event<Change>;
  readonly polling: PollScheduler;
  readonly log: Logger;
}

/**
 * Updates the status bar and VS Code's git for the current branch. Rules are read with one request when a repository of a connected
 * project is open and after each write, never by a timer; the account's role is read once, if the current branch's rules depend on it.
 */
export function followProtection({
  protections,
  current,
  projects,
  changes,
  polling,
  log,
}: FollowingOptions): Disposable {
  const owned = new DisposableStore();
  const read = (): void => {
    const open = openRepository(current.value);
    if (open)
      protections
        .read(open.connection, open.project)
        .catch((error: unknown) => log.debug("Reading the protected branches failed", error));
  };
  let due = false;
  const readIfDue = (): void => {
    if (due) read();
    due = false;
  };
  // Never polls; the handle only delays refreshes while the host's rate limit is reached.
  const pollHandle: PollHandle = owned.add(
    polling.add({
      name: "protected branches",
      instance: () => openRepository(current.value)?.project.instance,
      demand: () => "none",
      poll: () => Promise.resolve(),
      refresh: () => readIfDue(),
    }),
  );
  const learnRole = (): void => {
    const here = currentProtection(protections, current.value);
    const open = openRepository(current.value);
    if (here && open && polling.silentUntil(open.project.instance) === undefined)
      void protections.learnRole(open.connection, open.project, here.rules);
  };
  const follow = (): void => {
    const open = openRepository(current.value);
    if (open && protections.known(open.connection, open.project) === undefined) {
      due = true;
      pollHandle.shown();
    }
    learnRole();
  };
  owned.add(current.onDidChange(follow));
  owned.add(protections.onDidChange(learnRole));
  owned.add(
    changes((change) => {
      const open = openRepository(current.value);
      if (change.subject !== "protectedBranch" || !open || !sameProject(change, open.project)) return;
      protections.touch(open.connection, open.project);
      due = true;
      pollHandle.refresh();
    }),
  );
  owned.add(protectionStatusBar(protections, current));
  owned.add(provideBranchProtection({ protections, current, projects, log }));
  follow();
  return owned;
}
