import { Uri } from "vscode";
import { FILE_SCHEME } from "../addresses/schemes.ts";
import { addressParts, type FileAddress, readAddress } from "./address.ts";
import type { DiffSide, FileRef } from "./refs.ts";

export { type FileAddress } from "./address.ts";

export interface FileUriOptions {
  /** Whether to show the LFS content instead of the pointer. */
  readonly lfs?: boolean;
  /** A fork that has the commit if the project does not. */
  readonly fork?: number | string | undefined;
  /** The diff of a merge request that shows the file, with the threads on its lines. */
  readonly diff?: DiffSide | undefined;
  /** Shown before the path in tabs, for example the branch. */
  readonly folder?: string;
}

/** Returns the URI of a file at a branch, tag or commit. With a full SHA the content never changes. */
export function fileUri(
  { instance, project, path, ref }: FileRef,
  { lfs = false, fork, diff, folder }: FileUriOptions = {},
): Uri {
  return toUri(
    {
      kind: "file",
      instance,
      project,
      path,
      ref,
      ...(lfs ? { lfs } : {}),
      ...(fork === undefined ? {} : { fork }),
      ...(diff ? { diff } : {}),
    },
    folder,
  );
}

/** Returns the URI of an empty document for a missing side. */
export const emptyUri = (path: string): Uri => toUri({ kind: "empty", path });

/** Returns the URI of a document with the submodule's commit. */
export const submoduleUri = (path: string, commit: string | undefined): Uri =>
  toUri({ kind: "submodule", path, ...(commit === undefined ? {} : { commit }) });

/** Returns the address of a URI; undefined for other schemes. */
export function readUri({ scheme, path, query }: Uri): FileAddress | undefined {
  return scheme === FILE_SCHEME ? readAddress({ path, query }) : undefined;
}

/** Returns the file of a URI; undefined for other schemes and for sides without a file. */
export function readFileUri(
  uri: Uri,
): (FileRef & { readonly lfs?: boolean; readonly fork?: number | string; readonly diff?: DiffSide }) | undefined {
  const address = readUri(uri);
  if (address?.kind !== "file") return undefined;
  const { kind: _, ...file } = address;
  return file;
}

const toUri = (address: FileAddress, folder?: string): Uri =>
  Uri.from({ scheme: FILE_SCHEME, ...addressParts(address, folder) });
