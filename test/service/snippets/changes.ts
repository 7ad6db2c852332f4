import { CommitRefused } from "../git/commits.ts";
import type { CommitAction } from "../types.ts";

export interface SnippetFile {
  readonly path: string;
  /** Id of the blob. */
  readonly oid: string;
}

export interface FileChange {
  readonly action: "create" | "update" | "delete" | "move";
  /** May be left out when a file is made: hosts then find a name. */
  readonly path?: string | undefined;
  readonly previousPath?: string | undefined;
  readonly content?: string | undefined;
}

/** Hosts refuse more. */
export const MOST_FILES = 10;

/** Changes as actions of a commit; files without a name get `snippetfile1.txt` and so on. */
export function actionsFor(present: readonly SnippetFile[], changes: readonly FileChange[]): CommitAction[] {
  const names = new Set([...present.map((file) => file.path), ...changes.flatMap((change) => change.path ?? [])]);
  const freeName = (): string => {
    let number = 1;
    while (names.has(`snippetfile${number}.txt`)) number += 1;
    const name = `snippetfile${number}.txt`;
    names.add(name);
    return name;
  };
  return changes.map(({ action, path, previousPath, content }) => ({
    action,
    file_path: path === undefined || path === "" ? freeName() : path,
    ...(previousPath === undefined || action !== "move" ? {} : { previous_path: previousPath }),
    ...(content === undefined ? {} : { content: Buffer.from(content) }),
  }));
}

/** Throws CommitRefused when the actions leave no file, or more than a snippet may have. */
export function tooManyOrFew(present: readonly SnippetFile[], actions: readonly CommitAction[]): void {
  const count =
    present.length +
    actions.filter((one) => one.action === "create").length -
    actions.filter((one) => one.action === "delete").length;
  if (count < 1) throw new CommitRefused("The repository must contain at least 1 file.");
  if (count > MOST_FILES) throw new CommitRefused(`The repository can contain at most ${MOST_FILES} file(s).`);
}
