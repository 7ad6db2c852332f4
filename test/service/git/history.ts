import type { CommitRecord } from "../types.ts";
import { contains } from "./ancestry.ts";
import { readCommits } from "./records.ts";
import { listRefs } from "./refFiles.ts";
import type { Repositories } from "./repositories.ts";

export interface HistoryQuery {
  /** Branch, tag, commit, or a range of two of them: `a..b`, `a...b`. */
  readonly ref: string;
  /** The commits of all refs instead. */
  readonly all?: boolean;
  readonly path?: string;
  /** Milliseconds since the epoch, both inclusive. */
  readonly since?: number;
  readonly until?: number;
  readonly firstParent?: boolean;
  readonly limit: number;
}

/** Newest first. Undefined when the ref, or an end of the range, does not exist. Throws GitFailed. */
export async function readHistory(
  repositories: Pick<Repositories, "at" | "git" | "objects">,
  projectPath: string,
  query: HistoryQuery,
): Promise<CommitRecord[] | undefined> {
  const revisions = query.all === true ? ["--all"] : await revisionsOf(repositories, projectPath, query.ref);
  if (revisions === undefined) return undefined;
  const out = await repositories.git(projectPath, [
    "log",
    "--format=%H",
    `--max-count=${query.limit}`,
    ...(query.firstParent === true ? ["--first-parent"] : []),
    // In whole seconds, as commits have their dates.
    ...(query.since === undefined ? [] : [`--max-age=${Math.ceil(query.since / 1000)}`]),
    ...(query.until === undefined ? [] : [`--min-age=${Math.floor(query.until / 1000)}`]),
    ...revisions,
    "--",
    ...(query.path === undefined ? [] : [query.path]),
  ]);
  return readCommits(repositories.objects(projectPath), out.toString());
}

async function revisionsOf(
  repositories: Pick<Repositories, "at">,
  projectPath: string,
  ref: string,
): Promise<string[] | undefined> {
  const [, from, dots, to] = /^(.*?)(\.{2,3})(.*)$/.exec(ref) ?? [];
  if (from === undefined || dots === undefined || to === undefined) {
    const sha = await repositories.at(projectPath).resolve(ref);
    return sha === undefined ? undefined : [sha];
  }
  const [start, end] = await Promise.all(
    [from, to].map((one) => repositories.at(projectPath).resolve(one === "" ? "HEAD" : one)),
  );
  return start === undefined || end === undefined ? undefined : [`${start}${dots}${end}`];
}

/** Names of the branches or tags that have the commit in their history. */
export async function refsContaining(
  repositories: Pick<Repositories, "dir" | "objects">,
  projectPath: string,
  sha: string,
  kind: "branch" | "tag",
): Promise<string[]> {
  const prefix = kind === "branch" ? "refs/heads/" : "refs/tags/";
  const objects = repositories.objects(projectPath);
  const names: string[] = [];
  for (const [ref, object] of listRefs(repositories.dir(projectPath), prefix)) {
    const tip = await objects.commitOf(object);
    if (tip !== undefined && (await contains(objects, tip, sha))) names.push(ref.slice(prefix.length));
  }
  return names;
}
