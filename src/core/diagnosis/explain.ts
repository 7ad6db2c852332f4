import type { Job } from "../../api/resources/jobs.ts";
import { shortSha } from "../ui/shortSha.ts";
import { Answer, oneLine } from "./answer.ts";
import { countJobs, type Diagnosis, type FailedJob } from "./diagnosis.ts";
import type { Ending } from "./ending.ts";
import type { LogFacts } from "./logFacts.ts";

/** Numbers of problems, tests and jobs in an answer. */
const mostProblems = 10;
const mostTests = 10;
const mostJobs = 20;
/** Characters of a message. */
const longest = 300;

/** Returns a diagnosis in words for a language model; the most important first. */
export function explain(diagnosis: Diagnosis, answer = new Answer()): Answer {
  const { pipeline, state, ciFileErrors, failures, allowed, canceled, downstream, otherSuites } = diagnosis;
  if (pipeline === undefined) return answer.say("The pipeline could not be read.");
  answer.say(
    `Pipeline ${pipeline.id} of ${oneLine(pipeline.ref)} at commit ${oneLine(pipeline.sha, 12)}: ${oneLine(pipeline.status)}.`,
  );
  if (state === "invalidCiFile")
    return answer.say("The CI file is invalid:").quote("error of the host", ciFileErrors ?? "");
  if (state === "noFailure") return answer.say("No job has failed.");
  answer.say(summaryOf(diagnosis));
  for (const one of failures.slice(0, mostJobs)) addFailure(answer, one, diagnosis);
  if (failures.length > mostJobs) answer.say(`${failures.length - mostJobs} more failed jobs are not listed.`);
  for (const { name: bridge, downstream_pipeline: started } of downstream)
    answer.say(
      `Trigger job "${oneLine(bridge)}" failed${started ? `: downstream pipeline ${started.id} ${oneLine(started.status)}` : ""}.`,
    );
  for (const suite of otherSuites.slice(0, 3)) addSuite(answer, suite);
  addHistory(answer, diagnosis);
  if (allowed.length > 0) answer.say(`Failed but allowed to: ${namesOf(allowed)}.`);
  if (canceled.length > 0) answer.say(`Canceled: ${namesOf(canceled)}.`);
  const [first] = failures;
  if (first)
    answer.hint(
      `the log of a job: forgeline_read_job_log with job=${first.job.id} and mode "around" (a line), "search" (a text) or "tail"`,
    );
  if (failures.some(({ suites }) => suites.length > 0))
    answer.hint(`all failed tests: forgeline_list_failed_tests with pipeline=${pipeline.id}`);
  return answer;
}

function summaryOf({ failures, target, since, areJobsCut }: Diagnosis): string {
  const count = countJobs(failures);
  const lines = [
    `${count}${areJobsCut ? " or more" : ""} failed job${count === 1 ? "" : "s"}, the most likely cause first.`,
  ];
  if (target?.pipeline)
    lines.push(
      `Target branch ${oneLine(target.ref)}: pipeline ${target.pipeline.id} ${oneLine(target.pipeline.status)}.`,
    );
  if (since)
    lines.push(
      since.lastGreen
        ? `Red since pipeline ${since.firstRed.id} (${since.redCount} in a row); the last that passed is ${since.lastGreen.id}.`
        : `None of the ${since.read} earlier pipelines of this branch that were read passed.`,
    );
  return lines.join("\n");
}

