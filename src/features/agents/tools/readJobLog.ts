import { Answer } from "../../../core/diagnosis/answer.ts";
import {
  type Excerpt,
  lastLines,
  linesAround,
  linesWith,
  type LogLines,
  numbered,
} from "../../../core/diagnosis/logExcerpts.ts";
import { toolError } from "../input.ts";
import { toolProject } from "../subject.ts";
import type { AgentTool } from "../tool.ts";

/** Most lines of one answer. */
const mostLines = 200;

/** A job's log by question. */
export const readJobLog: AgentTool = {
  title: "Read a Job Log",
  reference: "forgelineLog",
  icon: "output",
  userDescription: "Parts of a job's log: around the first error or a line, lines with a text, or the end",
  modelDescription:
    "Reads a part of the log of a CI job, with line numbers: around its first error (default), around a line, the lines that contain a text, or the end. Never returns more than asked for. Get job IDs from forgeline_explain_failure or forgeline_get_pipeline.",
  input: {
    type: "object",
    properties: {
      job: { type: "integer", description: "ID of the job.", minimum: 1 },
      mode: {
        type: "string",
        description: "What to read: first_error (default), around (a line), search (a text), tail (the end).",
        enum: ["first_error", "around", "search", "tail"],
      },
      line: { type: "integer", description: "Line number for mode around, from 1.", minimum: 1 },
      text: { type: "string", description: "Text for mode search, in any case; not a regular expression." },
      lines: {
        type: "integer",
        description: `Number of lines: before and after the line, found lines, or lines of the end. Default 20, at most ${mostLines}.`,
        minimum: 1,
        maximum: mostLines,
      },
    },
    required: ["job"],
  },
  async run(context, input, signal) {
    const job = input.requiredId("job");
    const mode = input.choice("mode", ["first_error", "around", "search", "tail"]);
    const count = input.count("lines", { usual: 20, most: mostLines });
    const text = mode === "search" ? input.requiredString("text") : undefined;
    const line = mode === "around" ? input.requiredId("line") : undefined;
    const log = await (await context.logs()).of(toolProject(context), job, signal);
    const answer = new Answer();
    const total = log.firstLine + log.lines.length;
    if (total === 0) return answer.say(`Job ${job} has no log.`);
    answer.say(
      `The log of job ${job} has ${total} lines${log.firstLine > 0 ? `; those before ${log.firstLine + 1} are not available` : ""}.`,
    );
    if (text !== undefined) return found(answer, log, job, text, count);
    if (mode === "tail") return quoted(answer, job, lastLines(log, count));
    const at = line === undefined ? log.firstError?.line : line - 1;
    if (at === undefined)
      return quoted(answer.say("No line looks like an error. The end of the log:"), job, lastLines(log, count));
    if (at >= total) throw toolError(`The log has ${total} lines.`);
    if (line === undefined)
      answer.say(`The first error is ${log.firstError?.isSure ? "" : "likely "}in line ${at + 1}.`);
    return quoted(answer, job, linesAround(log, at, count));
  },
};

function quoted(answer: Answer, job: number, excerpt: Excerpt): Answer {
  const { from, lines } = excerpt;
  return answer
    .quote(`log of job ${job}, lines ${from + 1}–${from + lines.length}`, numbered(excerpt))
    .hint(`forgeline_read_job_log with job=${job}, mode="around", line=${from + lines.length} reads on`);
}

function found(answer: Answer, log: LogLines, job: number, text: string, most: number): Answer {
  const { found: lines, count } = linesWith(log, text, most);
  if (count === 0) return answer.say("No line contains the text.");
  return answer
    .say(`${count} lines contain the text${count > lines.length ? `; the first ${lines.length}` : ""}:`)
    .quote(`log of job ${job}`, lines.map((one) => `${one.line + 1}: ${one.text}`).join("\n"))
    .hint(`forgeline_read_job_log with job=${job}, mode="around", line=… shows the lines around one`);
}
