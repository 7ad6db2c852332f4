/** Suggestions that a host would take for mere code, found before a comment is sent. */
import { l10n } from "vscode";
import { confirm } from "../../ui/confirm.ts";
import { type Fence, fencesOf, rangeOfLines, runOf, suggestionIn } from "../../ui/markdownFences.ts";
import { plainText } from "../../ui/plainText.ts";
import { numberText } from "../../ui/plural.ts";

const begins = /^\s*(?:`{3,}|~{3,})\s*suggestion\b/i;
const beginsLate = /(?:`{3,}|~{3,})\s*suggestion(?::[-+\d]*)?\s*$/i;

/** Returns what is wrong with the first broken suggestion of a comment; undefined if nothing is. */
export function suggestionProblem(text: string): string | undefined {
  const { fences, others } = fencesOf(text);
  const lines = text.split(/\r\n|[\r\n]/);
  const late = others.find((number) => beginsLate.test(lines[number] ?? ""));
  const broken = fences.find((fence) => isBroken(fence));
  if (late !== undefined && !(broken && broken.first < late))
    return l10n.t(
      "Line {0}: a suggestion begins on a line of its own, indented by at most three spaces.",
      numberText(late + 1),
    );
  return broken === undefined ? undefined : problemOf(broken, lines.length);
}

const isSuggestion = ({ info }: Fence): boolean => /^suggestion\b/i.test(info);

/** Returns the line of a suggestion's content that would close it, were it not for the text behind it. */
const joinedLine = ({ content, mark }: Fence): number =>
  content.findIndex((line) => runOf(line.trimStart(), mark) >= mark.length && !begins.test(line));

function isBroken(fence: Fence): boolean {
  const swallows = fence.content.some((line) => begins.test(line));
  if (!isSuggestion(fence)) return !fence.isClosed && swallows;
  return !fence.isClosed || joinedLine(fence) >= 0 || !isKnown(fence) || hasOther(fence);
}

/** Whether another suggestion begins within this one, which has no closing line then. */
const hasOther = ({ content, mark }: Fence): boolean =>
  content.some((line) => begins.test(line) && runOf(line.trimStart(), mark) >= mark.length);

/** Whether the words behind a fence are a suggestion and, if they name lines, a range that hosts know. */
const isKnown = ({ info }: Fence): boolean =>
  suggestionIn(info) !== undefined && rangeOfLines.test(info.slice("suggestion".length).replace(/^:?\s*/, ""));

function problemOf(fence: Fence, length: number): string {
  const { first, last, info, isClosed } = fence;
  const mark = plainText(fence.mark, 40);
  const joined = isSuggestion(fence) ? joinedLine(fence) : -1;
  if (joined >= 0)
    return l10n.t(
      "Line {0}: text follows the {1} that closes the suggestion. Put it on a line of its own.",
      numberText(first + joined + 2),
      mark,
    );
  if (isSuggestion(fence) && !isKnown(fence))
    return l10n.t(
      "Line {0}: hosts do not know “{1}”. Write suggestion:-2+1 for two lines above and one below.",
      numberText(first + 1),
      plainText(info, 40),
    );
  if (!isClosed && last < length - 1)
    return l10n.t(
      "Line {0}: the suggestion ends with its list item or quote. Indent all of its lines like the first one.",
      numberText(first + 1),
    );
  return l10n.t(
    "Line {0}: this block of code is not closed. Add a line with {1} alone below it.",
    numberText(first + 1),
    mark,
  );
}

/**
 * Asks whether a comment with a broken suggestion is sent as it is; does nothing for others.
 * @throws CancelledError if not; AccountChangedError
 */
export async function confirmSuggestions(
  context: Parameters<typeof confirm>[0],
  place: Parameters<typeof confirm>[1],
  text: string,
): Promise<void> {
  const detail = suggestionProblem(text);
  if (detail === undefined) return;
  const question = l10n.t("The suggestion in your comment is broken: the host would show it as code.");
  await confirm(context, place, { question, detail, buttons: [l10n.t("Send Anyway")] });
}
