import type { Reviewer } from "../../../api/resources/discussionTypes.ts";
import type { MergeRequestApprovals } from "../../../api/resources/extraTypes.ts";
import type { MergeRequest } from "../../../api/resources/mergeRequestTypes.ts";
import type { UserSummary } from "../../../api/resources/userTypes.ts";
import { changesOfMergeRequest } from "../../../core/comparisons/changes.ts";
import { Answer, oneLine } from "../../../core/diagnosis/answer.ts";
import { labelNames } from "../../../core/mergeRequests/labels.ts";
import { mergeabilityOf } from "../../../core/mergeRequests/mergeability.ts";
import { readDecided, readHeadPipeline } from "../../../core/mergeRequests/read.ts";
import { refOf } from "../../../core/mergeRequests/review/place.ts";
import { isDraft } from "../../../core/mergeRequests/style.ts";
import type { FileChange } from "../../../git/fileChange.ts";
import { ifThere } from "../optionalRoute.ts";
import { mergeRequestInput, mergeRequestSubject } from "../subject.ts";
import type { AgentTool } from "../tool.ts";

/** Limits of an answer. */
const mostFiles = 100;
const longestDescription = 4_000;

/** A merge request with what its page shows. */
export const getMergeRequest: AgentTool = {
  title: "Show a Merge Request",
  reference: "forgelineMergeRequest",
  icon: "git-pull-request",
  userDescription: "A merge request: description, merge status, reviewers, pipeline and changed files",
  modelDescription:
    "Returns a GitLab merge request: title, description, state, whether it can be merged and why not, reviewers and approvals, latest pipeline, changed files with line counts. Default is the open one of the current branch. Call forgeline_read_threads for its discussion and forgeline_explain_failure for a failed pipeline.",
  input: { type: "object", properties: mergeRequestInput },
  async run(context, input, signal) {
    const place = await mergeRequestSubject(context, input, signal);
    const { project, iid, connection } = place;
    const { client } = connection;
    const mergeRequest = await readDecided(context, refOf(place), signal);
    const [pipeline, reviewers, approvals, changes] = await Promise.all([
      ifThere(() => readHeadPipeline(client, mergeRequest, project, signal)),
      ifThere(async () => (await client.discussions.reviewers(project, iid, { perPage: 100, signal }).page()).items),
      ifThere(() => client.extras.approvals(project, iid, { signal })),
      ifThere(() => changesOfMergeRequest(context, refOf(place), signal)),
    ]);
    const answer = new Answer();
    answer.say(factsOf(mergeRequest).join("\n"));
    answer.say(`Merge status: ${oneLine(mergeabilityOf(mergeRequest).words, 300)}`);
    answer.say(peopleOf(mergeRequest, reviewers, approvals).join("\n"));
    answer.say(
      pipeline
        ? `Latest pipeline: ${pipeline.id}, ${oneLine(pipeline.status)}, at commit ${oneLine(pipeline.sha, 8)}.`
        : "It has no pipeline.",
    );
    answer.quote("title", oneLine(mergeRequest.title, 300));
    const description = (mergeRequest.description ?? "").trim();
    if (description !== "") answer.quote("description", shortened(description));
    if (changes) {
      const { files, missing } = changes;
      answer.say(`${files.length} changed files${missing === undefined ? "" : `. ${oneLine(missing, 300)}`}`);
      if (files.length > 0) answer.quote("changed files", files.slice(0, mostFiles).map(fileLine).join("\n"));
      if (files.length > mostFiles) answer.say(`${files.length - mostFiles} more files are not listed.`);
    } else answer.say("Its changed files could not be read.");
    answer.hint(`forgeline_read_threads with merge_request=${iid} reads its discussion`);
    if (pipeline?.status === "failed") answer.hint(`forgeline_explain_failure with pipeline=${pipeline.id}`);
    return answer;
  },
};

function factsOf(mergeRequest: MergeRequest): string[] {
  const { iid, state, author, source_branch: source, target_branch: target, labels, milestone } = mergeRequest;
  const names = labelNames(labels);
  return [
    `Merge request !${iid} by @${oneLine(author?.username)}: ${oneLine(state)}${isDraft(mergeRequest) ? ", draft" : ""}, ${oneLine(source)} → ${oneLine(target)}, last updated ${oneLine(mergeRequest.updated_at)}.`,
    ...(names ? [`Labels: ${oneLine(names, 500)}`] : []),
    ...(milestone ? [`Milestone: ${oneLine(milestone.title)}`] : []),
  ];
}

function peopleOf(
  { assignees, reviewers: asked }: MergeRequest,
  reviewers: readonly Reviewer[] | undefined,
  approvals: MergeRequestApprovals | undefined,
): string[] {
  const states = reviewers?.map(
    ({ user, state }) => `@${oneLine(user?.username)} (${oneLine(state?.replaceAll("_", " "))})`,
  );
  const approvedBy = (approvals?.approved_by ?? []).flatMap(({ user }) => user ?? []);
  const left = approvals?.approvals_left;
  return [
    `Assignees: ${namesOf(assignees ?? [])}`,
    `Reviewers: ${states ? states.join(", ") || "none" : namesOf(asked ?? [])}`,
    ...(approvals
      ? [`Approved by: ${namesOf(approvedBy)}${typeof left === "number" && left > 0 ? `; ${left} more required` : ""}`]
      : []),
  ];
}

const namesOf = (users: readonly UserSummary[]): string =>
  users.map(({ username }) => `@${oneLine(username)}`).join(", ") || "none";

const shortened = (text: string): string =>
  text.length > longestDescription ? `${text.slice(0, longestDescription)}… (cut)` : text;

function fileLine({ status, path, oldPath, additions, deletions, binary }: FileChange): string {
  const lines =
    binary === true ? "binary" : additions === undefined ? "not counted" : `+${additions} -${deletions ?? 0}`;
  return `${status} ${oneLine(path, 300)}${status === "renamed" ? ` (was ${oneLine(oldPath, 300)})` : ""} ${lines}`;
}
