import type { MergeRequest } from "../../../api/resources/mergeRequestTypes.ts";

/** Limit of merge requests that are remembered. */
const maxKnown = 2_000;

/** Detects answers after which the number of merge requests that wait for the user is different. */
export class WaitingChanges {
  private readonly userId: number;
  /** By ID of the merge request: whether it waited for the user. */
  private readonly known = new Map<number, boolean>();

  constructor(userId: number) {
    this.userId = userId;
  }

  /** Records a merge request. @returns whether it began or ceased to wait for the user since it was recorded before */
  note(mergeRequest: Pick<MergeRequest, "id"> & Partial<MergeRequest>): boolean {
    const { id, state, assignees, assignee, reviewers } = mergeRequest;
    // Short answers do not tell.
    if (state === undefined || (assignees ?? assignee ?? reviewers) === undefined) return false;
    const people = [...(assignees ?? []), ...(assignee ? [assignee] : []), ...(reviewers ?? [])];
    const waits = state === "opened" && people.some((person) => person.id === this.userId);
    const before = this.known.get(id);
    this.known.delete(id);
    this.known.set(id, waits);
    if (this.known.size > maxKnown)
      for (const oldest of [...this.known.keys()].slice(0, -maxKnown)) this.known.delete(oldest);
    return before !== undefined && before !== waits;
  }
}
