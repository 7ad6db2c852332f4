import { l10n, Position, Range } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { sameProject } from "../../../core/base/refs.ts";
import { readCiFileText } from "../../../core/ciFile/ciFileText.ts";
import { parseCi } from "../../../core/ciFile/document.ts";
import type { Context } from "../../../core/context.ts";
import { namedFile } from "../../../core/files/namedFile.ts";
import { openFile } from "../../../core/files/openFile.ts";
import { fileUri } from "../../../core/files/uris.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { shortSha } from "../../../core/ui/shortSha.ts";
import type { CiErrorRef } from "../refs.ts";
import { locateMessage } from "./messagePlace.ts";

/** Opens the CI file of a commit where an error of the host is: the local file if the commit is checked out. */
export async function showError(context: Context, given?: CiErrorRef): Promise<void> {
  if (given === undefined) return;
  const { instance, project, sha: ref, error } = given;
  const { client } = context.connections.get(instance);
  const dialect = context.templates.dialect(instance);
  const found = await withProgress(l10n.t("Reading the CI file…"), (signal) =>
    readCiFileText({ client, project, ref, dialect }, signal),
  );
  if (found.kind === "elsewhere") throw new UserError(l10n.t("The project's CI file is in another project."));
  if (found.kind === "missing") throw new UserError(l10n.t("Commit {0} has no CI file.", shortSha(ref)));
  const { path, text } = found;
  const { start } = locateMessage(error, parseCi(text)).at;
  const before = text.slice(0, start).split(/\r\n|\n|\r/);
  const at = new Position(before.length - 1, before.at(-1)?.length ?? 0);
  const selection = new Range(at, at);
  const { value } = context.current;
  const root =
    value.kind === "ready" && sameProject(value.project, given) && value.project.head === ref
      ? value.project.root
      : undefined;
  if (root !== undefined && (await openFile(await namedFile(root, path), { selection })) === "there") return;
  await openFile(fileUri({ instance, project, path, ref }), { selection });
}
