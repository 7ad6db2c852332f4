import { lstat } from "node:fs/promises";
import path from "node:path";
import type { GitProgram } from "../../../git/openGit.ts";
import { pathProblem } from "./paths.ts";
import { openRepositoryGit, type RepositoryGit } from "./repositoryGit.ts";

/** A submodule as `.gitmodules` tells of it. */
export interface Submodule {
  readonly name: string;
  /** From the root of the repository. */
  readonly path: string;
  readonly url?: string;
  readonly branch?: string;
}

/** A commit that a branch or tag of the submodule's own clone stands at. */
export interface SubmoduleRef {
  readonly kind: "branch" | "tag" | "head";
  readonly name: string;
  readonly sha: string;
  readonly subject: string;
}

/** Submodules that `.gitmodules` of the working tree names, in its order; those without a path are none. */
export async function listSubmodules(git: RepositoryGit, signal?: AbortSignal): Promise<Submodule[]> {
  return readModules(
    (await git.ask(
      ["config", "--file", ".gitmodules", "--null", "--get-regexp", "^submodule\\..*\\.(path|url|branch)$"],
      { signal },
    )) ?? "",
  );
}

/** Reads what `git config --null` writes: `submodule.<name>.path`, line break, value, NUL. Names may hold dots. */
export function readModules(text: string): Submodule[] {
  const modules = new Map<string, Record<string, string>>();
  for (const entry of text.split("\0")) {
    const [, name, key, value] = /^submodule\.([^\n]*)\.(path|url|branch)\n([^]*)$/i.exec(entry) ?? [];
    if (name === undefined || key === undefined || value === undefined) continue;
    modules.set(name, { ...modules.get(name), [key.toLowerCase()]: value });
  }
  return [...modules].flatMap(([name, { path: place, url, branch }]) =>
    // The file comes with the repository: a path out of it would have git run somewhere else.
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

/** The commit that a submodule is at in a commit of the repository. */
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

/** The submodule's own clone, when it was made. */
export async function submoduleGit(
  git: RepositoryGit,
  submodule: string,
  program: GitProgram,
): Promise<RepositoryGit | undefined> {
  const root = path.join(git.root, submodule);
  // Without a `.git` of its own, git would answer for the repository around it.
  const own = await lstat(path.join(root, ".git")).catch(() => undefined);
  return own === undefined ? undefined : openRepositoryGit(root, program);
}

/** Where the branches and tags of the submodule's clone stand: first what is checked out, then the most recent. */
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

/** The whole sha of a commit of the submodule, by a branch, tag or beginning of a sha; undefined when its clone has none. */
export async function resolveIn(git: RepositoryGit, text: string, signal?: AbortSignal): Promise<string | undefined> {
  if (text === "" || text.startsWith("-")) return undefined;
  return git
    .ask(["rev-parse", "--quiet", "--verify", "--end-of-options", `${text}^{commit}`], { signal })
    .then((out) => out?.split("\n").at(-1));
}
