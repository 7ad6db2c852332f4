import type { Job } from "../../../api/resources/jobs.ts";
import type { Pipeline } from "../../../api/resources/pipelines.ts";
import { Answer, oneLine } from "../../../core/diagnosis/answer.ts";
import { duration } from "../../../core/ui/age.ts";
import { isKnownRef, readMatching } from "../matching.ts";
import { pipelineInput, pipelineSubject, toolProject } from "../subject.ts";
import type { AgentTool } from "../tool.ts";

const statuses = ["running", "pending", "success", "failed", "canceled", "skipped", "created", "manual"] as const;

/** The pipelines of the project. */
export const listPipelines: AgentTool = {
  title: "List Pipelines",
  reference: "forgelinePipelines",
  icon: "list-unordered",
  userDescription: "The newest pipelines of the project, of a branch or with a status",
  modelDescription:
    "Lists the newest CI pipelines of the open GitLab project: ID, status, branch or tag, commit, source, age. Filter by ref, status or commit.",
  input: {
    type: "object",
    properties: {
      ref: { type: "string", description: "A branch or tag." },
      sha: { type: "string", description: "A full commit SHA." },
      status: {
        type: "string",
        description: "Only pipelines with this status.",
        enum: statuses,
      },
      count: { type: "integer", description: "How many. Default 20, at most 50.", minimum: 1, maximum: 50 },
    },
  },
  async run(context, input, signal) {
    const { project, connection } = toolProject(context);
    const [ref, sha] = [input.string("ref"), input.string("sha")];
    const status = input.string("status") === undefined ? undefined : input.choice("status", statuses);
    const most = input.count("count", { usual: 20, most: 50 });
    const isKnown = await isKnownRef(context, ref, signal);
    const { items, more } = await readMatching(
      (perPage) =>
        connection.client.pipelines.list(project, { ref: isKnown ? ref : undefined, status }, { perPage, signal }),
      {
        most,
        conditions: [
          ...(ref === undefined || isKnown ? [] : [(one: Pipeline) => one.ref === ref]),
          ...(sha === undefined ? [] : [(one: Pipeline) => one.sha === sha]),
        ],
      },
    );
    const answer = new Answer();
    if (items.length === 0)
      return answer.say(more ? "None of the newest pipelines match; older ones may." : "No pipelines match.");
    answer.quote("pipelines, newest first", items.map(pipelineLine).join("\n"));
    return answer.hint("forgeline_get_pipeline with pipeline=… lists the jobs of one");
  },
};

const pipelineLine = ({ id, status, ref, sha, source, created_at: created, name }: Pipeline): string =>
  [
    `${id}`,
    oneLine(status),
    oneLine(ref),
    oneLine(sha, 8),
    oneLine(source),
    oneLine(created),
    name ? oneLine(name) : "",
  ]
    .filter((part) => part !== "")
    .join(" · ");

/** A pipeline with its jobs. */
export const getPipeline: AgentTool = {
  title: "Show a Pipeline",
  reference: "forgelinePipeline",
  icon: "type-hierarchy",
  userDescription: "A pipeline with its stages and jobs",
  modelDescription:
    "Returns a CI pipeline with its jobs by stage: job ID, name, status, duration, and why it failed as the host names it. For the reasons of a failure call forgeline_explain_failure instead.",
  input: { type: "object", properties: pipelineInput },
  async run(context, input, signal) {
    const { pipeline, project, connection } = await pipelineSubject(context, input, signal);
    const { client } = connection;
    const [details, jobs] = await Promise.all([
      client.pipelines.get(project, pipeline, { signal }),
      client.jobs.listForPipeline(project, pipeline, {}, { perPage: 100, signal }).page(),
    ]);
    const answer = new Answer();
    answer.say(
      `Pipeline ${pipeline} of ${oneLine(details.ref)}: ${oneLine(details.status)}, ${duration(details.duration, "en") ?? "no duration"}, started by ${oneLine(details.source)}.`,
    );
    if (details.yaml_errors) answer.quote("errors of the CI file", details.yaml_errors);
    if (jobs.items.length > 0)
      answer.quote(
        "jobs by stage",
        [...jobs.items]
          .sort((a, b) => a.id - b.id)
          .map(jobLine)
          .join("\n"),
      );
    else answer.say("It has no jobs.");
    if (jobs.next) answer.say("It has more jobs than are listed.");
    if (details.status === "failed") answer.hint(`forgeline_explain_failure with pipeline=${pipeline}`);
    return answer;
  },
};

const jobLine = ({
  id,
  name,
  stage,
  status,
  allow_failure: allowed,
  duration: seconds,
  failure_reason: reason,
}: Job): string =>
  [
    `${id}`,
    `${oneLine(stage)}/${oneLine(name)}`,
    status === "failed" && allowed === true ? "failed (allowed)" : oneLine(status),
    duration(seconds, "en") ?? "",
    oneLine(reason),
  ]
    .filter((part) => part !== "")
    .join(" · ");
