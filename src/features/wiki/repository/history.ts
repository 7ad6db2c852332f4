/** A commit in the history of a page. */
export interface WikiCommit {
  readonly sha: string;
  readonly author: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** First line of the message. */
  readonly title: string;
  /** Path after the commit; before it, if the commit removed the file. */
  readonly path: string;
  /** Path before the commit, if it renamed the file. */
  readonly oldPath?: string;
  /** Whether the commit removed the file. */
  readonly removed: boolean;
}

/** Parses the output of `git log -z --name-status` with the format `%x1e%H%x00%an%x00%at%x00%s%x00`. */
export function readHistory(text: string): WikiCommit[] {
  return text.split("\x1e").flatMap((record) => {
    const [sha = "", author = "", at = "", title = "", ...rest] = record.split("\0");
    if (!/^[0-9a-f]{40,64}$/.test(sha)) return [];
    const [status = "", ...paths] = rest.map((part) => part.replace(/^\n/, "")).filter((part) => part !== "");
    const [first, second] = paths;
    if (first === undefined) return [];
    const renamed = /^[RC]/.test(status) && second !== undefined;
    return [
      {
        sha,
        author,
        at: Number(at) * 1000,
        title,
        path: renamed ? second : first,
        ...(renamed && status.startsWith("R") && { oldPath: first }),
        removed: status === "D",
      },
    ];
  });
}
