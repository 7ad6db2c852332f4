import {
  l10n,
  Location,
  Range,
  type TestController,
  type TestItem,
  type TestItemCollection,
  type TestRun,
  type Uri,
  TestMessage,
  TestMessageStackFrame,
} from "vscode";
import { Pace } from "../../../core/base/pace.ts";
import type { ReportedCase } from "../../../core/pipelines/testCases.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { namedFiles } from "./caseFile.ts";
import { nameOr, noteWords, rowLabel } from "./labels.ts";
import type { WorkspacePlaces, PlacedFrame } from "./places.ts";
import { cut, terminalText, messageText } from "./shownText.ts";
import { stackFrames } from "./stackFrames.ts";

/** Maximum output of a case, and of all cases of a run, in characters. */
const longestOutput = 100_000;
const longestOutputs = 4_000_000;
/** Maximum number of cases to send before waiting for VS Code's window to process them. */
const maxPending = 500;

/** A case's item, and its label without the history. */
export interface CaseItem {
  readonly item: TestItem;
  readonly label: string;
  readonly failed: boolean;
}

export interface CaseItemsOptions {
  readonly controller: TestController;
  /** The suite's item. */
  readonly parent: TestItem;
  /** Whether cases are grouped by class. */
  readonly grouped: boolean;
  readonly run: TestRun;
  readonly places: WorkspacePlaces;
  /** Returns the document with all that is known of a case, for those whose file is not in the workspace. */
  readonly textOf: (one: ReportedCase) => Uri;
  /** Resolves when VS Code's window has processed all earlier messages. */
  readonly caughtUp: () => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Creates the items of a suite's cases and reports their results, yielding to other work. Reuses existing items and deletes those of
 * missing cases.
 * @returns items by case key
 */
export async function showCases(
  cases: Iterable<ReportedCase>,
  options: CaseItemsOptions,
): Promise<Map<string, CaseItem>> {
  const { controller, parent, grouped, run, places, textOf, caughtUp, signal } = options;
  const items = new Map<string, CaseItem>();
  const kept = new Set<TestItem>();
  const pace = new Pace();
  let outputLeft = longestOutputs;
  const groupOf = (classname: string): TestItemCollection => {
    if (!grouped) return parent.children;
    const id = `class ${classname}`;
    const there = parent.children.get(id);
    const group = there ?? controller.createTestItem(id, nameOr(classname, l10n.t("(no class)")));
    if (!there) parent.children.add(group);
    kept.add(group);
    return group.children;
  };
  /** Appends the output of a case, truncated to the limits. */
  const appendOutput = (one: ReportedCase, item: TestItem, location: Location | undefined): void => {
    const all = [one.output, one.stack].filter((part) => part.trim() !== "").join("\n");
    if (all === "" || outputLeft <= 0) return;
    const { text, whole } = cut(all, Math.min(longestOutput, outputLeft));
    outputLeft -= text.length;
    run.appendOutput(`${terminalText(text)}\r\n`, location, item);
    if (!whole) run.appendOutput(`${l10n.t("(truncated, see the report on the host)")}\r\n`, location, item);
    if (outputLeft <= 0)
      run.appendOutput(`${l10n.t("(The output of more test cases is omitted, see the report on the host.)")}\r\n`);
  };

  let order = 0;
  for (const one of cases) {
    const siblings = groupOf(one.classname);
    const file = one.file === undefined ? undefined : await fileOf(one.file, places);
    const address = file ?? textOf(one);
    const there = siblings.get(one.key);
    const label = rowLabel(nameOr(one.name, l10n.t("(no name)")), ...noteWords(one));
    const item =
      there?.uri?.toString() === address.toString() ? there : controller.createTestItem(one.key, label, address);
    item.sortText = String(order++).padStart(8, "0");
    item.label = label;
    if (item !== there) siblings.add(item);
    kept.add(item);
    const failed = one.outcome === "failed" || one.outcome === "errored";
    items.set(one.key, { item, label, failed });
    if (one.outcome === "failed" || one.outcome === "errored") {
      const { message, frames } = await failureMessage(one, places);
      const here = frames.find(({ uri }) => uri?.toString() === file?.toString())?.position;
      if (here) item.range = new Range(here, here);
      run[one.outcome](item, message, one.milliseconds);
      appendOutput(one, item, message.location);
    } else {
      if (one.outcome === "passed") run.passed(item, one.milliseconds);
      else if (one.outcome === "skipped") run.skipped(item);
      appendOutput(one, item, undefined);
    }
    if (order % maxPending === 0) await caughtUp();
    if (pace.due) await pace.rest(signal);
  }
  for (const [id, child] of [...parent.children]) {
    if (!kept.has(child)) parent.children.delete(id);
    else for (const [below, grandchild] of [...child.children]) if (!kept.has(grandchild)) child.children.delete(below);
  }
  return items;
}

/** Returns a promise only if the workspace's files must be listed first. */
function fileOf(file: string, places: WorkspacePlaces): Uri | undefined | Promise<Uri | undefined> {
  for (const { path } of namedFiles(file)) {
    const known = places.known(path);
    if (known === "unknown") return places.find(path).then((found) => found ?? fileOf(file, places));
    if (known !== undefined) return known;
  }
  return undefined;
}
/** Maximum length of a failure message; the output has the rest. */
const longestMessage = 16_000;

/** Returns the message of a failed case, with its stack frames. */
async function failureMessage(
  one: ReportedCase,
  places: WorkspacePlaces,
): Promise<{ message: TestMessage; frames: PlacedFrame[] }> {
  const said = [one.output, one.stack].filter((part) => part.trim() !== "").join("\n");
  const { text, whole } = cut(messageText(said), longestMessage);
  const words =
    text === ""
      ? l10n.t("The report has no failure message.")
      : whole
        ? text
        : `${text}\n\n${l10n.t("(truncated, see the output of the test run)")}`;
  const message = new TestMessage(words);
  const frames = await places.place(
    stackFrames(messageText(one.stack === "" ? one.output : `${one.stack}\n${one.output}`)),
  );
  const first = frames.find(({ uri }) => uri !== undefined);
  if (first?.uri !== undefined && first.position !== undefined)
    message.location = new Location(first.uri, first.position);
  // Without a file in the workspace, a match may be any text, unless it names a function.
  const shown = frames.filter(({ uri, label }) => uri !== undefined || /^[\w$.<>[\] ]+$/.test(label));
  if (shown.length > 0)
    message.stackTrace = shown.map(
      ({ label, uri, position }) => new TestMessageStackFrame(plainText(label, 200), uri, position),
    );
  return { message, frames };
}
