import { Uri } from "vscode";
import { FILE_SCHEME } from "../addresses/schemes.ts";
import { addressParts, type FileAddress, readAddress } from "./address.ts";
import type { FileRef } from "./refs.ts";

export { type FileAddress } from "./address.ts";

export interface FileUriOptions {
  /** The content of a large file in place of the pointer that git has. */
  readonly lfs?: boolean;
  /** A fork that has the commit where the project itself has it not. */
  readonly fork?: number | string | undefined;
  /** Shown before the path, for a tab that stands alone: the branch, say. */
  readonly folder?: string;
}

/** The document of a file at a branch, tag or commit. By a full sha it never changes. */
export function fileUri(
  { instance, project, path, ref }: FileRef,
  { lfs = false, fork, folder }: FileUriOptions = {},
): Uri {
  return toUri(
    { kind: "file", instance, project, path, ref, ...(lfs ? { lfs } : {}), ...(fork === undefined ? {} : { fork }) },
    folder,
  );
}

/** An empty document, for the side on which there is no file. */
export const emptyUri = (path: string): Uri => toUri({ kind: "empty", path });

/** A document of one line that names the submodule's commit. */
export const submoduleUri = (path: string, commit: string | undefined): Uri =>
  toUri({ kind: "submodule", path, ...(commit === undefined ? {} : { commit }) });

/** What a URI of ours stands for; undefined for any other. */
export function readUri({ scheme, path, query }: Uri): FileAddress | undefined {
  return scheme === FILE_SCHEME ? readAddress({ path, query }) : undefined;
}

/** The file at a ref that a URI of ours stands for; undefined for any other, and for sides without a file. */
export function readFileUri(
  uri: Uri,
): (FileRef & { readonly lfs?: boolean; readonly fork?: number | string }) | undefined {
  const address = readUri(uri);
  if (address?.kind !== "file") return undefined;
  const { kind: _, ...file } = address;
  return file;
}

const toUri = (address: FileAddress, folder?: string): Uri =>
  Uri.from({ scheme: FILE_SCHEME, ...addressParts(address, folder) });

export { FILE_SCHEME } from "../addresses/schemes.ts";
