import { lstat } from "node:fs/promises";
import path from "node:path";
import { isOwnFile } from "../../../core/files/ownFile.ts";
import type { GitProgram } from "../../../git/openGit.ts";
import { pathProblem } from "./paths.ts";
import { openRepositoryGit, type RepositoryGit } from "./repositoryGit.ts";

/** A submodule in `.gitmodules`. */
export interface Submodule {
  readonly name: string;
  /** From the root of the repository. */
  readonly path: string;
  readonly url?: string;
  readonly branch?: string;
}

/** HEAD, a branch or a tag in a submodule's clone. */
export interface SubmoduleRef {
  readonly kind: "branch" | "tag" | "head";
  readonly name: string;
  readonly sha: string;
  readonly subject: string;
}

/** Returns the submodules in `.gitmodules` of the working tree that have a path. */
export async function listSubmodules(git: RepositoryGit, signal?: AbortSignal): Promise<Submodule[]> {
  return readModules(
    (await git.ask(
      ["config", "--file", ".gitmodules", "--null", "--get-regexp", "^submodule\\..*\\.(path|url|branch)$"],
      { signal },
    )) ?? "",
  );
}

/**
 * Parses the output of `git config --null`: `submodule.<name>.path`, line break, value, NUL. Names may contain dots.
 */
export function readModules(text: string): Submodule[] {
  const modules = new Map<string, Record<string, string>>();
  for (const entry of text.split("\0")) {
    const [, name, key, value] = /^submodule\.([^\n]*)\.(path|url|branch)\n([^]*)$/i.exec(entry) ?? [];
    if (name === undefined || key === undefined || value === undefined) continue;
    modules.set(name, { ...modules.get(name), [key.toLowerCase()]: value });
  }
  return [...modules].flatMap(([name, { path: place, url, branch }]) =>
    // The file is untrusted: git must not run in a path outside the repository.
    place === undefined || pathProblem(place.replace(/\/+$/, "")) !== undefined
      ? []
      : [
          {
            name,
            path: place.replace(/\/+$/, ""),
            ...(url === undefined ? {} : { url }),
            ...(branch === undefined ? {} : { branch }),
          },
        ],
  );
}

/** Returns the commit of a submodule that a commit of the repository records. */
export async function recordedCommit(
  git: RepositoryGit,
  commit: string,
  submodule: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const line = await git.ask(["--literal-pathspecs", "ls-tree", "-z", "--full-tree", commit, "--", submodule], {
    signal,
  });
  return /^160000 commit ([0-9a-f]+)\t/.exec(line ?? "")?.[1];
}

/** Opens the clone of a submodule; returns undefined if there is none. */
export async function submoduleGit(
  git: RepositoryGit,
  submodule: string,
  program: GitProgram,
): Promise<RepositoryGit | undefined> {
  const root = path.join(git.root, submodule);
  // Without its own `.git`, git would use the repository around it. A link could lead to any other.
  const own = await lstat(path.join(root, ".git")).catch(() => undefined);
  return own === undefined || !(await isOwnFile(git.root, root)) ? undefined : openRepositoryGit(root, program);
}

/** Returns HEAD, then the branches and tags of a submodule's clone, most recent first. */
export async function submoduleRefs(git: RepositoryGit, signal?: AbortSignal): Promise<SubmoduleRef[]> {
  const format = "--format=%(refname)%00%(objectname)%00%(*objectname)%00%(contents:subject)";
  const lines = await git.run(
    ["for-each-ref", "--sort=-creatordate", format, "refs/heads", "refs/remotes", "refs/tags"],
    { signal },
  );
  const refs = lines.split("\n").flatMap((line): SubmoduleRef[] => {
    const [ref = "", object = "", peeled = "", subject = ""] = line.split("\0");
    const [, kind, name] = /^refs\/(heads|remotes|tags)\/(.+)$/.exec(ref) ?? [];
    if (kind === undefined || name === undefined || name.endsWith("/HEAD")) return [];
    return [{ kind: kind === "tags" ? "tag" : "branch", name, sha: peeled === "" ? object : peeled, subject }];
  });
  const head = await git.ask(["log", "-1", "--format=%H%x00%s"], { signal });
  const [sha, subject = ""] = head?.split("\0") ?? [];
  return sha === undefined || sha === "" ? refs : [{ kind: "head", name: "HEAD", sha, subject }, ...refs];
}

/** Returns the full SHA of a branch, tag or short SHA in a submodule's clone; undefined if it has no such commit. */
export async function resolveIn(git: RepositoryGit, text: string, signal?: AbortSignal): Promise<string | undefined> {
  if (text === "" || text.startsWith("-")) return undefined;
  return git
    .ask(["rev-parse", "--quiet", "--verify", "--end-of-options", `${text}^{commit}`], { signal })
    .then((out) => out?.split("\n").at(-1));
}
