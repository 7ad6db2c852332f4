import type { MergeRequest } from "../../../api/resources/mergeRequestTypes.ts";
import type { UserSummary } from "../../../api/resources/userTypes.ts";
import { Answer, oneLine } from "../../../core/diagnosis/answer.ts";
import { mergeStatusLabel } from "../../../core/mergeRequests/labels.ts";
import { isDraft } from "../../../core/mergeRequests/style.ts";
import type { AgentsContext } from "../context.ts";
import type { ToolInput } from "../input.ts";
import { isKnownRef, readMatching } from "../matching.ts";
import { toolProject } from "../subject.ts";
import type { AgentTool } from "../tool.ts";

const person = (what: string) => ({ type: "string", description: `Username of ${what}; @me for the user.` }) as const;

/** The merge requests of the project. */
export const listMergeRequests: AgentTool = {
  title: "List Merge Requests",
  reference: "forgelineMergeRequests",
  icon: "git-pull-request",
  userDescription: "Merge requests of the project by state, people, branches or text",
  modelDescription:
    "Lists merge requests of the open GitLab project, last updated first: number, title, state, author, branches, merge status. Use it to find a merge request by people, branch or words; author and reviewer are usernames, or @me for the user. For one whose number is known call forgeline_get_merge_request.",
  input: {
    type: "object",
    properties: {
      state: {
        type: "string",
        description: "Default: opened.",
        enum: ["opened", "merged", "closed", "all"],
      },
      author: person("the author"),
      assignee: { type: "string", description: "Only those that the user is assigned to.", enum: ["@me"] },
      reviewer: person("a reviewer"),
      source_branch: { type: "string", description: "Branch with the changes." },
      target_branch: { type: "string", description: "Branch that the changes go to." },
      search: { type: "string", description: "Words in title or description." },
      count: { type: "integer", description: "How many. Default 20, at most 50.", minimum: 1, maximum: 50 },
    },
  },
  async run(context, input, signal) {
    const { project, connection } = toolProject(context);
    const { sent, conditions } = await filterOf(context, input, signal);
    const { items, more } = await readMatching(
      (perPage) =>
        connection.client.mergeRequests.listForProject(
          project,
          { ...sent, order_by: "updated_at" },
          { perPage, signal },
        ),
      { most: input.count("count", { usual: 20, most: 50 }), conditions },
    );
    const answer = new Answer();
    if (items.length === 0)
      return answer.say(
        more ? "None of the merge requests that were updated last match; others may." : "No merge requests match.",
      );
    answer.say(`${items.length} merge requests${more ? "; more may match" : ""}.`);
    answer.quote("merge requests, last updated first", items.map(line).join("\n"));
    return answer.hint("forgeline_get_merge_request with merge_request=… describes one");
  },
};

type Condition = (one: MergeRequest) => boolean;

/** Returns what the host filters by, and what is compared here. */
async function filterOf(context: AgentsContext, input: ToolInput, signal: AbortSignal) {
  const me = toolProject(context).connection.session?.user.username;
  const isMe = (name: string | undefined): boolean => me !== undefined && (name === "@me" || name === me);
  const [author, reviewer] = [input.string("author"), input.string("reviewer")];
  const search = input.string("search");
  const [source, target] = [input.string("source_branch"), input.string("target_branch")];
  const isAssigned = input.string("assignee") !== undefined;
  if (isAssigned) input.choice("assignee", ["@me"]);
  const [knowsSource, knowsTarget] = [
    await isKnownRef(context, source, signal),
    await isKnownRef(context, target, signal),
  ];
  const words = search?.toLowerCase().split(/\s+/) ?? [];
  const conditions: (Condition | false)[] = [
    author !== undefined && !isMe(author) && ((one) => isNamed(one.author, author)),
    reviewer !== undefined &&
      !isMe(reviewer) &&
      ((one) => one.reviewers?.some((user) => isNamed(user, reviewer)) === true),
    source !== undefined && !knowsSource && ((one) => one.source_branch === source),
    target !== undefined && !knowsTarget && ((one) => one.target_branch === target),
    search !== undefined &&
      (({ title, description }) => {
        const text = `${title} ${description ?? ""}`.toLowerCase();
        return words.every((word) => text.includes(word));
      }),
  ];
  return {
    sent: {
      author_username: isMe(author) ? me : undefined,
      reviewer_username: isMe(reviewer) ? me : undefined,
      scope: isAssigned ? "assigned_to_me" : "all",
      state: input.choice("state", ["opened", "merged", "closed", "all"]),
      source_branch: knowsSource ? source : undefined,
      target_branch: knowsTarget ? target : undefined,
    },
    conditions: conditions.filter((one) => one !== false),
  } as const;
}

const isNamed = (user: UserSummary | null | undefined, name: string): boolean =>
  user?.username?.toLowerCase() === name.replace(/^@/, "").toLowerCase();

function line(mergeRequest: MergeRequest): string {
  const { iid, title, state, author, source_branch: source, target_branch: target } = mergeRequest;
  const { detailed_merge_status: status, updated_at: updated } = mergeRequest;
  return [
    `!${iid}`,
    oneLine(title, 200),
    `${oneLine(state)}${isDraft(mergeRequest) ? " (draft)" : ""}`,
    author ? `@${oneLine(author.username)}` : "",
    `${oneLine(source)} → ${oneLine(target)}`,
    state === "opened" && status ? oneLine(mergeStatusLabel(status)) : "",
    oneLine(updated),
  ]
    .filter((part) => part !== "")
    .join(" · ");
}
