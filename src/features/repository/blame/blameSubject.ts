import { type TextDocument, workspace } from "vscode";
import { FILE_SCHEME } from "../../../core/addresses/schemes.ts";
import { UserError } from "../../../core/base/errors.ts";
import type { Context } from "../../../core/context.ts";
import { type ProjectFile, resolveProjectFile } from "../../../core/files/fileHere.ts";
import type { FileRef } from "../../../core/files/refs.ts";
import { readFileUri } from "../../../core/files/uris.ts";
import type { LocalClone } from "../../../git/clone.ts";
import type { OpenProject } from "../../../git/project.ts";
import { gitLines } from "./sameLines.ts";

/** The schemes whose documents are annotated. */
export const blamedSchemes: readonly string[] = ["file", FILE_SCHEME];

/** The file of the project that a document shows, at a commit that the host knows. */
export interface BlameSubject extends FileRef {
  /** A fork that has the commit where the project itself has it not. */
  readonly fork?: number | string;
  /** The file's lines at that commit, where the document is the working tree's and may differ. */
  readonly lines?: readonly string[];
}

/** What a document is blamed by; undefined for what is no file of the project, is not on the host, or is not trusted. @throws Error with git's words */
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
  const here = await placeOf(context, document);
  if (here?.clone === undefined || here.clone.root !== value.project.root) return undefined;
  const ref = await knownCommit(value.project, here.clone, signal);
  const content = ref === undefined ? undefined : await here.clone.file(ref, here.path, signal);
  if (ref === undefined || content === undefined) return undefined;
  const lines = gitLines(await workspace.decode(content, { encoding: document.encoding }));
  return { instance: here.instance, project: here.project, path: here.path, ref, lines };
}

async function placeOf(context: Context, { uri }: TextDocument): Promise<ProjectFile | undefined> {
  try {
    return await resolveProjectFile(context, uri);
  } catch (error) {
    // It says that the file is none of the project's.
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** The newest commit of HEAD that was pushed or fetched, as far as the clone knows: nothing is asked of the host for it. */
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
