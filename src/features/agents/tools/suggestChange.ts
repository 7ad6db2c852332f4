import { l10n } from "vscode";
import { Answer, oneLine } from "../../../core/diagnosis/answer.ts";
import { suggestionBlock } from "../../../core/mergeRequests/review/suggestionBlock.ts";
import { startThread } from "../../../core/mergeRequests/review/write.ts";
import { sentName, toolError } from "../input.ts";
import { placeOnLines } from "../linePlace.ts";
import { replacedLines } from "../replacedLines.ts";
import { mergeRequestInput, mergeRequestSubject, nameText, readForWrite } from "../subject.ts";
import type { WritingTool } from "../tool.ts";

/** Most lines above the last one that hosts let a suggestion replace. */
const mostAbove = 100;

/** Suggests other lines for those of a merge request. */
export const suggestChange: WritingTool = {
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
  async plan(context, input, signal) {
    const path = sentName("file", input.requiredString("file"));
    const start = input.requiredId("first_line");
    const end = input.id("last_line") ?? start;
    if (end < start || end - start > mostAbove)
      throw toolError(`"last_line" must be ${start} to ${start + mostAbove}.`);
    const replacement = input.lines("replacement");
    const reason = input.string("comment") === undefined ? undefined : input.comment("comment");
    const now = replacement === "" ? [] : replacement.replace(/\n$/, "").split("\n");
    const block = suggestionBlock(now, end - start);
    const body = reason === undefined ? block : `${reason}\n\n${block}`;
    const subject = await mergeRequestSubject(context, input, signal);
    const { text, fork } = await readForWrite(context, subject, signal);
    const lines = { path, side: "new", span: { start, end } } as const;
    const { position, text: before, check } = await placeOnLines(context, subject, lines, fork, signal);
    return {
      project: subject,
      confirmation: {
        title: l10n.t("Suggest a change on !{0}?", subject.iid),
        message:
          start === end
            ? l10n.t("Suggest to replace line {0} of {1}, on {2}:", start, nameText(path), text)
            : l10n.t("Suggest to replace lines {0} to {1} of {2}, on {3}:", start, end, nameText(path), text),
        ...(before && { diff: replacedLines(before, now) }),
        sent: body,
      },
      check,
      async send(within) {
        const thread = await startThread(context, subject, body, position, { within });
        return new Answer().say(
          `Suggested a change of lines ${start} to ${end} of ${oneLine(path, 300)} on !${subject.iid}, in thread ${oneLine(thread?.id, 64)}.`,
        );
      },
    };
  },
};
