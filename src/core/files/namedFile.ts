import { lstat } from "node:fs/promises";
import path from "node:path";
import { l10n, Uri } from "vscode";
import { UserError } from "../base/errors.ts";
import { plainText } from "../ui/plainText.ts";
import { isOwnFile } from "./ownFile.ts";

/**
 * Returns the file of a repository for a path that a host names, which may not exist.
 * @param root folder of the clone
 * @throws UserError when the path leads out of the repository or into `.git`, by itself or by links
 */
export async function namedFile(root: string, named: string): Promise<Uri> {
  if (await isNamedInside(root, named)) return Uri.file(path.join(root, named));
  throw new UserError(
    l10n.t("“{0}” is not used: it leads outside the files of the repository.", plainText(named, 200)),
  );
}

/** Returns whether a path that a host names leads to a file of a repository, or to where one can be created. */
export async function isNamedInside(root: string, named: string): Promise<boolean> {
  if (named.split(/[\\/]/).some((part) => /^\.git$/i.test(part))) return false;
  // A new file is where the nearest folder above it leads; a broken link exists.
  let at = path.join(root, named);
  while (at !== path.dirname(at) && (await isMissing(at))) at = path.dirname(at);
  return isOwnFile(root, at);
}

const isMissing = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => false,
    () => true,
  );
