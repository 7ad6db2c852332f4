import { isAttachmentPath } from "../../core/addresses/wiki.ts";

/** Stands in a page's folder for the root of the wiki: a preview loads nothing from outside the folder of its page. */
export const ROOT_FOLDER = ".wiki";

/** The file of the wiki's repository that a path below a page means; without a slash before it. */
export function repositoryFile(path: string): string {
  const plain = path.replace(/^\/+/, "");
  if (isAttachmentPath(plain)) return plain.slice(/(?:^|\/)uploads\//.exec(plain)?.index ?? 0).replace(/^\//, "");
  const [, ofRoot] = new RegExp(`(?:^|/)${ROOT_FOLDER.replace(".", "\\.")}/(.+)$`, "s").exec(plain) ?? [];
  return ofRoot ?? plain;
}

/** Whether the name is one of a file, as opposed to a page or a folder: `picture.png`, but not `Release-1.2`. */
export const isFileName = (path: string): boolean => /\.[a-z][a-z0-9]{0,9}$/i.test(path);
