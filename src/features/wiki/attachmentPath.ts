import { isAttachmentPath } from "../../core/addresses/wiki.ts";

/**
 * Name in a page's folder that represents the wiki's root, since a preview loads nothing from outside its page's
 * folder.
 */
export const ROOT_FOLDER = ".wiki";

/** Returns the path in the wiki's repository, without a leading slash, of a path below a page. */
export function repositoryFile(path: string): string {
  const plain = path.replace(/^\/+/, "");
  if (isAttachmentPath(plain)) return plain.slice(/(?:^|\/)uploads\//.exec(plain)?.index ?? 0).replace(/^\//, "");
  const [, ofRoot] = new RegExp(`(?:^|/)${ROOT_FOLDER.replace(".", "\\.")}/(.+)$`, "s").exec(plain) ?? [];
  return ofRoot ?? plain;
}

/** Whether a path names a file rather than a page or folder: `picture.png`, but not `Release-1.2`. */
export const isFileName = (path: string): boolean => /\.[a-z][a-z0-9]{0,9}$/i.test(path);
