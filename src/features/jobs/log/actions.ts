import {
  commands,
  l10n,
  Range,
  Selection,
  TextEditorRevealType,
  type TextEditor,
  Uri,
  window,
  workspace,
} from "vscode";
import { LOG_SCHEME } from "../../../core/addresses/schemes.ts";
import { UserError } from "../../../core/base/errors.ts";
import { jobOf, readLogQuery } from "../../../core/logText/address.ts";
import { pickJob } from "../../../core/pipelines/pickPipeline.ts";
import type { JobRef } from "../../../core/pipelines/refs.ts";
import { hasLog } from "../../../core/pipelines/rowContext.ts";
import { notice } from "../../../core/ui/notice.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { JobsContext } from "../context.ts";
import { foldsOf } from "./logFolding.ts";
import type { OpenLog } from "./openLog.ts";
import { saveRawLogAs } from "./rawFile.ts";

/** Opens a job's log as a document to search and fold; it is updated while the job runs. */
export async function openLog(context: JobsContext, given?: JobRef | Uri): Promise<void> {
  await show(context, await jobFor(context, given, l10n.t("Open Job Log in Editor")));
}

/** Reveals the line of a job's log that is most likely the cause of the failure. */
export async function showFirstError(context: JobsContext, given?: JobRef | Uri): Promise<void> {
  const editor = await show(
    context,
    await jobFor(context, given ?? shownLog(), l10n.t("Go to First Error in Job Log")),
  );
  const log = await (await context.logDocuments.load()).of(editor.document);
  const first = await log?.snapshot.firstError();
  if (!log || !first) {
    notice(l10n.t("No errors found in this log."));
    return;
  }
  const line = Math.min(first.line - log.document.base, editor.document.lineCount - 1);
  const { text } = editor.document.lineAt(line);
  editor.selection = new Selection(line, 0, line, text.length);
  editor.revealRange(new Range(line, 0, line, 0), TextEditorRevealType.InCenter);
  if (!first.isSure) notice(l10n.t("This line is likely the first error. The log has no clearer one."));
  if (first.hidden) notice(l10n.t("There are more errors in the part of the log that is not shown."));
}

/** Opens a job's unmodified log in an editor. */
export async function openRawLog(context: JobsContext, given?: JobRef | Uri): Promise<void> {
  await context.logs.openRaw(await jobFor(context, given, l10n.t("Open Raw Job Log")));
}

/** Saves a job's unmodified log of any size. */
export async function saveRawLog(context: JobsContext, given?: JobRef | Uri): Promise<void> {
  const ref = await jobFor(context, given ?? shownLog(), l10n.t("Save Raw Job Log"));
  const name = `${(ref.job.name ?? "").replace(/[^\p{L}\p{N}._-]+/gu, "_").replace(/^[._]+|_+$/g, "") || "job"}-${ref.job.id}.log`;
  const { value } = context.current;
  const root = value.kind === "ready" ? value.project.root : undefined;
  const target = await window.showSaveDialog({
    title: l10n.t("Save Raw Job Log"),
    ...(root !== undefined && { defaultUri: Uri.joinPath(Uri.file(root), "..", name) }),
  });
  if (target === undefined) return;
  if (target.scheme !== "file") throw new UserError(l10n.t("Choose a folder on the machine that Forgeline runs on."));
  await saveRawLogAs(context.logs.options, ref, target.fsPath);
  notice(l10n.t("Saved {0}.", plainText(target.path.slice(target.path.lastIndexOf("/") + 1), 100)));
}

/** Returns the log in the active editor. */
export const shownLog = (): Uri | undefined => {
  const uri = window.activeTextEditor?.document.uri;
  return uri?.scheme === LOG_SCHEME ? uri : undefined;
};

/** Returns the job of a row or document, or asks for one. */
export async function jobFor(context: JobsContext, given: JobRef | Uri | undefined, title: string): Promise<JobRef> {
  const address = given && "scheme" in given ? readLogQuery(given) : undefined;
  if (address) return jobOf(address);
  const ref = given && "job" in given ? given : undefined;
  return pickJob(context, ref, {
    title,
    placeholder: l10n.t("Select a job"),
    applies: hasLog,
    empty: l10n.t("No jobs with a log"),
  });
}

async function show(context: JobsContext, ref: JobRef): Promise<TextEditor> {
  const files = await context.logDocuments.load();
  const uri = await withProgress(
    l10n.t("Loading the log of {0} #{1}", plainText(ref.job.name, 80), ref.job.id),
    (signal) => files.load(ref, signal),
  );
  const isNew = !workspace.textDocuments.some((one) => one.uri.toString() === uri.toString());
  const editor = await window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
  if (isNew) await foldAtFirst(await files.of(editor.document), editor);
  return editor;
}

/** Folds the sections that the job asks to collapse; only in newly opened editors, not to override the user's folds. */
async function foldAtFirst(log: OpenLog | undefined, { document }: TextEditor): Promise<void> {
  const lines = log
    ? foldsOf(log, document.lineCount).flatMap(({ start, collapsed }) => (collapsed ? [start] : []))
    : [];
  // With a direction, VS Code folds the regions that start at these lines; without, the ones around them.
  if (lines.length > 0)
    await commands.executeCommand("editor.fold", { levels: 1, direction: "down", selectionLines: lines });
}
