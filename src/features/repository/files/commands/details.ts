import { l10n, Uri, window } from "vscode";
import type { FileHeaders } from "../../../../api/resources/fileHeaders.ts";
import { saveDownload } from "../../../../api/saveDownload.ts";
import { UserError } from "../../../../core/base/errors.ts";
import type { Context } from "../../../../core/context.ts";
import { type ProjectFile, resolveProjectFile } from "../../../../core/files/fileHere.ts";
import { readFileMetadata } from "../../../../core/files/fileMetadata.ts";
import { hostCommit } from "../../../../core/files/hostCommit.ts";
import { readFileUri } from "../../../../core/files/uris.ts";
import { describeError } from "../../../../core/ui/describeError.ts";
import { notice } from "../../../../core/ui/notice.ts";
import { plainText } from "../../../../core/ui/plainText.ts";
import { withProgress } from "../../../../core/ui/progress.ts";
import { withRefusals } from "../../../../core/ui/refusals.ts";
import { saveName } from "../../../../core/ui/saveName.ts";
import { sizeText } from "../../../../core/ui/size.ts";

/** Shows the metadata of a file from each of the host's three routes, without downloading it. */
export async function showDetails(context: Context, given?: Uri): Promise<void> {
  const here = await resolveProjectFile(context, given);
  const text = await withProgress(l10n.t("Loading {0}…", plainText(here.path, 100)), (signal) =>
    detailsOf(context, here, signal),
  );
  await context.texts.show(
    `${plainText(here.path.slice(here.path.lastIndexOf("/") + 1), 100)} ${l10n.t("details")}.txt`,
    text,
  );
}

/** Downloads a file at a ref to disk, whatever its size. */
export async function download(context: Context, given?: Uri): Promise<void> {
  const here = await resolveProjectFile(context, given);
  const { lfs } = readFileUri(here.uri) ?? {};
  const name = here.path.slice(here.path.lastIndexOf("/") + 1);
  const target = await window.showSaveDialog({ title: l10n.t("Download File"), ...saveTo(context, name) });
  if (target === undefined) return;
  if (target.scheme !== "file") throw new UserError(l10n.t("Choose a folder on the machine that Forgeline runs on."));
  await withProgress(l10n.t("Downloading {0}…", plainText(name, 100)), async (signal, step) => {
    const ref = here.ref ?? (await hostCommit(context, here, signal)).commit.id;
    const onProgress = (done: number, total: number | undefined): void =>
      step(total === undefined ? sizeText(done) : l10n.t("{0} of {1}", sizeText(done), sizeText(total)));
    const { client } = context.connections.get(here.instance);
    const file = await client.repositoryFiles.raw(
      here.project,
      here.path,
      { ref, ...(lfs === true ? { lfs } : {}) },
      { signal, onProgress },
    );
    await saveDownload(file, target.fsPath, { signal });
  });
  notice(l10n.t("Saved {0}.", plainText(name, 100)));
}

function saveTo(context: Context, name: string): { defaultUri?: Uri } {
  const { value } = context.current;
  const root = value.kind === "ready" ? value.project.root : undefined;
  return root === undefined ? {} : { defaultUri: Uri.joinPath(Uri.file(root), "..", saveName(name)) };
}

async function detailsOf(context: Context, here: ProjectFile, signal: AbortSignal): Promise<string> {
  const { client } = context.connections.get(here.instance);
  const { commit, unpushed } = await hostCommit(context, here, signal);
  const query = { ref: commit.id };
  const lfs = readFileUri(here.uri)?.lfs === true;
  const file = await withFileErrors(here, () =>
    readFileMetadata(client.repositoryFiles, here.project, here.path, query, { signal }),
  );
  const [raw, blame] = await Promise.allSettled([
    client.repositoryFiles.rawHead(here.project, here.path, { ...query, ...(lfs ? { lfs } : {}) }, { signal }),
    client.repositoryFiles.blameHead(here.project, here.path, query, { signal }),
  ]);
  signal.throwIfAborted();
  const lines: [name: string, value: string][] = [
    [l10n.t("File"), file.file_path],
    [l10n.t("Project"), `${here.instance} ${here.project}`],
    [l10n.t("Ref"), here.ref ?? l10n.t("HEAD")],
    [l10n.t("Commit"), file.commit_id ?? commit.id],
    ...(unpushed === undefined ? [] : [[l10n.t("Not on the host yet"), unpushed] as [string, string]]),
    [l10n.t("Last commit that changed it"), file.last_commit_id ?? unknown()],
    [l10n.t("Size"), `${sizeText(file.size)} (${file.size})`],
    [
      l10n.t("Executable"),
      file.execute_filemode === null ? unknown() : file.execute_filemode ? l10n.t("yes") : l10n.t("no"),
    ],
    [l10n.t("Blob"), file.blob_id],
    [l10n.t("SHA-256"), file.content_sha256 ?? unknown()],
    [l10n.t("Encoding"), file.encoding ?? unknown()],
    [l10n.t("Raw content"), comparisonText(raw, file)],
    [l10n.t("Blame"), comparisonText(blame, file)],
  ];
  return lines.map(([name, value]) => `${name}: ${value}\n`).join("");
}

const unknown = (): string => l10n.t("not available");

const withFileErrors = ({ path }: ProjectFile, ask: () => Promise<FileHeaders>): Promise<FileHeaders> =>
  withRefusals(
    {
      notFound: () =>
        l10n.t("{0} does not exist on the host at this commit. It may not be pushed yet.", plainText(path, 200)),
    },
    ask,
  );

/** Returns whether another route reports the same file. */
function comparisonText(result: PromiseSettledResult<FileHeaders>, file: FileHeaders): string {
  if (result.status === "rejected") return describeError(result.reason).message;
  const { size, blob_id, content_sha256 } = result.value;
  if (blob_id === file.blob_id && size === file.size && content_sha256 === file.content_sha256)
    return l10n.t("available, the same content");
  return l10n.t("available, {0}, blob {1}, SHA-256 {2}", sizeText(size), blob_id, content_sha256 ?? unknown());
}
