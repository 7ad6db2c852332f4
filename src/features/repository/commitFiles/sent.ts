import type { Client } from "../../../api/client.ts";
import type { ProjectId } from "../../../api/path.ts";
import { undefinedIfMissing } from "./examine.ts";

/** A commit that was sent, with what identifies it. */
export interface SentCommit {
  readonly branch: string;
  readonly message: string;
  /** Paths from the root of the repository. */
  readonly files: readonly string[];
  /** Expected parent commit; absent for the first commit of a repository. */
  readonly tip?: string | undefined;
  /** Former commit of the branch to overwrite. */
  readonly before?: string | undefined;
}

/** Number of commits to search, as others may have pushed meanwhile. */
const searched = 20;

/**
 * Finds the commit on the host with the message and parent of one that was sent, so that a commit whose response was
 * lost is not made twice.
 * @throws ApiError when the host cannot be reached
 */
export async function findSent(
  client: Pick<Client, "commits">,
  project: ProjectId,
  { branch, message, tip, before }: SentCommit,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const page = await undefinedIfMissing(
    client.commits.list(project, { ref_name: branch }, { perPage: searched, signal }).page(),
  );
  const { items } = page ?? { items: [] };
  // Commits from that one on are old.
  const end = before === undefined ? -1 : items.findIndex(({ id }) => id === before);
  const since = end < 0 ? items : items.slice(0, end);
  return since.find(
    (commit) =>
      (tip === undefined || commit.parent_ids?.includes(tip) === true) && commit.message?.trim() === message.trim(),
  )?.id;
}

/** Whether a commit is the one that was sent. */
export const isSame = (
  sent: SentCommit,
  { branch, message, files }: Pick<SentCommit, "branch" | "message" | "files">,
): boolean =>
  sent.branch === branch &&
  sent.message.trim() === message.trim() &&
  sent.files.length === files.length &&
  sent.files.every((path) => files.includes(path));
