import type { PushEvent, ProjectRecord, UserRecord } from "./types.ts";

/** What happened on the service that others may want to hear of: hooks, first of all. */
export type HostEvent =
  | { readonly kind: "push" | "tagPush"; readonly project: ProjectRecord; readonly push: PushEvent }
  | {
      readonly kind: "repositoryUpdate";
      readonly project: ProjectRecord;
      readonly user: UserRecord | undefined;
      readonly changes: readonly RefChange[];
    }
  /** What the person made moved to the ghost user, or is to be deleted too. */
  | { readonly kind: "userRemoved"; readonly user: UserRecord; readonly hard: boolean }
  | MergeRequestEvent;

export interface RefChange {
  /** Full name of the ref. */
  readonly ref: string;
  /** Forty zeros for a new ref. */
  readonly before: string;
  /** Forty zeros for a deleted ref. */
  readonly after: string;
}

export interface MergeRequestEvent {
  readonly kind: "mergeRequest";
  readonly action: "open" | "update" | "merge" | "close" | "reopen";
  readonly project: ProjectRecord;
  readonly user: UserRecord;
  /** `object_attributes` of the payload: id, iid, title, state, source_branch, target_branch, … */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Where resources tell what happened, and hooks listen. */
export class Events {
  readonly #listeners = new Set<(event: HostEvent) => void>();

  emit(event: HostEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  /** Returns the function that removes the listener. */
  on(listener: (event: HostEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

/** A push is heard of twice: as what it moves (branch or tag), and as a change of the repository. */
export function tellOfPush(events: Events, project: ProjectRecord | undefined, push: PushEvent): void {
  // Wikis and snippets have repositories too, but are no projects.
  if (!project) return;
  events.emit({ kind: push.ref.startsWith("refs/tags/") ? "tagPush" : "push", project, push });
  events.emit({
    kind: "repositoryUpdate",
    project,
    user: push.user,
    changes: [{ ref: push.ref, before: push.before, after: push.after }],
  });
}
