import type { Hosting } from "../hosting.ts";
import type { MergeRequestListener } from "../mergeRequests/merging.ts";
import { isDraft, type MergeRequestRecord } from "../mergeRequests/records.ts";
import { followed } from "./positions.ts";

type Parts = Pick<Hosting, "state" | "repositories" | "mergeRequests" | "merging">;

/** What notes are written about when it changes. */
type Seen = Pick<
  MergeRequestRecord,
  | "title"
  | "description"
  | "targetBranch"
  | "assigneeIds"
  | "reviewerIds"
  | "labels"
  | "approvedBy"
  | "discussionLocked"
>;

const DRAFT = /^\s*(\[draft\]|\(draft\)|draft:|draft\s-\s)\s*/i;

/** Writes what happens to a merge request into its activity, and moves threads to the version of a new head. */
export function keepActivity(parts: Parts): MergeRequestListener {
  const seen = new WeakMap<MergeRequestRecord, Seen>();
  const { discussions } = parts.mergeRequests;
  const say = (record: MergeRequestRecord, authorId: number, body: string): void =>
    void discussions.start(record, { authorId, body, type: null, system: true });
  return {
    opened: (record) => void seen.set(record, { ...record }),
    changed(action, record, user) {
      const before = seen.get(record);
      seen.set(record, { ...record });
      const verb = { merge: "merged", close: "closed", reopen: "reopened", open: undefined, update: undefined }[action];
      if (verb !== undefined) say(record, user.id, verb);
      if (before && action !== "open")
        for (const body of differences(parts, before, record)) say(record, user.id, body);
    },
    async moved(record, user, before) {
      const version = record.versions.at(-1);
      if (!version || record.sha !== version.head) return;
      say(record, user.id, await added(parts, record, before));
      const notes = discussions.of(record).flatMap((discussion) => discussion.notes);
      await Promise.all(
        notes.map(async (note) => {
          if (note.position) note.position = (await followed(parts, record, note.position, version)) ?? note.position;
        }),
      );
    },
  };
}

function differences({ state, mergeRequests }: Parts, before: Seen, record: MergeRequestRecord): string[] {
  const without = (some: readonly number[], others: readonly number[]): string[] =>
    some.filter((id) => !others.includes(id)).map((id) => `@${state.users.get(id)?.username ?? "ghost"}`);
  const [plainBefore, plain] = [before.title, record.title].map((title) => title.replace(DRAFT, ""));
  const labels = (some: readonly string[], others: readonly string[]): string[] =>
    some
      .filter((name) => !others.includes(name))
      .map((name) => `~${mergeRequests.labels.use(record.projectId, name).id}`);
  const both = (
    [first, firstItems]: readonly [string, readonly string[]],
    [second, secondItems]: readonly [string, readonly string[]],
  ): string[] => {
    const parts = [
      ...(firstItems.length > 0 ? [`${first} ${listed(firstItems)}`] : []),
      ...(secondItems.length > 0 ? [`${second} ${listed(secondItems)}`] : []),
    ];
    return parts.length > 0 ? [parts.join(" and ")] : [];
  };
  const [moreLabels, lessLabels] = [labels(record.labels, before.labels), labels(before.labels, record.labels)];
  const labelWord = moreLabels.length + lessLabels.length === 1 ? "label" : "labels";
  return [
    ...(isDraft(before) === isDraft(record)
      ? []
      : [`marked this merge request as **${isDraft(record) ? "draft" : "ready"}**`]),
    ...(plainBefore === plain ? [] : [`changed title from **${before.title}** to **${record.title}**`]),
    ...((before.description ?? "") === (record.description ?? "") ? [] : ["changed the description"]),
    ...(before.targetBranch === record.targetBranch
      ? []
      : [`changed target branch from \`${before.targetBranch}\` to \`${record.targetBranch}\``]),
    ...both(
      ["assigned to", without(record.assigneeIds, before.assigneeIds)],
      ["unassigned", without(before.assigneeIds, record.assigneeIds)],
    ),
    ...both(
      ["requested review from", without(record.reviewerIds, before.reviewerIds)],
      ["removed review request for", without(before.reviewerIds, record.reviewerIds)],
    ),
    ...both(["added", moreLabels], ["removed", lessLabels]).map((text) => `${text} ${labelWord}`),
    ...(record.approvedBy.length > before.approvedBy.length ? ["approved this merge request"] : []),
    ...(record.approvedBy.length < before.approvedBy.length ? ["unapproved this merge request"] : []),
    ...((before.discussionLocked ?? false) === (record.discussionLocked ?? false)
      ? []
      : [`${record.discussionLocked === true ? "locked" : "unlocked"} the discussion in this merge request`]),
  ];
}

function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)!}`;
}

/** `added 1 commit`, with the commits as a list. After a rewrite of the branch these are all of its commits. */
async function added(parts: Parts, record: MergeRequestRecord, before: string): Promise<string> {
  const project = parts.state.projects.get(record.projectId)!;
  const version = record.versions.at(-1)!;
  const previous = record.versions.at(-2);
  const since = (await parts.merging.branches(record).contains(version.head, before)) ? before : version.base;
  const lines = (
    await parts.repositories.git(project.path, [
      "log",
      "--reverse",
      "--format=%h - %s",
      "--abbrev=8",
      `${since}..${version.head}`,
    ])
  )
    .toString()
    .split("\n")
    .filter((line) => line !== "");
  const items = lines.map((line) => `<li>${line.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</li>`).join("");
  const link = `/${project.path}/-/merge_requests/${record.iid}/diffs?diff_id=${version.id}&start_sha=${previous?.head ?? version.start}`;
  return `added ${lines.length} ${lines.length === 1 ? "commit" : "commits"}\n\n<ul>${items}</ul>\n\n[Compare with previous version](${link})`;
}
