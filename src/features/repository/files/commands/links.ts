import { env, l10n, Uri, window } from "vscode";
import type { Commit } from "../../../../api/resources/commitTypes.ts";
import { UserError } from "../../../../core/base/errors.ts";
import { encodePath } from "../../../../core/base/instanceUrl.ts";
import type { ProjectScope } from "../../../../core/base/refs.ts";
import { pageOf, projectUrl } from "../../../../core/commands/links.ts";
import type { Context } from "../../../../core/context.ts";
import { type ProjectFile, resolveProjectFile } from "../../../../core/files/fileHere.ts";
import { type HostCommit, hostCommit } from "../../../../core/files/hostCommit.ts";
import { notice } from "../../../../core/ui/notice.ts";
import { plainText } from "../../../../core/ui/plainText.ts";
import { withProgress } from "../../../../core/ui/progress.ts";
import { shortSha } from "../../../../core/ui/shortSha.ts";
import type { LineRange } from "../../blame/lineRanges.ts";

/** Opens the page of a file on the host, at the selected lines. */
export async function openOnHost(context: Context, given?: Uri): Promise<void> {
  const here = await resolveProjectFile(context, given);
  const lines = selectedLines(here, given);
  const { page, note } = await withProgress(l10n.t("Looking for the page of the file…"), (signal) =>
    pageFor(context, here, lines, { branch: true }, signal),
  );
  await env.openExternal(Uri.parse(pageOf({ webUrl: page }), true));
  if (note !== undefined) notice(note);
}

/** Copies the permanent URL of the selected lines of a file, which contains the commit. */
export async function copyPermalink(context: Context, given?: Uri): Promise<void> {
  const here = await resolveProjectFile(context, given);
  const lines = selectedLines(here, given);
  const { page, note } = await withProgress(l10n.t("Creating permalink…"), (signal) =>
    pageFor(context, here, lines, { branch: false }, signal),
  );
  await env.clipboard.writeText(pageOf({ webUrl: page }));
  notice(note === undefined ? l10n.t("Copied permalink.") : l10n.t("Copied permalink. {0}", note));
}

/** Returns the page of a file, and a note when it may differ. @throws UserError when the host does not have the file */
async function pageFor(
  context: Context,
  here: ProjectFile,
  lines: LineRange | undefined,
  { branch }: { readonly branch: boolean },
  signal: AbortSignal,
): Promise<{ page: string; note?: string }> {
  const found = await hostCommit(context, here, signal);
  if (here.ref === undefined && (await here.clone?.entry(found.commit.id, here.path, signal)) === undefined)
    throw notOnHost(here, found);
  const project = await projectPage(context, here, found.commit, signal);
  const ref = (branch ? branchAt(context, here, found) : undefined) ?? found.commit.id;
  const note = await differenceNote(here, found, lines, signal);
  return { page: filePage(project, ref, here.path, lines), ...(note === undefined ? {} : { note }) };
}

const notOnHost = ({ path }: ProjectFile, { commit, unpushed }: HostCommit): UserError =>
  new UserError(
    unpushed === undefined
      ? l10n.t("{0} is not committed yet. Commit and push it first.", plainText(path, 200))
      : l10n.t(
          "{0} is not in {1}, the last pushed commit of this branch. Push first.",
          plainText(path, 200),
          shortSha(commit.id),
        ),
  );

/** Returns the open branch if it is at the commit: its page shows the same file and allows editing. */
function branchAt(context: Context, here: ProjectFile, { commit }: HostCommit): string | undefined {
  const { value } = context.current;
  const open = value.kind === "ready" && value.project.root === here.clone?.root ? value.project : undefined;
  return here.ref === undefined && open?.branch !== undefined && open.pushed === commit.id ? open.branch : undefined;
}

/** Returns why the page may differ from the file in the editor. */
async function differenceNote(
  { uri, path, ref, clone }: ProjectFile,
  { commit, unpushed }: HostCommit,
  lines: LineRange | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  const short = shortSha(commit.id);
  if (unpushed !== undefined)
    return l10n.t("It points to {0}, the last pushed commit: {1} is not on the host yet.", short, shortSha(unpushed));
  const document = window.visibleTextEditors.find(
    (editor) => editor.document.uri.toString() === uri.toString(),
  )?.document;
  if (ref !== undefined || lines === undefined || document === undefined) return undefined;
  const committed = (await clone?.file(commit.id, path, signal))?.toString();
  const sameLines = (a: string, b: string): boolean => a.replaceAll("\r\n", "\n") === b.replaceAll("\r\n", "\n");
  return committed === undefined || sameLines(committed, document.getText())
    ? undefined
    : l10n.t("The file has uncommitted changes, so line numbers may differ.");
}

/** Returns the lines selected in the editor of the file; undefined for the whole file, such as in the Explorer. */
function selectedLines({ uri }: ProjectFile, given: Uri | undefined): LineRange | undefined {
  const editor = window.activeTextEditor;
  if (!editor || editor.selection.isEmpty) return undefined;
  const shown = editor.document.uri.toString();
  if (shown !== uri.toString() && shown !== given?.toString()) return undefined;
  const { start, end } = editor.selection;
  // A selection of whole lines ends at the beginning of the next one.
  const last = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  return { start: start.line + 1, end: last };
}

/** Returns the URL of a project, from that of a commit if possible. */
async function projectPage(
  context: Context,
  scope: ProjectScope,
  commit: Commit,
  signal: AbortSignal,
): Promise<string> {
  const url = /^(https?:\/\/.+?)\/-\/commit\/[0-9a-f]+$/.exec(commit.web_url ?? "")?.[1];
  return url ?? (await projectUrl(context, scope, signal));
}

/** Returns the URL of a file at a branch or commit, with its lines. */
function filePage(project: string, ref: string, path: string, lines?: LineRange): string {
  const anchor =
    lines === undefined ? "" : lines.start === lines.end ? `#L${lines.start}` : `#L${lines.start}-${lines.end}`;
  return `${project}/-/blob/${encodePath(ref)}/${encodePath(path)}${anchor}`;
}
