import { l10n } from "vscode";
import { Answer, oneLine } from "../../../core/diagnosis/answer.ts";
import { targetOf } from "../../../core/pipelines/branchPipeline.ts";
import { keyProblem, variablesText } from "../../../core/pipelines/variableRules.ts";
import { type NewPipeline, startPipeline } from "../../../core/pipelines/writes.ts";
import type { AgentsContext } from "../context.ts";
import { sentName, type ToolInput, toolError } from "../input.ts";
import { nameText, projectText, toolProject } from "../subject.ts";
import type { WritingTool } from "../tool.ts";

/** Starts a pipeline. */
export const runPipeline: WritingTool = {
  title: "Run a Pipeline",
  reference: "forgelineRunPipeline",
  icon: "run",
  userDescription: "Starts a pipeline on a branch or tag, with variables, after you confirm",
  modelDescription:
    "Starts a new CI pipeline on a branch or tag of the open GitLab project, with variables. It runs what is pushed, not local changes. Use it only when the user asks to run a pipeline; to run failed jobs again call forgeline_retry. The user confirms each call.",
  input: {
    type: "object",
    properties: {
      ref: { type: "string", description: "A branch or tag. Default: the current branch." },
      variables: {
        type: "object",
        description: "CI/CD variables by name.",
        additionalProperties: { type: "string" },
      },
    },
  },
  plan(context, input) {
    const project = toolProject(context);
    const pipeline = pipelineOf(context, input);
    const { ref, variables } = pipeline;
    return Promise.resolve({
      project,
      confirmation: {
        title: l10n.t("Run pipeline?"),
        message:
          variables.length === 0
            ? l10n.t("Run a pipeline for “{0}” in {1}, without variables.", nameText(ref), projectText(project))
            : l10n.t("Run a pipeline for “{0}” in {1} with these variables:", nameText(ref), projectText(project)),
        ...(variables.length > 0 && { sent: variablesText(variables) }),
      },
      async send(signal) {
        const { id, status } = await startPipeline(context, project, pipeline, signal);
        return new Answer()
          .say(`Started pipeline ${id} for ${oneLine(ref)}: ${oneLine(status)}.`)
          .hint(`forgeline_get_pipeline with pipeline=${id}`);
      },
    });
  },
};

function pipelineOf(context: AgentsContext, input: ToolInput): NewPipeline {
  const variables = Object.entries(input.texts("variables")).map(([key, value]) => ({
    key,
    value,
    variable_type: "env_var" as const,
  }));
  const wrong = variables.find(({ key }) => keyProblem(key, []) !== undefined);
  if (wrong) throw toolError(`"${oneLine(wrong.key)}" is no name of a variable: use letters, digits and _.`);
  const named = input.name("ref");
  if (named !== undefined) return { ref: named, variables };
  const target = targetOf(context.current.require().project);
  if (target.kind !== "branch") throw toolError('No branch is checked out. Name a "ref".');
  return { ref: sentName("ref", target.ref), variables };
}
