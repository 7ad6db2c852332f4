import type { Client } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import type { ProjectId } from "../../../api/path.ts";

/** A commit that was sent, and what it is known by. */
export interface Sent {
  readonly branch: string;
  readonly message: string;
  /** Paths from the root of the repository. */
  readonly files: readonly string[];
  /** What it was to stand on, as of before; absent for the first commit of a repository. */
  readonly tip?: string | undefined;
  /** Where the branch stood that it was to overwrite. */
  readonly before?: string | undefined;
}

/** Commits of the branch that are looked through: what others pushed meanwhile may lie on top. */
const looked = 20;

/**
 * The commit on the host that says the same as the one that was sent, and stands on what that was to stand on: a commit whose answer got
 * lost is found by it, and not made twice. Undefined when there is none.
 * @throws ApiError when the host cannot be asked
 */
export async function findSent(
  client: Pick<Client, "commits">,
  project: ProjectId,
  { branch, message, tip, before }: Sent,
  signal?: AbortSignal,
): Promise<string | undefined> {
  try {
    const { items } = await client.commits.list(project, { ref_name: branch }, { perPage: looked, signal }).page();
    // Nothing below that one is new.
    const end = before === undefined ? -1 : items.findIndex(({ id }) => id === before);
    const since = end < 0 ? items : items.slice(0, end);
    return since.find(
      (commit) => (tip === undefined || commit.parent_ids.includes(tip)) && commit.message.trim() === message.trim(),
    )?.id;
  } catch (error) {
    if (error instanceof ApiError && error.kind === "notFound") return undefined;
    throw error;
  }
}

/** Whether what is to be sent now is what was sent. */
export const isSame = (sent: Sent, { branch, message, files }: Pick<Sent, "branch" | "message" | "files">): boolean =>
  sent.branch === branch &&
  sent.message.trim() === message.trim() &&
  sent.files.length === files.length &&
  sent.files.every((path) => files.includes(path));
