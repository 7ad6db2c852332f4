import { type TextDocument, workspace } from "vscode";
import { FILE_SCHEME } from "../../../core/addresses/schemes.ts";
import { UserError } from "../../../core/base/errors.ts";
import { gitLines } from "../../../core/comparisons/sameLines.ts";
import type { Context } from "../../../core/context.ts";
import { type ProjectFile, resolveProjectFile } from "../../../core/files/fileHere.ts";
import type { FileRef } from "../../../core/files/refs.ts";
import { readFileUri } from "../../../core/files/uris.ts";
import type { LocalClone } from "../../../git/clone.ts";
import type { OpenProject } from "../../../git/project.ts";

/** The schemes whose documents are annotated. */
export const blamedSchemes: readonly string[] = ["file", FILE_SCHEME];

/** The file that a document shows, at a commit on the host. */
export interface BlameSubject extends FileRef {
  /** Fork that has the commit if the project itself does not. */
  readonly fork?: number | string;
  /** Lines of the file at that commit, for a document of the working tree, which may differ. */
  readonly lines?: readonly string[];
}

/**
 * Returns the file and commit to blame for a document; undefined for files outside the project, not on the host, or in
 * Restricted Mode.
 * @throws Error from git
 */
export async function blameSubject(
  context: Context,
  document: TextDocument,
  signal: AbortSignal,
): Promise<BlameSubject | undefined> {
  if (!workspace.isTrusted) return undefined;
  if (document.uri.scheme === FILE_SCHEME) {
    const file = readFileUri(document.uri);
    if (file === undefined || file.lfs === true) return undefined;
    const { instance, project, path, ref, fork } = file;
    return { instance, project, path, ref, ...(fork === undefined ? {} : { fork }) };
  }
  const { value } = context.current;
  if (value.kind !== "ready") return undefined;
  const here = await findFile(context, document);
  if (here?.clone === undefined || here.clone.root !== value.project.root) return undefined;
  const ref = await knownCommit(value.project, here.clone, signal);
  const content = ref === undefined ? undefined : await here.clone.file(ref, here.path, signal);
  if (ref === undefined || content === undefined) return undefined;
  const lines = gitLines(await workspace.decode(content, { encoding: document.encoding }));
  return { instance: here.instance, project: here.project, path: here.path, ref, lines };
}

async function findFile(context: Context, { uri }: TextDocument): Promise<ProjectFile | undefined> {
  try {
    return await resolveProjectFile(context, uri);
  } catch (error) {
    // The file is not in the project.
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** Returns the newest ancestor of HEAD on the host, as far as the clone knows, without a request. */
async function knownCommit(
  { head, pushed, branch }: OpenProject,
  clone: LocalClone,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (head === undefined || head === pushed) return head;
  if (pushed !== undefined) return clone.mergeBase(head, pushed, signal);
  const remote = `refs/remotes/${clone.remote ?? "origin"}`;
  for (const name of [...(branch === undefined ? [] : [branch]), "HEAD", "main", "master"]) {
    const tip = await clone.resolve(`${remote}/${name}`, signal);
    const common = tip === undefined ? undefined : await clone.mergeBase(head, tip, signal);
    if (common !== undefined) return common;
  }
  return head;
}
