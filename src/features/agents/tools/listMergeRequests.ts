import type { MergeRequest } from "../../../api/resources/mergeRequestTypes.ts";
import { Answer, oneLine } from "../../../core/diagnosis/answer.ts";
import { withUserName } from "../../../core/mergeRequests/folders.ts";
import { mergeStatusLabel } from "../../../core/mergeRequests/labels.ts";
import { isDraft } from "../../../core/mergeRequests/style.ts";
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
    const { client, session } = connection;
    const named = { author_username: input.string("author"), reviewer_username: input.string("reviewer") };
    const isAssigned = input.string("assignee") !== undefined;
    if (isAssigned) input.choice("assignee", ["@me"]);
    const query = {
      ...withUserName(named, session?.user.username),
      scope: isAssigned ? "assigned_to_me" : "all",
      state: input.choice("state", ["opened", "merged", "closed", "all"]),
      source_branch: input.string("source_branch"),
      target_branch: input.string("target_branch"),
      search: input.string("search"),
      order_by: "updated_at",
    } as const;
    const perPage = input.count("count", { usual: 20, most: 50 });
    const { items, next } = await client.mergeRequests.listForProject(project, query, { perPage, signal }).page();
    const answer = new Answer();
    if (items.length === 0) return answer.say("No merge requests match.");
    answer.say(`${items.length} merge requests${next === undefined ? "" : "; more match"}.`);
    answer.quote("merge requests, last updated first", items.map(line).join("\n"));
    return answer.hint("forgeline_get_merge_request with merge_request=… describes one");
  },
};

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
