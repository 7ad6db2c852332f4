import { Uri } from "vscode";
import type { CiLintResult } from "../../../api/resources/extraTypes.ts";
import { type JobSummary, jobSummaries } from "../../../core/ciFile/jobSummaries.ts";
import { Answer, oneLine } from "../../../core/diagnosis/answer.ts";
import type { CheckedCiFile } from "../../ci/feature.ts";
import { toolError } from "../input.ts";
import { ifThere } from "../optionalRoute.ts";
import { includesOnlyOwn } from "../ownIncludes.ts";
import { toolProject } from "../subject.ts";
import type { AgentTool } from "../tool.ts";

/** Limits of an answer. */
const mostProblems = 40;
const mostJobs = 150;

/** The CI file of the workspace, or a text that is to become one. */
export const checkCiFile: AgentTool = {
  title: "Check the CI File",
  reference: "forgelineCiFile",
  icon: "checklist",
  userDescription: "Problems of the CI file, and its jobs with stages, needs and rules",
  modelDescription:
    "Checks the GitLab CI file of the workspace, with unsaved changes, or a given text before it is written: problems with lines (YAML, unknown stages and jobs, circular needs), errors and warnings of the host's own CI lint for the saved file where it has one, and the jobs with stage, needs and rules. Call it after changing CI configuration and for questions about which jobs there are and when they run.",
  input: {
    type: "object",
    properties: {
      text: { type: "string", description: "YAML to check instead of what the file contains." },
      path: {
        type: "string",
        description: "Path of a CI file in the repository. Default: the project's CI file.",
      },
    },
  },
  async run(context, input, signal) {
    const text = input.string("text");
    const path = pathOf(input.string("path"));
    const { project, connection } = toolProject(context);
    const { root } = context.current.require().project;
    if (root === undefined && text === undefined)
      throw toolError("No clone of the project is open. Give the text of the CI file.");
    const checker = await context.ciFiles();
    const found = await checker.check({ root: root === undefined ? undefined : Uri.file(root), path, text });
    signal.throwIfAborted();
    if (!found) throw toolError(`There is no ${path ?? "CI file"} in the repository, or it is too large.`);
    const { pipeline, problems } = found;
    const { client } = connection;
    const kept = path === undefined ? whyKept(found) : undefined;
    const isSent = path === undefined && kept === undefined && client.extras.available("ciLint") !== false;
    const lint = isSent
      ? await ifThere(() => client.extras.ciLint(project, { content: found.text }, { signal }))
      : undefined;
    const answer = new Answer();
    answer.say(
      problems.length === 0
        ? "Forgeline found no problems in the CI file."
        : `Forgeline found ${problems.length} problems in the CI file.`,
    );
    if (problems.length > 0)
      answer.quote(
        "problems by line",
        problems
          .slice(0, mostProblems)
          .map(({ line, message }) => `${line}: ${oneLine(message, 300)}`)
          .join("\n"),
      );
    if (pipeline.incomplete)
      answer.say("Some included files could not be read; only the host knows what they contain.");
    if (lint) addLint(answer, lint);
    if (kept !== undefined) answer.say(`The host's CI lint was not asked: ${kept}.`);
    const jobs = jobSummaries(pipeline);
    answer.say(`${jobs.length} jobs in stages ${oneLine(pipeline.stages().names.join(", "), 500)}.`);
    if (jobs.length > 0) answer.quote("jobs by stage", jobs.slice(0, mostJobs).map(jobText).join("\n"));
    if (jobs.length > mostJobs) answer.say(`${jobs.length - mostJobs} more jobs are not listed.`);
    return answer;
  },
};

/**
 * Returns why a file is not sent to the host; undefined for one that is: nobody is asked before, so the host gets what the working tree
 * has, and has no reason to ask other servers for anything that it says.
 */
function whyKept({ isSaved, pipeline }: CheckedCiFile): string | undefined {
  if (!isSaved) return "it only gets the saved CI file of the working tree";
  const isOwn = pipeline.files.every(({ document }) => includesOnlyOwn(document.text));
  return isOwn ? undefined : "it only gets files whose includes are all files of the repository or templates";
}

function addLint(answer: Answer, { valid, errors, warnings }: CiLintResult): void {
  answer.say(valid ? "The host's CI lint: valid." : "The host's CI lint: invalid.");
  const lines = [
    ...(errors ?? []).map((text) => `error: ${oneLine(text, 500)}`),
    ...(warnings ?? []).map((text) => `warning: ${oneLine(text, 500)}`),
  ];
  if (lines.length > 0) answer.quote("messages of the host", lines.slice(0, mostProblems).join("\n"));
}

function jobText({ name, stage, needs, rules }: JobSummary): string {
  return [
    `${oneLine(stage)}/${oneLine(name)}`,
    needs === undefined ? "" : `needs ${needs.map((one) => oneLine(one)).join(", ") || "nothing"}`,
    rules.length === 0 ? "" : `rules ${rules.map((one) => `[${oneLine(one, 200)}]`).join(" ")}`,
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

/** Returns a path within the repository. @throws UserError for any other */
function pathOf(given: string | undefined): string | undefined {
  const path = given?.replace(/^(?:\.?\/)+/, "");
  if (path === undefined || path === "") return undefined;
  if (path.split(/[\\/]/).includes("..") || /^[a-z]:/i.test(path))
    throw toolError('"path" must be a path within the repository.');
  return path;
}
