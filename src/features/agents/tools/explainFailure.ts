import { explain } from "../../../core/diagnosis/explain.ts";
import { pipelineInput, pipelineSubject } from "../subject.ts";
import type { AgentTool } from "../tool.ts";

/** Why a pipeline failed. */
export const explainFailure: AgentTool = {
  title: "Explain a Failed Pipeline",
  reference: "forgelineFailure",
  icon: "error",
  userDescription: "Why a pipeline failed: first errors, problems, failed tests, and what changed since it last passed",
  modelDescription:
    "Explains why a CI pipeline of the open GitLab project failed. Returns the failed jobs with the most likely cause first: how each ended, the first error in its log with the lines around it, problems with file and line, and failed tests; whether the same jobs fail on the target branch, whether they are flaky, since when the branch is red, and the commits and authors in between. Call this first when somebody asks why CI, a pipeline, a build or a job failed; it saves reading whole logs.",
  input: { type: "object", properties: pipelineInput },
  async run(context, input, signal) {
    const { pipeline, target, ...scope } = await pipelineSubject(context, input, signal);
    const diagnosis = (await context.diagnoses()).of(scope, pipeline);
    if (target !== undefined) diagnosis.learn({ target });
    await diagnosis.readCauses(signal);
    await diagnosis.readContext(signal);
    return explain(diagnosis.value);
  },
};
