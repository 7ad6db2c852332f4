import { levelOf, LEVELS } from "../api/access.ts";
import { updateMergeRequest } from "../api/mergeRequestsUpdate.ts";
import type { Hosting } from "../hosting.ts";
import { Params } from "../http/params.ts";
import { isDraft, type MergeRequestRecord } from "../mergeRequests/records.ts";
import type { ProjectRecord, UserRecord } from "../types.ts";

export interface QuickAction {
  readonly name: string;
  readonly argument: string;
}

interface Target {
  readonly project: ProjectRecord;
  readonly user: UserRecord;
  readonly record: MergeRequestRecord;
}

const ALIASES: Readonly<Record<string, string>> = {
  reviewer: "request_review",
  assign_reviewer: "request_review",
  unassign_reviewer: "remove_reviewer",
};
const KNOWN =
  /^\/(approve|unapprove|request_review|reviewer|assign_reviewer|remove_reviewer|unassign_reviewer|draft|ready|title|label|unlabel|assign|unassign|close|reopen)(?:[ \t]+(.*?))?[ \t]*$/;

/** Takes the commands, which stand alone on a line outside of code, out of a comment. */
export function readQuickActions(body: string): { readonly actions: readonly QuickAction[]; readonly text: string } {
  const actions: QuickAction[] = [];
  let fence: string | undefined;
  const text = body.split(/\r?\n/).filter((line) => {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (mark !== undefined) fence = fence === undefined ? mark : line.trim().startsWith(fence) ? undefined : fence;
    const [, name, argument = ""] = (fence === undefined && KNOWN.exec(line)) || [];
    if (name === undefined) return true;
    actions.push({ name: ALIASES[name] ?? name, argument });
    return false;
  });
  return { actions, text: text.join("\n").trim() };
}

/** Does what the user may do of it. `summary` says what was done, `changes` what the answer names as changed. */
export async function runQuickActions(
  hosting: Hosting,
  target: Target,
  actions: readonly QuickAction[],
): Promise<{ readonly changes: Record<string, unknown>; readonly summary: string[] }> {
  const changes: Record<string, unknown> = {};
  const summary: string[] = [];
  for (const action of actions) {
    const done = await run(hosting, target, action);
    Object.assign(changes, done?.changes);
    summary.push(done?.summary ?? `Could not apply ${action.name} command.`);
  }
  return { changes, summary };
}

interface Done {
  readonly changes: Record<string, unknown>;
  readonly summary: string;
}

async function run(hosting: Hosting, target: Target, { name, argument }: QuickAction): Promise<Done | undefined> {
  const { project, user, record } = target;
  if (levelOf(hosting, user, project) < LEVELS.developer) return undefined;
  const update = async (
    values: Record<string, string | number[]>,
    summary: string,
    event?: "close" | "reopen",
  ): Promise<Done> => {
    await updateMergeRequest(hosting, target, { fields: new Params(values), event });
    return { changes: event === undefined ? values : { state_event: event }, summary };
  };
  const users = [...argument.matchAll(/@([\w.-]+)/g)].flatMap(([, login = ""]) => hosting.state.userNamed(login) ?? []);
  const ids = users.map(({ id }) => id);
  const mentions = users.map(({ username }) => `@${username}`).join(", ");
  const labels = [...argument.matchAll(/~(?:"([^"]+)"|(\S+))/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
  switch (name) {
    case "approve":
    case "unapprove": {
      const wish = name === "approve";
      if (record.approvedBy.includes(user.id) === wish || record.state !== "opened") return undefined;
      record.approvedBy = wish ? [...record.approvedBy, user.id] : record.approvedBy.filter((id) => id !== user.id);
      hosting.merging.changed("update", record, user);
      return {
        changes: { approve: wish },
        summary: wish ? "Approved the current merge request." : "Unapproved the current merge request.",
      };
    }
    case "request_review":
      return ids.length === 0
        ? undefined
        : update(
            { reviewer_ids: [...new Set([...record.reviewerIds, ...ids])] },
            `Requested a review from ${mentions}.`,
          );
    case "remove_reviewer":
      return update(
        { reviewer_ids: argument === "" ? [] : record.reviewerIds.filter((id) => !ids.includes(id)) },
        "Removed reviewers.",
      );
    case "assign":
      return ids.length === 0
        ? undefined
        : update({ assignee_ids: [...new Set([...record.assigneeIds, ...ids])] }, `Assigned ${mentions}.`);
    case "unassign":
      return update(
        { assignee_ids: argument === "" ? [] : record.assigneeIds.filter((id) => !ids.includes(id)) },
        "Removed assignees.",
      );
    case "draft":
      return update(
        { title: isDraft(record) ? record.title : `Draft: ${record.title}` },
        "Marked this merge request as a draft.",
      );
    case "ready":
      return update(
        { title: record.title.replace(/^\s*(\[draft\]|\(draft\)|draft:|draft\s-\s)\s*/i, "") },
        "Marked this merge request as ready.",
      );
    case "title":
      return argument === "" ? undefined : update({ title: argument }, `Changed the title to "${argument}".`);
    case "label":
      return labels.length === 0
        ? undefined
        : update({ add_labels: labels.join(",") }, `Added ${labels.map((one) => `~${one}`).join(" ")} label.`);
    case "unlabel":
      return update({ remove_labels: (argument === "" ? record.labels : labels).join(",") }, "Removed labels.");
    case "close":
      return record.state === "opened" ? update({}, "Closed this merge request.", "close") : undefined;
    case "reopen":
      return record.state === "closed" ? update({}, "Reopened this merge request.", "reopen") : undefined;
    default:
      return undefined;
  }
}
