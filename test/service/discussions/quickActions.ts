import { levelIn, LEVELS } from "../api/access.ts";
import { updateMergeRequest } from "../api/mergeRequestsUpdate.ts";
import type { Hosting } from "../hosting.ts";
import { Params } from "../http/params.ts";
import type { MergeRequestRecord } from "../mergeRequests/records.ts";
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

const KNOWN = /^\/(request_review)(?:[ \t]+(.*?))?[ \t]*$/;

/** Takes the commands, which stand alone on a line outside of code, out of a comment. */
export function readQuickActions(body: string): { readonly actions: readonly QuickAction[]; readonly text: string } {
  const actions: QuickAction[] = [];
  let fence: string | undefined;
  const text = body.split(/\r?\n/).filter((line) => {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (mark !== undefined) fence = fence === undefined ? mark : line.trim().startsWith(fence) ? undefined : fence;
    const [, name, argument = ""] = (fence === undefined && KNOWN.exec(line)) || [];
    if (name === undefined) return true;
    actions.push({ name, argument });
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

async function run(hosting: Hosting, target: Target, { argument }: QuickAction): Promise<Done | undefined> {
  const { project, user, record } = target;
  if (levelIn(project, user) < LEVELS.developer) return undefined;
  const users = [...argument.matchAll(/@([\w.-]+)/g)].flatMap(([, login = ""]) => hosting.state.userNamed(login) ?? []);
  const ids = users.map(({ id }) => id);
  const mentions = users.map(({ username }) => `@${username}`).join(", ");
  if (ids.length === 0) return undefined;
  hosting.mergeRequests.discussions.request(record, ids);
  await updateMergeRequest(hosting, target, {
    fields: new Params({ reviewer_ids: [...new Set([...record.reviewerIds, ...ids])] }),
    event: undefined,
  });
  return { changes: { reviewer_ids: ids }, summary: `Requested a review from ${mentions}.` };
}
