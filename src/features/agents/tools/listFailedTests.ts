import { Answer, oneLine } from "../../../core/diagnosis/answer.ts";
import { reportSuites, type ReportedCase } from "../../../core/pipelines/testCases.ts";
import { pageOf } from "../paging.ts";
import { pipelineInput, pipelineSubject } from "../subject.ts";
import type { AgentTool } from "../tool.ts";

/** Number of tests of an answer, and characters of the message of one. */
const mostTests = 10;
const longest = 1_500;

/** The failed tests of a pipeline. */
export const listFailedTests: AgentTool = {
  title: "List Failed Tests",
  reference: "forgelineTests",
  icon: "beaker",
  userDescription: "The failed tests of a pipeline with their messages and stack traces",
  modelDescription:
    "Lists the failed tests of a CI pipeline from its JUnit reports: suite (the job), class, name, file, message and stack trace. Use offset for the next ones.",
  input: {
    type: "object",
    properties: {
      ...pipelineInput,
      suite: { type: "string", description: "Only the suite with this name, which is the name of its job." },
      offset: { type: "integer", description: "Number of failed tests to skip. Default 0.", minimum: 0 },
    },
  },
  async run(context, input, signal) {
    const { pipeline, project, connection } = await pipelineSubject(context, input, signal);
    const wanted = input.string("suite");
    const offset = input.offset("offset");
    const suites = reportSuites(await connection.client.pipelines.testReport(project, pipeline, { signal }));
    const answer = new Answer();
    const failed = suites
      .filter(({ name }) => wanted === undefined || name === wanted)
      .flatMap((suite) => [...suite.cases()].filter(isFailed).map((one) => ({ one, suite: suite.name })));
    const total = suites.reduce((sum, { counts }) => sum + counts.total, 0);
    answer.say(`Pipeline ${pipeline}: ${failed.length} failed of ${total} tests in ${suites.length} suites.`);
    const { texts, next } = pageOf(failed, offset, mostTests, ({ one }) => describe(one));
    texts.forEach((text, at) => {
      answer.quote(`failed test of suite "${oneLine(failed[offset + at]?.suite)}"`, text);
    });
    if (next !== undefined) answer.hint(`forgeline_list_failed_tests with pipeline=${pipeline}, offset=${next}`);
    return answer;
  },
};

const isFailed = ({ outcome }: ReportedCase): boolean => outcome === "failed" || outcome === "errored";

function describe({ name, classname, file, output, stack }: ReportedCase): string {
  const message = [output.trim(), stack.trim()].filter((part) => part !== "").join("\n");
  return [
    classname === "" ? name : `${classname} › ${name}`,
    ...(file === undefined ? [] : [`file: ${file}`]),
    message.length > longest ? `${message.slice(0, longest)}…` : message,
  ].join("\n");
}