function addFailure(
  answer: Answer,
  { job, ending, log, suites, onTarget, flips, alike }: FailedJob,
  { target }: Diagnosis,
): void {
  const read = log && !("unreadable" in log) ? log : undefined;
  const facts = [
    endingText(ending, read?.exitCode),
    onTarget === "fails" && `also fails on ${oneLine(target?.ref)}`,
    onTarget === "passes" && `does not fail on ${oneLine(target?.ref)}`,
    flips !== undefined &&
      flips.length > 0 &&
      `flaky: passed and failed on commit ${flips
        .map(({ sha }) => oneLine(shortSha(sha)))
        .slice(0, 3)
        .join(", ")}`,
  ].filter((one) => one !== false);
  answer.say(`\nJob ${job.id} "${oneLine(job.name)}" (stage ${oneLine(job.stage)}): ${facts.join("; ")}.`);
  if (log && "unreadable" in log) answer.say("Its log could not be read.");
  if (read?.firstError) {
    const { line, before, text, after, isSure } = read.firstError;
    answer.quote(
      `log of job ${job.id}, ${isSure ? "first error" : "likely the first error"} in line ${line + 1} (marked >)`,
      [...before.map((one) => `  ${one}`), `> ${text}`, ...after.map((one) => `  ${one}`)].join("\n"),
    );
  }
  if (read && read.problems.length > 0) answer.quote(`problems in the log of job ${job.id}`, problemText(read));
  for (const suite of suites) addSuite(answer, suite);
  if (alike.length > 0) answer.say(`Failed the same way: ${jobNames(alike)}.`);
}

function problemText({ problems, problemCount }: LogFacts): string {
  const lines = problems
    .slice(0, mostProblems)
    .map(
      ({ path, line, column, severity, message, source }) =>
        `${path}:${line}${column === undefined ? "" : `:${column}`} ${severity} ${oneLine(message, longest)} (${source})`,
    );
  if (problemCount > mostProblems) lines.push(`and ${problemCount - mostProblems} more`);
  return lines.join("\n");
}

function addSuite(answer: Answer, { name: suite, failed, total, cases }: FailedJob["suites"][number]): void {
  const lines = cases
    .slice(0, mostTests)
    .map(
      (one) =>
        `${one.classname === "" ? "" : `${oneLine(one.classname)} › `}${oneLine(one.name)}${one.file === undefined ? "" : ` (${one.file})`}: ${oneLine(one.message, longest)}`,
    );
  if (failed > mostTests) lines.push(`and ${failed - mostTests} more`);
  answer.say(`${failed} of ${total} tests failed in "${oneLine(suite)}":`).quote("failed tests", lines.join("\n"));
}

function addHistory(answer: Answer, { suspects }: Diagnosis): void {
  if (!suspects || suspects.commits.length === 0) return;
  const lines = [
    ...suspects.mergeRequests.map(({ iid, title, author }) => `!${iid} ${oneLine(title)} by ${oneLine(author?.name)}`),
    ...suspects.commits.map(
      ({ id, title, author_name }) => `${oneLine(shortSha(id))} ${oneLine(title)} by ${oneLine(author_name)}`,
    ),
  ];
  answer
    .say(
      suspects.since === "green"
        ? `\nChanged between the last green and the first red pipeline${suspects.isCut ? " (newest only)" : ""}:`
        : `\nCommits of the branch that its target does not have${suspects.isCut ? " (newest only)" : ""}:`,
    )
    .quote("merge requests and commits", lines.join("\n"));
}

/** Returns how a job ended, in words for a language model. */
export function endingText({ kind, reason }: Ending, exitCode: number | undefined): string {
  const why = reason === undefined ? "" : ` (${oneLine(reason)})`;
  switch (kind) {
    case "script":
      return exitCode === undefined ? "script failed" : `script failed with exit code ${exitCode}`;
    case "timeout":
      return "timed out";
    case "runner":
      return `runner failed${why}, not the script`;
    case "stuck":
      return `no runner picked it up${why}`;
    case "canceled":
      return "canceled";
    case "dependency":
      return `missing dependency${why}`;
    case "trigger":
      return `could not start its downstream pipeline${why}`;
    case "quota":
      return "no compute minutes left";
    case "permission":
      return `not permitted${why}`;
    case "other":
      return `failed${why}`;
  }
}

const namesOf = (jobs: readonly FailedJob[]): string => jobNames(jobs.map(({ job }) => job));

const jobNames = (jobs: readonly Job[]): string =>
  jobs
    .slice(0, mostJobs)
    .map(({ id, name: job }) => `"${oneLine(job)}" (${id})`)
    .join(", ") + (jobs.length > mostJobs ? ", …" : "");
