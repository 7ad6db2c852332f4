import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import type { Event } from "../../../core/base/events.ts";
import type { Logger } from "../../../core/base/log.ts";
import { sameProject } from "../../../core/base/refs.ts";
import type { Change } from "../../../core/changes.ts";
import type { CurrentProject } from "../../../core/currentProject.ts";
import type { PollScheduler, PollHandle } from "../../../core/tree/poll.ts";
import type { Projects } from "../../../git/project.ts";
import { openRepository, protectedHere } from "./branch.ts";
import { tellGit } from "./gitProvider.ts";
import type { Protections } from "./protections.ts";
import { protectionMark } from "./statusBar.ts";

export interface FollowingOptions {
  readonly protections: Protections;
  readonly current: CurrentProject;
  readonly projects: Projects;
  readonly changes: Event<Change>;
  readonly polling: PollScheduler;
  readonly log: Logger;
}

/**
 * Keeps the mark in the status bar, and VS Code's git, in step with the branch that is checked out. The list is read once when a
 * repository of a connected project is open (one request), again after a write here, and never by a timer; who the person is in the
 * project is asked once, when the branch that is checked out is protected and its rule does not tell.
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
  const asked = (): void => {
    if (due) read();
    due = false;
  };
  // Nothing is polled; the place at the table is for what must wait while the host wants to be left alone.
  const pollHandle: PollHandle = owned.add(
    polling.add({
      name: "protected branches",
      demand: () => "none",
      poll: () => Promise.resolve(),
      refresh: () => asked(),
    }),
  );
  const role = (): void => {
    const here = protectedHere(protections, current.value);
    const open = openRepository(current.value);
    if (here && open && polling.silentUntil === undefined)
      void protections.learnRole(open.connection, open.project, here.rules);
  };
  const follow = (): void => {
    const open = openRepository(current.value);
    if (open && protections.known(open.connection, open.project) === undefined) {
      due = true;
      pollHandle.shown();
    }
    role();
  };
  owned.add(current.onDidChange(follow));
  owned.add(protections.onDidChange(role));
  owned.add(
    changes((change) => {
      const open = openRepository(current.value);
      if (change.subject !== "protectedBranch" || !open || !sameProject(change, open.project)) return;
      protections.touch(open.connection, open.project);
      due = true;
      pollHandle.refresh();
    }),
  );
  owned.add(protectionMark(protections, current));
  owned.add(tellGit({ protections, current, projects, log }));
  follow();
  return owned;
}
