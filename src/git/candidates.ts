import type { ProjectId } from "../api/path.ts";
import { instanceHost } from "../core/base/instanceUrl.ts";
import { sameProject } from "../core/base/refs.ts";
import { isBesideProject, matchRemote, parseRemote, webAddress } from "./remotes.ts";
import type { RepositoryState } from "./repository.ts";

/** A project of the workspace to choose from. */
export interface ProjectCandidate {
  /** Base URL of the instance. */
  readonly instance: string;
  readonly project: ProjectId;
  /** Root of its repository; absent for a typed project. */
  readonly root?: string;
  readonly remote?: string;
  /** Path and host, for pick lists. */
  readonly label: string;
}

/** An open repository with its last read state. */
export interface OpenRepository {
  readonly root: string;
  readonly state: RepositoryState;
}

/** The projects found, and the hosts and paths of remotes that match no known instance. */
export interface FoundProjects {
  readonly candidates: readonly ProjectCandidate[];
  readonly unknownHosts: readonly string[];
  readonly unknownPaths: readonly string[];
}

const order = (name: string): number => ["origin", "upstream"].indexOf(name) >>> 0;

/** Returns the projects of the open repositories' remotes, each once per repository, `origin` first. */
export function findProjects(
  repositories: readonly OpenRepository[],
  instances: readonly { readonly url: string }[],
  aliases: Readonly<Record<string, string>>,
): FoundProjects {
  const candidates = new Map<string, ProjectCandidate>();
  const unknownHosts = new Set<string>();
  const unknownPaths = new Set<string>();
  for (const { root, state } of repositories) {
    const remotes = [...state.remotes].sort((a, b) => order(a.name) - order(b.name));
    for (const { name, url } of remotes) {
      const remote = parseRemote(url);
      if (remote === undefined || isBesideProject(remote.path)) continue;
      const match = matchRemote(remote, instances, aliases);
      if (match === undefined) {
        unknownHosts.add(webAddress(remote, aliases));
        unknownPaths.add(remote.path);
        continue;
      }
      const key = JSON.stringify([root, match.instance, match.path.toLowerCase()]);
      if (candidates.has(key)) continue;
      const label = `${match.path} · ${instanceHost(match.instance)}`;
      candidates.set(key, { instance: match.instance, project: match.path, root, remote: name, label });
    }
  }
  return { candidates: [...candidates.values()], unknownHosts: [...unknownHosts], unknownPaths: [...unknownPaths] };
}

/** Returns whether two candidates are the same project in the same repository. */
export function sameCandidate(a: ProjectCandidate, b: ProjectCandidate): boolean {
  return sameProject(a, b) && a.root === b.root;
}
