import { l10n } from "vscode";
import type { NewDiffPosition } from "../../../api/resources/discussionTypes.ts";
import { Answer, oneLine } from "../../../core/diagnosis/answer.ts";
import { suggestionBlock } from "../../../core/mergeRequests/review/suggestionBlock.ts";
import { startThread } from "../../../core/mergeRequests/review/write.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import type { AgentsContext } from "../context.ts";
import { type ToolInput, toolError } from "../input.ts";
import { type FileLines, placeOnLines } from "../linePlace.ts";
import { replacedLines } from "../replacedLines.ts";
import { mergeRequestInput, mergeRequestSubject, type MergeRequestSubject, readForWrite } from "../subject.ts";
import type { AgentTool } from "../tool.ts";

/** Most lines above the last one that hosts let a suggestion replace. */
const mostAbove = 100;

/** Suggests other lines for those of a merge request. */
export const suggestChange: AgentTool = {
  title: "Suggest a Change",
  reference: "forgelineSuggest",
  icon: "lightbulb",
  userDescription: "Suggests other lines for a file of a merge request, which its author can apply, after you confirm",
  modelDescription:
    "Starts a thread on a GitLab merge request with a suggestion, which its author can apply with one click: replacement stands for the lines first_line to last_line of a changed file in the newest version. Replace whole lines and keep their indentation. Use it only when the user asks to suggest a change on a merge request; files of the workspace are edited without it. The user confirms each suggestion.",
  input: {
    type: "object",
    properties: {
      ...mergeRequestInput,
      file: { type: "string", description: "Path of a changed file." },
      first_line: { type: "integer", description: "First line to replace, from 1, in the changed file.", minimum: 1 },
      last_line: { type: "integer", description: "Last line to replace. Default: first_line.", minimum: 1 },
      replacement: { type: "string", description: "The lines that replace them; empty to delete them." },
      comment: { type: "string", description: "Markdown above the suggestion, such as the reason." },
    },
    required: ["file", "first_line", "replacement"],
  },
  async confirm(context, input, signal) {
    const { body, subject, lines, text, diff } = await planOf(context, input, signal);
    const { path, span } = lines;
    return {
      title: l10n.t("Suggest a change on !{0}?", subject.iid),
      message:
        span.start === span.end
          ? l10n.t("Suggest to replace line {0} of {1}, on {2}:", span.start, plainText(path, 200), text)
          : l10n.t(
              "Suggest to replace lines {0} to {1} of {2}, on {3}:",
              span.start,
              span.end,
              plainText(path, 200),
              text,
            ),
      ...(diff !== undefined && { diff }),
      sent: body,
    };
  },
  async run(context, input, signal) {
    const { body, subject, lines, position } = await planOf(context, input, signal);
    const thread = await startThread(context, subject, body, position, { within: signal });
    const { start, end } = lines.span;
    return new Answer().say(
      `Suggested a change of lines ${start} to ${end} of ${oneLine(lines.path, 300)} on !${subject.iid}, in thread ${oneLine(thread?.id, 64)}.`,
    );
  },
};

interface SuggestionPlan {
  readonly body: string;
  readonly subject: MergeRequestSubject;
  /** The merge request, for people. */
  readonly text: string;
  readonly lines: FileLines;
  readonly position: NewDiffPosition;
  /** What changes, for people; undefined if the lines to replace cannot be read. */
  readonly diff: string | undefined;
}

async function planOf(context: AgentsContext, input: ToolInput, signal: AbortSignal): Promise<SuggestionPlan> {
  const path = input.requiredString("file");
  const start = input.requiredId("first_line");
  const end = input.id("last_line") ?? start;
  if (end < start || end - start > mostAbove) throw toolError(`"last_line" must be ${start} to ${start + mostAbove}.`);
  const replacement = input.lines("replacement");
  const reason = input.string("comment") === undefined ? undefined : input.comment("comment");
  const now = replacement === "" ? [] : replacement.replace(/\n$/, "").split("\n");
  const block = suggestionBlock(now, end - start);
  const subject = await mergeRequestSubject(context, input, signal);
  const { text, fork } = await readForWrite(context, subject, signal);
  const lines: FileLines = { path, side: "new", span: { start, end } };
  const { position, text: before } = await placeOnLines(context, subject, lines, fork, signal);
  const diff = before && replacedLines(before, now);
  return { body: reason === undefined ? block : `${reason}\n\n${block}`, subject, text, lines, position, diff };
}
