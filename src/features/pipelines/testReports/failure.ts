import { l10n, Location, TestMessage, TestMessageStackFrame } from "vscode";
import { plainText } from "../../../core/ui/plainText.ts";
import type { ReportedCase } from "./cases.ts";
import type { PlacedFrame, WorkspacePlaces } from "./places.ts";
import { cut, messageText } from "./shownText.ts";
import { stackFrames } from "./stackFrames.ts";

/** Characters of a failure that its message takes; the rest stands in the output. */
const longestMessage = 16_000;

/** What a person reads about a failed case, with the places it names in the workspace. */
export async function failureMessage(
  one: ReportedCase,
  places: WorkspacePlaces,
): Promise<{ message: TestMessage; frames: PlacedFrame[] }> {
  const said = [one.output, one.stack].filter((part) => part.trim() !== "").join("\n");
  const { text, whole } = cut(messageText(said), longestMessage);
  const words =
    text === ""
      ? l10n.t("The report does not say why.")
      : whole
        ? text
        : `${text}\n\n${l10n.t("(cut here: the output of the test run has more of it)")}`;
  const message = new TestMessage(words);
  const frames = await places.place(
    stackFrames(messageText(one.stack === "" ? one.output : `${one.stack}\n${one.output}`)),
  );
  const first = frames.find(({ uri }) => uri !== undefined);
  if (first?.uri !== undefined && first.position !== undefined)
    message.location = new Location(first.uri, first.position);
  // Without a file in the workspace, what looks like a place may be anything; a line of a real stack names a function at least.
  const shown = frames.filter(({ uri, label }) => uri !== undefined || /^[\w$.<>[\] ]+$/.test(label));
  if (shown.length > 0)
    message.stackTrace = shown.map(
      ({ label, uri, position }) => new TestMessageStackFrame(plainText(label, 200), uri, position),
    );
  return { message, frames };
}
